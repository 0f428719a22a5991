// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/conventions.h"

#include "core/estimate/coefficient_section.h"

#include <array>

namespace rigwright {

namespace {

constexpr std::array convention_rows{
    CoefficientRow<Conventions>{"saturation_share", &Conventions::saturation_share},
    CoefficientRow<Conventions>{"supply_load_share", &Conventions::supply_load_share},
};

} // namespace

Conventions read_conventions(ObjectReader& calibration)
{
    Conventions conventions;
    if (std::optional<ObjectReader> section = calibration.required_object("conventions")) {
        read_coefficients<Conventions>(*section, convention_rows, conventions);
        section->finish();
    }
    return conventions;
}

} // namespace rigwright
