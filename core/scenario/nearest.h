// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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

} // namespace rigwright
