// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace rigwright {

/// What a precision setting stores and multiplies: the rows of the textbook tables, as data.
struct PrecisionRecipe {
    Precision precision = Precision::fp32;
    NumberFormat weights = NumberFormat::fp32;
    /// Autocast keeps fp32 weights and caches copies in this format.
    std::optional<NumberFormat> autocast;
    NumberFormat gradients = NumberFormat::fp32;
    /// A second copy of the weights that the optimizer updates.
    std::optional<NumberFormat> master;
    /// Format of the matrix units.
    NumberFormat product = NumberFormat::fp32;
    /// One contiguous gradient buffer that lives for the whole run (Megatron-LM style trainers).
    bool gradient_buffer = false;
};

const PrecisionRecipe& recipe_of(Precision precision);
/// The recipe with the scenario's `gradient_precision` applied.
PrecisionRecipe recipe_of(const Training& training);
FormatPolicy format_policy(const Training& training);

/// How an optimizer stores what it remembers.
enum class MomentStorage {
    /// One number a parameter in the format of the master copy or, without one, of the weights.
    full,
    /// One byte a parameter and fp32 scales for blocks of it (Dettmers et al. 2022, 8-bit optimizers).
    one_byte,
    /// Sums of rows and columns only (Shazeer and Stern 2018, Adafactor), taken for square matrices.
    factored,
};

struct OptimizerRow {
    OptimizerKind kind = OptimizerKind::none;
    std::string_view id;
    /// Numbers remembered for each parameter.
    int moments = 0;
    MomentStorage storage = MomentStorage::full;
    /// The update of all arrays at once makes a temporary copy of the parameters (PyTorch's "foreach" default on CUDA).
    bool multi_tensor = true;
};

/// One row an optimizer.
const OptimizerRow& optimizer_row(OptimizerKind kind);

} // namespace rigwright
