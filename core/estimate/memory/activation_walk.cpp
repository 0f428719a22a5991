// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory/activation_walk.h"

#include "core/estimate/memory/moments.h"
#include "core/estimate/memory/walk_plan.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace rigwright {

namespace {

/// The gradients of activations that exist during backward. Multiple gradients may share a buffer: an addition passes
/// its own on to its operands, a concatenation passes on parts of it.
class GradientFlow {
public:
    /// `sizes` holds the bytes of every gradient, indexed by its number.
    explicit GradientFlow(const std::vector<BatchBytes>& sizes) : sizes_(sizes), buffer_of_(sizes.size(), none)
    {
        buffers_.reserve(sizes.size() + 16);
    }

    bool exists(std::int32_t gradient) const { return buffer_of_[static_cast<std::size_t>(gradient)] != none; }
    /// Whether it exists in a buffer that no other gradient shares.
    bool is_alone(std::int32_t gradient) const
    {
        const std::int32_t buffer = buffer_of_[static_cast<std::size_t>(gradient)];
        return buffer != none && buffers_[static_cast<std::size_t>(buffer)].holders == 1;
    }
    /// A kernel writes a gradient into new memory; an existing one stays until `settle`.
    void write(std::int32_t gradient)
    {
        std::int32_t& buffer = buffer_of_[static_cast<std::size_t>(gradient)];
        if (buffer != none) replaced_.push_back(buffer);
        buffer = static_cast<std::int32_t>(buffers_.size());
        buffers_.push_back({sizes_[static_cast<std::size_t>(gradient)], 1});
        live_ += buffers_.back().bytes;
    }

    /// `gradient` is (a part of) the buffer of `source`; adding to an unshared buffer needs no memory.
    void hand_on(std::int32_t gradient, std::int32_t source)
    {
        std::int32_t& buffer = buffer_of_[static_cast<std::size_t>(gradient)];
        if (buffer == none) {
            buffer = buffer_of_[static_cast<std::size_t>(source)];
            ++buffers_[static_cast<std::size_t>(buffer)].holders;
        } else if (buffers_[static_cast<std::size_t>(buffer)].holders > 1) {
            write(gradient);
        }
    }

    /// Frees buffers that sums replaced since the last call.
    void settle()
    {
        for (const std::int32_t buffer : replaced_) drop(buffer);
        replaced_.clear();
    }

    void release(std::int32_t gradient)
    {
        std::int32_t& buffer = buffer_of_[static_cast<std::size_t>(gradient)];
        if (buffer != none) drop(buffer);
        buffer = none;
    }

    const BatchBytes& live() const { return live_; }

private:
    static constexpr std::int32_t none = -1;
    struct Buffer {
        BatchBytes bytes;
        std::int32_t holders = 0;
    };

    void drop(std::int32_t buffer)
    {
        Buffer& dropped = buffers_[static_cast<std::size_t>(buffer)];
        if (--dropped.holders == 0) live_ = live_ - dropped.bytes;
    }

    const std::vector<BatchBytes>& sizes_;
    std::vector<std::int32_t> buffer_of_;
    std::vector<Buffer> buffers_;
    std::vector<std::int32_t> replaced_;
    BatchBytes live_;
};

constexpr std::size_t usual_steps = 128;

/// Collects the moments that no other exceeds in both constant and slope. They form a staircase: the larger the
/// constant, the smaller the slope, so a binary search finds the moments that cover another.
class PeakFrontier {
public:
    PeakFrontier()
    {
        steps_.reserve(usual_steps);
        moments_.reserve(usual_steps);
    }

    /// Adds the moment that `make` returns unless an existing one has at least this constant and slope.
    template <typename Make>
    void offer(Bytes fixed, Bytes slope, Make make)
    {
        const std::size_t place = find(fixed);
        if (place < steps_.size() && steps_[place].slope >= slope) return;
        moments_.push_back(make());
        put(place, {fixed, slope, static_cast<std::uint32_t>(moments_.size() - 1)});
    }

