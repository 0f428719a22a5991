// SPDX-License-Identifier: Apache-2.0

#include "core/network/operator_counts.h"

#include "core/network/operator.h"

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

std::int64_t experts_of(const Network& network)
{
    std::int64_t experts = 0;
    for (const Parameter& parameter : network.parameters) experts = std::max(experts, parameter.parts);
    return experts;
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

namespace {

bool is_layer(const Operator& op)
{
    if (op.called_as != CalledAs::layer) return op.called_as == CalledAs::result_of_layer;
    return std::visit(
        Match{
            [](const Convolution&) { return true; },
            [](const Linear&) { return true; },
            [](const MatrixProduct&) { return false; },
            [](const FusedAttention&) { return false; },
            [](const Normalization&) { return true; },
            [](const Activation&) { return true; },
            // A product with its own parameter ends a norm written out as multiple operators.
            [&](const Binary& b) { return b.operation == BinaryOperation::multiply && op.parameters[0] != no_id; },
            [](const Scale&) { return false; },
            [](const MaskedFill&) { return false; },
            [](const Softmax&) { return true; },
            [](const Dropout&) { return true; },
            [](const Pooling&) { return true; },
            [](const Resize&) { return true; },
            [](const Concatenate&) { return false; },
            [](const Copy&) { return false; },
            [](const View&) { return false; },
            [](const Cast&) { return false; },
            [](const Embedding&) { return true; },
            [](const TopK&) { return false; },
            [](const Indices&) { return false; },
            [](const Gather&) { return false; },
            [](const ScatterAdd&) { return false; },
            [](const Mean&) { return false; },
            [](const GridSample&) { return false; },
            [](const CrossEntropy&) { return false; },
        },
        op.kind);
}

/// Operations that thop counts per element of a resized map.
Count resize_operations(ResizeMode mode)
{
    switch (mode) {
    case ResizeMode::nearest: return 1;
    case ResizeMode::bilinear: return 11;
    }
    return 0;
}

Count pool_operations(const Pooling& pool, Count inputs, Count outputs)
{
    if (pool.adaptive) return inputs + outputs;
    return pool.kind == PoolingKind::maximum ? Count(0) : outputs;
}

/// In recurrent layers thop counts the products and sums of the cell's equations and one addition per bias.
Count recurrent_step_macs(const Network& network, const Operator& op)
{
    const Count elements = network.shape_of(op.output).elements();
    if (std::holds_alternative<Linear>(op.kind))
        return forward_macs(network, op) + (op.parameters[1] == no_id ? Count(0) : elements);
    return std::holds_alternative<Binary>(op.kind) ? elements : Count(0);
}

Count thop_macs(const Network& network, const Operator& op)
{
    if (op.called_as == CalledAs::recurrent_step || op.called_as == CalledAs::cell_result)
        return recurrent_step_macs(network, op);
    if (op.called_as != CalledAs::layer) return 0;
    const Count elements = network.shape_of(op.output).elements();
    if (const auto* c = std::get_if<Convolution>(&op.kind))
        return elements * Count(c->in_channels / c->groups) * Count(c->kernel_elements());
    if (std::holds_alternative<Linear>(op.kind)) return forward_macs(network, op);
    if (const auto* pool = std::get_if<Pooling>(&op.kind))
        return pool_operations(*pool, network.shape_of(op.inputs[0]).elements(), elements);
    if (const auto* resize = std::get_if<Resize>(&op.kind)) return elements * resize_operations(resize->mode);
    if (const auto* norm = std::get_if<Normalization>(&op.kind)) {
        const bool counted = norm->mode != NormalizationMode::frozen && norm->kind != NormalizationKind::group;
        return counted ? elements * Count(4) : Count(0);
    }
    if (const auto* activation = std::get_if<Activation>(&op.kind))
        return activation->function == ActivationFunction::prelu ? elements : Count(0);
    return 0;
}

template <typename PerOperator>
Count total_over(const Network& network, PerOperator per_operator)
{
    Count total;
    for (const Block& block : network.blocks) {
        for (std::size_t i = block.first; i < block.last; ++i)
            total += per_operator(network.operators[i]) * Count(block.repeat);
    }
    return total;
}

/// Pairs of a query and a key that a causal mask hides: all but min(query, reach) keys for each query.
Count hidden_pairs(const FusedAttention& a)
{
    const Count all = Count(a.query_tokens) * Count(a.key_tokens);
    const std::int64_t reach = a.reach > 0 ? std::min(a.reach, a.query_tokens) : a.query_tokens;
    const Count growing = divide_rounding_up(Count(reach) * Count(reach + 1), Count(2));
    const Count seen = growing + Count(a.query_tokens - reach) * Count(reach);
    return seen < all ? all - seen : Count();
}

} // namespace

Bytes layer_output_bytes(const Network& network)
{
    constexpr std::int64_t bytes_per_number = storage_bits(NumberFormat::fp32) / 8;
    const Count numbers = total_over(
        network, [&](const Operator& op) { return is_layer(op) ? network.shape_of(op.output).elements() : Count(0); });
    return Bytes((numbers + network.idle_layer_elements) * Count(bytes_per_number));
}

Count thop_macs(const Network& network)
{
    return total_over(network, [&](const Operator& op) { return thop_macs(network, op); });
}

Count masked_macs(const Network& network)
{
    return total_over(network, [](const Operator& op) {
        const auto* a = std::get_if<FusedAttention>(&op.kind);
        if (a == nullptr || !a->causal) return Count();
        return Count(a->windows) * Count(a->heads) * hidden_pairs(*a) * Count(a->head_width + a->value_width);
    });
}

} // namespace rigwright
