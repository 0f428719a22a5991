// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rigwright {

/// The first 16 hexadecimal digits of a SHA-256 over all files below the folders, one folder after the other, their
/// names (with forward slashes) in byte order and what they hold: equal folders give equal digits. A folder that is not
/// there counts as an empty one; empty where there is no file at all.
std::string data_fingerprint(const std::vector<std::filesystem::path>& folders);

} // namespace rigwright