    /// Returns the collected moments in insertion order and empties the collection.
    std::vector<Moment> take()
    {
        std::sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.moment < b.moment; });
        std::size_t left = 0;
        for (const Step& step : steps_) moments_[left++] = moments_[step.moment];
        moments_.resize(left);
        steps_.clear();
        return std::move(moments_);
    }

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

    void put(std::size_t place, const Step& step)
    {
        // Steps that this one exceeds are directly before its place, and at it if the constants are equal.
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

    /// By ascending constant, hence descending slope.
    std::vector<Step> steps_;
    /// All moments ever added, in insertion order.
    std::vector<Moment> moments_;
};

BatchBytes plus_fixed(BatchBytes amount, Bytes fixed)
{
    amount.fixed += fixed;
    return amount;
}

/// Walks the stops of a plan and offers every moment to `Sink`, which selects the copies of a visit.
template <typename Sink>
class StepWalk {
public:
    StepWalk(const Network& network, const WalkPlan& plan, const WalkOptions& options, Sink& sink)
        : network_(network),
          plan_(plan),
          options_(options),
          sink_(sink),
          gradients_(plan.gradients),
          born_in_(options.training ? network.parameters.size() : 0, 0)
    {
        instants_.reserve(64);
        if (!options.training || !(options.gradients_always_alive || options.gradients_alive_in_forward)) return;
        for (const Parameter& parameter : network.parameters) {
            const Count copies = network.blocks[static_cast<std::size_t>(parameter.block)].repeat;
            if (parameter.trainable) all_gradients_ += bytes_of(parameter.elements, options.gradients) * copies;
        }
    }

    /// Returns false if copies that are followed together turn out to differ; the offered moments are then invalid.
    bool run()
    {
        for (const WalkVisit& visit : plan_.visits) forward(visit);
        if (!options_.training) return alike_;
        loss();
        for (const std::int32_t gradient : plan_.output_gradients)
            if (!gradients_.exists(gradient)) gradients_.write(gradient);
        for (std::size_t i = plan_.visits.size(); i-- > 0;) backward(plan_.visits[i]);
        return alike_;
    }

private:
    /// A moment of one copy: saved by the copy so far, in use, and newly created parameter gradients.
    struct Instant {
        std::size_t op = 0;
        BatchBytes kept;
        BatchBytes temporary;
        Bytes born;
        /// Constant and slope of the two amounts together.
        Bytes fixed;
        Bytes slope;
    };

    /// Memory left by the copies before one.
    struct Base {
        Base(const BatchBytes& kept_before, Bytes copies_before)
            : kept(kept_before),
              weight_copies(copies_before),
              fixed(kept.fixed + copies_before),
              slope(kept.per_sample)
        {}

        BatchBytes kept;
        Bytes weight_copies;
        Bytes fixed;
        Bytes slope;
    };

    void forward(const WalkVisit& visit)
    {
        instants_.clear();
        BatchBytes kept;
        Bytes copies;
        const BatchBytes live_before = live_;
        for (std::size_t i = visit.first; i < visit.last; ++i) {
            const WalkStop& stop = plan_.stops[i];
            take_in(stop.change, kept, live_);
            // Operators that will run again save nothing now.
            const BatchBytes& casts = stop.rerun == no_id ? stop.facts->passing_casts : stop.facts->casts;
            note(stop, kept, plus_fixed(live_ + casts, copies + stop.weight_copies + stop.passing_weights), {});
            copies += visit.rebuilt ? stop.weight_copies - stop.frozen_copies : stop.weight_copies;
            live_ = live_ - stop.change.freed;
        }
        alike_ = alike_ && (!visit.together || live_ == live_before);
        sink_.forward(visit, [&](std::int64_t copy) {
            const Base base = before(visit, copy, visit.weight_copies);
            for (const Instant& instant : instants_) offer(Phase::forward, visit, copy, base, instant, all_gradients_);
        });
        kept_ += visit.kept * Count(visit.copies);
        weight_copies_ += visit.weight_copies * Count(visit.copies);
    }

