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
    /// Coefficient of the amount per output element; null for none.
    double MemoryCoefficients::*coefficient = nullptr;
    /// Memory that the caching allocator keeps per output element between arrays of other sizes; null for none.
    double MemoryCoefficients::*fragments = nullptr;
    double fragment_bytes_per_output_element = 0.0;
    /// Lives until backward ends: proposals, anchors and targets that the heads' graphs reference.
    double lasting_bytes_per_sample = 0.0;
    /// The amount per output element includes the outputs and their gradients.
    bool holds_outputs = true;
    /// Outputs are computed and used in chunks: neither they nor their gradients ever exist as a whole.
    bool in_chunks = false;
};

/// Properties of a step that the walk needs beside the network.
struct WalkOptions {
    Recompute recompute = Recompute::none;
    bool training = true;
    /// Formats of weights, of values computed from them without autocast, and of a gradient written by its kernel.
    NumberFormat weights = NumberFormat::fp32;
    NumberFormat gradients = NumberFormat::fp32;
    /// Format of the weight copies that autocast caches.
    std::optional<NumberFormat> weight_copies;
    /// All gradients exist throughout (accumulation, a contiguous gradient buffer, old frameworks that zero instead of
    /// free); a new gradient exists beside them until it is added.
    bool gradients_always_alive = false;
    /// Gradients of the last step are alive until backward begins.
    bool gradients_alive_in_forward = false;
    LossMemory loss;
};

/// The moments of forward, loss and backward that can be the peak for some micro-batch.
///
/// Forward allocates the output of an operator and frees a tensor after its last reader, unless an operator saves it
/// for backward or it is an output; views and in-place results live in the memory of their source. Backward goes from
/// the last operator to the first: the gradient of an output and those of the inputs exist together; a second gradient
/// of one tensor exists beside the first until both are added; sums and concatenations pass their gradient on;
/// parameter gradients appear; tensors that the operator was the first to save are freed. Full recomputation saves the
/// external inputs of a block and runs the block again before its backward; selective recomputation does so with the
/// attention scores. Of a repeated block the first, the second and the last copies are followed, since all between them
/// are alike and everything they leave is a multiple of one of them. Sizes are exact, without the 512-byte steps of the
/// allocator.
std::vector<Moment> peak_moments(const Network& network, const Analysis& analysis, const WalkOptions& options);

/// All moments of the pass in order; of repeated blocks at most `most_copies` copies (at least 2), evenly spaced.
std::vector<Moment> all_moments(const Network& network, const Analysis& analysis, const WalkOptions& options,
                                std::int64_t most_copies);

} // namespace rigwright
