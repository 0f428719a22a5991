// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"
#include "core/network/operator_counts.h"

#include <map>

namespace rigwright {

namespace {

/// Parameters by the word of the first operator that names them.
std::map<std::string, Count> parameters_by_operator(const Network& network, bool trainable)
{
    std::map<std::string, Count> groups;
    std::vector<bool> counted(network.parameters.size(), false);
    for (const Operator& op : network.operators) {
        for (const ParameterId id : op.parameters) {
            if (id == no_id || counted[static_cast<std::size_t>(id)]) continue;
            counted[static_cast<std::size_t>(id)] = true;
            const Parameter& parameter = network.parameters[static_cast<std::size_t>(id)];
            if (trainable && !parameter.trainable) continue;
            groups[word_of(op.kind)] += parameter.elements * Count(network.repetitions_of(id));
        }
    }
    return groups;
}

} // namespace

Derivation explain_parameters(const Evaluation& e, bool trainable)
{
    std::vector<Derivation> inputs;
    for (const auto& [word, count] : parameters_by_operator(*e.network, trainable)) {
        Derivation node = leaf("", "parameters_of_operator", value_of(count));
        node.arguments = {{"operator", MessageCode{"operator." + word}}};
        inputs.push_back(std::move(node));
    }
    const ModelEstimate& model = e.estimate->model;
    return computed("", trainable ? "model.trainable_parameters" : "model.parameters",
                    value_of(trainable ? model.trainable_parameters : model.parameters), "sum-over-operators",
                    std::move(inputs));
}

Derivation explain_forward_macs(const Evaluation& e, const EngineData& data)
{
    const bool other = e.network->differs_in_evaluation;
    const MacSplit split = forward_macs(other ? evaluation_network(e.scenario, data) : *e.network);
    return computed("macs", "model.forward_macs_per_sample", macs_value(e.estimate->model.forward_macs_per_sample),
                    "macs",
                    {leaf("convolution", "macs_convolution", macs_value(split.convolution), "source.mac-convention"),
                     leaf("linear", "macs_linear", macs_value(split.linear)),
                     leaf("attention", "macs_attention", macs_value(split.attention)),
                     leaf("other", "macs_other", macs_value(split.other))});
}

Derivation explain_forward_flops(const Evaluation& e, const EngineData& data)
{
    return computed("", "model.forward_flops_per_sample", value_of(e.estimate->model.forward_flops_per_sample),
                    "flops-of-macs", {explain_forward_macs(e, data)});
}

Derivation explain_training_flops(const Evaluation& e)
{
    const double forward = e.estimate->model.forward_flops_per_sample.base();
    double input = 0.0;
    double weight = 0.0;
    for (const OperatorFacts& facts : e.analysis->facts) {
        const double work = 2.0 * forward_macs(*e.network, e.network->operators[facts.op]).as_double() *
                            static_cast<double>(facts.copies);
        const Operator& op = e.network->operators[facts.op];
        const bool two_activations =
            std::holds_alternative<MatrixProduct>(op.kind) || std::holds_alternative<FusedAttention>(op.kind);
        if (facts.input_gradient) input += two_activations ? 2.0 * work : work;
        if (facts.weight_gradient) weight += work;
    }
    return computed("", "model.training_flops_per_sample", value_of(e.estimate->model.training_flops_per_sample),
                    "training-flops",
                    {leaf("forward", "model.forward_flops_per_sample", {forward, Unit::flops}),
                     leaf("input_gradients", "flops_input_gradients", {input, Unit::flops}),
                     leaf("weight_gradients", "flops_weight_gradients", {weight, Unit::flops})});
}

Derivation explain_saved_activations(const Evaluation& e)
{
    const std::int64_t batch = e.scenario.training.micro_batch;
    return computed("", "model.saved_activation_bytes_per_sample",
                    value_of(e.estimate->model.saved_activation_bytes_per_sample), "saved-per-sample",
                    {leaf("fixed", "kept_fixed", value_of(e.analysis->kept.fixed)),
                     leaf("per_sample", "kept_per_sample", value_of(e.analysis->kept.per_sample), "source.keep-rules"),
                     from_field("micro_batch", "training.micro_batch", value_of(Count(batch)))});
}

} // namespace rigwright
