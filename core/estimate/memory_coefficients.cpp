// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/memory_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

constexpr std::array memory_coefficients{
    CoefficientRow{"reserve_factor", &MemoryCoefficients::reserve_factor},
    CoefficientRow{"loss_bytes_per_logit_16bit", &MemoryCoefficients::loss_bytes_per_logit_16bit},
    CoefficientRow{"loss_bytes_per_logit_compiled", &MemoryCoefficients::loss_bytes_per_logit_compiled},
    CoefficientRow{"loss_bytes_per_logit_fp32", &MemoryCoefficients::loss_bytes_per_logit_fp32},
    CoefficientRow{"loss_bytes_per_logit_fused", &MemoryCoefficients::loss_bytes_per_logit_fused},
    CoefficientRow{"loss_mib_per_megapixel_two_stage", &MemoryCoefficients::loss_mib_per_megapixel_two_stage},
    CoefficientRow{"loss_bytes_per_prediction_focal", &MemoryCoefficients::loss_bytes_per_prediction_focal},
    CoefficientRow{"loss_bytes_per_prediction_focal_fused", &MemoryCoefficients::loss_bytes_per_prediction_focal_fused},
    CoefficientRow{"loss_bytes_per_prediction_anchor_shapes",
                   &MemoryCoefficients::loss_bytes_per_prediction_anchor_shapes},
    CoefficientRow{"loss_bytes_per_prediction_aligned", &MemoryCoefficients::loss_bytes_per_prediction_aligned},
    CoefficientRow{"context_lazy_mib", &MemoryCoefficients::context_lazy_mib},
    CoefficientRow{"context_eager_mib_per_multiprocessor", &MemoryCoefficients::context_eager_mib_per_multiprocessor},
    CoefficientRow{"lazy_since_year", &MemoryCoefficients::lazy_since_year},
    CoefficientRow{"collective_mib_pcie", &MemoryCoefficients::collective_mib_pcie},
    CoefficientRow{"collective_mib_peer_link", &MemoryCoefficients::collective_mib_peer_link},
    CoefficientRow{"workspace_winograd", &MemoryCoefficients::workspace_winograd},
    CoefficientRow{"workspace_stride_one", &MemoryCoefficients::workspace_stride_one},
    CoefficientRow{"workspace_strided", &MemoryCoefficients::workspace_strided},
    CoefficientRow{"workspace_depthwise", &MemoryCoefficients::workspace_depthwise},
    CoefficientRow{"byte_moment_bytes", &MemoryCoefficients::byte_moment_bytes},
    CoefficientRow{"reserve_factor_pipeline", &MemoryCoefficients::reserve_factor_pipeline},
    CoefficientRow{"loss_bytes_vocabulary_parallel", &MemoryCoefficients::loss_bytes_vocabulary_parallel},
    CoefficientRow{"collective_further_share", &MemoryCoefficients::collective_further_share},
    CoefficientRow{"kept_product_share", &MemoryCoefficients::kept_product_share},
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

std::string_view coefficient_key(double MemoryCoefficients::*coefficient)
{
    for (const auto& row : memory_coefficients)
        if (row.member == coefficient) return row.key;
    return {};
}

MemoryCoefficients read_memory_coefficients(ObjectReader& calibration)
{
    MemoryCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("memory")) {
        read_coefficients<MemoryCoefficients>(*section, memory_coefficients, coefficients);
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
