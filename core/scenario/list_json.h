// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <functional>

namespace rigwright {

/// A JSON list with the result of `write` for each item.
template <typename Items, typename Write>
nlohmann::ordered_json list_json(const Items& items, Write write)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& item : items) list.push_back(std::invoke(write, item));
    return list;
}

} // namespace rigwright
