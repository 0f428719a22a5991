// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/pass_times.h"

#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Whether a block works on token sequences. A convolution makes it one of feature maps; blocks of neither kind are as
/// the one before.
std::vector<bool> sequence_blocks(const Network& network)
{
    std::vector<bool> answers(network.blocks.size(), false);
    bool sequence = false;
    for (std::size_t i = 0; i < network.blocks.size(); ++i) {
        bool convolution = false;
        bool tokens = false;
        for (std::size_t op = network.blocks[i].first; op < network.blocks[i].last; ++op) {
            const Operator& each = network.operators[op];
            const bool product =
                std::holds_alternative<Linear>(each.kind) || std::holds_alternative<MatrixProduct>(each.kind) ||
                std::holds_alternative<FusedAttention>(each.kind) || std::holds_alternative<Embedding>(each.kind);
            convolution = convolution || std::holds_alternative<Convolution>(each.kind);
            tokens = tokens || (product && network.shape_of(each.output).rank() >= 2);
        }
        sequence = !convolution && (tokens || sequence);
        answers[i] = sequence;
    }
    return answers;
}

/// Sums of one micro-batch over all copies.
struct Sums {
    double forward = 0.0;
    double backward = 0.0;
    double recompute = 0.0;
    std::array<double, 3> by_bound{};
    double forward_kernels = 0.0;
    double backward_kernels = 0.0;
};

class PassWalk {
public:
    PassWalk(const StepTimeInputs& inputs, const DeviceRates& rates, TimeTerms& terms)
        : in_(inputs),
          c_(inputs.coefficients),
          rates_(rates),
          terms_(terms),
          sequence_(sequence_blocks(inputs.network)),
          training_(inputs.scenario.training.mode == RunMode::train)
    {
        const Parallel& parallel = inputs.scenario.parallel;
        share_.samples =
            static_cast<double>(inputs.scenario.training.micro_batch) / static_cast<double>(parallel.context);
        share_.tensor_parallel = static_cast<double>(parallel.tensor);
        share_.expert_parallel = static_cast<double>(parallel.expert);
        share_.smallest_elements = c_.smallest_elements;
    }

    PassTimes run()
    {
        const std::vector<OperatorFacts>& facts = in_.analysis.facts;
        terms_.operators.resize(facts.size());
        terms_.share = share_;
        for (std::size_t i = 0; i < facts.size(); ++i) visit(i, facts[i]);
        if (training_) add_loss();
        return slowest_stage();
    }

private:
    void visit(std::size_t index, const OperatorFacts& facts)
    {
        const Operator& op = in_.network.operators[facts.op];
        const bool repeated = recomputed(op, facts);
        OperatorTime& time = terms_.operators[index];
        if (const OperatorTime* same = like_copies_before(index, facts))
            time = *same;
        else
            compute(facts, repeated, time);
        time.fact = index;
        const auto copies = static_cast<double>(facts.copies);
        Sums& sums = is_layer(facts) ? layers_ : rest_;
        const double forward = time.forward.base() * copies;
        const double backward = time.backward.base() * copies;
        const double passes = repeated ? 2.0 : 1.0;
        sums.forward += forward;
        sums.backward += backward;
        const double starts = one_call(op) ? 1.0 : copies;
        sums.forward_kernels += time.forward_kernels * passes * starts;
        sums.backward_kernels += time.backward_kernels * starts;
        if (repeated) {
            sums.recompute += forward;
            terms_.recomputed_flops += Flops(2.0 * forward_macs(in_.network, op).as_double() * copies * micro_batch());
        }
        sums.by_bound[static_cast<std::size_t>(time.bound)] += forward * passes + backward;
    }

    /// cuDNN runs all steps of a recurrent layer in one call of the host.
    static bool one_call(const Operator& op)
    {
        return op.called_as == CalledAs::recurrent_step || op.called_as == CalledAs::cell_result;
    }

    void compute(const OperatorFacts& facts, bool repeated, OperatorTime& time)
    {
        time.place = {sequence_[facts.block], facts.input_format};
        std::array<double, 3> causes{};
        write_kernels(in_.network, facts, share_, kernels_);
        for (const Kernel& kernel : kernels_) {
            const KernelTime each = kernel_time(kernel, time.place, rates_, c_);
            const bool forward = kernel.direction == Direction::forward;
            (forward ? time.forward : time.backward) += Seconds(each.total);
            (forward ? time.forward_kernels : time.backward_kernels) += 1.0;
            add_causes(each, forward && repeated ? 2.0 : 1.0, causes);
        }
        time.bound = static_cast<Bound>(std::max_element(causes.begin(), causes.end()) - causes.begin());
    }

    /// What the same operator takes in the copies before these, where nothing that time depends on differs.
    const OperatorTime* like_copies_before(std::size_t index, const OperatorFacts& facts) const
    {
        const Block& block = in_.network.blocks[facts.block];
        const std::size_t width = block.last - block.first;
        if (facts.first_copy == 0 || index < width) return nullptr;
        const OperatorFacts& before = in_.analysis.facts[index - width];
        const bool same = before.op == facts.op && before.input_format == facts.input_format &&
                          before.output_format == facts.output_format && before.casts == facts.casts &&
                          before.output == facts.output && before.input_gradient == facts.input_gradient &&
                          before.weight_gradient == facts.weight_gradient;
        return same ? &terms_.operators[index - width] : nullptr;
    }

