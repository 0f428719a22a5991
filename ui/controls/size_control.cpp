// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/size_control.h"

#include "ui/controls/number_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace rigwright {

SizeControl::SizeControl(QString height, QString width, NumberSpec spec, QWidget* parent)
    : ParameterControl(std::move(height), std::move(spec), parent),
      width_path_(std::move(width))
{}

bool SizeControl::edits(const QString& path) const { return path == width_path_ || ParameterControl::edits(path); }

void SizeControl::show_size(const FieldValue& height, const FieldValue& width, bool is_default)
{
    const auto* high = std::get_if<std::int64_t>(&height);
    const auto* wide = std::get_if<std::int64_t>(&width);
    const std::optional<double> former = width_;
    width_ = wide ? std::optional(static_cast<double>(*wide)) : std::nullopt;
    if (width_ != asked_width_) {
        asked_width_.reset();
        if (high && wide) ratio_ = *width_ / static_cast<double>(*high);
    }
    const bool same_height = height == shown();
    show_value(height, is_default);
    if (same_height && former != width_) show_in_force();
}

double SizeControl::width_at(double height) const
{
    return std::clamp(std::round(height * ratio_), spec().minimum, spec().maximum);
}

QString SizeControl::shown_text(double number) const
{
    const double width = number == shown_number() && width_ ? *width_ : width_at(number);
    return QStringLiteral("%1\u00a0×\u00a0%2").arg(exact_text(width), exact_text(number));
}

std::optional<SizeControl::Size> SizeControl::size_of(const QString& text) const
{
    if (const auto pair = read_number_pair(text.toStdString())) return Size{(*pair)[0], (*pair)[1]};
    const std::optional<double> side = read_typed(text, field()->unit()).number;
    return side ? std::optional(Size{*side, *side}) : std::nullopt;
}

bool SizeControl::understands(const QString& text) const
{
    if (text.trimmed().isEmpty() && spec().optional) return true;
    const std::optional<Size> size = size_of(text);
    return size && legal(size->width) && legal(size->height);
}

QString SizeControl::why_not(const QString& text) const
{
    if (!text.trimmed().isEmpty() && !size_of(text)) return ParameterControl::why_not(text);
    const QLocale locale;
    return tr("“%1” is not a width × height of whole numbers from %2 to %3.")
        .arg(text, locale.toString(spec().minimum, 'g', 12), locale.toString(spec().maximum, 'g', 12));
}

double SizeControl::present() const
{
    const std::optional<Size> typed = size_of(field()->text());
    return typed ? typed->height : shown_number().value_or(spec().steps.front());
}

void SizeControl::take(const QString& text)
{
    if (text.trimmed().isEmpty()) {
        asked_width_.reset();
        emit size_entered({}, {});
        return;
    }
    const Size size = *size_of(text);
    ratio_ = size.width / size.height;
    ask_for(size);
}

void SizeControl::take_number(double number) { ask_for({width_at(number), number}); }

void SizeControl::ask_for(const Size& size)
{
    clear_mark();
    asked_width_ = size.width;
    emit size_entered(*legal(size.height), *legal(size.width));
}

void SizeControl::reset()
{
    show_in_force();
    asked_width_.reset();
    emit size_entered({}, {});
    editor()->setFocus();
}

} // namespace rigwright
