// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory_terms.h"

#include <algorithm>

namespace rigwright {

std::string layer_at(const Network& network, const Moment& moment)
{
    if (moment.phase == Phase::optimizer || moment.op >= network.operators.size()) return {};
    const Operator& op = network.operators[moment.op];
    const auto holds = [&](const Block& block) { return block.first <= moment.op && moment.op < block.last; };
    const auto block = std::find_if(network.blocks.begin(), network.blocks.end(), holds);
    if (block == network.blocks.end() || block->name.empty()) return op.name;
    return name_of_copy(*block, moment.copy) + "." + op.name;
}

MemoryEstimate memory_estimate(const MemoryTerms& terms, const Network& network, Count micro_batch)
{
    MemoryEstimate estimate;
    const Moment& peak = terms.peak(micro_batch);
    const auto set = [&estimate](MemoryPart part, Bytes bytes) {
        estimate.parts[static_cast<std::size_t>(part)] = bytes;
    };
    estimate.states = {terms.weights, terms.gradients, terms.optimizer_state, terms.master_weights};
    estimate.peak_allocated = terms.allocated(micro_batch);
    estimate.peak_reserved = terms.reserved(micro_batch);
    set(MemoryPart::weights, terms.weights);
    set(MemoryPart::gradients, peak.gradients);
    set(MemoryPart::optimizer_state, terms.optimizer_state);
    set(MemoryPart::master_weights, terms.master_weights);
    set(MemoryPart::activations,
        peak.activations.at(micro_batch) + terms.input.at(micro_batch) + terms.cache.at(micro_batch));
    set(MemoryPart::temporary_buffers,
        peak.temporary.at(micro_batch) + terms.gathered + terms.workspace.at(micro_batch));
    set(MemoryPart::communication_buffers, terms.gradient_buckets + terms.collective + terms.stream_blocks);
    set(MemoryPart::framework_overhead,
        terms.context + (estimate.peak_reserved - estimate.peak_allocated - terms.stream_blocks));
    for (const Bytes part : estimate.parts) estimate.total += part;
    estimate.low = Bytes::rounded(estimate.total.as_double() * terms.range.low);
    estimate.high = Bytes::rounded(estimate.total.as_double() * terms.range.high);
    estimate.with_margin = Bytes::rounded(estimate.total.as_double() * terms.range.margin);
    estimate.peak_phase = peak.phase;
    estimate.peak_layer = layer_at(network, peak);
    if (terms.usable) {
        estimate.usable = terms.usable->usable;
        estimate.fits = estimate.total <= estimate.usable;
        if (!estimate.fits) estimate.shortfall = estimate.total - estimate.usable;
    }
    return estimate;
}

} // namespace rigwright
