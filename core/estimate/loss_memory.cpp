// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/loss_memory.h"

namespace rigwright {

namespace {

using Coefficient = double MemoryCoefficients::*;

Coefficient bytes_per_logit(const Training& training, const PrecisionRecipe& recipe)
{
    using C = MemoryCoefficients;
    if (training.cross_entropy == CrossEntropyChoice::fused) return &C::loss_bytes_per_logit_fused;
    const bool narrow = recipe.autocast.has_value() || storage_bits(recipe.weights) < 32;
    if (!narrow) return &C::loss_bytes_per_logit_fp32;
    return training.execution == Execution::compiled ? &C::loss_bytes_per_logit_compiled
                                                     : &C::loss_bytes_per_logit_16bit;
}

/// One kernel for loss and gradient writes no chain of element-wise results.
Coefficient bytes_per_focal_prediction(const Training& training)
{
    const bool fused = training.cross_entropy == CrossEntropyChoice::fused;
    return fused ? &MemoryCoefficients::loss_bytes_per_prediction_focal_fused
                 : &MemoryCoefficients::loss_bytes_per_prediction_focal;
}

/// Millions of pixels of the first image that the network reads.
double megapixels(const Network& network)
{
    if (network.operators.empty() || network.operators.front().inputs[0] == no_id) return 0.0;
    const Shape& image = network.shape_of(network.operators.front().inputs[0]);
    return (image.elements() / Count(image[0])).as_double() / 1e6;
}

} // namespace

LossMemory loss_memory(const Network& network, const Training& training, const PrecisionRecipe& recipe,
                       const MemoryCoefficients& c)
{
    const auto by_output = [&](Coefficient bytes, bool holds_outputs) {
        return LossMemory{c.*bytes, bytes, 0.0, holds_outputs};
    };
    switch (network.loss) {
    case LossKind::per_element: return by_output(bytes_per_logit(training, recipe), true);
    case LossKind::two_stage:
        return {0.0, nullptr, Bytes::mib(c.loss_mib_per_megapixel_two_stage * megapixels(network)).as_double(), false};
    case LossKind::focal: return by_output(bytes_per_focal_prediction(training), false);
    case LossKind::anchor_shapes: return by_output(&MemoryCoefficients::loss_bytes_per_prediction_anchor_shapes, true);
    case LossKind::aligned_predictions: return by_output(&MemoryCoefficients::loss_bytes_per_prediction_aligned, true);
    }
    return {};
}

} // namespace rigwright
