// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

using C = MemoryCoefficients;

constexpr std::array rows{
    CoefficientRow<C>{"reserve_factor", &C::reserve_factor},
    CoefficientRow<C>{"loss_bytes_per_logit_16bit", &C::loss_bytes_per_logit_16bit},
    CoefficientRow<C>{"loss_bytes_per_logit_compiled", &C::loss_bytes_per_logit_compiled},
    CoefficientRow<C>{"loss_bytes_per_logit_fp32", &C::loss_bytes_per_logit_fp32},
    CoefficientRow<C>{"loss_bytes_per_logit_fused", &C::loss_bytes_per_logit_fused},
    CoefficientRow<C>{"loss_mib_per_megapixel_two_stage", &C::loss_mib_per_megapixel_two_stage},
    CoefficientRow<C>{"loss_bytes_per_prediction_focal", &C::loss_bytes_per_prediction_focal},
    CoefficientRow<C>{"loss_bytes_per_prediction_focal_fused", &C::loss_bytes_per_prediction_focal_fused},
    CoefficientRow<C>{"loss_bytes_per_prediction_anchor_shapes", &C::loss_bytes_per_prediction_anchor_shapes},
    CoefficientRow<C>{"loss_bytes_per_prediction_aligned", &C::loss_bytes_per_prediction_aligned},
    CoefficientRow<C>{"context_lazy_mib", &C::context_lazy_mib},
    CoefficientRow<C>{"context_eager_mib_per_multiprocessor", &C::context_eager_mib_per_multiprocessor},
    CoefficientRow<C>{"lazy_since_year", &C::lazy_since_year},
    CoefficientRow<C>{"collective_mib_pcie", &C::collective_mib_pcie},
    CoefficientRow<C>{"collective_mib_peer_link", &C::collective_mib_peer_link},
    CoefficientRow<C>{"workspace_winograd", &C::workspace_winograd},
    CoefficientRow<C>{"workspace_stride_one", &C::workspace_stride_one},
    CoefficientRow<C>{"workspace_strided", &C::workspace_strided},
    CoefficientRow<C>{"workspace_depthwise", &C::workspace_depthwise},
    CoefficientRow<C>{"byte_moment_bytes", &C::byte_moment_bytes},
    CoefficientRow<C>{"reserve_factor_pipeline", &C::reserve_factor_pipeline},
    CoefficientRow<C>{"loss_bytes_vocabulary_parallel", &C::loss_bytes_vocabulary_parallel},
    CoefficientRow<C>{"collective_further_share", &C::collective_further_share},
    CoefficientRow<C>{"kept_product_share", &C::kept_product_share},
};

MemoryRange read_range(ObjectReader& ranges, const char* id)
{
    MemoryRange range{id};
    std::optional<ObjectReader> entry = ranges.required_object(id);
    if (!entry) return range;
    range.low = entry->required_number("low", {0.0, 1.0, true}).value_or(range.low);
    range.high = entry->required_number("high", {1.0, 100.0, false}).value_or(range.high);
    range.margin = entry->required_number("margin", {range.high, 100.0, false}).value_or(range.high);
    entry->required_text("fitted_on");
    entry->finish();
    return range;
}

} // namespace

MemoryCoefficients read_memory_coefficients(ObjectReader& calibration)
{
    MemoryCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("memory")) {
        read_coefficients<C>(*section, rows, coefficients);
        section->finish();
    }
    if (std::optional<ObjectReader> ranges = calibration.required_object("memory_range")) {
        coefficients.range = read_range(*ranges, "readings");
        coefficients.detector_range = read_range(*ranges, "detectors");
        ranges->finish();
    }
    return coefficients;
}

} // namespace rigwright
