// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace rigwright {

/// Formats of storage and products under a precision setting: the rows of the textbook tables, as data.
struct PrecisionRecipe {
    Precision precision = Precision::fp32;
    NumberFormat weights = NumberFormat::fp32;
    /// Autocast keeps fp32 weights and caches copies in this format.
    std::optional<NumberFormat> autocast;
    NumberFormat gradients = NumberFormat::fp32;
    /// Format of a second copy of the weights, which the optimizer updates.
    std::optional<NumberFormat> master;
    /// Format of the matrix units.
    NumberFormat product = NumberFormat::fp32;
    /// One contiguous gradient buffer that lives for the whole run (Megatron-LM style trainers).
    bool gradient_buffer = false;

    /// Format that operators compute in and store activations in.
    NumberFormat computed() const { return autocast.value_or(weights); }
};

const PrecisionRecipe& recipe_of(Precision precision);
/// The recipe with the scenario's `gradient_precision` applied.
PrecisionRecipe recipe_of(const Training& training);
/// While training, PEFT keeps adapters in fp32 beside a 16-bit base (its `autocast_adapter_dtype`, on unless told
/// otherwise); trainers with master weights and vendor-tuned stacks (NeMo) keep them as all other weights.
bool keeps_adapters_in_fp32(const Training& training);
/// The recipe of what is trained: of adapters that stay in fp32 beside a 16-bit base, theirs.
PrecisionRecipe trained_recipe(const Training& training);
FormatPolicy format_policy(const Training& training);

/// Whether convolutions read channels-first tensors, which matrix units can use only after a copy.
bool transposes_layout(const Training& training);

/// Storage of an optimizer's state.
enum class MomentStorage {
    /// One number per parameter in the format of the master copy or, without one, of the weights.
    full,
    /// One byte per parameter and fp32 scales for blocks of it (Dettmers et al. 2022, 8-bit optimizers); fp32 for
    /// embedding tables and for arrays of fewer than 4,096 numbers (bitsandbytes, `min_8bit_size`).
    one_byte,
    /// fp32 sums of the rows and columns of each matrix (Shazeer and Stern 2018, Adafactor; for a convolution over its
    /// last two axes, as in Hugging Face's code), one number per parameter of a vector.
    factored,
};

struct OptimizerRow {
    OptimizerKind kind = OptimizerKind::none;
    std::string_view id;
    /// Numbers stored per parameter.
    int moments = 0;
    MomentStorage storage = MomentStorage::full;
    /// The update of all arrays at once makes a temporary copy of the parameters (PyTorch's "foreach" default on CUDA).
    bool multi_tensor = true;
    /// Number of such copies.
    int update_copies = 1;
    /// Number of fp32 temporaries of the size of the largest array, if the update goes array by array; the second
    /// member counts those needed only if weights are 16 bit without an fp32 master (copies of weight and gradient).
    int array_temporaries = 0;
    int widening_temporaries = 0;
    /// Operations per array in a loop over arrays, including zeroing its gradient.
    int calls = 0;
};

/// Storage of the frozen matrices of a base model: bytes of a number and of its scales.
struct BaseStorage {
    BaseWeights kind = BaseWeights::same;
    std::string_view id;
    NumberFormat format = NumberFormat::fp32;
    /// Bytes of scales per number.
    double scale_bytes = 0.0;
    /// fp32 scales per row of a matrix.
    int row_scales = 0;
};

/// int8: one fp32 scale per row (Dettmers et al. 2022, LLM.int8()). nf4: one fp32 scale per block of 64 (Dettmers et
/// al. 2023, QLoRA). Not for `same`.
const BaseStorage& base_storage(BaseWeights kind);
/// nf4 whose scales are quantized to one byte, with one fp32 scale per 256 of them (QLoRA, section 3).
const BaseStorage& double_quantized_storage();

/// One row per optimizer.
const OptimizerRow& optimizer_row(OptimizerKind kind);
/// Whether Adam's update of all arrays at once writes the denominator to a new array beside the root, as PyTorch did in
/// one year.
bool copies_denominator(const OptimizerRow& optimizer, const Training& training);

} // namespace rigwright
