// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_units.h"

#include "ui/controls/number_text.h"

#include <cmath>

namespace rigwright {

std::optional<double> reading_from_text(const QString& text, const ReadingUnit& unit, double largest)
{
    const std::optional<double> number = number_from_text(text);
    if (!number) return std::nullopt;
    const double amount = *number * unit.size;
    return amount > 0.0 && amount <= largest ? std::optional(amount) : std::nullopt;
}

QString reading_text(double amount, const ReadingUnit& unit)
{
    constexpr int digits = 7;
    return QString::number(amount / unit.size, 'g', digits);
}

} // namespace rigwright
