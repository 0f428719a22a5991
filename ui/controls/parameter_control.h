// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/exact_field.h"
#include "ui/controls/field_control.h"
#include "ui/controls/step_slider.h"

#include <optional>
#include <vector>

namespace rigwright {

/// The range and steps of a number control.
struct NumberSpec {
    bool integer = true;
    /// Empty text is valid: the program chooses a value or needs none.
    bool optional = false;
    /// In the field's own unit, both ends included.
    double minimum = 1.0;
    double maximum = 1.0;
    /// Steps of the slider and of Page Up and Page Down, in the field's own unit, ascending.
    std::vector<double> steps;
    /// Field units per displayed unit (1e6 if bytes are shown as MB).
    double scale = 1.0;
    bool has_slider = true;
    /// The minimum itself is invalid.
    bool above_minimum = false;
    /// Image sides are multiples of this.
    double side_step = 1.0;
    /// Commas between thousands; a year has none.
    bool groups_digits = true;
};

/// A number: a field with its unit for any valid value, and a slider where sweeping is instructive. Typed text takes
/// effect on Enter or when the field loses focus; invalid text never does.
class ParameterControl : public FieldControl {
    Q_OBJECT

public:
    ParameterControl(QString path, NumberSpec spec, QWidget* parent = nullptr);

    void set_texts(const ControlTexts& texts) override;
    QWidget* editor() const override { return field_; }
    /// Replaces the steps; keeps the number.
    void set_steps(std::vector<double> steps);
    const std::vector<double>& steps() const { return spec_.steps; }
    /// Marks the slider with the memory needed or the largest number that fits.
    void set_marks(std::optional<double> needed, std::optional<double> largest);
    /// The default, marked on the slider.
    void show_standard(const FieldValue& value);
    /// Null without a slider.
    StepSlider* slider() const { return slider_; }
    NumberField* field() const { return field_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool bad) override { field_->set_bad(bad); }
    int editor_width() const override { return field_->width(); }
    /// The field value of a number in field units; empty if it is invalid.
    std::optional<FieldValue> legal(double number) const;
    const NumberSpec& spec() const { return spec_; }
    std::optional<double> shown_number() const { return shown_number_; }

    // Formatting and parsing.
    virtual QString shown_text(double number) const;
    virtual bool understands(const QString& text) const { return value_of(text).has_value(); }
    virtual QString why_not(const QString& text) const;
    /// The number from which keys step.
    virtual double present() const;
    /// Requests the value of a valid text or a valid number.
    virtual void take(const QString& text) { ask(*value_of(text)); }
    virtual void take_number(double number) { ask(*legal(number)); }
    /// Up and Down.
    virtual void step(int direction);
    /// Moves to the next step.
    void climb(int direction);

private:
    void connect_editors();
    void slide();
    /// Explains why typed text is invalid; keeps the current value.
    void judge(const QString& text);
    /// Applies the typed text.
    void commit();
    void go_to(double number);
    void fit_field();
    /// The field value of a text; empty if it is invalid.
    std::optional<FieldValue> value_of(const QString& text) const;
    QString range_message(const QString& text) const;
    /// Converts a displayed number to field units.
    double in_field_units(double shown) const;
    void speak(double number);

    NumberSpec spec_;
    StepSlider* slider_ = nullptr;
    std::optional<double> shown_number_;
    /// The text was edited but not yet applied.
    bool typed_ = false;
    NumberField* field_;
    const Localization* words_ = nullptr;
};

/// Height and width of an image as one row, shown as width × height. Accepts "1280×960", or "640" for a square; the
/// slider sets the height and keeps the aspect ratio. Both fields change in one step.
class SizeControl : public ParameterControl {
    Q_OBJECT

public:
    /// The path of the row is the height's.
    SizeControl(QString height, QString width, NumberSpec spec, QWidget* parent = nullptr);

    const QString& width_path() const { return width_path_; }
    bool edits(const QString& path) const override { return path == width_path_ || ParameterControl::edits(path); }
    void show_size(const FieldValue& height, const FieldValue& width, bool is_default);

signals:
    /// Both empty: use the default.
    void size_entered(const rigwright::FieldValue& height, const rigwright::FieldValue& width);

protected:
    QString shown_text(double number) const override;
    bool understands(const QString& text) const override;
    QString why_not(const QString& text) const override;
    double present() const override;
    void take(const QString& text) override;
    void take_number(double number) override { ask_for({width_at(number), number}); }
    void step(int direction) override { climb(direction); }
    void reset() override;

private:
    struct Size {
        double width = 0.0;
        double height = 0.0;
    };

    std::optional<Size> size_of(const QString& text) const;
    /// The width for this height at the same aspect ratio.
    double width_at(double height) const;
    void ask_for(const Size& size);

    QString width_path_;
    std::optional<double> width_;
    /// Width divided by height. Stays constant while the slider moves, despite rounding.
    double ratio_ = 1.0;
    std::optional<double> asked_width_;
};

} // namespace rigwright
