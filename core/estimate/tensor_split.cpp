// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/tensor_split.h"

#include <algorithm>

namespace rigwright {

namespace {

/// The result at one place depends on all places of a row.
bool needs_rows(const Operator& op)
{
    return is<Normalization>(op) || is<Mean>(op) || is<TopK>(op) || is<Indices>(op) || is<Gather>(op) ||
           is<ScatterAdd>(op) || is<Pooling>(op) || is<Resize>(op) || is<GridSample>(op) || is<Convolution>(op);
}

/// Input and output lie on the ranks alike.
bool carries_on(const Operator& op)
{
    return is_elementwise(op.kind) || is<Copy>(op) || is<View>(op) || is<Concatenate>(op) || is<Softmax>(op);
}

/// Rows cut into heads: what is whole in a head need not be whole across heads.
bool cuts_heads(const Network& network, const Operator& op)
{
    return is<View>(op) && op.inputs[0] != no_id &&
           network.shape_of(op.output).rank() > network.shape_of(op.inputs[0]).rank();
}

std::vector<bool> needed_whole(const Network& network)
{
    std::vector<bool> whole(network.tensors.size(), false);
    // From layer to layer the rows are whole.
    for (const Block& block : network.blocks) {
        for (const Block::Carried& pair : block.carried) whole[index_of(pair.from)] = true;
    }
    for (std::size_t i = network.operators.size(); i-- > 0;) {
        const Operator& op = network.operators[i];
        const bool demands =
            needs_rows(op) || (carries_on(op) && whole[index_of(op.output)] && !cuts_heads(network, op));
        if (!demands) continue;
        for (const TensorId id : op.inputs) {
            if (id == no_id) break;
            whole[index_of(id)] = true;
        }
    }
    return whole;
}

} // namespace

bool is_elementwise(const OperatorKind& kind)
{
    return std::holds_alternative<Activation>(kind) || std::holds_alternative<Binary>(kind) ||
           std::holds_alternative<Scale>(kind) || std::holds_alternative<Cast>(kind) ||
           std::holds_alternative<Dropout>(kind) || std::holds_alternative<MaskedFill>(kind);
}

std::vector<bool> split_tensors(const Network& network)
{
    const std::vector<bool> whole = needed_whole(network);
    std::vector<bool> split(network.tensors.size(), false);
    for (const Operator& op : network.operators) {
        const bool any = std::any_of(op.inputs.begin(), op.inputs.end(),
                                     [&](TensorId id) { return id != no_id && split[index_of(id)]; });
        if (const auto* linear = std::get_if<Linear>(&op.kind)) {
            split[index_of(op.output)] = !any && linear->matrices == 1 && !whole[index_of(op.output)];
        } else if (!is<Embedding>(op) && !is<Gather>(op) && !is<ScatterAdd>(op)) {
            split[index_of(op.output)] = any;
        }
    }
    return split;
}

} // namespace rigwright
