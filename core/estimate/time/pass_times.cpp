// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/time/pass_times.h"

#include "core/estimate/memory/memory_sharding.h"
#include "core/estimate/model_counts.h"
#include "core/estimate/recipes.h"
#include "core/estimate/time/step_time.h"
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Whether a block works on token sequences. A convolution makes it one of feature maps; a block of neither kind is
/// like the previous one.
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

/// Sums of one micro-batch over copies.
struct Sums {
    double forward = 0.0;
    double backward = 0.0;
    double recompute = 0.0;
    double attention = 0.0;
    std::array<double, 3> by_bound{};
    double forward_kernels = 0.0;
    double backward_kernels = 0.0;

    void add(const Sums& one, double copies, double starts)
    {
        forward += one.forward * copies;
        backward += one.backward * copies;
        recompute += one.recompute * copies;
        attention += one.attention * copies;
        for (std::size_t i = 0; i < by_bound.size(); ++i) by_bound[i] += one.by_bound[i] * copies;
        forward_kernels += one.forward_kernels * starts;
        backward_kernels += one.backward_kernels * starts;
    }

    PassTimes times() const
    {
        PassTimes result;
        result.forward = Seconds(forward);
        result.backward = Seconds(backward);
        result.recompute = Seconds(recompute);
        result.attention = Seconds(attention);
        for (std::size_t i = 0; i < by_bound.size(); ++i) result.by_bound[i] = Seconds(by_bound[i]);
        result.forward_kernels = forward_kernels;
        result.backward_kernels = backward_kernels;
        return result;
    }
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
        const Parallel parallel = effective_degrees(inputs.scenario, inputs.network);
        share_.samples =
            static_cast<double>(inputs.scenario.training.micro_batch) / static_cast<double>(parallel.context);
        share_.tensor_parallel = static_cast<double>(parallel.tensor);
        share_.expert_parallel = static_cast<double>(parallel.expert);
        share_.smallest_elements = c_.smallest_elements;
        chosen_products_ = keeps_chosen_products();
    }

    std::vector<PassTimes> run()
    {
        const std::vector<OperatorFacts>& facts = in_.analysis.facts;
        terms_.operators.resize(facts.size());
        repeated_.resize(facts.size());
        terms_.share = share_;
        stages_.resize(static_cast<std::size_t>(in_.scenario.parallel.pipeline));
        layers_ = count_layers(in_.network);
        for (std::size_t i = 0; i < facts.size(); ++i) {
            while (block_ < facts[i].block) passed_ += next_block();
            if (facts[i].op == in_.network.blocks[facts[i].block].first) repeated_until_ = last_repeated(i);
            visit(i, facts[i]);
        }
        if (training_) add_loss();
        std::vector<PassTimes> times;
        times.reserve(stages_.size());
        for (const Sums& stage : stages_) times.push_back(stage.times());
        return times;
    }

