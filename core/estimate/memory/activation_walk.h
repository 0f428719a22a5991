// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/coefficients.h"
#include "core/estimate/memory/moments.h"
#include "core/network/analysis.h"

#include <functional>
#include <optional>
#include <vector>

namespace rigwright {

/// Memory between the end of the forward pass and the first gradient.
struct LossMemory {
    double bytes_per_output_element = 0.0;
    /// The coefficient that the amount for each output element is; null where none is.
    double MemoryCoefficients::*coefficient = nullptr;
    /// What the caching allocator keeps for each output element between arrays of other sizes; null where none is.
    double MemoryCoefficients::*fragments = nullptr;
    double fragment_bytes_per_output_element = 0.0;
    /// Stays until backward ends: proposals, anchors and targets that the heads' graphs refer to.
    double lasting_bytes_per_sample = 0.0;
    /// The amount for each output element counts the outputs and their gradients too.
    bool holds_outputs = true;
    /// Outputs are made and used in chunks: neither they nor their gradients are ever whole.
    bool in_chunks = false;
};

/// How the walk sees a step beside the network.
struct WalkOptions {
    Recompute recompute = Recompute::none;
    bool training = true;
    /// Storage of weights, of what is computed from them without autocast, and of a gradient fresh from its kernel.
    NumberFormat weights = NumberFormat::fp32;
    NumberFormat gradients = NumberFormat::fp32;
    /// Format of the weight copies that autocast caches.
    std::optional<NumberFormat> weight_copies;
    /// All gradients exist throughout (accumulation, a contiguous gradient buffer, old frameworks that zero instead of
    /// free); a fresh gradient lives beside them until it is added.
    bool gradients_always_alive = false;
    /// Those of the last step are alive until backward begins.
    bool gradients_alive_in_forward = false;
    LossMemory loss;
};

/// The moments of forward, loss and backward that can be the peak for some micro-batch.
///
/// Forward allocates what an operator writes and frees a tensor after its last reader, unless an operator keeps it for
/// backward or it is an output; views and results in place live in the memory of their source. Backward goes from the
/// last operator to the first: the gradient of an output and those of the inputs exist together; a second gradient of
/// one tensor lives beside the first until both are added; sums and concatenations hand their gradient on; parameter
/// gradients appear; what the operator was the first to keep goes. Full recomputation keeps what a block reads from
/// outside and runs the block again before its backward, selective recomputation does so with the attention scores.
/// Of a repeated block the first, the second and the last copies are followed, since all between them are alike and
/// everything they leave is a multiple of one of them. Sizes are exact, without the 512-byte steps of the allocator.
std::vector<Moment> peak_moments(const Network& network, const Analysis& analysis, const WalkOptions& options);

/// All moments of the pass in order; of repeated blocks at most `most_copies` copies (at least 2), evenly chosen.
std::vector<Moment> all_moments(const Network& network, const Analysis& analysis, const WalkOptions& options,
                                std::int64_t most_copies);

} // namespace rigwright
