// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quantities/typed_number.h"

#include <QAbstractSpinBox>
#include <QString>

#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

namespace rigwright {

/// Parses text typed into a field with that unit, see `read_number`.
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

/// A spin box that accepts numbers as all fields do: "20k", "2万", "1.5 TB". Its suffix is the unit of the field.
template <typename Box>
class TypedSpinBox : public Box {
public:
    using Number = decltype(std::declval<const Box&>().value());

    explicit TypedSpinBox(QWidget* parent) : Box(parent) { Box::setKeyboardTracking(false); }

protected:
    QValidator::State validate(QString& text, int&) const override
    {
        const std::optional<double> number = typed(text);
        const bool fits = number && *number >= Box::minimum() && *number <= Box::maximum();
        return fits ? QValidator::Acceptable : QValidator::Intermediate;
    }
    Number valueFromText(const QString& text) const override
    {
        const double number = typed(text).value_or(0.0);
        return static_cast<Number>(std::is_integral_v<Number> ? std::round(number) : number);
    }

private:
    std::optional<double> typed(const QString& text) const
    {
        // The suffix stays while another unit is typed before it.
        const QString suffix = Box::suffix();
        const bool has_suffix = !suffix.isEmpty() && text.endsWith(suffix);
        return read_typed(has_suffix ? text.chopped(suffix.size()) : text, suffix.trimmed()).number;
    }
};

} // namespace rigwright
