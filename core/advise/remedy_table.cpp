// SPDX-License-Identifier: Apache-2.0
#include "core/advise/remedy_table.h"

#include "core/advise/remedy_parts.h"

#include <array>

namespace rigwright {

namespace {

using Reach = RemedyReach;

/// One line a remedy; its words are the messages "remedy.<code>" and "remedy.<code>.why".
constexpr std::array table{
    RemedyRow{"fused-attention", Reach::same_training, fused_attention},
    RemedyRow{"fused-cross-entropy", Reach::same_training, fused_cross_entropy},
    RemedyRow{"plain-algorithms", Reach::same_training, plain_algorithms},
    RemedyRow{"in-place-activations", Reach::same_training, in_place_activations},
    RemedyRow{"sharded-states", Reach::same_training, sharded_states},
    RemedyRow{"mixed-precision", Reach::coarser_numbers, mixed_precision},
    RemedyRow{"16-bit-weights", Reach::coarser_numbers, half_wide_weights},
    RemedyRow{"pure-16-bit", Reach::lost_updates, pure_16_bit},
    RemedyRow{"eight-bit-optimizer", Reach::coarser_numbers, eight_bit_optimizer},
    RemedyRow{"factored-optimizer", Reach::other_optimizer, factored_optimizer},
    RemedyRow{"low-rank-adapters", Reach::other_training, low_rank_adapters},
    RemedyRow{"quantized-low-rank-adapters", Reach::other_training, quantized_low_rank_adapters},
    RemedyRow{"quantized-base", Reach::coarser_numbers, quantized_base},
    RemedyRow{"global-average-pooling", Reach::other_training, global_average_pooling},
    RemedyRow{"offloading", Reach::same_training, offloading},
    RemedyRow{"recomputation", Reach::same_training, recomputation},
    RemedyRow{"smaller-micro-batch", Reach::same_training, smaller_micro_batch},
    RemedyRow{"smaller-image", Reach::other_training, smaller_image},
    RemedyRow{"shorter-sequence", Reach::other_training, shorter_sequence},
    RemedyRow{"more-gpus", Reach::other_machine, more_gpus},
    RemedyRow{"split-layers", Reach::other_machine, split_layers},
    RemedyRow{"larger-card", Reach::other_machine, larger_card},
};

} // namespace

std::span<const RemedyRow> remedy_table() { return table; }

} // namespace rigwright