    static void take_in(const MemoryChange& change, BatchBytes& kept, BatchBytes& live)
    {
        live = live + change.written - change.moved;
        kept += change.kept;
    }

    void note(const WalkStop& stop, const BatchBytes& kept, const BatchBytes& temporary, Bytes born)
    {
        Instant& instant = instants_.emplace_back();
        instant.op = stop.facts->op;
        instant.kept = kept;
        instant.temporary = temporary + lasting_;
        instant.born = born;
        instant.fixed = kept.fixed + instant.temporary.fixed;
        instant.slope = kept.per_sample + instant.temporary.per_sample;
    }

    /// Most moments are covered by others, which two sums show.
    void offer(Phase phase, const WalkVisit& visit, std::int64_t copy, const Base& base, const Instant& instant,
               Bytes gradients)
    {
        sink_.offer(base.fixed + instant.fixed + gradients, base.slope + instant.slope, [&] {
            return Moment{phase,
                          instant.op,
                          visit.first_copy + copy,
                          base.kept + instant.kept,
                          plus_fixed(instant.temporary, base.weight_copies),
                          gradients};
        });
    }

    Base before(const WalkVisit& visit, std::int64_t copy, Bytes copies_of_one) const
    {
        return {kept_ + visit.kept * Count(copy), weight_copies_ + copies_of_one * Count(copy)};
    }

    void loss()
    {
        const LossMemory& loss = options_.loss;
        lasting_ = {{}, Bytes::rounded(loss.lasting_bytes_per_sample)};
        BatchBytes live = lasting_;
        for (const TensorId id : network_.outputs) {
            const Tensor& tensor = network_.tensors[static_cast<std::size_t>(id)];
            const Bytes bytes = Bytes::rounded(tensor.shape.elements().as_double() * loss.bytes_per_output_element);
            (tensor.per_sample ? live.per_sample : live.fixed) += bytes;
        }
        if (!loss.holds_outputs) {
            live += plan_.outputs;
            for (const std::int32_t gradient : plan_.output_gradients)
                live += plan_.gradients[static_cast<std::size_t>(gradient)];
        }
        const std::size_t op = network_.operators.empty() ? 0 : network_.operators.size() - 1;
        const Moment moment{Phase::loss, op, 0, kept_, plus_fixed(live, weight_copies_), all_gradients_};
        sink_.offer(kept_.fixed + moment.temporary.fixed + all_gradients_,
                    kept_.per_sample + moment.temporary.per_sample, [&moment] { return moment; });
        forget_rebuilt_copies();
    }

    /// The cache of converted weights ends with the forward pass; only operators that are not recomputed have copies.
    void forget_rebuilt_copies()
    {
        for (const WalkVisit& visit : plan_.visits)
            if (visit.rebuilt) weight_copies_ = weight_copies_ - visit.weight_copies * Count(visit.copies);
    }

    void backward(const WalkVisit& visit)
    {
        instants_.clear();
        ++visit_number_;
        kept_ = kept_ - visit.kept * Count(visit.copies);
        if (!visit.rebuilt) weight_copies_ = weight_copies_ - visit.weight_copies * Count(visit.copies);
        own_born_ = shared_born_ = Bytes();
        const bool handed_on = hands_on_alone(visit, visit.gradient_out);
        const BatchBytes gradients_before = gradients_.live();
        BatchBytes kept = visit.kept;
        Bytes copies = visit.weight_copies;
        std::size_t unit = visit.last_unit;
        for (std::size_t i = visit.last; i-- > visit.first;) {
            if (unit > visit.first_unit && plan_.units[unit - 1].last == i + 1)
                rerun(plan_.units[--unit], kept, copies, visit.rebuilt);
            backward(visit, i, kept, copies);
        }
        if (visit.together)
            alike_ = alike_ && handed_on && hands_on_alone(visit, visit.gradient_in) &&
                     gradients_.live() == gradients_before;
        emit_backward(visit);
    }

