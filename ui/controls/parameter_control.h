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
    /// An empty text is legal: the program chooses a value or works without one.
    bool optional = false;
    /// In the field's own unit, both ends included.
    double minimum = 1.0;
    double maximum = 1.0;
    /// Steps of the slider and of Page Up and Page Down, in the field's own unit, ascending.
    std::vector<double> steps;
    /// Field units per displayed unit (1e6 if bytes are shown as MB).
    double scale = 1.0;
    /// Every typed text starts from the value before typing, so that an intermediate text which leaves the plan without
    /// an answer does not affect the result.
    bool starts_over = false;
    bool has_slider = true;
};

/// A number: a field for any legal value with its unit, and a slider of steps where sweeping teaches something.
class ParameterControl : public FieldControl {
    Q_OBJECT

public:
    ParameterControl(QString path, NumberSpec spec, QWidget* parent = nullptr);

    void set_texts(const ControlTexts& texts) override;
    void refuse(TextMaker message) override;
    QWidget* editor() const override { return field_; }
    /// Replaces the steps; the number stays.
    void set_steps(std::vector<double> steps);
    const std::vector<double>& steps() const { return spec_.steps; }
    /// Marks the slider with the memory needed or the largest number that fits.
    void set_marks(std::optional<double> needed, std::optional<double> largest);
    /// The default, to be marked on the slider.
    void show_standard(const FieldValue& value);
    /// Null for a field alone.
    StepSlider* slider() const { return slider_; }
    NumberField* field() const { return field_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool bad) override { field_->set_bad(bad); }
    int editor_width() const override { return field_->width(); }

private:
    void connect_editors();
    void slide();
    void type(const QString& text);
    void enter();
    void leave();
    void forget_typing();
    /// Restores the value before typing; the text stays.
    void take_back();
    /// Back to the value from before typing, its text included.
    void restore();
    void step(int direction);
    /// To the next of the steps.
    void climb(int direction);
    void go_to(double number);
    double present() const;
    void fit_field();
    /// The field value of a number in field units; empty if it is not legal.
    std::optional<FieldValue> legal(double number) const;
    QString range_message(const QString& text) const;
    QString shown_text(double number) const;
    /// Converts a displayed number to field units.
    double in_field_units(double shown) const;
    void speak(double number);

    NumberSpec spec_;
    StepSlider* slider_ = nullptr;
    std::optional<double> shown_number_;
    /// The value before the first typed character, while typing.
    std::optional<FieldValue> before_typing_;
    /// The next value shown results from typing.
    bool typing_ = false;
    bool keeps_text_ = false;
    NumberField* field_;
};

} // namespace rigwright
