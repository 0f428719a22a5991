// SPDX-License-Identifier: Apache-2.0
#include "core/data/read_file.h"

#include <algorithm>
#include <system_error>

namespace rigwright {

std::optional<std::ifstream> open_file(const std::filesystem::path& file)
{
    std::error_code failure;
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file, failure)) return std::nullopt;
    return stream;
}

std::string read_bytes(std::istream& input, std::size_t most)
{
    constexpr std::size_t block = std::size_t{1} << 16;
    std::string bytes;
    while (input && bytes.size() < most) {
        const std::size_t before = bytes.size();
        bytes.resize(before + std::min(block, most - before));
        input.read(bytes.data() + before, static_cast<std::streamsize>(bytes.size() - before));
        bytes.resize(before + static_cast<std::size_t>(input.gcount()));
    }
    return bytes;
}

std::optional<std::string> read_file(const std::filesystem::path& file, std::size_t most)
{
    std::optional<std::ifstream> stream = open_file(file);
    if (!stream) return std::nullopt;
    return read_bytes(*stream, most);
}

} // namespace rigwright
