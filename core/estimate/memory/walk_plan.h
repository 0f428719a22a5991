// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/activation_walk.h"

#include <array>
#include <cstdint>
#include <vector>

namespace rigwright {

/// Effect of an operator on the tensors of the forward pass: it writes some, is the first to save some (of which
/// `moved` existed already), and is the last reader of others.
struct MemoryChange {
    BatchBytes written;
    BatchBytes kept;
    BatchBytes moved;
    BatchBytes freed;
};

/// An operator of one visited copy.
struct WalkStop {
    /// How the gradient reaches the inputs from the output.
    enum class Backward {
        /// A kernel that writes new gradients.
        computes,
        /// Sums pass their own gradient to operands of the same size, concatenations parts of it to all.
        hands_on,
        /// A view of a part: the first such view creates the gradient of the whole.
        fills_part,
        /// No operation: the same gradient under another shape.
        idle,
    };

    const OperatorFacts* facts = nullptr;
    MemoryChange change;
    /// Gradient numbers; `no_id` for none.
    std::int32_t output_gradient = no_id;
    std::array<std::int32_t, Operator::max_inputs> input_gradients{no_id, no_id, no_id, no_id,
                                                                   no_id, no_id, no_id, no_id};
    Backward backward = Backward::computes;
    /// Index of its changes when recomputation runs it again.
    std::int32_t rerun = no_id;
    /// Converted weights that stay from here on, and those released when the operator has run.
    Bytes weight_copies;
    Bytes passing_weights;
    /// The part of `weight_copies` of frozen weights: autocast caches none of them, autograd saves them.
    Bytes frozen_copies;
    /// The gradient of a smaller factor is written at full size before it is summed.
    BatchBytes backward_extra;
};

/// Stops [first, last) that are recomputed together before their backward.
struct WalkUnit {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// `copies` consecutive copies of a block that are alike, followed once.
struct WalkVisit {
    std::size_t block = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t first_unit = 0;
    std::size_t last_unit = 0;
    std::int64_t first_copy = 0;
    std::int64_t copies = 1;
    /// Memory left by one copy: saved tensors, cached weight copies.
    BatchBytes kept;
    Bytes weight_copies;
    /// The whole copy is recomputed and converts its weights again.
    bool rebuilt = false;
    /// The visit represents all copies, or all but the first, if each finds memory as the one before it did. The walk
    /// verifies that: memory alive must be the same before and after, and so must the gradients that copies pass on.
    bool together = false;
    /// For a visit that represents all: gradients of a copy's outgoing and incoming tensors.
    std::int32_t gradient_out = no_id;
    std::int32_t gradient_in = no_id;
};

struct WalkPlan {
    std::vector<WalkStop> stops;
    std::vector<MemoryChange> reruns;
    std::vector<WalkUnit> units;
    std::vector<WalkVisit> visits;
    /// Bytes of every gradient.
    std::vector<BatchBytes> gradients;
    std::vector<std::int32_t> output_gradients;
    /// Outputs that no operator saves.
    BatchBytes outputs;
    /// False if copies assumed to be alike are not.
    bool holds = true;
};

/// How the copies of a repeated block are visited: the first, those between and the last one separately, or together if
/// nothing outside the block distinguishes them.
enum class Copies { apart, together };

WalkPlan plan_walk(const Network& network, const Analysis& analysis, const WalkOptions& options, Copies copies);

} // namespace rigwright
