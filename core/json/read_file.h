// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

inline constexpr std::size_t whole_file = std::numeric_limits<std::size_t>::max();

/// Opens a file in binary mode; nothing if it cannot be read or is a directory.
std::optional<std::ifstream> open_file(const std::filesystem::path& file);

/// The remaining bytes of a stream, at most `most`. To detect a text over its limit, ask for one byte more.
std::string read_bytes(std::istream& input, std::size_t most = whole_file);

/// The bytes of a file, at most `most`; nothing if it cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t most = whole_file);

/// Replaces `target` by the file that `write` creates. `write` receives the name of a new file in the same folder,
/// unique per call, and returns whether it succeeded. The result is complete and on the disk; on failure it returns
/// false and the old file is unchanged. Symbolic links are followed: the target file is replaced, the link remains.
bool replace_file(const std::filesystem::path& target, const std::function<bool(const std::filesystem::path&)>& write);

/// Same for a text.
bool replace_file(const std::filesystem::path& target, const std::string& text);

/// The .json files of a folder in byte order of their names, the same on every system.
struct FolderFiles {
    std::vector<std::filesystem::path> files;
    /// Whether the folder cannot be read, or does not exist.
    bool failed = false;
};

FolderFiles json_files_of(const std::filesystem::path& folder);

} // namespace rigwright
