// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

using C = MeasuredCoefficients;

constexpr std::array rows{
    CoefficientRow<C>{"overhead_sd_mib", &C::overhead_sd_mib},
    CoefficientRow<C>{"overhead_reading_sd_mib", &C::overhead_reading_sd_mib},
    CoefficientRow<C>{"reading_sd_allocated", &C::reading_sd_allocated},
    CoefficientRow<C>{"reading_sd_reserved", &C::reading_sd_reserved},
    CoefficientRow<C>{"reading_sd_device", &C::reading_sd_device},
    CoefficientRow<C>{"scatter_memory", &C::scatter_memory},
    CoefficientRow<C>{"host_sd", &C::host_sd},
    CoefficientRow<C>{"communication_sd", &C::communication_sd},
    CoefficientRow<C>{"loading_sd", &C::loading_sd},
    CoefficientRow<C>{"reading_sd_step", &C::reading_sd_step},
    CoefficientRow<C>{"scatter_time", &C::scatter_time},
    CoefficientRow<C>{"carry_over_memory", &C::carry_over_memory},
    CoefficientRow<C>{"carry_over_time", &C::carry_over_time},
    CoefficientRow<C>{"far_from_model", &C::far_from_model},
};

} // namespace

MeasuredCoefficients read_measured_coefficients(ObjectReader& calibration)
{
    MeasuredCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("measured")) {
        read_coefficients<C>(*section, rows, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright
