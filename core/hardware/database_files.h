// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"

#include <filesystem>
#include <string>
#include <vector>

namespace rigwright {

/// The .json files of a folder in byte order of their names, the same on every system.
struct FolderFiles {
    std::vector<std::filesystem::path> files;
    /// The folder cannot be read; one that is not there cannot either.
    bool failed = false;
};

FolderFiles json_files_of(const std::filesystem::path& folder);

/// A price list holds more than other files.
inline constexpr JsonLimits price_list_limits{std::size_t{64} << 20, 32};

} // namespace rigwright
