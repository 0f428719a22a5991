// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace rigwright {

/// The first 16 hexadecimal digits of a SHA-256 over all files below a folder, their names (with forward slashes) in
/// byte order and what they hold: equal folders give equal digits. Empty where the folder cannot be read.
std::string data_fingerprint(const std::filesystem::path& directory);

} // namespace rigwright
