// SPDX-License-Identifier: Apache-2.0
#include "core/report/data_fingerprint.h"

#include "core/importing/sha256.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <vector>

namespace rigwright {

namespace {

std::vector<std::string> names_below(const std::filesystem::path& directory)
{
    std::vector<std::string> names;
    std::error_code trouble;
    for (std::filesystem::recursive_directory_iterator entry(directory, trouble), end; !trouble && entry != end;
         entry.increment(trouble))
        if (entry->is_regular_file(trouble))
            names.push_back(entry->path().lexically_relative(directory).generic_string());
    std::sort(names.begin(), names.end());
    return trouble ? std::vector<std::string>() : names;
}

} // namespace

std::string data_fingerprint(const std::filesystem::path& directory)
{
    constexpr std::size_t digits = 16;
    const std::vector<std::string> names = names_below(directory);
    if (names.empty()) return {};
    Sha256 digest;
    for (const std::string& name : names) {
        std::ifstream file(directory / name, std::ios::binary);
        const std::string held((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        digest.add(name + '\n' + std::to_string(held.size()) + '\n' + held);
    }
    return digest.hex_digest().substr(0, digits);
}

} // namespace rigwright
