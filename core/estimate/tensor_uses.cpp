// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/tensor_uses.h"

#include <algorithm>

namespace rigwright {

namespace {

std::size_t index(std::int32_t id) { return static_cast<std::size_t>(id); }

bool owns_parameters(const Network& network, const Operator& op, std::size_t block)
{
    return std::all_of(op.parameters.begin(), op.parameters.end(), [&](ParameterId id) {
        return id == no_id || network.parameters[index(id)].block == static_cast<int>(block);
    });
}

} // namespace

std::vector<TensorUse> tensor_uses(const Network& network)
{
    std::vector<TensorUse> uses(network.tensors.size());
    for (std::size_t i = 0; i < network.operators.size(); ++i) {
        const Operator& op = network.operators[i];
        for (const TensorId id : op.inputs)
            if (id != no_id) uses[index(id)].last_reader = i;
        uses[index(op.output)].writer = i;
    }
    for (const TensorId id : network.outputs) uses[index(id)].output = true;
    return uses;
}

bool is_closed(const Network& network, std::size_t number, const std::vector<TensorUse>& uses)
{
    const Block& block = network.blocks[number];
    if (block.carried.size() != 1) return false;
    const Block::Carried& pair = block.carried.front();
    for (std::size_t i = block.first; i < block.last; ++i) {
        const Operator& op = network.operators[i];
        const TensorUse& made = uses[index(op.output)];
        if (op.output != pair.from && (made.last_reader >= block.last || made.output)) return false;
        if (!owns_parameters(network, op, number)) return false;
        for (const TensorId id : op.inputs) {
            if (id == no_id || id == pair.into || !uses[index(id)].is_written()) continue;
            if (uses[index(id)].writer < block.first || uses[index(id)].writer >= i) return false;
        }
    }
    return true;
}

} // namespace rigwright
