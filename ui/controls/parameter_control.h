// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/exact_field.h"
#include "ui/controls/field_control.h"
#include "ui/controls/step_slider.h"

#include <optional>
#include <vector>

namespace rigwright {

/// The numbers a control offers.
struct NumberSpec {
    bool integer = true;
    /// An empty text is legal: the program decides, or does without.
    bool optional = false;
    /// In the field's own unit, both ends legal.
    double minimum = 1.0;
    double maximum = 1.0;
    /// Where the slider stops, in the field's own unit, ascending.
    std::vector<double> steps;
    /// Field units in one shown unit (1e6 when bytes are shown as MB).
    double scale = 1.0;
    /// Each typed text is asked for from the value before the typing, so that no digit on the way to a text that leaves
    /// the plan without an answer gives the answer.
    bool starts_over = false;
};

/// A number: a slider of steps, a text field that takes any legal value, its unit and a reset button.
class ParameterControl : public FieldControl {
    Q_OBJECT

public:
    ParameterControl(QString path, NumberSpec spec, QWidget* parent = nullptr);

    void set_texts(const ControlTexts& texts) override;
    void refuse(TextMaker message) override;
    QWidget* editor() const override { return field_; }
    std::vector<QWidget*> tab_stops() const override { return {slider_, field_, reset_button()}; }
    /// Other stops for the slider, which keeps its number.
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
    /// Returns to the value before the typing; the text stays.
    void take_back();
    void step(int direction);
    /// The field value of a number in field units; absent when it is not legal.
    std::optional<FieldValue> legal(double number) const;
    QString range_message(const QString& text) const;
    QString shown_text(double number) const;
    /// The number of the field that a shown one means.
    double in_field_units(double shown) const;
    void speak(double number);

    NumberSpec spec_;
    StepSlider* slider_;
    std::optional<double> shown_number_;
    /// The value before the first letter of the text in the field, while it is typed.
    std::optional<FieldValue> before_typing_;
    /// What is shown next follows from the typing.
    bool typing_ = false;
    bool keeps_text_ = false;
    ExactField* field_;
    QLabel* unit_;
};

} // namespace rigwright