    static void add_causes(const KernelTime& time, double passes, std::array<double, 3>& causes)
    {
        causes[static_cast<std::size_t>(Bound::matrix)] +=
            passes * (time.matrix > time.traffic ? time.total - time.launch - time.layout : 0.0);
        causes[static_cast<std::size_t>(Bound::traffic)] +=
            passes * (time.layout + (time.matrix > time.traffic ? 0.0 : time.total - time.launch - time.layout));
        causes[static_cast<std::size_t>(Bound::launch)] += passes * time.launch;
    }

    double micro_batch() const { return static_cast<double>(in_.scenario.training.micro_batch); }

    bool is_layer(const OperatorFacts& facts) const { return !in_.network.blocks[facts.block].name.empty(); }

    /// Full recomputation keeps one boundary for each copy of a named block; selective repeats what attention makes of
    /// the scores.
    bool recomputed(const Operator& op, const OperatorFacts& facts)
    {
        const Recompute recompute = in_.scenario.training.recompute;
        if (!training_ || recompute == Recompute::none || !(facts.input_gradient || facts.weight_gradient))
            return false;
        if (recompute == Recompute::full) return is_layer(facts);
        const auto* product = std::get_if<MatrixProduct>(&op.kind);
        if (product != nullptr && product->role == ProductRole::query_key) in_scores_ = true;
        const bool inside = in_scores_;
        if (product != nullptr && product->role == ProductRole::attention_value) in_scores_ = false;
        return inside;
    }

    /// The loss over everything that the model hands out, where the network does not compute it itself.
    void add_loss()
    {
        const Network& network = in_.network;
        const auto computes_loss = [](const Operator& op) { return std::holds_alternative<CrossEntropy>(op.kind); };
        if (std::any_of(network.operators.begin(), network.operators.end(), computes_loss)) return;
        const ElementMoves moves = loss_moves(in_.scenario.training.cross_entropy == CrossEntropyChoice::fused);
        for (const TensorId id : network.outputs) {
            const double elements = network.shape_of(id).elements().as_double();
            if (elements < share_.smallest_elements) continue;
            const KernelPlace place{network.shape_of(id).rank() >= 2 && sequence_.back(), NumberFormat::fp32};
            terms_.loss_forward += loss_pass(elements * moves.forward, place);
            terms_.loss_backward += loss_pass(elements * moves.backward, place);
            rest_.forward_kernels += 1.0;
            rest_.backward_kernels += 1.0;
        }
        rest_.forward += terms_.loss_forward.base();
        rest_.backward += terms_.loss_backward.base();
        rest_.by_bound[static_cast<std::size_t>(Bound::traffic)] += (terms_.loss_forward + terms_.loss_backward).base();
    }

    Seconds loss_pass(double elements, const KernelPlace& place) const
    {
        Kernel kernel;
        kernel.activations = elements * share_.samples;
        kernel.element_bytes = rates_.autocast ? storage_bits(NumberFormat::fp32) / 8.0 : rates_.element_bytes;
        return Seconds(kernel_time(kernel, place, rates_, c_).total);
    }

    /// Layers spread over the stages; the rest (head, embeddings) is whole on one of them unless the layers do not
    /// divide evenly, when the stage that has it gets fewer layers.
    PassTimes slowest_stage() const
    {
        const auto stages = static_cast<double>(in_.scenario.parallel.pipeline);
        std::int64_t layers = 0;
        for (const Block& block : in_.network.blocks) layers += block.name.empty() ? 0 : block.repeat;
        const bool even = layers % in_.scenario.parallel.pipeline == 0;
        const double of_layers = 1.0 / stages;
        const double of_rest = even ? 1.0 : 1.0 / stages;
        const auto mixed = [&](double layer, double rest) { return layer * of_layers + rest * of_rest; };
        PassTimes times;
        times.forward = Seconds(mixed(layers_.forward, rest_.forward));
        times.backward = Seconds(mixed(layers_.backward, rest_.backward));
        times.recompute = Seconds(mixed(layers_.recompute, rest_.recompute));
        for (std::size_t i = 0; i < times.by_bound.size(); ++i)
            times.by_bound[i] = Seconds(mixed(layers_.by_bound[i], rest_.by_bound[i]));
        times.forward_kernels = mixed(layers_.forward_kernels, rest_.forward_kernels);
        times.backward_kernels = mixed(layers_.backward_kernels, rest_.backward_kernels);
        return times;
    }

    const StepTimeInputs& in_;
    const TimeCoefficients& c_;
    const DeviceRates& rates_;
    TimeTerms& terms_;
    std::vector<bool> sequence_;
    bool training_;
    bool in_scores_ = false;
    BatchShare share_;
    Kernels kernels_;
    Sums layers_;
    Sums rest_;
};

} // namespace

PassTimes pass_times(const StepTimeInputs& inputs, const DeviceRates& rates, TimeTerms& terms)
{
    terms.model_flops = inputs.training_flops_per_sample * static_cast<double>(inputs.scenario.training.micro_batch);
    return PassWalk(inputs, rates, terms).run();
}

Flops training_flops_per_sample(const Network& network, const Analysis& analysis)
{
    Flops total;
    for (const OperatorFacts& facts : analysis.facts) {
        const Operator& op = network.operators[facts.op];
        const double forward = 2.0 * forward_macs(network, op).as_double() * static_cast<double>(facts.copies);
        const bool of_activations =
            std::holds_alternative<MatrixProduct>(op.kind) || std::holds_alternative<FusedAttention>(op.kind);
        const double gradients = of_activations
                                     ? (facts.input_gradient ? 2.0 : 0.0)
                                     : (facts.input_gradient ? 1.0 : 0.0) + (facts.weight_gradient ? 1.0 : 0.0);
        total += Flops(forward * (1.0 + gradients));
    }
    return total;
}

} // namespace rigwright
