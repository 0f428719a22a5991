// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/cpu_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

constexpr std::array cpu_coefficients{
    CoefficientRow{"product_efficiency", &CpuCoefficients::product_efficiency},
    CoefficientRow{"convolution_efficiency", &CpuCoefficients::convolution_efficiency},
    CoefficientRow{"grouped_efficiency", &CpuCoefficients::grouped_efficiency},
    CoefficientRow{"half_rate_flops_per_core", &CpuCoefficients::half_rate_flops_per_core},
    CoefficientRow{"all_core_clock", &CpuCoefficients::all_core_clock},
    CoefficientRow{"double_rate", &CpuCoefficients::double_rate},
    CoefficientRow{"half_precision_rate", &CpuCoefficients::half_precision_rate},
    CoefficientRow{"bandwidth_efficiency", &CpuCoefficients::bandwidth_efficiency},
    CoefficientRow{"dispatch_seconds_pytorch", &CpuCoefficients::dispatch_seconds_pytorch},
    CoefficientRow{"dispatch_seconds_tensorflow", &CpuCoefficients::dispatch_seconds_tensorflow},
    CoefficientRow{"dispatch_seconds_scikit_learn", &CpuCoefficients::dispatch_seconds_scikit_learn},
    CoefficientRow{"process_mib", &CpuCoefficients::process_mib},
    CoefficientRow{"operating_system_gib", &CpuCoefficients::operating_system_gib},
};

} // namespace

CpuCoefficients read_cpu_coefficients(ObjectReader& calibration)
{
    CpuCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("cpu")) {
        read_coefficients<CpuCoefficients>(*section, cpu_coefficients, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright
