// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>

#include <optional>
#include <vector>

namespace rigwright {

/// A slider over a list of steps (1, 2, 4, ... 4096), drawn as a fader: marks below the groove are the steps, a
/// triangle is the default, a bar across the groove the required value, hatching values that do not fit.
///
/// `gesture_began` and `gesture_ended` enclose a mouse gesture, including the first jump of a click on the groove.
/// Screen readers get the step's value and text, not the raw position.
class StepSlider : public QSlider {
    Q_OBJECT

public:
    /// Numbers marked on the slider.
    struct Marks {
        std::optional<double> standard;
        std::optional<double> needed;
        std::optional<double> largest;
        bool operator==(const Marks&) const = default;
    };

    explicit StepSlider(QWidget* parent = nullptr);

    void set_steps(std::vector<double> steps);
    const std::vector<double>& steps() const { return steps_; }
    /// The step at the handle.
    double step() const { return steps_[static_cast<std::size_t>(value())]; }
    /// Moves the handle to the step nearest to `number` without a signal; without a number the handle is empty.
    void show_number(std::optional<double> number);
    void set_marks(const Marks& marks);
    const Marks& marks() const { return marks_; }
    bool is_dragged() const { return isSliderDown(); }
    QRect handle() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

    /// The value as spoken by a screen reader ("2 of 4096").
    void set_spoken_value(const QString& text);
    const QString& spoken_value() const { return spoken_value_; }

signals:
    void gesture_began();
    void gesture_ended();
    /// Only on the handle: the first click of a double click on the groove has already moved it.
    void handle_double_clicked();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// Position of a number on the groove, also between steps.
    double place_of(double number) const;
    double place_of_step(double position) const;
    void go_to(double x);
    void paint_marks(QPainter& painter) const;

    std::vector<double> steps_{0.0};
    QString spoken_value_;
    Marks marks_;
    bool has_number_ = true;
    bool pressed_on_handle_ = false;
};

/// Exposes `StepSlider` values to assistive technology; call it once per application.
void install_step_slider_accessibility();

} // namespace rigwright
