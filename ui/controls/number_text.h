// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quantities/typed_number.h"

#include <QString>

#include <vector>

namespace rigwright {

/// Reads what was typed into a field with that unit, see `read_number`.
inline TypedNumber read_typed(const QString& text, const QString& unit = {})
{
    return read_number(text.toStdString(), unit.toStdString());
}

/// The shortest text that parses back to the same number, without grouping, with a point, never in exponent form.
QString exact_text(double number);

/// 1, 2, 4, ... between the limits, both limits included.
std::vector<double> powers_of_two(double minimum, double maximum);
/// 1, 2, 5, 10, 20, ... between the limits, both limits included.
std::vector<double> one_two_five(double minimum, double maximum);
/// minimum, minimum + step, ... up to maximum.
std::vector<double> even_steps(double minimum, double maximum, double step);
/// The index of the step with the nearest ratio to the number.
int nearest_step(const std::vector<double>& steps, double number);

} // namespace rigwright
