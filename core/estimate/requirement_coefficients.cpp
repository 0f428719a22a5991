// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/requirement_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

constexpr std::array requirement_coefficients{
    CoefficientRow{"operating_system_gib", &RequirementCoefficients::operating_system_gib},
    CoefficientRow{"dataset_copies", &RequirementCoefficients::dataset_copies},
    CoefficientRow{"checkpoints_kept", &RequirementCoefficients::checkpoints_kept},
    CoefficientRow{"most_utilisation", &RequirementCoefficients::most_utilisation},
    CoefficientRow{"defect_pixels_at_input", &RequirementCoefficients::defect_pixels_at_input},
};

} // namespace

RequirementCoefficients read_requirement_coefficients(ObjectReader& calibration)
{
    RequirementCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("requirements")) {
        read_coefficients<RequirementCoefficients>(*section, requirement_coefficients, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright
