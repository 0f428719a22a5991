// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/moments.h"

#include <algorithm>

namespace rigwright {

namespace {

/// A moment's total as a line over the micro-batch, without its parts.
struct Line {
    std::int64_t fixed = 0;
    std::int64_t slope = 0;
};

Line line_of(const Moment& moment)
{
    const Bytes fixed = moment.activations.fixed + moment.temporary.fixed + moment.gradients;
    return {fixed.count().value(), (moment.activations.per_sample + moment.temporary.per_sample).count().value()};
}

/// The smallest micro-batch above `from` at which `other` exceeds `line`; zero when it never does.
std::int64_t overtakes(const Line& line, const Line& other, std::int64_t from)
{
    if (other.slope <= line.slope) return 0;
    const std::int64_t ahead = line.fixed - other.fixed;
    const std::int64_t equal = ahead <= 0 ? 0 : ahead / (other.slope - line.slope);
    return std::max(equal, from) + 1;
}

} // namespace

std::vector<Moment> upper_envelope(std::vector<Moment> moments)
{
    std::vector<Line> lines;
    lines.reserve(moments.size());
    for (const Moment& moment : moments) lines.push_back(line_of(moment));
    const auto at = [&](std::size_t i, std::int64_t batch) {
        return Count(lines[i].fixed) + Count(lines[i].slope) * Count(batch);
    };
    std::vector<std::size_t> chosen;
    std::size_t highest = 0;
    for (std::size_t i = 1; i < lines.size(); ++i)
        if (at(highest, 1) < at(i, 1)) highest = i;
    for (std::int64_t batch = 1; !lines.empty();) {
        chosen.push_back(highest);
        std::int64_t next_batch = 0;
        std::size_t next = highest;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::int64_t here = overtakes(lines[highest], lines[i], batch);
            if (here == 0 || (next_batch != 0 && here > next_batch)) continue;
            if (here == next_batch && !(at(next, here) < at(i, here))) continue;
            next_batch = here;
            next = i;
        }
        if (next_batch == 0) break;
        batch = next_batch;
        highest = next;
    }
    std::sort(chosen.begin(), chosen.end());
    std::vector<Moment> envelope;
    envelope.reserve(chosen.size());
    for (const std::size_t i : chosen) envelope.push_back(moments[i]);
    return envelope;
}

const Moment& peak_at(const std::vector<Moment>& moments, Count micro_batch)
{
    const auto smaller = [micro_batch](const Moment& a, const Moment& b) {
        return a.total(micro_batch) < b.total(micro_batch);
    };
    return *std::max_element(moments.begin(), moments.end(), smaller);
}

} // namespace rigwright
