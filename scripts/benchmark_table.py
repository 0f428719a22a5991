"""The table of `scripts/benchmark`: reads what the benchmarks wrote into a folder, prints it, and with --guide FOLDER writes
the figures of the guide's page on speed in every language. Arguments: RESULTS [--guide FOLDER]."""

import argparse
import json
import os
import pathlib
import re
import sys

# The most that a figure may be on two cores: of times in milliseconds, so that a drag stays smooth.
BUDGETS = {
    ("one_evaluation", "ms"): 3.0,
    ("drag_step", "ms"): 8.0,
    ("drag_tick/micro_batch", "median_ms"): 8.0,
    ("drag_tick/micro_batch", "p99_ms"): 16.0,
    ("replot/800/500", "ms"): 6.0,
    ("replot/1600/900", "ms"): 10.0,
    ("window_is_built", "ms"): 400.0,
    ("start_to_first_paint", "ms"): 400.0,
    ("start_to_first_paint", "resident_mib"): 150.0,
}
FURTHER = {"median_ms": "median, ms", "p99_ms": "99th percentile, ms", "resident_mib": "memory, MiB"}
IN_MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
PAGE = "9-speed.md"

# Rows of the guide: a benchmark, which of its figures, and the words for it in each language.
GUIDE_ROWS = [
    ("evaluate_preset/resnet50", "ms",
     {"en": "Whole estimate, ResNet-50", "zh_CN": "完整估算，ResNet-50"}),
    ("evaluate_preset/resnet152", "ms",
     {"en": "Whole estimate, ResNet-152", "zh_CN": "完整估算，ResNet-152"}),
    ("evaluate_preset/bert_large", "ms",
     {"en": "Whole estimate, BERT-large", "zh_CN": "完整估算，BERT-large"}),
    ("evaluate_preset/gpt3_175b", "ms",
     {"en": "Whole estimate, GPT-3 175B", "zh_CN": "完整估算，GPT-3 175B"}),
    ("evaluate_preset/deepseek_v3", "ms",
     {"en": "Whole estimate, DeepSeek-V3", "zh_CN": "完整估算，DeepSeek-V3"}),
    ("evaluate_preset/yolov8x", "ms",
     {"en": "Whole estimate, YOLOv8x", "zh_CN": "完整估算，YOLOv8x"}),
    ("evaluate_again/resnet152", "ms",
     {"en": "ResNet-152 after one change", "zh_CN": "ResNet-152，改动一项之后"}),
    ("evaluate_again/gpt3_175b", "ms",
     {"en": "GPT-3 175B after one change", "zh_CN": "GPT-3 175B，改动一项之后"}),
    ("curves", "ms",
     {"en": "The curves over the batch size", "zh_CN": "随批大小变化的曲线"}),
    ("search_for_fabric/2", "ms",
     {"en": "The advisor, fabric inspection with DETR", "zh_CN": "选型建议，用 DETR 检测布匹"}),
    ("search_for_gpt/2", "ms",
     {"en": "The advisor, GPT-2 medium without limits", "zh_CN": "选型建议，不设限制的 GPT-2 medium"}),
    ("drag_tick/micro_batch", "median_ms",
     {"en": "A slider's new value to the painted window, median", "zh_CN": "从滑块新值到窗口画完，中位数"}),
    ("drag_tick/micro_batch", "p99_ms",
     {"en": "The same, 99 of 100 within", "zh_CN": "同上，百次中有 99 次不超过"}),
    ("start_to_first_paint", "ms",
     {"en": "Start to the first painted window", "zh_CN": "从启动到窗口首次画出"}),
    ("start_to_first_paint", "resident_mib",
     {"en": "Memory of the program after the start", "zh_CN": "启动后程序占用的内存"}),
]
HEADINGS = {
    "en": ("What", "Measured", "At most", "Instructions of the processor"),
    "zh_CN": ("内容", "实测", "上限", "处理器指令数"),
}
MACHINE = {"en": "Measured on {} with {} cores", "zh_CN": "测量所用机器：{}，{} 核"}


def read_figures(folder):
    """Of each benchmark, in the order they ran: its time and, where it has them, its other figures."""
    figures = {}
    for file in sorted(folder.glob("*.json")):
        text = file.read_text()
        for run in json.loads(text)["benchmarks"] if text else []:
            if "error_message" in run:
                print(f"benchmark: {run['name']}: {run['error_message']}", file=sys.stderr)
                continue
            name = re.sub(r"/(real_time|manual_time|iterations:\d+)", "", run["name"])
            found = {key: run[key] for key in FURTHER if key in run}
            figures[name] = {"ms": run["real_time"] * IN_MILLISECONDS[run["time_unit"]], **found}
    counted = folder / "instructions"
    for line in counted.read_text().splitlines() if counted.exists() else []:
        name, instructions = line.split()
        figures[name]["instructions"] = int(instructions)
    return figures


def budget_text(name, figure):
    return f"{BUDGETS[name, figure]:g}" if (name, figure) in BUDGETS else ""


def print_table(figures):
    print(f"{'benchmark':<36} {'ms':>12} {'a second':>12} {'at most':>10} {'instructions':>13}")
    for name, each in figures.items():
        instructions = f"{each['instructions']:,}" if "instructions" in each else ""
        row = f"{name:<36} {each['ms']:>12.4f} {1e3 / each['ms']:>12.1f} {budget_text(name, 'ms'):>10} {instructions:>13}"
        print(row.rstrip())
        for figure, words in FURTHER.items():
            if figure in each:
                print(f"{'  ' + words:<36} {each[figure]:>12.4f} {'':>12} {budget_text(name, figure):>10}".rstrip())


def figure_text(value, figure):
    if figure == "resident_mib":
        return f"{value:.0f} MiB"
    value, unit = (value * 1e3, "µs") if value < 1.0 else (value, "ms")
    return f"{value:.3g} {unit}" if value < 100.0 else f"{value:.0f} {unit}"


def guide_row(each, name, figure, words):
    # An empty cell would be joined with its neighbour where the guide is shown.
    budget = BUDGETS.get((name, figure))
    instructions = f"{each['instructions']:,}" if "instructions" in each else "–"
    return [words, figure_text(each[figure], figure), "–" if budget is None else figure_text(budget, figure), instructions]


def machine_name():
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found.group(1).strip() if found else "?"


def write_guide(figures, guide):
    missing = {name for name, _, _ in GUIDE_ROWS} - figures.keys()
    if missing:
        sys.exit(f"benchmark: not measured, so the guide stays: {', '.join(sorted(missing))}")
    for language, headings in HEADINGS.items():
        rows = [headings, ("---", "---:", "---:", "---:")]
        rows += [guide_row(figures[name], name, figure, words[language]) for name, figure, words in GUIDE_ROWS]
        rows.append((MACHINE[language].format(machine_name(), os.cpu_count()), "", "", ""))
        table = "".join("| " + " | ".join(row) + " |\n" for row in rows)
        page = guide / language / PAGE
        # The page has one table; what people wrote around it stays.
        page.write_text(re.sub(r"(?:^\|.*\n)+", lambda _: table, page.read_text(), count=1, flags=re.MULTILINE))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("results", type=pathlib.Path)
    arguments.add_argument("--guide", type=pathlib.Path)
    given = arguments.parse_args()
    figures = read_figures(given.results)
    print_table(figures)
    if given.guide:
        write_guide(figures, given.guide)


if __name__ == "__main__":
    main()
