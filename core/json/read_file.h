// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace rigwright {

inline constexpr std::size_t whole_file = std::numeric_limits<std::size_t>::max();

/// Opens a file for its bytes; nothing where it cannot be read or is a directory.
std::optional<std::ifstream> open_file(const std::filesystem::path& file);

/// The bytes that a stream still has, `most` of them at most. A reader that has to tell a text of its limit from a
/// longer one asks for one byte more.
std::string read_bytes(std::istream& input, std::size_t most = whole_file);

/// The bytes of a file, `most` of them at most; nothing where it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t most = whole_file);

/// Puts what `write` makes into the place of `target`: it is given the name of a new file beside it, of its own for
/// each call, and says whether it could. Whole and on the disk, or not at all: false, and the old file where it was,
/// when something fails. A symbolic link is followed: the file that it leads to is replaced, and the link stays.
bool replace_file(const std::filesystem::path& target, const std::function<bool(const std::filesystem::path&)>& write);

/// The same for a text.
bool replace_file(const std::filesystem::path& target, const std::string& text);

} // namespace rigwright
