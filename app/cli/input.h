// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario_json.h"

#include <iosfwd>
#include <optional>
#include <string>

namespace rigwright::cli {

/// The scenario of a file, "-" being `standard_input`. Reading stops just beyond the size that is accepted.
ScenarioReading read_scenario_file(const std::string& name, std::istream& standard_input);

/// The next line without its end, cut off just beyond the size that is accepted; empty at the end of the input.
std::optional<std::string> read_line(std::istream& input);

} // namespace rigwright::cli
