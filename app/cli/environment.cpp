// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/environment.h"

#include "core/hardware/catalog.h"

#include <array>
#include <cstdlib>

namespace rigwright::cli {

std::string territory_of_environment()
{
    // LC_ALL stands over all others; a country shows in addresses, sizes and money before the language.
    constexpr std::array names{"LC_ALL", "LC_ADDRESS", "LC_MEASUREMENT", "LC_MONETARY", "LANG"};
    for (const char* name : names) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        std::string territory = territory_of_locale(value);
        if (!territory.empty() || name == names.front()) return territory;
    }
    return {};
}

} // namespace rigwright::cli
