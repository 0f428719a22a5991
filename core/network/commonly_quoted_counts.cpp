// SPDX-License-Identifier: Apache-2.0
#include "core/network/commonly_quoted_counts.h"

#include "core/network/operator.h"
#include "core/network/operator_counts.h"

#include <algorithm>

namespace rigwright {

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
            // A product with its own parameter ends a norm written out as several operators.
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
