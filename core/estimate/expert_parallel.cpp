// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/expert_parallel.h"

#include <algorithm>

namespace rigwright {

namespace {

// There and back, forward and backward.
constexpr double exchanges = 4.0;

/// What one layer with experts hands out for one sample: numbers of one copy of its tokens, and copies of each token.
struct Dispatch {
    double elements = 0.0;
    double copies = 0.0;
};

/// The first matrices of experts in a block take the tokens that were sent to them.
std::optional<Dispatch> dispatch_of(const Network& network, const Block& block)
{
    if (block.carried.empty()) return std::nullopt;
    for (std::size_t op = block.first; op < block.last; ++op) {
        const auto* linear = std::get_if<Linear>(&network.operators[op].kind);
        if (linear == nullptr || linear->matrices < 2) continue;
        const auto width = static_cast<double>(linear->in_features);
        const double out = network.shape_of(network.operators[op].output).elements().as_double();
        const double sent = out / static_cast<double>(linear->out_features) * width;
        const double all = network.shape_of(block.carried.front().into).elements().as_double();
        return Dispatch{all, sent / all};
    }
    return std::nullopt;
}

} // namespace

ExpertParameters expert_parameters(const Network& network)
{
    ExpertParameters counts;
    for (std::size_t id = 0; id < network.parameters.size(); ++id) {
        const Parameter& parameter = network.parameters[id];
        if (parameter.parts < 2) continue;
        const auto repeat = static_cast<double>(network.repetitions_of(static_cast<ParameterId>(id)));
        const double all = parameter.elements.as_double() * repeat;
        counts.total += all;
        if (parameter.trainable) counts.trainable += all;
    }
    return counts;
}

Seconds expert_exchange(const StepTimeInputs& inputs, const BuildLinks& links)
{
    const Scenario& scenario = inputs.scenario;
    const auto experts = static_cast<double>(scenario.parallel.expert);
    const auto machine = static_cast<double>(scenario.build.gpus_per_node);
    const TimeCoefficients& c = inputs.coefficients;
    const auto domain = static_cast<double>(inputs.gpu->link.peer_domain_gpus.value_or(1));
    const auto peer = peer_bandwidth(*inputs.gpu);
    const bool in_rack = peer && domain >= c.rack_domain_gpus && experts <= domain;
    const bool inside = experts <= machine || in_rack;
    const LinkRate rack{Path::peer_link, peer.value_or(BytesPerSecond()), c.peer_link_efficiency};
    const LinkRate& link = in_rack ? rack : inside ? links.inside : links.adapter;
    double sent = 0.0;
    for (const Block& block : inputs.network.blocks) {
        const auto dispatch = dispatch_of(inputs.network, block);
        if (!dispatch) continue;
        const double places = inside ? experts : experts / machine;
        const double copies = std::min(dispatch->copies, places) * (places - 1.0) / places;
        sent += copies * dispatch->elements * static_cast<double>(block.repeat);
    }
    const double samples = static_cast<double>(scenario.training.micro_batch) /
                           static_cast<double>(scenario.parallel.context * scenario.parallel.pipeline);
    const double passes = scenario.training.mode == RunMode::train ? exchanges : exchanges / 2.0;
    return Seconds(passes * sent * samples * c.expert_element_bytes / link.reached().base());
}

} // namespace rigwright
