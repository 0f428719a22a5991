// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/requirement_coefficients.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

using C = RequirementCoefficients;

constexpr std::array rows{
    CoefficientRow<C>{"operating_system_gib", &C::operating_system_gib},
    CoefficientRow<C>{"dataset_copies", &C::dataset_copies},
    CoefficientRow<C>{"checkpoints_kept", &C::checkpoints_kept},
    CoefficientRow<C>{"most_utilisation", &C::most_utilisation},
};

} // namespace

RequirementCoefficients read_requirement_coefficients(ObjectReader& calibration)
{
    RequirementCoefficients coefficients;
    if (std::optional<ObjectReader> section = calibration.required_object("requirements")) {
        read_coefficients<C>(*section, rows, coefficients);
        section->finish();
    }
    return coefficients;
}

} // namespace rigwright
