// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/step_slider.h"

#include "ui/controls/exact_field.h"
#include "ui/controls/number_text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QStyleOptionSlider>

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

QAccessibleInterface* accessible_step_slider(const QString&, QObject* object)
{
    auto* slider = qobject_cast<StepSlider*>(object);
    return slider ? new AccessibleStepSlider(slider) : nullptr;
}

} // namespace

StepSlider::StepSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    WheelGuard::guard(this);
}

void StepSlider::set_steps(std::vector<double> steps)
{
    if (steps.empty()) return;
    const QSignalBlocker silent(this);
    const double before = step();
    steps_ = std::move(steps);
    setRange(0, static_cast<int>(steps_.size()) - 1);
    setPageStep(std::max(1, static_cast<int>(steps_.size()) / 5));
    setValue(nearest_step(steps_, before));
}

double StepSlider::step() const { return steps_[static_cast<std::size_t>(value())]; }

void StepSlider::show_number(double number)
{
    const QSignalBlocker silent(this);
    if (!dragged_) setValue(nearest_step(steps_, number));
}

void StepSlider::set_spoken_value(const QString& text)
{
    if (text == spoken_value_) return;
    spoken_value_ = text;
    QAccessibleValueChangeEvent event(this, step());
    QAccessible::updateAccessibility(&event);
}

bool StepSlider::on_handle(const QPoint& position) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    return style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this).contains(position);
}

void StepSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        pressed_on_handle_ = on_handle(event->pos());
        dragged_ = true;
        emit gesture_began();
    }
    QSlider::mousePressEvent(event);
}

void StepSlider::mouseReleaseEvent(QMouseEvent* event)
{
    QSlider::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton || !dragged_) return;
    dragged_ = false;
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

void install_step_slider_accessibility() { QAccessible::installFactory(accessible_step_slider); }

} // namespace rigwright
