// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"
#include "core/network/analysis.h"

#include <optional>
#include <vector>

namespace rigwright {

/// How the walk sees a step beside the network.
struct WalkOptions {
    Recompute recompute = Recompute::none;
    bool training = true;
    NumberFormat gradients = NumberFormat::fp32;
    /// Format of the weight copies that autocast caches.
    std::optional<NumberFormat> weight_copies;
    /// All gradients exist throughout (accumulation, a contiguous gradient buffer, old frameworks that zero instead of
    /// free).
    bool gradients_always_alive = false;
    /// Live bytes around the loss for each element that the model hands to it.
    double loss_bytes_per_output_element = 0.0;
};

/// What is alive at one moment of a step, as a function of the micro-batch.
struct Moment {
    Phase phase = Phase::forward;
    /// The operator at work and the copy of its block.
    std::size_t op = 0;
    std::int64_t copy = 0;
    /// Kept for backward and not yet released.
    BatchBytes activations;
    /// Gradients of activations, outputs being written, loss tensors, 16-bit weight copies.
    BatchBytes temporary;
    /// Parameter gradients that exist.
    Bytes gradients;

    Bytes total(Count micro_batch) const { return activations.at(micro_batch) + temporary.at(micro_batch) + gradients; }
};

/// The moments of forward, loss and backward that can be the peak for some micro-batch: those that no other moment
/// exceeds in both the constant and the slope.
///
/// Forward adds what each operator keeps; backward goes from the last operator to the first, holds the gradients of an
/// operator's output and inputs, lets parameter gradients appear and what was kept go. In repeated blocks everything is
/// linear in the copy, so the first and the last copy bound the others. Not followed: gradients that wait at forks, and
/// frameworks that reuse a gradient's storage; the interval of the estimate covers them.
std::vector<Moment> peak_moments(const Network& network, const Analysis& analysis, const WalkOptions& options);

/// Of these moments, in their order, those with the largest total at some micro-batch: a handful whatever the network.
std::vector<Moment> upper_envelope(std::vector<Moment> moments);

/// The moment with the largest total at a micro-batch; the earliest of equals. `moments` must not be empty.
const Moment& peak_at(const std::vector<Moment>& moments, Count micro_batch);

} // namespace rigwright
