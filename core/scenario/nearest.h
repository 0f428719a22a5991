// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The names most like `word`, best first, at most `count`; names that have little in common with it are left out.
/// Letter case, "-", "_", "." and spaces do not count as differences.
std::vector<std::string> nearest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count = 3);

/// The `count` names most like `word`, however little they have in common with it.
std::vector<std::string> closest_names(std::string_view word, const std::vector<std::string>& names,
                                       std::size_t count = 3);

/// "a, b, c"
std::string joined(const std::vector<std::string>& names);

} // namespace rigwright
