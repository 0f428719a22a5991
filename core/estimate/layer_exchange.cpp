// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/layer_exchange.h"

#include "core/estimate/stage_parameters.h"

#include <algorithm>

namespace rigwright {

namespace {

// After attention and after the feed-forward part.
constexpr double exchanges_a_layer = 2.0;
// An all-reduce is a reduce-scatter and an all-gather.
constexpr double halves_of_exchange = 2.0;
// There and back.
constexpr double ways = 2.0;

/// How often the layers run: forward, backward, and forward again under full recomputation.
struct Passes {
    double forward = 1.0;
    double backward = 0.0;
};

Passes passes_of(const Training& training)
{
    if (training.mode == RunMode::infer) return {1.0, 0.0};
    return {training.recompute == Recompute::full ? 2.0 : 1.0, 1.0};
}

/// What one layer with experts hands out for one sample: numbers of one copy of its tokens, and copies of each token.
struct Dispatch {
    double elements = 0.0;
    double copies = 0.0;
};

/// Keys and values of one sample; with queries and result.
struct Attention {
    double keys_values = 0.0;
    double all = 0.0;
};

class StageExchange {
public:
    StageExchange(const LayerExchangeInputs& inputs, CommunicationTerms& terms)
        : in_(inputs),
          c_(inputs.coefficients),
          parallel_(inputs.scenario.parallel),
          passes_(passes_of(inputs.scenario.training)),
          layers_(count_layers(inputs.network)),
          range_(stage_layers(inputs.stage, parallel_.pipeline, layers_)),
          samples_(static_cast<double>(inputs.scenario.training.micro_batch) / static_cast<double>(parallel_.context)),
          terms_(terms)
    {}

    void add()
    {
        std::int64_t passed = 0;
        for (const Block& block : in_.network.blocks) {
            if (block.name.empty()) continue;
            const auto here = static_cast<double>(range_.shared_with(passed, passed + block.repeat));
            passed += block.repeat;
            if (block.carried.empty() || here <= 0.0) continue;
            if (parallel_.tensor > 1) add_tensor(block, here);
            if (parallel_.context > 1) add_context(block, here);
            if (parallel_.expert > 1) add_experts(block, here);
        }
        if (parallel_.tensor > 1) add_outside();
        if (overlaps()) {
            terms_.tensor_parallel = terms_.tensor_parallel * c_.tensor_parallel_exposed;
            terms_.experts = terms_.experts * c_.tensor_parallel_exposed;
        }
        hide_context();
    }

    /// Elements that one layer hands to the next.
    double handed_on(const Block& block) const
    {
        return in_.network.shape_of(block.carried.front().into).elements().as_double() * samples_;
    }

private:
    bool overlaps() const
    {
        return parallel_.tensor_parallel_overlap.value_or(in_.scenario.training.stack == Stack::tuned);
    }

    void add_tensor(const Block& block, double copies)
    {
        const bool apart = parallel_.expert > 1 && dispatch_of(block).has_value();
        const double exchanges = (apart ? exchanges_a_layer - 1.0 : exchanges_a_layer) * copies;
        count_tensor(handed_on(block), exchanges, exchanges);
    }

    /// The embedding sums what the ranks found forward, the output layer what they made backward.
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

    void hide_context()
    {
        const Seconds all = terms_.context_exchange.time * terms_.context_exchanges;
        const bool ring = parallel_.context_method == ContextMethod::ring;
        terms_.context_window = ring ? in_.attention : Seconds();
        terms_.context_parallel = ring ? exposed_part(all, in_.attention, c_.overlap_softness) : all;
    }

    /// The first matrices of experts in a block take the tokens that were sent to them.
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
        // Across machines one copy goes to each machine with an expert of the token and is handed on there.
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
    const Parallel& parallel_;
    Passes passes_;
    std::int64_t layers_;
    LayerRange range_;
    double samples_;
    CommunicationTerms& terms_;
};

} // namespace

void add_layer_exchange(const LayerExchangeInputs& inputs, CommunicationTerms& terms)
{
    const Parallel& parallel = inputs.scenario.parallel;
    if (parallel.tensor * parallel.context * parallel.expert > 1) StageExchange(inputs, terms).add();
}

CollectiveTime stage_send(const LayerExchangeInputs& inputs)
{
    CommunicationTerms unused;
    const StageExchange exchange(inputs, unused);
    double largest = 0.0;
    for (const Block& block : inputs.network.blocks)
        if (!block.carried.empty()) largest = std::max(largest, exchange.handed_on(block));
    const Parallel& parallel = inputs.scenario.parallel;
    const std::int64_t distance = gpu_count(inputs.scenario.build) / parallel.pipeline;
    const double bytes = largest * inputs.element_bytes / static_cast<double>(parallel.tensor);
    return send_time(bytes, neighbour_link(inputs.topology, distance));
}

} // namespace rigwright