private:
    /// Moves to the next block; returns the layers of the previous one.
    std::int64_t next_block()
    {
        const Block& block = in_.network.blocks[block_++];
        return is_layer(block) ? block.repeat : 0;
    }

    void visit(std::size_t index, const OperatorFacts& facts)
    {
        const Operator& op = in_.network.operators[facts.op];
        const double again = repeated_share(op, facts, index);
        OperatorTime& time = terms_.operators[index];
        repeated_[index] = again;
        if (const OperatorTime* same = like_before(index, again))
            time = *same;
        else
            compute(facts, again, time);
        time.fact = index;
        const double passes = 1.0 + again;
        Sums one;
        one.forward = time.forward.base();
        one.backward = time.backward.base();
        one.forward_kernels = time.forward_kernels * passes;
        one.backward_kernels = time.backward_kernels;
        if (again > 0.0) {
            one.recompute = one.forward * again;
            terms_.recomputed_flops += Flops(2.0 * again * forward_macs(in_.network, op).as_double() *
                                             static_cast<double>(facts.copies) * micro_batch());
        }
        one.by_bound[static_cast<std::size_t>(time.bound)] = one.forward * passes + one.backward;
        if (is_attention(op.kind)) one.attention = one.forward * passes + one.backward;
        spread(one, facts, one_call(op));
    }

    /// Gives each stage its copies.
    void spread(const Sums& one, const OperatorFacts& facts, bool one_call)
    {
        const auto stages = static_cast<std::int64_t>(stages_.size());
        const auto copies = static_cast<double>(facts.copies);
        if (stages == 1) return stages_.front().add(one, copies, one_call ? 1.0 : copies);
        for (std::int64_t stage = 0; stage < stages; ++stage) {
            const double here = copies_on_stage(in_.network.blocks[facts.block], facts.first_copy, facts.copies,
                                                {passed_, layers_}, {stage, stages});
            if (here > 0.0)
                stages_[static_cast<std::size_t>(stage)].add(one, here, one_call && layers_ > 0 ? 1.0 : here);
        }
    }

    /// cuDNN runs all steps of a recurrent layer in one call of the host.
    static bool one_call(const Operator& op)
    {
        return op.called_as == CalledAs::recurrent_step || op.called_as == CalledAs::cell_result;
    }

    void compute(const OperatorFacts& facts, double again, OperatorTime& time)
    {
        time.place = {sequence_[facts.block], facts.input_format};
        std::array<double, 3> causes{};
        write_kernels(in_.network, facts, share_, kernels_);
        for (const Kernel& kernel : kernels_) {
            const KernelTime each = kernel_time(kernel, time.place, rates_, c_);
            const bool forward = kernel.direction == Direction::forward;
            (forward ? time.forward : time.backward) += Seconds(each.total);
            (forward ? time.forward_kernels : time.backward_kernels) += 1.0;
            add_causes(each, forward ? 1.0 + again : 1.0, causes);
        }
        time.bound = static_cast<Bound>(std::max_element(causes.begin(), causes.end()) - causes.begin());
    }

    /// Time of an earlier operator with the same work and nothing else that affects its time; null if there is none.
    const OperatorTime* like_before(std::size_t index, double again) const
    {
        const std::size_t like = in_.analysis.like[index];
        if (like == index || repeated_[like] != again) return nullptr;
        const OperatorTime& before = terms_.operators[like];
        return before.place.sequence == sequence_[in_.analysis.facts[index].block] ? &before : nullptr;
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

    /// Whether recomputation is per operator, as the memory of the plan counts it.
    bool keeps_chosen_products() const
    {
        const Scenario& scenario = in_.scenario;
        if (!training_ || scenario.training.recompute != Recompute::selective) return false;
        const PrecisionRecipe recipe = sharded_recipe(recipe_of(scenario.training), scenario.parallel);
        const bool fused = std::ranges::any_of(
            in_.network.operators, [](const Operator& op) { return std::holds_alternative<FusedAttention>(op.kind); });
        return uses_layer_plan(scenario, recipe, in_.network) &&
               leaves_of(scenario.training, recipe, fused) == Leaves::chosen_products;
    }

    /// Share of an operator that runs again before its backward pass. Full recomputation saves one boundary per copy of
    /// a named block; selective recomputation repeats the operators from scores to attention output, or per operator
    /// all of a layer but attention and a share of the products.
    double repeated_share(const Operator& op, const OperatorFacts& facts, std::size_t index)
    {
        const Recompute recompute = in_.scenario.training.recompute;
        if (!training_ || recompute == Recompute::none || !(facts.input_gradient || facts.weight_gradient)) return 0.0;
        const bool layer = is_layer(in_.network.blocks[facts.block]);
        if (recompute == Recompute::full) return layer && index < repeated_until_ ? 1.0 : 0.0;
        if (chosen_products_) {
            if (!layer || std::holds_alternative<FusedAttention>(op.kind)) return 0.0;
            return std::holds_alternative<Linear>(op.kind) ? c_.repeated_product_share : 1.0;
        }
        const auto* product = std::get_if<MatrixProduct>(&op.kind);
        if (product != nullptr && product->role == ProductRole::query_key) in_scores_ = true;
        const bool inside = in_scores_;
        if (product != nullptr && product->role == ProductRole::attention_value) in_scores_ = false;
        return inside ? 1.0 : 0.0;
    }

    /// End of the operators of a layer's copy that full recomputation repeats; `first` is the first of them. PyTorch
    /// stops when the last tensor that backward needs exists again (torch.utils.checkpoint, early stop of the
    /// non-reentrant variant, which FSDP and fine-tuning tools use); a linear layer saves its input before it runs.
    /// Vendor stacks and other frameworks run the whole layer.
    std::size_t last_repeated(std::size_t first) const
    {
        const std::vector<OperatorFacts>& facts = in_.analysis.facts;
        const Training& training = in_.scenario.training;
        const bool stops_early = training.stack == SoftwareStack::typical && training.framework == Framework::pytorch;
        std::size_t end = first;
        for (std::size_t i = first;
             i < facts.size() && facts[i].block == facts[first].block && facts[i].first_copy == facts[first].first_copy;
             ++i) {
            const bool keeps =
                facts[i].keeps_inputs != 0 || facts[i].keeps_output || facts[i].kept_fresh != BatchBytes{};
            const bool before = std::holds_alternative<Linear>(in_.network.operators[facts[i].op].kind);
            if (!stops_early || keeps) end = i + (stops_early && before ? 0 : 1);
        }
        return end;
    }

    /// The loss over all outputs of the model, unless the network computes it itself.
    void add_loss()
    {
        const Network& network = in_.network;
        const auto computes_loss = [](const Operator& op) { return std::holds_alternative<CrossEntropy>(op.kind); };
        if (std::any_of(network.operators.begin(), network.operators.end(), computes_loss)) return;
        // Compilers keep logarithms and probabilities in registers, as fused losses do.
        const ElementMoves moves = loss_moves(is_fused(in_.scenario.training.cross_entropy) ||
                                              in_.scenario.training.execution == Execution::compiled);
        for (const TensorId id : network.outputs) {
            const double elements = network.shape_of(id).elements().as_double();
            if (elements < share_.smallest_elements) continue;
            const KernelPlace place{network.shape_of(id).rank() >= 2 && sequence_.back(), NumberFormat::fp32};
            terms_.loss_forward += loss_pass(elements * moves.forward, place);
            terms_.loss_backward += loss_pass(elements * moves.backward, place);
            stages_.back().forward_kernels += 1.0;
            stages_.back().backward_kernels += 1.0;
        }
        stages_.back().forward += terms_.loss_forward.base();
        stages_.back().backward += terms_.loss_backward.base();
        stages_.back().by_bound[static_cast<std::size_t>(Bound::traffic)] +=
            (terms_.loss_forward + terms_.loss_backward).base();
    }

    Seconds loss_pass(double elements, const KernelPlace& place) const
    {
        Kernel kernel;
        kernel.activations = elements * share_.samples;
        kernel.element_bytes = rates_.autocast ? storage_bytes(NumberFormat::fp32) : rates_.element_bytes;
        return Seconds(kernel_time(kernel, place, rates_, c_).total);
    }

    const StepTimeInputs& in_;
    const TimeCoefficients& c_;
    const DeviceRates& rates_;
    TimeTerms& terms_;
    std::vector<bool> sequence_;
    bool training_;
    bool in_scores_ = false;
    bool chosen_products_ = false;
    /// Share of each operator that runs again before its backward pass.
    std::vector<double> repeated_;
    std::size_t repeated_until_ = 0;
    BatchShare share_;
    Kernels kernels_;
    std::vector<Sums> stages_;
    std::int64_t layers_ = 0;
    /// The current block and the layers before it.
    std::size_t block_ = 0;
    std::int64_t passed_ = 0;
};

} // namespace

