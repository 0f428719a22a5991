// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/parameter_control.h"

#include "ui/controls/number_text.h"
#include "ui/format/on_change.h"
#include "ui/format/words.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

std::optional<double> number_of(const FieldValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return std::nullopt;
}

} // namespace

ParameterControl::ParameterControl(QString path, NumberSpec spec, QWidget* parent)
    : FieldControl(std::move(path), parent),
      spec_(std::move(spec)),
      field_(new NumberField(this))
{
    if (spec_.has_slider) {
        slider_ = new StepSlider(this);
        slider_->set_steps(spec_.steps);
        // A click on the slider focuses the field. A focus proxy would make the slider a Tab stop.
        on_change(slider_, QEvent::FocusIn, [this] { field_->setFocus(Qt::OtherFocusReason); });
        place_below(slider_);
    }
    fit_field();
    place_editor(false);
    connect_editors();
}

void ParameterControl::connect_editors()
{
    if (slider_ != nullptr) {
        connect(slider_, &StepSlider::valueChanged, this, &ParameterControl::slide);
        connect(slider_, &StepSlider::gesture_began, this, [this] {
            end_touch_gesture();
            emit gesture_began();
        });
        connect(slider_, &StepSlider::gesture_ended, this, &ParameterControl::gesture_ended);
        connect(slider_, &StepSlider::handle_double_clicked, this, &ParameterControl::reset);
    }
    connect(field_, &ExactField::textEdited, this, &ParameterControl::judge);
    connect(field_, &ExactField::returnPressed, this, &ParameterControl::commit);
    connect(field_, &ExactField::step_requested, this, &ParameterControl::step);
    connect(field_, &NumberField::ladder_requested, this, &ParameterControl::climb);
    connect(field_, &NumberField::restore_requested, this, [this] {
        // Restores the current value.
        show_in_force();
        field_->selectAll();
    });
    connect(field_, &NumberField::reset_requested, this, [this] {
        if (is_changed()) reset();
    });
    connect(field_, &ExactField::left, this, &ParameterControl::commit);
}

void ParameterControl::set_texts(const ControlTexts& texts)
{
    words_ = texts.words;
    field_->setPlaceholderText(texts.when_empty);
    field_->set_unit(texts.unit);
    fit_field();
    FieldControl::set_texts(texts);
    const QString name =
        texts.unit.isEmpty() ? plain_label() : tr("%1 in %2", "a quantity and its unit").arg(plain_label(), texts.unit);
    field_->setAccessibleName(name);
    field_->setToolTip(toolTip());
    if (slider_ == nullptr) return;
    slider_->setToolTip(toolTip());
    slider_->setAccessibleName(plain_label());
    speak(slider_->step());
}

void ParameterControl::fit_field()
{
    constexpr int beside_slider = 80;
    constexpr int alone = 96;
    const QString text = shown_number_ ? shown_text(*shown_number_) : QString();
    const int width = std::max(slider_ != nullptr ? beside_slider : alone, field_->width_for(text));
    if (width == field_->width()) return;
    field_->setFixedWidth(width);
    arrange();
}

void ParameterControl::set_steps(std::vector<double> steps)
{
    if (steps.empty() || steps == spec_.steps || (slider_ != nullptr && slider_->is_dragged())) return;
    spec_.steps = std::move(steps);
    if (slider_ == nullptr) return;
    slider_->set_steps(spec_.steps);
    slider_->setEnabled(spec_.steps.size() > 1);
    slider_->show_number(shown_number_);
}

void ParameterControl::set_marks(std::optional<double> needed, std::optional<double> largest)
{
    if (slider_ != nullptr) slider_->set_marks({slider_->marks().standard, needed, largest});
}

void ParameterControl::show_standard(const FieldValue& value)
{
    if (slider_ == nullptr) return;
    StepSlider::Marks marks = slider_->marks();
    marks.standard = number_of(value);
    slider_->set_marks(marks);
}

QString ParameterControl::shown_text(double number) const
{
    // 7 % is 0.07, but 0.07 / 0.01 is not exactly 7; the shown text parses back to the number if it fits the field.
    constexpr int digits = 12;
    const double shown = QString::number(number / spec_.scale, 'g', digits).toDouble();
    QString text = exact_text(in_field_units(shown) == number ? shown : number / spec_.scale);
    constexpr qsizetype room = 10;
    constexpr int fewer_digits = 6;
    if (text.size() > room && text.contains(QLatin1Char('.')))
        text = exact_text(QString::number(shown, 'g', fewer_digits).toDouble());
    // Groups digits like the other counts of the window.
    bool is_whole = false;
    const qlonglong whole = text.toLongLong(&is_whole);
    return is_whole && spec_.groups_digits ? from_utf8(grouped(whole)) : text;
}

