// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/moments.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rigwright {

/// Collects those moments that no other exceeds in both the constant and the slope. They form stairs: the larger the
/// constant, the smaller the slope, so that a search by halves finds what covers a moment.
class PeakStairs {
public:
    PeakStairs();

    /// Takes the moment that `make` gives unless one with at least this constant and slope is there already.
    template <typename Make>
    void offer(Bytes fixed, Bytes slope, Make make)
    {
        const std::size_t place = find(fixed);
        if (place < steps_.size() && steps_[place].slope >= slope) return;
        moments_.push_back(make());
        put(place, {fixed, slope, static_cast<std::uint32_t>(moments_.size() - 1)});
    }

    /// Those collected, in the order in which they were offered; empties the collection.
    std::vector<Moment> take();

private:
    struct Step {
        Bytes fixed;
        Bytes slope;
        /// Index into `moments_`.
        std::uint32_t moment = 0;
    };

    /// The first step whose constant is not below `fixed`: the one with the largest slope among those.
    std::size_t find(Bytes fixed) const
    {
        // Constants mostly grow from moment to moment.
        if (steps_.empty() || steps_.back().fixed < fixed) return steps_.size();
        const auto below = [](const Step& step, Bytes wanted) { return step.fixed < wanted; };
        return static_cast<std::size_t>(std::lower_bound(steps_.begin(), steps_.end(), fixed, below) - steps_.begin());
    }
    void put(std::size_t place, const Step& step);

    /// By ascending constant, hence descending slope.
    std::vector<Step> steps_;
    /// All that were ever taken, in the order in which they came.
    std::vector<Moment> moments_;
};

} // namespace rigwright
