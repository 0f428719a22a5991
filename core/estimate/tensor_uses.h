// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <cstddef>
#include <vector>

namespace rigwright {

/// Where along the operators of a network, its copies aside, a tensor is written and read last.
struct TensorUse {
    static constexpr std::size_t nobody = static_cast<std::size_t>(-1);

    std::size_t writer = nobody;
    std::size_t last_reader = 0;
    /// Handed to the loss.
    bool output = false;

    bool is_written() const { return writer != nobody; }
};

/// One entry a tensor.
std::vector<TensorUse> tensor_uses(const Network& network);

/// Whether the copies of a block exchange memory with each other through one tensor and with nothing else: they read
/// what they wrote themselves, that tensor, or what no operator writes; nothing but that tensor is read behind them;
/// and all parameters are their own.
bool is_closed(const Network& network, std::size_t block, const std::vector<TensorUse>& uses);

} // namespace rigwright
