// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"

#include <span>
#include <string_view>

namespace rigwright {

/// One coefficient of a section of hardware_db/calibration.json and the member it fills.
template <typename Coefficients>
struct CoefficientRow {
    std::string_view key;
    double Coefficients::*member;
};
template <typename Coefficients>
CoefficientRow(std::string_view, double Coefficients::*) -> CoefficientRow<Coefficients>;

/// The value of {"value", "unit", "meaning", "fitted_on", "minimum", "maximum"} under `key`. A value outside its own
/// bounds is the issue `out-of-range`; every field is required.
std::optional<double> read_coefficient(ObjectReader& section, std::string_view key);

/// Fills `into` from the section's object, row by row. What is absent or wrong keeps the member's own value and leaves
/// an issue. The caller finishes the section.
template <typename Coefficients>
void read_coefficients(ObjectReader& section, std::span<const CoefficientRow<Coefficients>> rows, Coefficients& into)
{
    for (const CoefficientRow<Coefficients>& row : rows) {
        if (const std::optional<double> value = read_coefficient(section, row.key)) into.*row.member = *value;
    }
}

} // namespace rigwright
