// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/input_strip.h"

#include "ui/format/on_change.h"
#include "ui/panels/choices_column.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace rigwright {

namespace {

constexpr int strip_picture_side = 20;
constexpr int strip_button_side = 36;

/// The picture of a group; those of a lesson have that of the lessons.
QString picture_of(const QString& group)
{
    const QString name = group.section(QLatin1Char('.'), 1);
    if (name == QLatin1String("machine")) return QStringLiteral("places/machines");
    if (name == QLatin1String("task")) return QStringLiteral("places/task");
    const bool is_lesson =
        name == QLatin1String("try") || name == QLatin1String("switches") || name == QLatin1String("before");
    return is_lesson ? QStringLiteral("places/learn") : QStringLiteral("groups/") + name;
}

} // namespace

InputStrip::InputStrip(ChoicesColumn& inputs, QWidget* parent)
    : QWidget(parent),
      inputs_(inputs),
      column_(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("input_strip"));
    setFixedWidth(strip_width);
    column_->setContentsMargins(0, 6, 1, 6);
    column_->setSpacing(2);
    column_->setAlignment(Qt::AlignTop | Qt::AlignHCenter);
    connect(&inputs_, &ChoicesColumn::groups_changed, this, &InputStrip::fill);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow_focus(now); });
    inputs_.installEventFilter(this);
    on_change(this, QEvent::PaletteChange, [this] {
        for (QToolButton* button : findChildren<QToolButton*>()) button->setObjectName(QString());
        fill();
    });
    fill();
}

void InputStrip::fill()
{
    const std::vector<InputGroup*> groups = inputs_.shown_groups();
    while (column_->count() > static_cast<int>(groups.size())) {
        QLayoutItem* item = column_->takeAt(column_->count() - 1);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        InputGroup* group = groups[i];
        if (static_cast<int>(i) == column_->count()) {
            auto* made = new QToolButton(this);
            made->setAutoRaise(true);
            made->setCheckable(true);
            made->setFocusPolicy(Qt::StrongFocus);
            made->setFixedSize(strip_button_side, strip_button_side);
            made->setIconSize({strip_picture_side, strip_picture_side});
            connect(made, &QToolButton::clicked, this, [this, i] { toggle(inputs_.shown_groups()[i]); });
            column_->addWidget(made);
        }
        auto* button = static_cast<QToolButton*>(column_->itemAt(static_cast<int>(i))->widget());
        const QString name = QStringLiteral("strip.") + group->objectName().section(QLatin1Char('.'), 1);
        if (button->objectName() != name) {
            button->setObjectName(name);
            button->setIcon(line_icon(picture_of(group->objectName()), strip_picture_side, *this));
        }
        button->setToolTip(group->title());
        button->setAccessibleName(tr("Inputs: %1").arg(group->title()));
        button->setChecked(unfolded_ && group == group_);
    }
}

void InputStrip::toggle(InputGroup* group)
{
    if (unfolded_ && group == group_) return fold();
    group_ = group;
    unfold();
    inputs_.show_group(*group);
    fill();
}

void InputStrip::unfold()
{
    if (unfolded_) return;
    unfolded_ = true;
    QWidget* middle = parentWidget();
    inputs_.setParent(middle);
    inputs_.setFrameShape(QFrame::StyledPanel);
    inputs_.setAutoFillBackground(true);
    inputs_.setGeometry(QRect(mapTo(middle, QPoint(width(), 0)), QSize(inputs_.sizeHint().width(), height())));
    inputs_.show();
    inputs_.raise();
}

void InputStrip::fold()
{
    if (!unfolded_) return;
    const bool had_focus = inputs_.isAncestorOf(QApplication::focusWidget());
    unfolded_ = false;
    group_ = nullptr;
    inputs_.setFrameShape(QFrame::NoFrame);
    fill();
    if (had_focus && isVisible()) column_->itemAt(0)->widget()->setFocus(Qt::OtherFocusReason);
    emit folded();
}

void InputStrip::follow_focus(const QWidget* now)
{
    const bool elsewhere = now != nullptr && now->window() == window() && now != &inputs_ &&
                           !inputs_.isAncestorOf(now) && !isAncestorOf(now);
    if (unfolded_ && elsewhere) fold();
}

bool InputStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (unfolded_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        fold();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void InputStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(theme_of(palette()).border);
    painter.drawLine(width() - 1, 0, width() - 1, height());
}

} // namespace rigwright
