// SPDX-License-Identifier: Apache-2.0
#include "core/report/data_fingerprint.h"

#include "core/data/read_file.h"
#include "core/importing/sha256.h"

#include <algorithm>

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

std::string data_fingerprint(const std::vector<std::filesystem::path>& folders)
{
    constexpr std::size_t digits = 16;
    bool any = false;
    Sha256 digest;
    for (const std::filesystem::path& folder : folders) {
        for (const std::string& name : names_below(folder)) {
            const std::string held = read_file(folder / name).value_or(std::string());
            digest.add(name);
            digest.add('\n' + std::to_string(held.size()) + '\n');
            digest.add(held);
            any = true;
        }
    }
    return any ? digest.hex_digest().substr(0, digits) : std::string();
}

} // namespace rigwright