double ParameterControl::in_field_units(double shown) const
{
    constexpr double finest = 1e6;
    return std::round(shown * spec_.scale * finest) / finest;
}

void ParameterControl::speak(double number)
{
    if (slider_ == nullptr) return;
    const QString unit = field_->unit();
    const QString now = unit.isEmpty() ? shown_text(number) : shown_text(number) + QLatin1Char(' ') + unit;
    slider_->set_spoken_value(tr("%1 %2 of %3", "name, value and largest value, spoken")
                                  .arg(plain_label(), now, shown_text(slider_->steps().back())));
}

void ParameterControl::display(const FieldValue& value)
{
    const std::optional<double> number = number_of(value);
    shown_number_ = number;
    typed_ = false;
    if (slider_ != nullptr) slider_->show_number(number);
    if (!number) {
        field_->clear();
        return fit_field();
    }
    speak(*number);
    field_->setText(shown_text(*number));
    fit_field();
}

std::optional<FieldValue> ParameterControl::legal(double number) const
{
    if (number < spec_.minimum || number > spec_.maximum) return std::nullopt;
    if (spec_.above_minimum && number == spec_.minimum) return std::nullopt;
    if (!spec_.integer) return FieldValue(number);
    if (number != std::floor(number)) return std::nullopt;
    return FieldValue(static_cast<std::int64_t>(number));
}

QString ParameterControl::range_message(const QString& text) const
{
    const QLocale locale;
    const int digits = 12;
    const QString low = locale.toString(spec_.minimum / spec_.scale, 'g', digits);
    const QString high = locale.toString(spec_.maximum / spec_.scale, 'g', digits);
    const bool whole = spec_.integer && spec_.scale == 1.0;
    const QString pattern = whole                 ? tr("“%1” is not a whole number from %2 to %3.")
                            : spec_.above_minimum ? tr("“%1” is not a number above %2, at most %3.")
                                                  : tr("“%1” is not a number from %2 to %3.");
    return pattern.arg(text, low, high);
}

void ParameterControl::slide()
{
    if (!slider_->is_dragged()) touch_gesture();
    const double number = slider_->step();
    typed_ = false;
    field_->setText(shown_text(number));
    if (legal(number)) take_number(number);
    speak(number);
}

std::optional<FieldValue> ParameterControl::value_of(const QString& text) const
{
    if (text.trimmed().isEmpty() && spec_.optional) return FieldValue();
    const std::optional<double> number = read_typed(text, field_->unit()).number;
    return number ? legal(in_field_units(*number)) : std::nullopt;
}

QString ParameterControl::why_not(const QString& text) const
{
    const TypedNumber typed = read_typed(text, field_->unit());
    const bool is_range = typed.number || text.trimmed().isEmpty() || words_ == nullptr;
    return is_range ? range_message(text) : words_->text(typed);
}

void ParameterControl::judge(const QString& text)
{
    typed_ = true;
    if (understands(text)) return clear_mark();
    mark([this, text] { return why_not(text); });
}

void ParameterControl::commit()
{
    end_touch_gesture();
    if (!typed_) return;
    judge(field_->text());
    if (is_marked()) return;
    typed_ = false;
    take(field_->text());
    if (!is_marked()) show_in_force();
}

double ParameterControl::present() const
{
    const std::optional<double> typed = read_typed(field_->text(), field_->unit()).number;
    if (typed) return in_field_units(*typed);
    return shown_number_.value_or(slider_ != nullptr ? slider_->step() : spec_.steps.front());
}

void ParameterControl::step(int direction)
{
    // A rate below 1 would skip its whole range.
    const bool is_fraction = !spec_.integer && !spec_.steps.empty() && spec_.steps.front() < spec_.scale;
    if (is_fraction) return climb(direction);
    go_to(present() + direction * spec_.scale);
}

void ParameterControl::climb(int direction)
{
    const double now = present();
    const auto& steps = spec_.steps;
    const auto above = std::ranges::upper_bound(steps, now);
    const auto below = std::ranges::lower_bound(steps, now);
    if (direction < 0) {
        if (below != steps.begin()) go_to(*std::prev(below));
    } else if (above != steps.end()) {
        go_to(*above);
    } else if (legal(2.0 * now)) {
        go_to(2.0 * now);
    }
}

void ParameterControl::go_to(double number)
{
    if (!legal(number)) return;
    touch_gesture();
    typed_ = false;
    field_->setText(shown_text(number));
    take_number(number);
}

SizeControl::SizeControl(QString height, QString width, NumberSpec spec, QWidget* parent)
    : ParameterControl(std::move(height), std::move(spec), parent),
      width_path_(std::move(width))
{}

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
    const double step = spec().side_step;
    return std::clamp(std::round(height * ratio_ / step) * step, std::max(spec().minimum, step), spec().maximum);
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