    /// Whether the gradient that copies followed together pass from one to the next is alone in its buffer, or does not
    /// exist.
    bool hands_on_alone(const WalkVisit& visit, std::int32_t gradient) const
    {
        if (!visit.together) return false;
        const bool none = visit.gradient_in == no_id && visit.gradient_out == no_id;
        return none || (gradient != no_id && gradients_.is_alone(gradient));
    }

    void emit_backward(const WalkVisit& visit)
    {
        sink_.backward(visit, [&](std::int64_t copy) {
            // Conversions of a rebuilt copy are in its instants; copies before it have none.
            const Base base = before(visit, copy, visit.rebuilt ? Bytes() : visit.weight_copies);
            const Bytes behind = born_ + own_born_ * Count(visit.copies - 1 - copy);
            for (const Instant& instant : instants_)
                offer(Phase::backward, visit, copy, base, instant,
                      options_.gradients_always_alive ? all_gradients_ : behind + instant.born);
        });
        born_ += own_born_ * Count(visit.copies) + shared_born_;
    }

    /// Recomputes a unit: its saved tensors appear while the gradients behind it wait.
    void rerun(const WalkUnit& unit, BatchBytes& kept, Bytes& copies, bool converts)
    {
        BatchBytes live;
        if (converts) copies = Bytes();
        for (std::size_t i = unit.first; i < unit.last; ++i) {
            const WalkStop& stop = plan_.stops[i];
            const MemoryChange& change = plan_.reruns[static_cast<std::size_t>(stop.rerun)];
            take_in(change, kept, live);
            if (converts) copies += stop.weight_copies;
            note(stop, kept,
                 plus_fixed(gradients_.live() + live + stop.facts->passing_casts, copies + stop.passing_weights),
                 own_born_ + shared_born_);
            live = live - change.freed;
        }
    }

    void backward(const WalkVisit& visit, std::size_t i, BatchBytes& kept, Bytes& copies)
    {
        const WalkStop& stop = plan_.stops[i];
        const Operator& op = network_.operators[stop.facts->op];
        const auto release = [&] {
            if (stop.rerun != no_id) kept = kept - plan_.reruns[static_cast<std::size_t>(stop.rerun)].kept;
            kept = kept - stop.change.kept;
            copies = copies - stop.weight_copies;
        };
        if (stop.output_gradient == no_id || !gradients_.exists(stop.output_gradient)) return release();
        if (stop.backward == WalkStop::Backward::idle) {
            if (op.inputs[0] == no_id) {
                birth(visit, op);
                gradients_.release(stop.output_gradient);
            }
            return release();
        }
        BatchBytes converted = write_gradients(stop, op);
        const Bytes narrow = narrow_weight_gradients(op);
        Bytes fresh;
        if (narrow == Bytes()) fresh = birth(visit, op);
        note(stop, kept,
             plus_fixed(gradients_.live() + converted + stop.backward_extra,
                        copies + narrow + fresh + stop.passing_weights),
             own_born_ + shared_born_);
        gradients_.settle();
        gradients_.release(stop.output_gradient);
        release();
        if (narrow != Bytes()) {
            fresh = birth(visit, op);
            note(stop, kept, plus_fixed(gradients_.live() + converted, copies + narrow + fresh),
                 own_born_ + shared_born_);
        }
        convert_gradients(stop, op, kept, copies, converted);
    }

