// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/inverse.h"

#include <utility>

namespace rigwright {

namespace {

/// Doubles the distance from a passing number until one fails or the end is reached; returns the bracket [passing,
/// failing).
std::pair<std::int64_t, std::int64_t> bracket(std::int64_t lowest, std::int64_t highest,
                                              const std::function<bool(std::int64_t)>& passes)
{
    std::int64_t passing = lowest;
    for (std::int64_t stride = 1; passing < highest; stride = stride < highest / 2 ? stride * 2 : highest) {
        const std::int64_t next = stride < highest - passing ? passing + stride : highest;
        if (!passes(next)) return {passing, next};
        passing = next;
    }
    return {passing, passing};
}

} // namespace

std::optional<std::int64_t> largest_that(std::int64_t lowest, std::int64_t highest,
                                         const std::function<bool(std::int64_t)>& passes)
{
    if (lowest > highest || !passes(lowest)) return std::nullopt;
    const auto [passing, failing] = bracket(lowest, highest, passes);
    return largest_between(passing, failing, passes);
}

std::int64_t largest_between(std::int64_t passing, std::int64_t failing,
                             const std::function<bool(std::int64_t)>& passes)
{
    while (failing - passing > 1) {
        const std::int64_t middle = passing + (failing - passing) / 2;
        (passes(middle) ? passing : failing) = middle;
    }
    return passing;
}

} // namespace rigwright
