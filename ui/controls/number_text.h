// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <optional>
#include <vector>

namespace rigwright {

/// Parses a typed number with the locale's decimal mark or a point; surrounding spaces are ignored, and full-width
/// digits and signs are accepted. Groups of three digits may be separated by spaces, apostrophes or commas; a comma or
/// point that could be the locale's decimal mark ("20,000" in German) counts as one. Nothing for other text and for
/// non-finite numbers.
std::optional<double> number_from_text(const QString& text, const QLocale& locale = QLocale());

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
