// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/characters.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The names most similar to `word`, best first, at most `count`, without dissimilar ones. Ignores case, "-", "_", "."
/// and spaces.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count = 3);

/// The `count` names most similar to `word`, even if dissimilar.
std::vector<std::string> closest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count = 3);

/// The names of the things with the closest names, separated by commas.
template <typename Things, typename Name = std::identity>
std::string closest_of(std::string_view word, const Things& things, Name name = {})
{
    std::vector<std::string> names;
    for (const auto& thing : things) names.emplace_back(std::invoke(name, thing));
    return joined(closest_names(word, names));
}

} // namespace rigwright
