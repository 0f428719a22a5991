// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_body.h"

#include "ui/learn/lesson_inputs.h"
#include "ui/panels/input_strip.h"
#include "ui/window/drawer.h"

#include <QApplication>
#include <QSettings>

namespace rigwright {

namespace {

constexpr int drawer_width = 340;
constexpr int narrow_drawer_width = 258;
/// From this width on the drawer takes nothing from the rail and the inputs.
constexpr int width_for_wide_drawer = 1600;
/// Below this width the inputs give way to an open drawer.
constexpr int width_for_inputs_and_drawer = 1180;

} // namespace

WindowBody::WindowBody(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      row_(new QHBoxLayout(this)),
      rail_(new PlaceRail(this)),
      inputs_(new ChoicesColumn(context.document, context.words)),
      pages_(new PlaceView(context)),
      drawer_(new Drawer(context.document, context.words)),
      columns_(new QSplitter(Qt::Horizontal, this)),
      strip_(new InputStrip(*inputs_, this))
{
    auto* lesson = new LessonInputs(context.document, context.words);
    inputs_->set_lead(lesson);
    columns_->setChildrenCollapsible(false);
    columns_->setHandleWidth(4);
    for (QWidget* column :
         {static_cast<QWidget*>(inputs_), static_cast<QWidget*>(pages_), static_cast<QWidget*>(drawer_)})
        columns_->addWidget(column);
    columns_->setStretchFactor(1, 1);
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(0);
    row_->addWidget(rail_);
    row_->addWidget(strip_);
    row_->addWidget(columns_, 1);
    connect(lesson, &LessonInputs::rows_changed, inputs_, &ChoicesColumn::follow);
    connect(pages_, &PlaceView::page_changed, this, &WindowBody::follow_page);
    connect(pages_, &PlaceView::explanation_requested, drawer_, &Drawer::toggle);
    connect(drawer_, &Drawer::toggled, this, [this] {
        drawers_[static_cast<std::size_t>(pages_->front().place)] = !drawer_->isHidden();
        place_drawer();
    });
    connect(strip_, &InputStrip::folded, this, &WindowBody::place_inputs);
}

void WindowBody::show_alone(QWidget* widget)
{
    if (alone_ != nullptr) alone_->hide();
    alone_ = widget;
    columns_->setVisible(widget == nullptr);
    place_inputs();
    if (widget == nullptr) return rail_->show_place(pages_->front().place);
    row_->addWidget(widget, 1);
    widget->show();
    rail_->show_none();
}

void WindowBody::follow_page()
{
    rail_->show_place(pages_->front().place);
    drawer_->set_open(drawers_[static_cast<std::size_t>(pages_->front().place)]);
    place_inputs();
}

void WindowBody::place_inputs()
{
    const bool wanted = shows_places() && pages_->front().has_inputs;
    const bool room = drawer_->isHidden() || width() >= width_for_inputs_and_drawer;
    if (room || !wanted) strip_->fold();
    if (!strip_->is_unfolded()) {
        if (inputs_->parentWidget() != columns_) columns_->insertWidget(0, inputs_);
        inputs_->setVisible(wanted && room);
    }
    strip_->setVisible(wanted && !room);
}

void WindowBody::place_drawer()
{
    place_inputs();
    const bool open = !drawer_->isHidden();
    const bool narrow = open && width() < width_for_wide_drawer;
    rail_->set_narrow(narrow);
    pages_->show_explained(open);
    if (strip_->is_unfolded()) return;
    const int inputs = inputs_->isHidden() ? 0
                       : narrow            ? inputs_->minimumSizeHint().width()
                                           : inputs_->sizeHint().width();
    const int beside = !open ? 0 : narrow ? narrow_drawer_width : drawer_width;
    columns_->setSizes({inputs, width() - rail_->width() - inputs - beside, beside});
}

void WindowBody::focus_input(const QString& path)
{
    if (strip_->isVisible()) strip_->unfold();
    inputs_->focus_field(path);
}

void WindowBody::cycle(QWidget& status, int direction)
{
    std::vector<QWidget*> regions{&status, rail_, strip_, inputs_, pages_, drawer_};
    if (alone_ != nullptr) regions.push_back(alone_);
    const auto count = static_cast<int>(regions.size());
    int at = direction > 0 ? -1 : 0;
    for (int i = 0; i < count; ++i)
        if (regions[static_cast<std::size_t>(i)]->isAncestorOf(QApplication::focusWidget()) ||
            regions[static_cast<std::size_t>(i)] == QApplication::focusWidget())
            at = i;
    for (int step = 1; step <= count; ++step) {
        QWidget* region = regions[static_cast<std::size_t>((at + direction * step + count * step) % count)];
        if (!region->isVisible()) continue;
        QList<QWidget*> candidates = region->findChildren<QWidget*>();
        candidates.prepend(region);
        for (QWidget* candidate : candidates) {
            if ((candidate->focusPolicy() & Qt::TabFocus) == 0 || !candidate->isVisible() || !candidate->isEnabled())
                continue;
            return candidate->setFocus(Qt::TabFocusReason);
        }
    }
}

void WindowBody::reset()
{
    drawers_ = {};
    drawer_->set_open(false);
    inputs_->reset();
}

void WindowBody::save_state(QSettings& settings) const
{
    settings.setValue(QStringLiteral("window/columns"), columns_->saveState());
    QStringList open;
    for (std::size_t place = 0; place < drawers_.size(); ++place)
        if (drawers_[place]) open << QString::number(place + 1);
    settings.setValue(QStringLiteral("window/drawers"), open);
    inputs_->save_state(settings);
}

void WindowBody::restore_state(const QSettings& settings)
{
    columns_->restoreState(settings.value(QStringLiteral("window/columns")).toByteArray());
    const QStringList open = settings.value(QStringLiteral("window/drawers")).toStringList();
    for (std::size_t place = 0; place < drawers_.size(); ++place)
        drawers_[place] = open.contains(QString::number(place + 1));
    drawer_->set_open(drawers_[static_cast<std::size_t>(pages_->front().place)]);
    inputs_->restore_state(settings);
}

void WindowBody::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place_inputs();
}

} // namespace rigwright
