// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

constexpr std::array measured_coefficients{
    CoefficientRow{"overhead_sd_mib", &MeasuredCoefficients::overhead_sd_mib},
    CoefficientRow{"overhead_reading_sd_mib", &MeasuredCoefficients::overhead_reading_sd_mib},
    CoefficientRow{"reading_sd_allocated", &MeasuredCoefficients::reading_sd_allocated},
    CoefficientRow{"reading_sd_reserved", &MeasuredCoefficients::reading_sd_reserved},
    CoefficientRow{"reading_sd_device", &MeasuredCoefficients::reading_sd_device},
    CoefficientRow{"scatter_memory", &MeasuredCoefficients::scatter_memory},
    CoefficientRow{"host_sd", &MeasuredCoefficients::host_sd},
    CoefficientRow{"communication_sd", &MeasuredCoefficients::communication_sd},
    CoefficientRow{"loading_sd", &MeasuredCoefficients::loading_sd},
    CoefficientRow{"reading_sd_step", &MeasuredCoefficients::reading_sd_step},
    CoefficientRow{"scatter_time", &MeasuredCoefficients::scatter_time},
    CoefficientRow{"carry_over_memory", &MeasuredCoefficients::carry_over_memory},
    CoefficientRow{"carry_over_time", &MeasuredCoefficients::carry_over_time},
    CoefficientRow{"far_from_model", &MeasuredCoefficients::far_from_model},
};

} // namespace

MeasuredCoefficients read_measured_coefficients(ObjectReader& calibration)
{
    MeasuredCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("measured")) {
        read_coefficients<MeasuredCoefficients>(*section, measured_coefficients, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright
