// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"

#include <vector>

namespace rigwright::test {

/// The same network with every copy of every block written out: blocks of repeat 1, one after another, named as the
/// block was (unnamed ones stay so).
inline Network unrolled(const Network& network)
{
    Network flat;
    flat.loss = network.loss;
    flat.buffer_elements = network.buffer_elements;
    std::vector<TensorId> tensor_now(network.tensors.size(), no_id);
    // Every block's own parameters exist once a copy; those of other blocks are the ones made there.
    std::vector<ParameterId> parameter_now(network.parameters.size(), no_id);
    const auto tensor = [&](TensorId id) {
        TensorId& now = tensor_now[static_cast<std::size_t>(id)];
        if (now == no_id) {
            now = static_cast<TensorId>(flat.tensors.size());
            flat.tensors.push_back(network.tensors[static_cast<std::size_t>(id)]);
            flat.tensors.back().storage = now;
        }
        return now;
    };
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
        const Block& block = network.blocks[b];
        for (std::int64_t copy = 0; copy < block.repeat; ++copy) {
            if (copy > 0)
                for (const Block::Carried& pair : block.carried)
                    tensor_now[static_cast<std::size_t>(pair.into)] = tensor(pair.from);
            for (std::size_t p = 0; p < network.parameters.size(); ++p) {
                if (network.parameters[p].block != static_cast<int>(b)) continue;
                parameter_now[p] = static_cast<ParameterId>(flat.parameters.size());
                flat.parameters.push_back(network.parameters[p]);
                flat.parameters.back().block = static_cast<int>(flat.blocks.size());
            }
            Block one{
                block.name.empty() ? std::string() : name_of_copy(block, copy), 1, 0, flat.operators.size(), 0, {}};
            for (std::size_t i = block.first; i < block.last; ++i) {
                Operator op = network.operators[i];
                for (TensorId& input : op.inputs)
                    if (input != no_id) input = tensor(input);
                for (ParameterId& parameter : op.parameters)
                    if (parameter != no_id) parameter = parameter_now[static_cast<std::size_t>(parameter)];
                const Tensor& written = network.tensors[static_cast<std::size_t>(op.output)];
                const auto output = static_cast<TensorId>(flat.tensors.size());
                flat.tensors.push_back(written);
                flat.tensors.back().storage = written.storage == op.output || op.inputs[0] == no_id
                                                  ? output
                                                  : flat.tensors[static_cast<std::size_t>(op.inputs[0])].storage;
                tensor_now[static_cast<std::size_t>(op.output)] = output;
                op.output = output;
                flat.operators.push_back(std::move(op));
            }
            one.last = flat.operators.size();
            flat.blocks.push_back(std::move(one));
        }
    }
    for (const TensorId id : network.outputs) flat.outputs.push_back(tensor(id));
    return flat;
}

} // namespace rigwright::test
