// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

#include <vector>

namespace rigwright {

/// A slider whose positions are the steps of a list (1, 2, 4, ... 4096).
///
/// `gesture_began` and `gesture_ended` enclose a mouse gesture, including the first jump of a click on the groove.
/// Screen readers get the step's value and text, not the raw position.
class StepSlider : public QSlider {
    Q_OBJECT

public:
    explicit StepSlider(QWidget* parent = nullptr);

    void set_steps(std::vector<double> steps);
    const std::vector<double>& steps() const { return steps_; }
    /// The step at the handle.
    double step() const;
    /// Moves the handle to the step nearest to `number` without a signal.
    void show_number(double number);
    bool is_dragged() const { return dragged_; }

    /// The value as spoken by a screen reader ("2 of 4096").
    void set_spoken_value(const QString& text);
    const QString& spoken_value() const { return spoken_value_; }

signals:
    void gesture_began();
    void gesture_ended();
    /// Only on the handle: the first click of a double click on the groove has already moved the handle.
    void handle_double_clicked();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    bool on_handle(const QPoint& position) const;

    std::vector<double> steps_{0.0};
    QString spoken_value_;
    bool dragged_ = false;
    bool pressed_on_handle_ = false;
};

/// Exposes `StepSlider` values to assistive technology; call it once per application.
void install_step_slider_accessibility();

} // namespace rigwright
