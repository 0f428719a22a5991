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
    /// Slider steps in the field's own unit, ascending.
    std::vector<double> steps;
    /// Field units per displayed unit (1e6 if bytes are shown as MB).
    double scale = 1.0;
    /// Every typed text starts from the value before typing, so that an intermediate text which leaves the plan without
    /// an answer does not affect the result.
    bool starts_over = false;
};

/// A number: a slider of steps, a text field for any legal value, its unit and a reset button.
class ParameterControl : public FieldControl {
    Q_OBJECT

public:
    ParameterControl(QString path, NumberSpec spec, QWidget* parent = nullptr);

    void set_texts(const ControlTexts& texts) override;
    void refuse(TextMaker message) override;
    QWidget* editor() const override { return field_; }
    std::vector<QWidget*> tab_stops() const override { return {slider_, field_, reset_button()}; }
    /// Replaces the slider's steps; its number stays.
    void set_steps(std::vector<double> steps);
    StepSlider* slider() const { return slider_; }
    ExactField* field() const { return field_; }
    QLabel* unit() const { return unit_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool bad) override { field_->set_bad(bad); }

private:
    void connect_editors();
    void slide();
    void type(const QString& text);
    void enter();
    void leave();
    void forget_typing();
    /// Restores the value before typing; the text stays.
    void take_back();
    void step(int direction);
    /// The field value of a number in field units; empty if it is not legal.
    std::optional<FieldValue> legal(double number) const;
    QString range_message(const QString& text) const;
    QString shown_text(double number) const;
    /// Converts a displayed number to field units.
    double in_field_units(double shown) const;
    void speak(double number);

    NumberSpec spec_;
    StepSlider* slider_;
    std::optional<double> shown_number_;
    /// The value before the first typed character, while typing.
    std::optional<FieldValue> before_typing_;
    /// The next value shown results from typing.
    bool typing_ = false;
    bool keeps_text_ = false;
    ExactField* field_;
    QLabel* unit_;
};

} // namespace rigwright
