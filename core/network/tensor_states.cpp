// SPDX-License-Identifier: Apache-2.0
#include "core/network/tensor_states.h"

namespace rigwright {

Bytes bytes_of(Count elements, NumberFormat format)
{
    const int bits = storage_bits(format);
    return Bytes(bits % 8 == 0 ? elements * Count(bits / 8) : divide_rounding_up(elements * Count(bits), 8));
}

TensorStates::TensorStates(const Network& network, const FormatPolicy& policy)
    : network_(network),
      states_(network.tensors.size())
{
    for (std::size_t i = 0; i < states_.size(); ++i) {
        states_[i].format = policy.parameters;
        states_[i].storage = network.tensors[i].storage;
    }
}

void TensorStates::carry(TensorId into, TensorId from)
{
    const bool kept = (*this)[(*this)[from].storage].kept;
    State state = (*this)[from];
    state.kept = kept;
    state.storage = into;
    define(into, state);
}

BatchBytes TensorStates::bytes_of_tensor(TensorId id, NumberFormat format) const
{
    const Tensor& tensor = network_.tensors[static_cast<std::size_t>(id)];
    const Count elements = tensor.shape.elements();
    Bytes bytes;
    switch (tensor.content) {
    case Content::activation: bytes = bytes_of(elements, format); break;
    case Content::index: bytes = Bytes(elements * Count(8)); break;
    case Content::mask: bytes = Bytes(elements); break;
    }
    return tensor.per_sample ? BatchBytes{{}, bytes} : BatchBytes{bytes, {}};
}

BatchBytes TensorStates::keep(TensorId id)
{
    const TensorId owner = (*this)[id].storage;
    State& state = states_[static_cast<std::size_t>(owner)];
    if (state.kept || network_.tensors[static_cast<std::size_t>(owner)].parameter) return {};
    state.kept = true;
    return bytes_of_tensor(owner, state.format);
}

} // namespace rigwright
