// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/launch/launch_file.h"

#include <map>

namespace rigwright {

/// What a template may ask for beside the settings of `launch_fields`; nothing where the plan has no such value.
using TemplateValues = std::map<std::string_view, std::optional<std::string>>;

/// The word of a condition.
std::string flag_word(bool value);

/// A file of resources/launch with the plan put in; nothing where the file is missing or asks for what nobody gives.
///
/// - `{{name}}` is a value or a setting as the scenario file spells it. A line that asks for an absent one is left out.
/// - `{{#name}}` before a line keeps it where there is such a value and it is not "false", `{{#name=a|b}}` where it is
///   one of these words; `{{^…}}` keeps it where that is not so. On a line without more they hold to `{{/}}`.
/// - `{{>file}}` puts another template there.
/// - Where a line's values come from is what ends it behind "  # "; in `{{from …}}` it is not printed.
std::optional<LaunchLines> fill_template(const LaunchPlan& plan, std::string_view file, const TemplateValues& values);

} // namespace rigwright