std::vector<PassTimes> pass_times(const StepTimeInputs& inputs, const DeviceRates& rates, TimeTerms& terms)
{
    terms.model_flops = inputs.training_flops_per_sample * static_cast<double>(inputs.scenario.training.micro_batch);
    return PassWalk(inputs, rates, terms).run();
}

Flops training_flops_per_sample(const Network& network, const Analysis& analysis)
{
    const TrainingFlops flops = training_flops(network, analysis);
    return Flops(flops.forward + flops.input_gradients + flops.weight_gradients);
}

namespace {

// After attention and after the feed-forward part.
constexpr double exchanges_a_layer = 2.0;
// An all-reduce is a reduce-scatter and an all-gather.
constexpr double halves_of_exchange = 2.0;
// To the experts and back.
constexpr double ways = 2.0;

/// Passes through the layers: forward, backward, and forward again under full recomputation.
struct Passes {
    double forward = 1.0;
    double backward = 0.0;
};

Passes passes_of(const Training& training)
{
    if (training.mode == RunMode::infer) return {1.0, 0.0};
    return {training.recompute == Recompute::full ? 2.0 : 1.0, 1.0};
}

/// Traffic of one layer with experts for one sample: numbers of one copy of its tokens, and copies of each token.
struct Dispatch {
    double elements = 0.0;
    double copies = 0.0;
};

/// Keys and values of one sample; the second includes queries and result.
struct Attention {
    double keys_values = 0.0;
    double all = 0.0;
};

class StageExchange {
public:
    StageExchange(const LayerExchangeInputs& inputs, CommunicationTerms& terms, Trace& trace)
        : in_(inputs),
          c_(inputs.coefficients),
          parallel_(effective_degrees(inputs.scenario, inputs.network)),
          passes_(passes_of(inputs.scenario.training)),
          layers_(count_layers(inputs.network)),
          range_(stage_layers(inputs.stage, parallel_.pipeline, layers_)),
          samples_(static_cast<double>(inputs.scenario.training.micro_batch) / static_cast<double>(parallel_.context)),
          terms_(terms),
          trace_(trace)
    {}

