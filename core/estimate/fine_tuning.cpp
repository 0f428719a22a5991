// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/fine_tuning.h"

#include "core/estimate/recipes.h"
#include "core/network/low_rank_adapters.h"

namespace rigwright {

namespace {

/// What scripts for adapters drop unless told otherwise: litgpt and alpaca-lora 0.05, QLoRA 0.1 up to 13B and 0.05
/// above. Only that it is not zero matters to memory.
constexpr double adapter_dropout = 0.05;

} // namespace

bool trains_quantized_base(const Training& training)
{
    return training.base_weights != BaseWeights::same && training.mode == RunMode::train && !training.lora;
}

bool keeps_adapters_in_fp32(const Training& training)
{
    const PrecisionRecipe& recipe = recipe_of(training.precision);
    return training.lora && training.mode == RunMode::train && !recipe.master && storage_bits(recipe.weights) < 32;
}

bool set_up_fine_tuning(Network& network, const Training& training)
{
    if (training.base_weights != BaseWeights::same)
        quantize_linear_weights(network, base_storage(training.base_weights).format);
    if (!training.lora) return true;
    const AdapterTargets targets = training.lora->targets == LoraTargets::all_linear ? AdapterTargets::all_linear
                                                                                     : AdapterTargets::query_and_value;
    const double dropout = training.mode == RunMode::train ? adapter_dropout : 0.0;
    return add_low_rank_adapters(network, training.lora->rank, targets, dropout, keeps_adapters_in_fp32(training)) >
           Count(0);
}

} // namespace rigwright