    /// Writes the gradients of the operator's kernels; returns those in a format other than their tensor's.
    BatchBytes write_gradients(const WalkStop& stop, const Operator& op)
    {
        BatchBytes converted;
        for (std::size_t i = 0; i < op.inputs.size() && op.inputs[i] != no_id; ++i) {
            const std::int32_t gradient = stop.input_gradients[i];
            if (gradient == no_id) continue;
            const BatchBytes& bytes = plan_.gradients[static_cast<std::size_t>(gradient)];
            const bool whole = bytes == plan_.gradients[static_cast<std::size_t>(stop.output_gradient)];
            if (is_converted(stop, i))
                converted += tensor_bytes(network_, op.inputs[i], stop.facts->input_format);
            else if (stop.backward == WalkStop::Backward::hands_on &&
                     (whole || std::holds_alternative<Concatenate>(op.kind)))
                gradients_.hand_on(gradient, stop.output_gradient);
            else if (stop.backward != WalkStop::Backward::fills_part || !gradients_.exists(gradient))
                gradients_.write(gradient);
        }
        return converted;
    }

    static bool is_converted(const WalkStop& stop, std::size_t input)
    {
        return (stop.facts->converted_inputs >> input & 1U) != 0;
    }

    void convert_gradients(const WalkStop& stop, const Operator& op, const BatchBytes& kept, Bytes copies,
                           BatchBytes& converted)
    {
        for (std::size_t i = 0; i < op.inputs.size() && op.inputs[i] != no_id; ++i) {
            if (stop.input_gradients[i] == no_id || !is_converted(stop, i)) continue;
            gradients_.write(stop.input_gradients[i]);
            note(stop, kept, plus_fixed(gradients_.live() + converted, copies), own_born_ + shared_born_);
            gradients_.settle();
            converted = converted - tensor_bytes(network_, op.inputs[i], stop.facts->input_format);
        }
    }

    /// Under autocast a product writes the gradient of its weight in 16 bit before it is converted to fp32.
    Bytes narrow_weight_gradients(const Operator& op) const
    {
        Bytes total;
        const bool product = std::holds_alternative<Convolution>(op.kind) || std::holds_alternative<Linear>(op.kind);
        if (!options_.weight_copies || !product) return total;
        for (const ParameterId id : op.parameters) {
            if (id == no_id) continue;
            const Parameter& parameter = network_.parameters[static_cast<std::size_t>(id)];
            if (parameter.trainable && parameter.in_product)
                total += bytes_of(parameter.elements, *options_.weight_copies);
        }
        return total;
    }

    /// Creates the parameter gradients of an operator, or adds to existing ones; returns the new ones that exist until
    /// they are added.
    Bytes birth(const WalkVisit& visit, const Operator& op)
    {
        Bytes fresh;
        for (const ParameterId id : op.parameters) {
            if (id == no_id || !network_.parameters[static_cast<std::size_t>(id)].trainable) continue;
            const Parameter& parameter = network_.parameters[static_cast<std::size_t>(id)];
            std::int32_t& born_in = born_in_[static_cast<std::size_t>(id)];
            const bool own = parameter.block == static_cast<int>(visit.block);
            const bool again = own && network_.blocks[visit.block].repeat > 1;
            const bool exists = again ? born_in == visit_number_ : born_in != 0;
            born_in = visit_number_;
            if (options_.gradients_always_alive)
                fresh += bytes_of(parameter.elements, options_.weights);
            else if (exists)
                fresh += bytes_of(parameter.elements, options_.gradients);
            else
                (own ? own_born_ : shared_born_) += bytes_of(parameter.elements, options_.gradients);
        }
        return fresh;
    }

