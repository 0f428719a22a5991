// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch/launch_file.h"

#include <map>
#include <string>
#include <string_view>

namespace rigwright {

/// Values of a template in addition to the settings of `launch_fields`; empty if the plan has no such value.
using TemplateValues = std::map<std::string_view, std::optional<std::string>>;

/// "true" or "false".
std::string flag_word(bool value);

/// Fills a file of resources/launch with the plan; empty if the file is missing or uses an unknown value.
///
/// - `{{name}}` is a value or a setting as the scenario file spells it. A line with an absent value is left out.
/// - `{{#name}}` before a line keeps it if the value exists and is not "false", `{{#name=a|b}}` if it is one of these
///   words; `{{^…}}` keeps it otherwise. Alone on a line, they apply up to `{{/}}`.
/// - `{{>file}}` inserts another template.
/// - A trailing comment after "  # " names the sources of a line's values; `{{from …}}` does so without being printed.
std::optional<LaunchLines> fill_template(const LaunchPlan& plan, std::string_view file, const TemplateValues& values);

/// Data as exactly one word of a bash script, on one line: 'like this', or $'like\nthis' if it contains control
/// characters (Bash Reference Manual, section 3.1.2). A zero byte, which no word can contain, becomes U+FFFD.
std::string shell_word(std::string_view text);

/// Data inside a comment of a script, Python or YAML: control characters and Unicode line ends become spaces.
std::string comment_text(std::string_view text);

/// Data as the name of a batch job: characters other than letters, digits, ".", "_" and "-" become "-", since Slurm
/// parses directives itself and unlike the shell. "rigwright" if nothing is left.
std::string job_name(std::string_view text);

} // namespace rigwright
