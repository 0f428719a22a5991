// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/remedy_table.h"
#include "core/scenario/fields.h"
#include "core/scenario/words.h"

namespace rigwright {

// The functions behind the table of remedies, by what they change.

/// A change of a choice field.
template <Spelled Enum>
ScenarioChange choice(const char* path, Enum value)
{
    return {path, std::string(word_of(value))};
}

/// A word of a choice field in a sentence ("precision.bf16-amp").
template <Spelled Enum>
std::pair<std::string, Argument> choice_argument(const char* name, const char* path, Enum value)
{
    return {name, MessageCode{choice_code(path, word_of(value))}};
}

// Batch, kept tensors, kernels, GPUs: remedy_steps_plan.cpp.
RemedySteps fused_attention(const TroubledPlan& plan);
RemedySteps fused_cross_entropy(const TroubledPlan& plan);
RemedySteps plain_algorithms(const TroubledPlan& plan);
RemedySteps sharded_states(const TroubledPlan& plan);
RemedySteps recomputation(const TroubledPlan& plan);
RemedySteps offloading(const TroubledPlan& plan);
RemedySteps smaller_micro_batch(const TroubledPlan& plan);
RemedySteps more_gpus(const TroubledPlan& plan);
RemedySteps split_layers(const TroubledPlan& plan);
RemedySteps larger_card(const TroubledPlan& plan);

// Formats, optimizers, what is trained, the model and its input: remedy_steps_model.cpp.
RemedySteps mixed_precision(const TroubledPlan& plan);
RemedySteps half_wide_weights(const TroubledPlan& plan);
RemedySteps pure_16_bit(const TroubledPlan& plan);
RemedySteps eight_bit_optimizer(const TroubledPlan& plan);
RemedySteps factored_optimizer(const TroubledPlan& plan);
RemedySteps low_rank_adapters(const TroubledPlan& plan);
RemedySteps quantized_low_rank_adapters(const TroubledPlan& plan);
RemedySteps quantized_base(const TroubledPlan& plan);
RemedySteps in_place_activations(const TroubledPlan& plan);
RemedySteps global_average_pooling(const TroubledPlan& plan);
RemedySteps smaller_image(const TroubledPlan& plan);
RemedySteps shorter_sequence(const TroubledPlan& plan);

} // namespace rigwright
