// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The folder of the program's run-time data, with the layout of the repository: `hardware_db/` and
/// `resources/{messages,model_presets,examples,guide,launch,lessons,measuring}/`.
class DataDirectory {
public:
    explicit DataDirectory(std::filesystem::path root) : root_(std::move(root)) {}

    const std::filesystem::path& root() const { return root_; }
    std::filesystem::path hardware_db() const { return root_ / "hardware_db"; }
    std::filesystem::path messages() const { return root_ / "resources" / "messages"; }
    std::filesystem::path model_presets() const { return root_ / "resources" / "model_presets"; }
    std::filesystem::path examples() const { return root_ / "resources" / "examples"; }
    std::filesystem::path guide() const { return root_ / "resources" / "guide"; }
    std::filesystem::path lessons() const { return root_ / "resources" / "lessons"; }
    /// Templates of the files that start a run.
    std::filesystem::path launch() const { return root_ / "resources" / "launch"; }
    /// The fixed text of measuring scripts.
    std::filesystem::path measuring() const { return root_ / "resources" / "measuring"; }

private:
    std::filesystem::path root_;
};

/// Possible data folders, best first: only the environment variable RIGWRIGHT_DATA if it is set and not empty,
/// otherwise `../share/rigwright` relative to the running program's folder (true for an installed program and for a
/// build folder).
std::vector<std::filesystem::path> data_directory_candidates();

/// The first candidate that contains `hardware_db/`, or nothing. Does not check its files.
std::optional<DataDirectory> find_data_directory();

/// The user's own hardware data: the environment variable RIGWRIGHT_CATALOGUE if it is set and not empty, otherwise
/// `rigwright/catalog` in the system's application data folder (XDG_DATA_HOME, ~/.local/share). Empty if the system has
/// no such folder. The folder may not exist.
std::filesystem::path own_catalog_directory();

/// The program's release, "major.minor.patch", as in the top CMakeLists.txt.
std::string_view version();

} // namespace rigwright
