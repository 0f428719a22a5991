#!/usr/bin/env python3
"""Writes sources that can be read as one translation unit into files that include them, sixteen in each, with a
compile_commands.json: clang-tidy takes most of its time for the headers, which it then reads once a group.

Arguments: the compile_commands.json of the sources, the folder to write, the sources. Needs ctags.
Sources go together where no name at the level of their namespaces is in two of them and both are compiled alike."""

import collections
import json
import pathlib
import shlex
import subprocess
import sys

MOST_FILES = 16
MOST_LINES = 3500
INSIDE_OTHERS = {"class", "struct", "union", "enum", "function", "method"}


def names_of(sources):
    """Names at namespace level by source."""
    tags = subprocess.run(
        ["ctags", "--c++-kinds=+fvcstdegunpA", "--output-format=json", "--fields=+nsKzS", "-f", "-", *sources],
        check=True, capture_output=True, text=True).stdout
    names = collections.defaultdict(set)
    for tag in map(json.loads, tags.splitlines()):
        if tag["_type"] == "tag" and tag["kind"] != "namespace" and tag.get("scopeKind") not in INSIDE_OTHERS:
            names[tag["path"]].add(tag["name"])
    return names


def options_of(entry):
    """The compiler's arguments without those that name files."""
    words = shlex.split(entry["command"])
    return tuple(word for word in words if not word.endswith((".o", ".o.d", ".cpp")))


def groups_of(sources, entries):
    names = names_of(sources)
    groups = []
    for source in sources:
        lines = len(pathlib.Path(source).read_text(encoding="utf-8").splitlines())
        options = options_of(entries[source])
        for group in groups:
            if (group["options"] == options and not group["names"] & names[source]
                    and group["lines"] + lines <= MOST_LINES and len(group["sources"]) < MOST_FILES):
                break
        else:
            group = {"sources": [], "names": set(), "lines": 0, "options": options}
            groups.append(group)
        group["sources"].append(source)
        group["names"] |= names[source]
        group["lines"] += lines
    return [group["sources"] for group in groups]


def main():
    commands, folder, sources = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    root = pathlib.Path.cwd()
    entries = {}
    for entry in json.loads(commands.read_text(encoding="utf-8")):
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(root):
            entries[str(path.relative_to(root))] = entry
    written = []
    for number, group in enumerate(groups_of(sources, entries)):
        unit = (folder / f"{number:03}.cpp").resolve()
        unit.write_text("".join(f'#include "{root / source}"\n' for source in group), encoding="utf-8")
        first = entries[group[0]]
        written.append({**first, "file": str(unit), "command": first["command"].replace(first["file"], str(unit))})
    (folder / "compile_commands.json").write_text(json.dumps(written), encoding="utf-8")


if __name__ == "__main__":
    main()
