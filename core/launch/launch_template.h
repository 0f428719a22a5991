// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch/launch_file.h"

#include <map>

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

} // namespace rigwright
