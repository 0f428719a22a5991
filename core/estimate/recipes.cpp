// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/recipes.h"

#include <array>

namespace rigwright {

namespace {

using F = NumberFormat;

// Recipes as PyTorch (autocast, pure formats) and Megatron-LM (16-bit weights, fp32 master and gradients) store them.
constexpr std::array recipes{
    PrecisionRecipe{Precision::fp64, F::fp64, std::nullopt, F::fp64, std::nullopt, F::fp64, false},
    PrecisionRecipe{Precision::fp32, F::fp32, std::nullopt, F::fp32, std::nullopt, F::fp32, false},
    PrecisionRecipe{Precision::tf32, F::fp32, std::nullopt, F::fp32, std::nullopt, F::tf32, false},
    PrecisionRecipe{Precision::fp16_amp, F::fp32, F::fp16, F::fp32, std::nullopt, F::fp16, false},
    PrecisionRecipe{Precision::bf16_amp, F::fp32, F::bf16, F::fp32, std::nullopt, F::bf16, false},
    PrecisionRecipe{Precision::bf16, F::bf16, std::nullopt, F::bf16, std::nullopt, F::bf16, false},
    PrecisionRecipe{Precision::fp16, F::fp16, std::nullopt, F::fp16, std::nullopt, F::fp16, false},
    PrecisionRecipe{Precision::bf16_master, F::bf16, std::nullopt, F::fp32, F::fp32, F::bf16, true},
    PrecisionRecipe{Precision::fp16_master, F::fp16, std::nullopt, F::fp32, F::fp32, F::fp16, true},
    PrecisionRecipe{Precision::fp8, F::bf16, std::nullopt, F::fp32, F::fp32, F::fp8, true},
    PrecisionRecipe{Precision::fp4, F::bf16, std::nullopt, F::fp32, F::fp32, F::fp4, true},
};

// Optimizer state and the temporaries of the update in the PyTorch implementations: torch.optim with its "foreach"
// default (one copy of all parameters for a square root or, in SGD, for the weight decay; Adagrad makes two),
// bitsandbytes (kernels without temporaries), Hugging Face's Adafactor (squares and update, and fp32 copies of 16-bit
// weight and gradient) and timm's LAMB (square root, update, its norm), both of which go array by array. Calls: weight
// decay, moments, root, epsilon and step of their loops over arrays, and zeroing the gradient.
constexpr std::array optimizers{
    OptimizerRow{OptimizerKind::none, "none", 0, MomentStorage::full, false, 0},
    OptimizerRow{OptimizerKind::sgd, "sgd", 0, MomentStorage::full, true, 0, 0, 0, 3},
    OptimizerRow{OptimizerKind::sgd_momentum, "sgd-momentum", 1, MomentStorage::full, true, 1, 0, 0, 5},
    OptimizerRow{OptimizerKind::adam, "adam", 2, MomentStorage::full, true, 1, 0, 0, 9},
    OptimizerRow{OptimizerKind::adamw, "adamw", 2, MomentStorage::full, true, 1, 0, 0, 9},
    OptimizerRow{OptimizerKind::adam_8bit, "adam-8bit", 2, MomentStorage::one_byte, false, 0, 0, 0, 2},
    OptimizerRow{OptimizerKind::adafactor, "adafactor", 1, MomentStorage::factored, false, 0, 2, 2, 15},
    OptimizerRow{OptimizerKind::lion, "lion", 1, MomentStorage::full, true, 1, 0, 0, 7},
    OptimizerRow{OptimizerKind::rmsprop, "rmsprop", 1, MomentStorage::full, true, 1, 0, 0, 6},
    OptimizerRow{OptimizerKind::adagrad, "adagrad", 1, MomentStorage::full, true, 2, 0, 0, 5},
    OptimizerRow{OptimizerKind::lamb, "lamb", 2, MomentStorage::full, false, 0, 3, 0, 13},
};

constexpr std::array storages{
    BaseStorage{BaseWeights::int8, "int8", F::int8, 0.0, 1},
    BaseStorage{BaseWeights::nf4, "nf4", F::nf4, 4.0 / 64.0, 0},
};

constexpr BaseStorage double_quantized{BaseWeights::nf4, "nf4-double-quantized", F::nf4,
                                       1.0 / 64.0 + 4.0 / (64.0 * 256.0), 0};

/// PyTorch 1.10 is from October 2021; 1.11 saves only the output of softmax.
constexpr std::int64_t last_year_of_kept_softmax_inputs = 2021;

/// PyTorch 1.9 is from June 2021; 1.10 derives ReLU from its output (pytorch/pytorch, pull request 63089).
constexpr std::int64_t last_year_of_kept_relu_inputs = 2021;

/// bitsandbytes 0.43.2 is from July 2024; before, MatMul4Bit saved its input (pull request 1270).
constexpr std::int64_t last_year_of_kept_nf4_inputs = 2024;

/// PyTorch 0.4 and 1.0, from April and December 2018. Their in-place ReLU clones its input (issue 4081;
/// `derivatives.yaml` lists `relu` with `self` alone), and products save both factors until pull request 16583 of
/// January 2019.
constexpr std::int64_t year_of_kept_operands = 2018;

/// PyTorch 2.0, from March 2023, adds epsilon to the roots of all second moments into new arrays
/// (`_multi_tensor_adam`); 2.1, from October, adds it in place.
constexpr std::int64_t year_of_copied_denominators = 2023;

template <typename Rows, typename Matches>
constexpr const auto& row_where(const Rows& rows, Matches matches)
{
    for (const auto& row : rows) {
        if (matches(row)) return row;
    }
    return rows.front();
}

} // namespace

const PrecisionRecipe& recipe_of(Precision precision)
{
    return row_where(recipes, [precision](const PrecisionRecipe& row) { return row.precision == precision; });
}

PrecisionRecipe recipe_of(const Training& training)
{
    PrecisionRecipe recipe = recipe_of(training.precision);
    switch (training.gradient_precision) {
    case GradientPrecision::automatic: break;
    case GradientPrecision::fp32: recipe.gradients = F::fp32; break;
    case GradientPrecision::fp16: recipe.gradients = F::fp16; break;
    case GradientPrecision::bf16: recipe.gradients = F::bf16; break;
    }
    return recipe;
}

bool keeps_adapters_in_fp32(const Training& training)
{
    const PrecisionRecipe& recipe = recipe_of(training.precision);
    return training.lora && training.mode == RunMode::train && training.stack == SoftwareStack::typical &&
           !recipe.master && storage_bits(recipe.weights) < 32;
}

PrecisionRecipe trained_recipe(const Training& training)
{
    PrecisionRecipe recipe = recipe_of(training);
    if (keeps_adapters_in_fp32(training)) recipe.weights = recipe.gradients = F::fp32;
    return recipe;
}

FormatPolicy format_policy(const Training& training)
{
    const PrecisionRecipe& recipe = recipe_of(training.precision);
    FormatPolicy policy{recipe.weights, recipe.autocast, training.mode == RunMode::train, training.micro_batch == 1};
    if (!training.framework_year) return policy;
    const std::int64_t year = *training.framework_year;
    policy.softmax_keeps_input = year <= last_year_of_kept_softmax_inputs;
    const bool pytorch = training.framework == Framework::pytorch;
    policy.relu_keeps_input = pytorch && year <= last_year_of_kept_relu_inputs;
    policy.nf4_keeps_input = year <= last_year_of_kept_nf4_inputs;
    policy.keeps_all_operands = pytorch && year == year_of_kept_operands;
    return policy;
}

bool transposes_layout(const Training& training)
{
    // Vendor stacks run convolutions in the layout of the matrix units, and XLA chooses the layout itself.
    const bool by_default = !runs_on_tensorflow(training) && training.stack == SoftwareStack::typical;
    const bool first =
        training.layout == Layout::channels_first || (training.layout == Layout::automatic && by_default);
    return first && !(runs_on_tensorflow(training) && training.execution == Execution::compiled);
}

bool copies_denominator(const OptimizerRow& optimizer, const Training& training)
{
    const bool adam = optimizer.kind == OptimizerKind::adam || optimizer.kind == OptimizerKind::adamw;
    return adam && training.framework_year && *training.framework_year == year_of_copied_denominators;
}

const BaseStorage& base_storage(BaseWeights kind)
{
    return row_where(storages, [kind](const BaseStorage& row) { return row.kind == kind; });
}

const BaseStorage& double_quantized_storage() { return double_quantized; }

const OptimizerRow& optimizer_row(OptimizerKind kind)
{
    return row_where(optimizers, [kind](const OptimizerRow& row) { return row.kind == kind; });
}

} // namespace rigwright
