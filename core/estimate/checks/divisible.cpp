// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/checks/divisible.h"

#include <algorithm>
#include <numeric>

namespace rigwright {

namespace {

std::int64_t heads_of(const Operator& op)
{
    if (const auto* fused = std::get_if<FusedAttention>(&op.kind)) return fused->heads;
    const auto* product = std::get_if<MatrixProduct>(&op.kind);
    return product != nullptr && product->role == ProductRole::query_key ? product->groups : 0;
}

/// Layers in all copies of a block; where their kinds come round, one copy has a group of them.
std::int64_t layers_of(const Network& network, const Block& block)
{
    if (!block.name.ends_with("group{}")) return block.repeat;
    std::int64_t attentions = 0;
    for (std::size_t i = block.first; i < block.last; ++i) attentions += heads_of(network.operators[i]) > 0 ? 1 : 0;
    return block.repeat * std::max<std::int64_t>(attentions, 1);
}

} // namespace

Divisible divisible_of(const Network& network, std::int64_t tensor_degree)
{
    Divisible found;
    for (const Operator& op : network.operators) {
        const std::int64_t heads = heads_of(op);
        if (heads > 0 && (found.heads == 0 || heads % tensor_degree != 0)) found.heads = heads;
        found.common_heads = std::gcd(found.common_heads, heads);
        if (const auto* fused = std::get_if<FusedAttention>(&op.kind))
            found.tokens = std::max(found.tokens, fused->query_tokens);
    }
    for (const Parameter& parameter : network.parameters) found.experts = std::max(found.experts, parameter.parts);
    for (const Block& block : network.blocks) found.layers += block.name.empty() ? 0 : layers_of(network, block);
    return found;
}

} // namespace rigwright
