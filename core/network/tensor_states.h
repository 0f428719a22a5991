// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"

namespace rigwright {

/// What is known of each tensor while a network is followed from operator to operator: its format, whether a gradient
/// flows to it, whose storage it uses at run time, and whether that storage is kept for backward already.
class TensorStates {
public:
    struct State {
        NumberFormat format = NumberFormat::fp32;
        bool needs_gradient = false;
        /// Meaningful at the storage owner only.
        bool kept = false;
        TensorId storage = no_id;

        bool operator==(const State&) const = default;
    };

    TensorStates(const Network& network, const FormatPolicy& policy);

    const State& operator[](TensorId id) const { return states_[static_cast<std::size_t>(id)]; }
    void define(TensorId id, const State& state) { states_[static_cast<std::size_t>(id)] = state; }
    /// Makes `into` what `from` is, as at the start of the next copy of a block.
    void carry(TensorId into, TensorId from);
    /// Marks the storage of a tensor as kept; gives its bytes if it was not kept before.
    BatchBytes keep(TensorId id);
    /// Bytes of a tensor's own elements in a given format (index and mask tensors have their fixed sizes).
    BatchBytes bytes_of_tensor(TensorId id, NumberFormat format) const;

private:
    const Network& network_;
    std::vector<State> states_;
};

} // namespace rigwright
