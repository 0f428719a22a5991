// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_causal.h"

#include "core/explain/explain_model.h"
#include "core/explain/nodes.h"
#include "core/network/operator_counts.h"
#include "core/network/popular_counts.h"

namespace rigwright {

namespace {

/// What a mask hides, and all of attention. Only kernels that know their mask tell, so they are asked whatever kernel
/// the plan has.
struct CausalAttention {
    Count hidden;
    Count all;
};

CausalAttention attention_of(const Evaluation& e, const EngineData& data)
{
    Scenario scenario = e.scenario;
    scenario.training.attention = AttentionChoice::fused;
    const Network network = evaluation_network(scenario, data);
    return {masked_macs(network), forward_macs(network).attention};
}

/// FLOPs of attention in a training step's forward and backward pass, one sample: the backward pass makes the gradient
/// of both factors of each product.
double attention_flops(const Evaluation& e)
{
    constexpr double flops_of_a_mac = 2.0;
    constexpr double passes_with_gradients = 3.0;
    double flops = 0.0;
    for (const OperatorFacts& facts : e.analysis->facts) {
        const Operator& op = e.network->operators[facts.op];
        if (!is_attention(op.kind)) continue;
        const double macs = forward_macs(*e.network, op).as_double() * static_cast<double>(facts.copies);
        flops += flops_of_a_mac * macs * (facts.input_gradient ? passes_with_gradients : 1.0);
    }
    return flops;
}

} // namespace

std::optional<Working> explain_causal_forward(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    const Count left = e.estimate->model.forward_macs_per_sample - attention.hidden;
    Working node =
        computed("", "model.causal_forward_macs_per_sample", {left.as_double(), Unit::macs}, "without-masked",
                 {placed("full", explain_forward_macs(e, data)),
                  leaf("masked", "masked_work", {attention.hidden.as_double(), Unit::macs})});
    node.source = "source.causal-attention";
    return node;
}

std::optional<Working> explain_causal_training(const Evaluation& e, const EngineData& data)
{
    const CausalAttention attention = attention_of(e, data);
    if (attention.hidden == Count()) return std::nullopt;
    const double hidden = attention_flops(e) * attention.hidden.as_double() / attention.all.as_double();
    const double full = e.estimate->model.training_flops_per_sample.base();
    Working node =
        computed("", "model.causal_training_flops_per_sample", {full - hidden, Unit::flops}, "without-masked",
                 {placed("full", explain_training_flops(e)), leaf("masked", "masked_work", {hidden, Unit::flops})});
    node.source = "source.causal-attention";
    return node;
}

} // namespace rigwright
