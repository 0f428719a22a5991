// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/database_files.h"

#include <algorithm>

namespace rigwright {

FolderFiles json_files_of(const std::filesystem::path& folder)
{
    FolderFiles found;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (entry->path().extension() == ".json") found.files.push_back(entry->path());
    found.failed = static_cast<bool>(failure);
    std::sort(found.files.begin(), found.files.end());
    return found;
}

} // namespace rigwright
