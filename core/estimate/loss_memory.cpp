// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/loss_memory.h"

namespace rigwright {

namespace {

double bytes_per_logit(const Training& training, const PrecisionRecipe& recipe, const MemoryCoefficients& c)
{
    if (training.cross_entropy == CrossEntropyChoice::fused) return c.loss_bytes_per_logit_fused;
    const bool narrow = recipe.autocast.has_value() || storage_bits(recipe.weights) < 32;
    if (!narrow) return c.loss_bytes_per_logit_fp32;
    return training.execution == Execution::compiled ? c.loss_bytes_per_logit_compiled : c.loss_bytes_per_logit_16bit;
}

/// One kernel for loss and gradient writes no chain of element-wise results.
double bytes_per_focal_prediction(const Training& training, const MemoryCoefficients& c)
{
    const bool fused = training.cross_entropy == CrossEntropyChoice::fused;
    return fused ? c.loss_bytes_per_prediction_focal_fused : c.loss_bytes_per_prediction_focal;
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
    switch (network.loss) {
    case LossKind::per_element: return {bytes_per_logit(training, recipe, c), 0.0, true};
    case LossKind::two_stage:
        return {0.0, Bytes::mib(c.loss_mib_per_megapixel_two_stage * megapixels(network)).as_double(), false};
    case LossKind::focal: return {bytes_per_focal_prediction(training, c), 0.0, false};
    case LossKind::anchor_shapes: return {c.loss_bytes_per_prediction_anchor_shapes, 0.0, true};
    case LossKind::aligned_predictions: return {c.loss_bytes_per_prediction_aligned, 0.0, true};
    }
    return {};
}

} // namespace rigwright
