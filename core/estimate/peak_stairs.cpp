// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/peak_stairs.h"

namespace rigwright {

namespace {

constexpr std::size_t usual_steps = 128;

} // namespace

PeakStairs::PeakStairs()
{
    steps_.reserve(usual_steps);
    moments_.reserve(usual_steps);
}

void PeakStairs::put(std::size_t place, const Step& step)
{
    // What this one exceeds stands directly before its place, and at it where the constants are equal.
    std::size_t first = place;
    while (first > 0 && steps_[first - 1].slope <= step.slope) --first;
    const std::size_t last = place < steps_.size() && steps_[place].fixed == step.fixed ? place + 1 : place;
    const auto at = [this](std::size_t i) { return steps_.begin() + static_cast<std::ptrdiff_t>(i); };
    if (first == last) {
        steps_.insert(at(first), step);
    } else {
        steps_[first] = step;
        steps_.erase(at(first + 1), at(last));
    }
}

std::vector<Moment> PeakStairs::take()
{
    std::sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.moment < b.moment; });
    std::size_t left = 0;
    for (const Step& step : steps_) moments_[left++] = moments_[step.moment];
    moments_.resize(left);
    steps_.clear();
    return std::move(moments_);
}

} // namespace rigwright
