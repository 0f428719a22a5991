// SPDX-License-Identifier: Apache-2.0
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

namespace {

Count convolution_macs(const Network& network, const Operator& op, const Convolution& c)
{
    const Count per_element =
        Count(c.kernel_elements()) * Count((c.transposed ? c.out_channels : c.in_channels) / c.groups);
    return network.shape_of(c.transposed ? op.inputs[0] : op.output).elements() * per_element;
}

Count attention_macs(const FusedAttention& a)
{
    const Count scores = Count(a.windows) * Count(a.heads) * Count(a.query_tokens) * Count(a.key_tokens);
    return scores * Count(a.head_width) + scores * Count(a.value_width);
}

/// Elements of a mixture-of-experts parameter that one token passes through.
Count active_elements(const Parameter& parameter)
{
    return divide_rounding_up(parameter.elements, Count(parameter.parts)) * Count(parameter.active_parts);
}

} // namespace

bool is_attention(const OperatorKind& kind)
{
    const auto* product = std::get_if<MatrixProduct>(&kind);
    return std::holds_alternative<FusedAttention>(kind) || (product != nullptr && product->role != ProductRole::other);
}

Count forward_macs(const Network& network, const Operator& op)
{
    if (const auto* c = std::get_if<Convolution>(&op.kind)) return convolution_macs(network, op, *c);
    if (const auto* l = std::get_if<Linear>(&op.kind))
        return network.shape_of(op.output).elements() * Count(l->in_features);
    if (const auto* p = std::get_if<MatrixProduct>(&op.kind))
        return Count(p->groups) * Count(p->rows) * Count(p->columns) * Count(p->depth);
    if (const auto* a = std::get_if<FusedAttention>(&op.kind)) return attention_macs(*a);
    return 0;
}

MacSplit forward_macs(const Network& network)
{
    MacSplit split;
    for (const Block& block : network.blocks) {
        for (std::size_t i = block.first; i < block.last; ++i) {
            const Operator& op = network.operators[i];
            const Count macs = forward_macs(network, op) * Count(block.repeat);
            if (std::holds_alternative<Convolution>(op.kind))
                split.convolution += macs;
            else if (std::holds_alternative<Linear>(op.kind))
                split.linear += macs;
            else if (is_attention(op.kind))
                split.attention += macs;
            else
                split.other += macs;
        }
    }
    return split;
}

ParameterCounts count_parameters(const Network& network)
{
    ParameterCounts counts;
    for (const Parameter& parameter : network.parameters) {
        const Count copies = network.blocks[static_cast<std::size_t>(parameter.block)].repeat;
        const Count elements = parameter.elements * copies;
        counts.total += elements;
        counts.tensors += copies;
        counts.active += parameter.parts == parameter.active_parts ? elements : active_elements(parameter) * copies;
        if (!parameter.trainable) continue;
        counts.trainable += elements;
        counts.trainable_tensors += copies;
    }
    return counts;
}

std::vector<bool> written_tensors(const Network& network)
{
    std::vector<bool> written(network.tensors.size(), false);
    for (const Operator& op : network.operators) written[static_cast<std::size_t>(op.output)] = true;
    return written;
}

std::optional<std::int64_t> tokens_per_sample(const Network& network)
{
    const std::vector<bool> written = written_tensors(network);
    std::optional<std::int64_t> tokens;
    for (std::size_t id = 0; id < network.tensors.size(); ++id) {
        const Tensor& tensor = network.tensors[id];
        if (!written[id] && tensor.content == Content::index && tensor.per_sample && tensor.shape.rank() == 1)
            tokens = std::max(tokens.value_or(0), tensor.shape[0]);
    }
    return tokens;
}

} // namespace rigwright
