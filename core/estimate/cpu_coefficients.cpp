// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/cpu_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

using C = CpuCoefficients;

constexpr std::array rows{
    CoefficientRow<C>{"product_efficiency", &C::product_efficiency},
    CoefficientRow<C>{"convolution_efficiency", &C::convolution_efficiency},
    CoefficientRow<C>{"grouped_efficiency", &C::grouped_efficiency},
    CoefficientRow<C>{"half_rate_flops_per_core", &C::half_rate_flops_per_core},
    CoefficientRow<C>{"all_core_clock", &C::all_core_clock},
    CoefficientRow<C>{"double_rate", &C::double_rate},
    CoefficientRow<C>{"half_precision_rate", &C::half_precision_rate},
    CoefficientRow<C>{"bandwidth_efficiency", &C::bandwidth_efficiency},
    CoefficientRow<C>{"dispatch_seconds_pytorch", &C::dispatch_seconds_pytorch},
    CoefficientRow<C>{"dispatch_seconds_tensorflow", &C::dispatch_seconds_tensorflow},
    CoefficientRow<C>{"dispatch_seconds_scikit_learn", &C::dispatch_seconds_scikit_learn},
    CoefficientRow<C>{"process_mib", &C::process_mib},
    CoefficientRow<C>{"operating_system_gib", &C::operating_system_gib},
};

} // namespace

CpuCoefficients read_cpu_coefficients(ObjectReader& calibration)
{
    CpuCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("cpu")) {
        read_coefficients<C>(*section, rows, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright
