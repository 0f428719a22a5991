// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/model_counts.h"

#include "core/network/operator_counts.h"

#include <map>

namespace rigwright {

namespace {

/// Parameters by the kind of the first operator that names them.
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
    Derivation sum = leaf({}, trainable ? "model.trainable_parameters" : "model.parameters",
                          value_of(trainable ? model.trainable_parameters : model.parameters));
    sum.formula = "formula.sum-over-operators";
    sum.inputs = std::move(inputs);
    return sum;
}

namespace {

Term macs_of_sample(const Evaluation& e, const EngineData& data, Trace& trace)
{
    const bool other = e.network->differs_in_evaluation;
    const MacSplit split = forward_macs(other ? evaluation_network(e.scenario, data) : *e.network);
    const auto macs = [&trace](const char* id, Count number, const char* source = "") {
        return trace.given(id, number.as_double(), Unit::macs, source);
    };
    return trace.name("model.forward_macs_per_sample",
                      macs("macs_convolution", split.convolution, "source.mac-convention") +
                          macs("macs_linear", split.linear) + macs("macs_attention", split.attention) +
                          macs("macs_other", split.other),
                      Unit::macs);
}

} // namespace

Derivation explain_forward_macs(const Evaluation& e, const EngineData& data)
{
    Trace trace(true);
    return macs_of_sample(e, data, trace).working("macs");
}

Derivation explain_forward_flops(const Evaluation& e, const EngineData& data)
{
    Trace trace(true);
    return trace.name("model.forward_flops_per_sample", 2.0 * macs_of_sample(e, data, trace), Unit::flops).working();
}

TrainingFlops training_flops(const Network& network, const Analysis& analysis)
{
    TrainingFlops flops;
    for (const OperatorFacts& facts : analysis.facts) {
        const Operator& op = network.operators[facts.op];
        const double work = 2.0 * forward_macs(network, op).as_double() * static_cast<double>(facts.copies);
        const bool of_activations =
            std::holds_alternative<MatrixProduct>(op.kind) || std::holds_alternative<FusedAttention>(op.kind);
        flops.forward += work;
        if (facts.input_gradient) flops.input_gradients += of_activations ? 2.0 * work : work;
        if (facts.weight_gradient) flops.weight_gradients += work;
    }
    return flops;
}

Derivation explain_training_flops(const Evaluation& e)
{
    const TrainingFlops flops = training_flops(*e.network, *e.analysis);
    Trace trace(true);
    // Some networks do other work in training than in evaluation, which the quantity counts.
    const bool differs = e.network->differs_in_evaluation;
    const Term forward = trace.given(differs ? "flops_forward_in_training" : "model.forward_flops_per_sample",
                                     flops.forward, Unit::flops);
    const Term sum = forward + trace.given("flops_input_gradients", flops.input_gradients, Unit::flops) +
                     trace.given("flops_weight_gradients", flops.weight_gradients, Unit::flops);
    return trace
        .name("model.training_flops_per_sample", sum.rounded_as(e.estimate->model.training_flops_per_sample.base()),
              Unit::flops)
        .working();
}

Derivation explain_saved_activations(const Evaluation& e)
{
    Trace trace(true);
    const Term batch =
        trace.field("training.micro_batch", static_cast<double>(e.scenario.training.micro_batch), Unit::count);
    const Term fixed = trace.given("kept_fixed", e.analysis->kept.fixed.as_double(), Unit::bytes);
    const Term each =
        trace.given("kept_per_sample", e.analysis->kept.per_sample.as_double(), Unit::bytes, "source.keep-rules");
    const Term all = (fixed + each * batch) / batch;
    const bool is_whole = all.amount() == e.estimate->model.saved_activation_bytes_per_sample.as_double();
    return trace.name("model.saved_activation_bytes_per_sample", is_whole ? all : floor(all), Unit::bytes).working();
}

} // namespace rigwright
