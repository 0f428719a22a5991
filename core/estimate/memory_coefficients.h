// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rigwright {

class ObjectReader;

/// How far measured memory lies from a prediction made without its source: 80 % between `low` and `high` times the
/// prediction, 98 % below `margin` times.
struct MemoryRange {
    const char* id = "";
    double low = 1.0;
    double high = 1.0;
    double margin = 1.0;
};

/// Fitted and stated constants of the memory model: section "memory" of hardware_db/calibration.json, which says for
/// each what it means and where it was fitted.
struct MemoryCoefficients {
    /// Reserved by the caching allocator over allocated by tensors.
    double reserve_factor = 0.0;
    /// Live bytes for each logit around the loss: 16-bit logits raised to fp32, the same compiled; fp32 throughout;
    /// fused or chunked loss.
    double loss_bytes_per_logit_16bit = 0.0;
    double loss_bytes_per_logit_compiled = 0.0;
    double loss_bytes_per_logit_fp32 = 0.0;
    double loss_bytes_per_logit_fused = 0.0;
    /// Live bytes around the losses of detectors: for a million pixels of the image, and for each predicted number.
    double loss_mib_per_megapixel_two_stage = 0.0;
    double loss_bytes_per_prediction_focal = 0.0;
    double loss_bytes_per_prediction_focal_fused = 0.0;
    double loss_bytes_per_prediction_anchor_shapes = 0.0;
    double loss_bytes_per_prediction_aligned = 0.0;
    /// Device memory of an empty process: lazily loaded kernels, and the share of each multiprocessor before that.
    double context_lazy_mib = 0.0;
    double context_eager_mib_per_multiprocessor = 0.0;
    /// First year whose frameworks load kernels lazily and free gradients instead of zeroing them.
    double lazy_since_year = 0.0;
    /// Buffers of the collective library for each GPU, by kind of link.
    double collective_mib_pcie = 0.0;
    double collective_mib_peer_link = 0.0;
    /// Convolution workspace under algorithm search in fp32: in sizes of the transformed tiles (3 x 3, stride 1), of
    /// the unfolded input (other kernels, grouped; strided), and of input and output (depthwise).
    double workspace_winograd = 0.0;
    double workspace_stride_one = 0.0;
    double workspace_strided = 0.0;
    double workspace_depthwise = 0.0;
    /// Bytes of an 8-bit moment with its block scales.
    double byte_moment_bytes = 0.0;
    /// The reserve with pipeline stages, which hold tensors of several micro-batches.
    double reserve_factor_pipeline = 0.0;
    /// Live bytes for each logit of a rank whose vocabulary is split (Megatron-LM).
    double loss_bytes_vocabulary_parallel = 0.0;
    /// Collective buffers of each further group of GPUs (tensor, pipeline, context, expert) over those of the first.
    double collective_further_share = 0.0;
    /// Share of the products' outputs that per-operator recomputation keeps.
    double kept_product_share = 0.0;
    /// Where measured memory lies, in sizes of the predicted: section "memory_range".
    MemoryRange range;
    MemoryRange detector_range;
};

/// The key under which the calibration file has a coefficient of section "memory".
std::string_view coefficient_key(double MemoryCoefficients::*coefficient);

/// Reads the sections "memory" and "memory_range" of an opened calibration file; what is wrong becomes an issue of
/// `calibration`.
MemoryCoefficients read_memory_coefficients(ObjectReader& calibration);

} // namespace rigwright
