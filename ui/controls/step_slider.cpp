// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/step_slider.h"

#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

class AccessibleStepSlider : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit AccessibleStepSlider(StepSlider* slider) : QAccessibleWidget(slider, QAccessible::Slider) {}

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? slider()->spoken_value() : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return slider()->step(); }
    void setCurrentValue(const QVariant& value) override
    {
        slider()->setValue(nearest_step(slider()->steps(), value.toDouble()));
    }
    QVariant minimumValue() const override { return slider()->steps().front(); }
    QVariant maximumValue() const override { return slider()->steps().back(); }
    QVariant minimumStepSize() const override { return {}; }

private:
    StepSlider* slider() const { return static_cast<StepSlider*>(widget()); }
};

constexpr int groove_margin = 8;
constexpr double groove_height = 4.0;
constexpr double groove_middle = 10.0;
constexpr int fader_width = 12;
constexpr int fader_height = 18;
constexpr int slider_height = 26;

QAccessibleInterface* accessible_step_slider(const QString&, QObject* object)
{
    auto* slider = qobject_cast<StepSlider*>(object);
    return slider ? new AccessibleStepSlider(slider) : nullptr;
}

} // namespace

StepSlider::StepSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::ClickFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    WheelGuard::guard(this);
}

QSize StepSlider::sizeHint() const { return {80, slider_height}; }

void StepSlider::set_steps(std::vector<double> steps)
{
    if (steps.empty()) return;
    const QSignalBlocker silent(this);
    const double before = step();
    steps_ = std::move(steps);
    setRange(0, static_cast<int>(steps_.size()) - 1);
    setPageStep(std::max(1, static_cast<int>(steps_.size()) / 5));
    setValue(nearest_step(steps_, before));
    update();
}

void StepSlider::show_number(std::optional<double> number)
{
    const QSignalBlocker silent(this);
    if (has_number_ != number.has_value()) update();
    has_number_ = number.has_value();
    if (number && !is_dragged()) setValue(nearest_step(steps_, *number));
}

void StepSlider::set_marks(const Marks& marks)
{
    if (marks == marks_) return;
    marks_ = marks;
    update();
}

void StepSlider::set_spoken_value(const QString& text)
{
    if (text == spoken_value_) return;
    spoken_value_ = text;
    QAccessibleValueChangeEvent event(this, step());
    QAccessible::updateAccessibility(&event);
}

double StepSlider::place_of_step(double position) const
{
    const double share = maximum() > 0 ? position / maximum() : 0.0;
    return groove_margin + share * (width() - 2 * groove_margin);
}

double StepSlider::place_of(double number) const
{
    const auto above = std::ranges::lower_bound(steps_, number);
    if (above == steps_.begin()) return place_of_step(0);
    if (above == steps_.end()) return place_of_step(maximum());
    const double low = *std::prev(above);
    const auto index = static_cast<double>(std::distance(steps_.begin(), above));
    return place_of_step(index - 1.0 + (number - low) / (*above - low));
}

QRect StepSlider::handle() const
{
    const int left = static_cast<int>(std::lround(place_of_step(value()))) - fader_width / 2;
    return {left, static_cast<int>(groove_middle) - fader_height / 2, fader_width, fader_height};
}

void StepSlider::go_to(double x)
{
    const double share = (x - groove_margin) / std::max(1, width() - 2 * groove_margin);
    setSliderPosition(static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * maximum())));
}

void StepSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) return event->ignore();
    pressed_on_handle_ = handle().contains(event->pos());
    setSliderDown(true);
    emit gesture_began();
    if (!pressed_on_handle_) go_to(event->position().x());
}

void StepSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (is_dragged()) go_to(event->position().x());
}

void StepSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !is_dragged()) return;
    setSliderDown(false);
    emit gesture_ended();
}

void StepSlider::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && pressed_on_handle_) {
        emit handle_double_clicked();
        return;
    }
    mousePressEvent(event);
}

void StepSlider::paint_marks(QPainter& painter) const
{
    const Theme& theme = theme_of(palette());
    constexpr double least_gap = 14.0;
    constexpr double below = groove_middle + fader_height / 2.0;
    const double gap = maximum() > 0 ? (place_of_step(maximum()) - place_of_step(0)) / maximum() : least_gap;
    const int every = std::max(1, static_cast<int>(std::ceil(least_gap / gap)));
    painter.setPen(QPen(theme.outline, 1));
    for (int i = 0; i <= maximum(); i += every) {
        const double x = std::floor(place_of_step(i)) + 0.5;
        painter.drawLine(QPointF(x, below - 1.5), QPointF(x, below + 2.0));
    }
    if (marks_.standard) {
        const double x = place_of(*marks_.standard);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.muted);
        painter.drawPolygon(QPolygonF{{x - 3.5, below + 5.0}, {x + 3.5, below + 5.0}, {x, below - 0.5}});
    }
    if (marks_.needed) {
        const double x = place_of(*marks_.needed);
        painter.setPen(QPen(theme.text, 2));
        painter.drawLine(QPointF(x, groove_middle - 6.0), QPointF(x, groove_middle + 6.0));
    }
}

void StepSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = theme_of(palette());
    const double top = groove_middle - groove_height / 2.0;
    const double left = place_of_step(0);
    const double right = place_of_step(maximum());
    const double here = place_of_step(value());
    const auto stretch = [&](double from, double to, const QColor& colour) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(from, top, to - from, groove_height), 2, 2);
    };
    stretch(left, right, theme.border);
    const bool filled = has_number_ && isEnabled();
    if (filled) stretch(left, here, theme.accent);
    if (marks_.largest && *marks_.largest < steps_.back()) {
        const double from = place_of(*marks_.largest);
        painter.setPen(QPen(theme.bad, 1));
        painter.setBrush(theme.base);
        const QRectF area(from, top - 1.5, right - from, groove_height + 3.0);
        painter.drawRect(area);
        painter.setBrush(QBrush(theme.bad, Qt::BDiagPattern));
        painter.drawRect(area);
    }
    paint_marks(painter);
    painter.setPen(QPen(filled ? theme.accent : theme.outline, filled ? 2 : 1, filled ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(theme.base);
    const QRectF fader = QRectF(handle()).adjusted(1, 1, -1, -1);
    painter.drawRoundedRect(fader, 2, 2);
    if (filled) painter.drawLine(fader.center() - QPointF(0, 4), fader.center() + QPointF(0, 4));
}

void install_step_slider_accessibility() { QAccessible::installFactory(accessible_step_slider); }

} // namespace rigwright