    Term add()
    {
        std::int64_t passed = 0;
        for (const Block& block : in_.network.blocks) {
            if (!is_layer(block)) continue;
            const auto here = static_cast<double>(range_.shared_with(passed, passed + block.repeat));
            passed += block.repeat;
            if (block.carried.empty() || here <= 0.0) continue;
            if (parallel_.tensor > 1) add_tensor(block, here);
            if (parallel_.context > 1) add_context(block, here);
            if (parallel_.expert > 1) add_experts(block, here);
        }
        if (parallel_.tensor > 1) add_outside();
        std::optional<Term> sum;
        const auto wait = [&sum](const Term& time, Seconds& waited) {
            waited = Seconds(time.amount());
            if (time.amount() > 0.0) sum = sum ? *sum + time : time;
        };
        if (terms_.tensor_collectives > 0.0)
            wait(repeated("tensor_parallel_time", terms_.tensor_parallel, terms_.tensor_collectives,
                          terms_.tensor_collective, &StageExchange::left_by_products),
                 terms_.tensor_parallel);
        if (terms_.context_exchanges > 0.0) wait(context_time(), terms_.context_parallel);
        if (terms_.expert_exchanges > 0.0)
            wait(repeated("expert_exchange", terms_.experts, terms_.expert_exchanges, terms_.expert_exchange,
                          &StageExchange::left_by_other_micro_batch),
                 terms_.experts);
        return sum.value_or(Term());
    }

    /// Elements that one layer passes to the next.
    double handed_on(const Block& block) const
    {
        return in_.network.shape_of(block.carried.front().into).elements().as_double() * samples_;
    }

private:
    void add_tensor(const Block& block, double copies)
    {
        const bool apart = parallel_.expert > 1 && dispatch_of(block).has_value();
        const double exchanges = (apart ? exchanges_a_layer - 1.0 : exchanges_a_layer) * copies;
        count_tensor(handed_on(block), exchanges, exchanges);
    }

