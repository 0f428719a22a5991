// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/number_text.h"

#include <QAbstractSpinBox>

#include <cmath>
#include <type_traits>
#include <utility>

namespace rigwright {

/// A spin box that understands numbers as all fields do: "20k", "2万", "1.5 TB". Its suffix is the unit of the field.
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
