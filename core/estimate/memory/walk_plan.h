// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/memory/activation_walk.h"

#include <array>
#include <cstdint>
#include <vector>

namespace rigwright {

/// What an operator does to the tensors of the forward pass: it writes some, becomes the first to keep some (of which
/// `moved` existed already), and is the last reader of others.
struct MemoryChange {
    BatchBytes written;
    BatchBytes kept;
    BatchBytes moved;
    BatchBytes freed;
};

/// An operator of one visited copy.
struct WalkStop {
    /// How the gradient of the output reaches the inputs.
    enum class Backward {
        /// A kernel that writes new gradients.
        computes,
        /// Sums give their own gradient to operands of the same size, concatenations parts of it to all.
        hands_on,
        /// A view on a part: the first of them makes the gradient of the whole.
        fills_part,
        /// Nothing happens: the same gradient under another shape.
        idle,
    };

    const OperatorFacts* facts = nullptr;
    MemoryChange change;
    /// Numbers of gradients, `no_id` where there is none.
    std::int32_t output_gradient = no_id;
    std::array<std::int32_t, Operator::max_inputs> input_gradients{no_id, no_id, no_id, no_id,
                                                                   no_id, no_id, no_id, no_id};
    Backward backward = Backward::computes;
    /// Index of what it does when it runs again under recomputation.
    std::int32_t rerun = no_id;
    /// Converted weights that stay from here on, and those that go when the operator has run.
    Bytes weight_copies;
    Bytes passing_weights;
    /// Of those that stay, the ones of frozen weights: autocast caches none of them, autograd saves them.
    Bytes frozen_copies;
    /// A product with a smaller factor is written out before it is summed up for that factor.
    BatchBytes backward_extra;
};

/// Stops [first, last) that run again together before their backward.
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
    /// Left by one copy: what it keeps, its cached weight copies.
    BatchBytes kept;
    Bytes weight_copies;
    /// The whole copy runs again, and converts its weights again.
    bool rebuilt = false;
    /// Stands for all copies, or all but the first, each of which finds memory as the one before it did. That has to be
    /// seen on the way: memory alive must be the same before and after, and so must the gradients that copies hand on.
    bool together = false;
    /// Of a visit that represents all: gradients of what a copy hands on and of what was handed to it.
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
    /// Outputs that no operator keeps.
    BatchBytes outputs;
    /// False where copies were taken for alike that are not.
    bool holds = true;
};

/// How the copies of a repeated block are visited: the first, those between and the last one apart, or together where
/// nothing outside the block tells them apart.
enum class Copies { apart, together };

WalkPlan plan_walk(const Network& network, const Analysis& analysis, const WalkOptions& options, Copies copies);

} // namespace rigwright