    /// All-reduces the embedding's output in the forward pass and the output layer's input gradient in the backward
    /// pass.
    void add_outside()
    {
        const auto with_tokens = std::find_if(in_.network.blocks.begin(), in_.network.blocks.end(),
                                              [](const Block& block) { return !block.carried.empty(); });
        if (with_tokens == in_.network.blocks.end()) return;
        const bool first = in_.stage == 0;
        const bool last = in_.stage + 1 == parallel_.pipeline;
        count_tensor(handed_on(*with_tokens), first ? 1.0 : 0.0, last ? 1.0 : 0.0);
    }

    void count_tensor(double elements, double forward, double backward)
    {
        const double payload = elements * in_.element_bytes;
        const GroupPath path = group_path(in_.topology, {parallel_.tensor, 1});
        const bool sequence = parallel_.sequence_parallel;
        const CollectiveTime one =
            collective_time(sequence ? Collective::all_gather : Collective::all_reduce, payload, path, c_);
        const double in_backward = sequence ? halves_of_exchange + 1.0 : 1.0;
        const double times = forward * passes_.forward * (sequence ? halves_of_exchange : 1.0) +
                             backward * passes_.backward * in_backward;
        terms_.tensor_collective = one;
        terms_.tensor_collectives += times;
        terms_.tensor_parallel += one.time * times;
    }

    Attention attention_of(const Block& block) const
    {
        Attention sum;
        const auto size = [&](TensorId id) { return in_.network.shape_of(id).elements().as_double(); };
        for (std::size_t i = block.first; i < block.last; ++i) {
            const Operator& op = in_.network.operators[i];
            const auto* product = std::get_if<MatrixProduct>(&op.kind);
            if (std::holds_alternative<FusedAttention>(op.kind)) {
                sum.keys_values += size(op.inputs[1]) + size(op.inputs[2]);
                sum.all += size(op.inputs[0]) + size(op.inputs[1]) + size(op.inputs[2]) + size(op.output);
            } else if (product != nullptr && product->role == ProductRole::query_key) {
                sum.keys_values += size(op.inputs[1]);
                sum.all += size(op.inputs[0]) + size(op.inputs[1]);
            } else if (product != nullptr && product->role == ProductRole::attention_value) {
                sum.keys_values += size(op.inputs[1]);
                sum.all += size(op.inputs[1]) + size(op.output);
            }
        }
        return sum;
    }

    void add_context(const Block& block, double copies)
    {
        const Attention attention = attention_of(block);
        const double share = samples_ * in_.element_bytes / static_cast<double>(parallel_.tensor);
        if (parallel_.context_method == ContextMethod::all_to_all) {
            const GroupPath path = group_path(in_.topology, {parallel_.context, parallel_.tensor});
            terms_.context_exchange = collective_time(Collective::all_to_all, attention.all * share, path, c_);
            terms_.context_exchanges += copies * (passes_.forward + passes_.backward);
        } else {
            const LinkRate link = neighbour_link(in_.topology, parallel_.tensor);
            terms_.context_exchange = send_time(attention.keys_values * share, link);
            const auto steps = static_cast<double>(parallel_.context - 1);
            terms_.context_exchanges += copies * steps * (passes_.forward + 2.0 * passes_.backward);
        }
    }

    /// Products of the layers hide a part.
    Term left_by_products(const Term& all)
    {
        return all * trace_.coefficient("tensor_parallel_exposed", c_.tensor_parallel_exposed, Unit::ratio);
    }

    /// Of two micro-batches, one computes while the tokens of the other travel.
    Term left_by_other_micro_batch(const Term& all)
    {
        const Training& training = in_.scenario.training;
        const bool has_other = training.mode == RunMode::train && training.gradient_accumulation > 1;
        return has_other ? left_of(all, "micro_time", in_.micro_batch) : all;
    }

    /// The part that `window` does not hide.
    Term left_of(const Term& all, std::string_view name, Seconds window)
    {
        return exposed_part(all, trace_.given(name, window.base(), Unit::seconds),
                            trace_.coefficient("overlap_softness", c_.overlap_softness, Unit::ratio), trace_);
    }

