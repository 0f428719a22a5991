// SPDX-License-Identifier: Apache-2.0
#include "core/data/replace_file.h"

#include <fstream>

namespace rigwright {

namespace fs = std::filesystem;

bool replace_file(const fs::path& target, const std::function<bool(const fs::path&)>& write)
{
    fs::path beside = target;
    beside += ".part";
    std::error_code failure;
    if (write(beside)) {
        fs::rename(beside, target, failure);
        if (!failure) return true;
    }
    fs::remove(beside, failure);
    return false;
}

bool replace_file(const fs::path& target, const std::string& text)
{
    return replace_file(target, [&text](const fs::path& beside) {
        std::ofstream file(beside, std::ios::binary | std::ios::trunc);
        file << text;
        file.close();
        return file.good();
    });
}

} // namespace rigwright
