// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace rigwright {

/// The solver behind every "largest / smallest that still ...": the largest n in [lowest, highest] that passes, where
/// passing is monotone (once a number fails, every larger one does). Empty when `lowest` fails.
std::optional<std::int64_t> largest_that(std::int64_t lowest, std::int64_t highest,
                                         const std::function<bool(std::int64_t)>& passes);

/// The largest number that passes between one that passes and a larger one that fails; tests neither of them.
std::int64_t largest_between(std::int64_t passing, std::int64_t failing,
                             const std::function<bool(std::int64_t)>& passes);

} // namespace rigwright