    /// `times` exchanges like `one`, which differ if layers do; stacks that overlap expose the part `left`.
    Term repeated(std::string_view id, Seconds all, double times, const CollectiveTime& one,
                  Term (StageExchange::*left)(const Term&))
    {
        Term sum = trace_.given("exchanges", times, Unit::count) * term_of(one, trace_);
        const bool alike = std::abs(sum.amount() - all.base()) <= 1e-9 * all.base();
        sum = sum.rounded_as(all.base());
        if (parallel_.tensor_parallel_overlap.value_or(in_.scenario.training.stack == SoftwareStack::tuned))
            sum = (this->*left)(sum);
        return alike ? trace_.name(id, sum, Unit::seconds)
                     : trace_.given(id, sum.amount(), Unit::seconds, "source.sum-of-layers").beside(sum);
    }

    Term context_time()
    {
        const Term all = trace_.name("context_exchange",
                                     trace_.given("exchanges", terms_.context_exchanges, Unit::count) *
                                         term_of(terms_.context_exchange, trace_),
                                     Unit::seconds);
        if (parallel_.context_method != ContextMethod::ring)
            return trace_.name("context_parallel_time", all, Unit::seconds);
        terms_.context_window = in_.attention;
        return trace_.name("context_parallel_time", left_of(all, "attention_time", in_.attention), Unit::seconds);
    }

    /// The first expert matrices in a block receive the tokens.
    std::optional<Dispatch> dispatch_of(const Block& block) const
    {
        for (std::size_t op = block.first; op < block.last; ++op) {
            const auto* linear = std::get_if<Linear>(&in_.network.operators[op].kind);
            if (linear == nullptr || linear->matrices < 2) continue;
            const auto width = static_cast<double>(linear->in_features);
            const double out = in_.network.shape_of(in_.network.operators[op].output).elements().as_double();
            const double sent = out / static_cast<double>(linear->out_features) * width;
            const double all = in_.network.shape_of(block.carried.front().into).elements().as_double();
            return Dispatch{all, sent / all};
        }
        return std::nullopt;
    }

    void add_experts(const Block& block, double copies)
    {
        const auto dispatch = dispatch_of(block);
        if (!dispatch) return;
        GroupPath path = group_path(in_.topology, {parallel_.expert, 1});
        // Across machines one copy goes to each machine with an expert of the token and is forwarded there.
        if (path.places > 1) path.size = path.places;
        const double tokens =
            std::min(dispatch->copies, static_cast<double>(path.size)) * dispatch->elements * samples_;
        terms_.expert_exchange = collective_time(Collective::all_to_all, tokens * c_.expert_element_bytes, path, c_);
        const double times = copies * ways * (passes_.forward + passes_.backward);
        terms_.expert_exchanges += times;
        terms_.experts += terms_.expert_exchange.time * times;
    }

    const LayerExchangeInputs& in_;
    const TimeCoefficients& c_;
    const Parallel parallel_;
    Passes passes_;
    std::int64_t layers_;
    LayerRange range_;
    double samples_;
    CommunicationTerms& terms_;
    Trace& trace_;
};

} // namespace

Term add_layer_exchange(const LayerExchangeInputs& inputs, CommunicationTerms& terms, Trace& trace)
{
    const Parallel parallel = effective_degrees(inputs.scenario, inputs.network);
    if (parallel.tensor * parallel.context * parallel.expert == 1) return 0.0;
    return StageExchange(inputs, terms, trace).add();
}

CollectiveTime stage_send(const LayerExchangeInputs& inputs)
{
    CommunicationTerms unused;
    Trace untraced(false);
    const StageExchange exchange(inputs, unused, untraced);
    double largest = 0.0;
    for (const Block& block : inputs.network.blocks)
        if (!block.carried.empty()) largest = std::max(largest, exchange.handed_on(block));
    const Parallel& parallel = inputs.scenario.parallel;
    const std::int64_t distance = gpu_count(inputs.scenario.build) / parallel.pipeline;
    const double bytes = largest * inputs.element_bytes / static_cast<double>(parallel.tensor);
    return send_time(bytes, neighbour_link(inputs.topology, distance));
}

} // namespace rigwright
