// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <optional>
#include <vector>

namespace rigwright {

/// The number a person typed, with the locale's decimal mark or a point; spaces around it do not matter. Nothing for
/// other text, for grouped digits ("1,000" would be one or a thousand depending on where one grew up) and for what is
/// not finite.
std::optional<double> number_from_text(const QString& text, const QLocale& locale = QLocale());

/// The shortest text that reads back as the same number, without grouping, with a point, never in exponent form.
QString exact_text(double number);

/// 1, 2, 4, ... between the limits, both limits included.
std::vector<double> powers_of_two(double minimum, double maximum);
/// 1, 2, 5, 10, 20, ... between the limits, both limits included.
std::vector<double> one_two_five(double minimum, double maximum);
/// minimum, minimum + step, ... up to maximum.
std::vector<double> even_steps(double minimum, double maximum, double step);
/// The position whose step is nearest to the number in ratio.
int nearest_step(const std::vector<double>& steps, double number);

} // namespace rigwright
