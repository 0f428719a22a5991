// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/moments.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// Collects those moments that no other exceeds in both the constant and the slope. They form stairs: the larger the
/// constant, the smaller the slope, so that a search by halves finds what covers a moment.
class PeakStairs {
public:
    PeakStairs();

    /// True where a moment with this constant and slope would not be taken.
    bool covers(Bytes fixed, Bytes slope) const { return covers(find(fixed), slope); }
    void offer(const Moment& moment);
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
    std::size_t find(Bytes fixed) const;
    bool covers(std::size_t step, Bytes slope) const { return step < steps_.size() && steps_[step].slope >= slope; }

    /// By ascending constant, hence descending slope.
    std::vector<Step> steps_;
    /// All that were ever taken, in the order in which they came.
    std::vector<Moment> moments_;
};

} // namespace rigwright