    const Network& network_;
    const WalkPlan& plan_;
    const WalkOptions& options_;
    Sink& sink_;
    GradientFlow gradients_;
    /// Number of the visit that last created a parameter's gradient, counted from 1.
    std::vector<std::int32_t> born_in_;
    std::int32_t visit_number_ = 0;
    bool alike_ = true;
    std::vector<Instant> instants_;
    /// Left by the visits before the present one.
    BatchBytes kept_;
    BatchBytes live_;
    /// Left by the loss.
    BatchBytes lasting_;
    Bytes weight_copies_;
    Bytes all_gradients_;
    /// Gradients of the visits behind the present one; of its own parameters for one copy; of shared parameters.
    Bytes born_;
    Bytes own_born_;
    Bytes shared_born_;
};

/// Selects the copies that can be the peak: forward only grows, backward is linear in the copy. Of copies that are
/// followed together it selects those that it would select of copies followed apart: the first, the second, the last
/// but one and the last.
class PeakSink {
public:
    template <typename Make>
    void offer(Bytes fixed, Bytes slope, Make make)
    {
        front_.offer(fixed, slope, make);
    }
    template <typename Emit>
    void forward(const WalkVisit& visit, Emit emit)
    {
        // If a copy leaves nothing behind, all copies are the same moment, of which the earliest counts.
        const bool grows = visit.kept != BatchBytes{} || visit.weight_copies != Bytes();
        if (grows || !visit.together)
            emit(visit.copies - 1);
        else
            emit(visit.first_copy == 0 ? 0 : visit.copies - 2);
    }
    template <typename Emit>
    void backward(const WalkVisit& visit, Emit emit)
    {
        emit(visit.copies - 1);
        if (!visit.together) {
            if (visit.copies > 1) emit(0);
            return;
        }
        // Apart, these are the last but one and, if different, the second; the first is offered separately.
        if (visit.copies > 2 || visit.first_copy > 0) emit(visit.copies - 2);
        const std::int64_t second = 1 - visit.first_copy;
        if (visit.copies - 2 > second) emit(second);
        if (visit.first_copy == 0) emit(0);
    }
    std::vector<Moment> take() { return front_.take(); }

private:
    PeakFrontier front_;
};

/// Selects some copies of every visit, in chronological order.
class TimelineSink {
public:
    explicit TimelineSink(std::int64_t most_copies) : most_copies_(std::max<std::int64_t>(most_copies, 2)) {}

    template <typename Make>
    void offer(Bytes, Bytes, Make make)
    {
        moments_.push_back(make());
    }
    template <typename Emit>
    void forward(const WalkVisit& visit, Emit emit)
    {
        const std::int64_t count = std::min(visit.copies, most_copies_);
        for (std::int64_t i = 0; i < count; ++i) emit(chosen(visit, i, count));
    }
    template <typename Emit>
    void backward(const WalkVisit& visit, Emit emit)
    {
        const std::int64_t count = std::min(visit.copies, most_copies_);
        for (std::int64_t i = count; i-- > 0;) emit(chosen(visit, i, count));
    }
    std::vector<Moment> take() { return std::move(moments_); }

private:
    static std::int64_t chosen(const WalkVisit& visit, std::int64_t i, std::int64_t count)
    {
        return count == 1 ? visit.copies - 1 : i * (visit.copies - 1) / (count - 1);
    }

    std::int64_t most_copies_;
    std::vector<Moment> moments_;
};

} // namespace

std::vector<Moment> peak_moments(const Network& network, const Analysis& analysis, const WalkOptions& options)
{
    for (const Copies copies : {Copies::together, Copies::apart}) {
        const WalkPlan plan = plan_walk(network, analysis, options, copies);
        if (!plan.holds) continue;
        PeakSink sink;
        if (StepWalk<PeakSink>(network, plan, options, sink).run()) return sink.take();
    }
    return {};
}

std::vector<Moment> all_moments(const Network& network, const Analysis& analysis, const WalkOptions& options,
                                std::int64_t most_copies)
{
    const WalkPlan plan = plan_walk(network, analysis, options, Copies::apart);
    TimelineSink sink(most_copies);
    StepWalk<TimelineSink>(network, plan, options, sink).run();
    return sink.take();
}

} // namespace rigwright
