// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/moments.h"

#include <cstdint>
#include <vector>

namespace rigwright {

/// The gradients of activations that exist while backward runs. A gradient stands in a buffer that several may hold: an
/// addition hands its own on to its operands, a concatenation hands parts of it on.
class GradientFlow {
public:
    /// `sizes` gives the bytes of every gradient by its number.
    explicit GradientFlow(const std::vector<BatchBytes>& sizes);

    bool exists(std::int32_t gradient) const { return buffer_of_[static_cast<std::size_t>(gradient)] != none; }
    /// It exists in a buffer that no other gradient holds.
    bool is_alone(std::int32_t gradient) const
    {
        const std::int32_t buffer = buffer_of_[static_cast<std::size_t>(gradient)];
        return buffer != none && buffers_[static_cast<std::size_t>(buffer)].holders == 1;
    }
    /// A kernel writes a gradient into new memory; one that exists already stays until `settle`.
    void write(std::int32_t gradient);
    /// `gradient` is (a part of) what stands in the buffer of `source`; adding to an unshared buffer needs no memory.
    void hand_on(std::int32_t gradient, std::int32_t source);
    /// Frees what was replaced by sums since the last call.
    void settle();
    void release(std::int32_t gradient);

    const BatchBytes& live() const { return live_; }

private:
    static constexpr std::int32_t none = -1;
    struct Buffer {
        BatchBytes bytes;
        std::int32_t holders = 0;
    };

    void drop(std::int32_t buffer);

    const std::vector<BatchBytes>& sizes_;
    std::vector<std::int32_t> buffer_of_;
    std::vector<Buffer> buffers_;
    std::vector<std::int32_t> replaced_;
    BatchBytes live_;
};

} // namespace rigwright
