// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/activation_walk.h"

#include "core/estimate/walk_stops.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Moments of which none is below another in both constant and slope.
class Front {
public:
    void offer(const Moment& moment)
    {
        const Line line = line_of(moment);
        const auto covers = [](const Line& a, const Line& b) { return a.fixed >= b.fixed && a.slope >= b.slope; };
        if (std::any_of(lines_.begin(), lines_.end(), [&](const Line& other) { return covers(other, line); })) return;
        for (std::size_t i = lines_.size(); i-- > 0;) {
            if (!covers(line, lines_[i])) continue;
            lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(i));
            moments_.erase(moments_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        lines_.push_back(line);
        moments_.push_back(moment);
    }

    std::vector<Moment> take() { return std::move(moments_); }

private:
    struct Line {
        Bytes fixed;
        Bytes slope;
    };

    static Line line_of(const Moment& moment)
    {
        return {moment.activations.fixed + moment.temporary.fixed + moment.gradients,
                moment.activations.per_sample + moment.temporary.per_sample};
    }

    std::vector<Line> lines_;
    std::vector<Moment> moments_;
};

BatchBytes plus_fixed(BatchBytes amount, Bytes fixed)
{
    amount.fixed += fixed;
    return amount;
}

BatchBytes sum(BatchBytes a, const BatchBytes& b)
{
    a += b;
    return a;
}

class Timeline {
public:
    Timeline(const Network& network, const WalkPlan& plan, const WalkOptions& options)
        : network_(network),
          plan_(plan),
          options_(options)
    {
        for (const WalkGroup& group : plan.groups)
            all_gradients_ += group.gradients * Count(group.copies) + group.shared_gradients;
    }

    std::vector<Moment> moments()
    {
        for (const WalkGroup& group : plan_.groups) forward(group);
        loss();
        if (options_.training) backward();
        return front_.take();
    }

private:
    Bytes gradients_in_forward() const
    {
        return options_.gradients_always_alive && options_.training ? all_gradients_ : Bytes();
    }

    /// The last copy of a group holds what all copies before it left, so it covers them.
    void forward(const WalkGroup& group)
    {
        const Count before = group.copies - 1;
        BatchBytes kept = sum(left_, group.left * before);
        Bytes copies = copies_ + group.weight_copies * before;
        for (std::size_t i = group.first; i < group.last; ++i) {
            const WalkStop& stop = plan_.stops[i];
            kept += stop.kept;
            copies += stop.weight_copies;
            front_.offer({Phase::forward, stop.op, group.first_copy + group.copies - 1, kept,
                          plus_fixed(stop.forward_temporary, copies), gradients_in_forward()});
        }
        left_ += group.left * Count(group.copies);
        copies_ += group.weight_copies * Count(group.copies);
    }

    void loss()
    {
        BatchBytes live;
        std::size_t op = network_.operators.empty() ? 0 : network_.operators.size() - 1;
        for (const TensorId id : network_.outputs) {
            const double elements = network_.shape_of(id).elements().as_double();
            live.per_sample += Bytes::rounded(elements * options_.loss_bytes_per_output_element);
        }
        if (options_.training)
            front_.offer({Phase::loss, op, 0, left_, plus_fixed(live, copies_), gradients_in_forward()});
    }

    void backward()
    {
        Bytes born;
        for (std::size_t g = plan_.groups.size(); g-- > 0;) {
            const WalkGroup& group = plan_.groups[g];
            left_ = less(left_, group.left * Count(group.copies));
            copies_ = copies_ - group.weight_copies * Count(group.copies);
            born += group.shared_gradients;
            backward_copy(group, group.copies - 1, born);
            if (group.copies > 1) backward_copy(group, 0, born + group.gradients * Count(group.copies - 1));
            born += group.gradients * Count(group.copies);
        }
    }

    void backward_copy(const WalkGroup& group, std::int64_t copy, Bytes born)
    {
        const BatchBytes before = sum(left_, group.left * Count(group.rebuilt ? copy + 1 : copy));
        const Bytes copies = copies_ + group.weight_copies * Count(copy);
        BatchBytes kept = sum(before, group.kept);
        Bytes cast = copies + group.weight_copies;
        for (std::size_t i = group.last; i-- > group.first;) {
            const WalkStop& stop = plan_.stops[i];
            born += stop.gradients;
            const Bytes gradients = options_.gradients_always_alive ? all_gradients_ : born;
            front_.offer({Phase::backward, stop.op, group.first_copy + copy, kept,
                          plus_fixed(stop.backward_temporary, cast), gradients});
            kept = less(kept, stop.kept);
            cast = cast - stop.weight_copies;
        }
    }

    static BatchBytes less(const BatchBytes& a, const BatchBytes& b)
    {
        return {a.fixed - b.fixed, a.per_sample - b.per_sample};
    }

    const Network& network_;
    const WalkPlan& plan_;
    const WalkOptions& options_;
    Front front_;
    /// Left behind by the groups before the present one.
    BatchBytes left_;
    Bytes copies_;
    Bytes all_gradients_;
};

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

std::vector<Moment> peak_moments(const Network& network, const Analysis& analysis, const WalkOptions& options)
{
    const WalkPlan plan = plan_walk(network, analysis, options);
    return Timeline(network, plan, options).moments();
}

const Moment& peak_at(const std::vector<Moment>& moments, Count micro_batch)
{
    const auto smaller = [micro_batch](const Moment& a, const Moment& b) {
        return a.total(micro_batch) < b.total(micro_batch);
    };
    return *std::max_element(moments.begin(), moments.end(), smaller);
}

} // namespace rigwright
