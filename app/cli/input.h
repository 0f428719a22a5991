// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario_json.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace rigwright::cli {

/// The scenario of a file, "-" being `standard_input`. Reading stops just beyond the size that is accepted.
ScenarioReading read_scenario_file(const std::string& name, std::istream& standard_input);

/// A scenario with the model files that it names read in; relative paths start at `directory`, an empty one being the
/// folder that the program runs in.
ScenarioReading parse_with_imports(std::string_view text, const std::filesystem::path& directory);

/// A file opened for reading, or nothing for what is no readable file.
std::optional<std::ifstream> open_file(const std::string& name);

/// The error for a file that `open_file` does not open.
Finding unreadable_file();

/// The next line without its end, cut off just beyond the size that is accepted; empty at the end of the input.
std::optional<std::string> read_line(std::istream& input);

} // namespace rigwright::cli
