// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/paper_view.h"

#include <QPaintEvent>
#include <QScrollBar>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int gap = 12;
constexpr double largest_scale = 1.5;
constexpr int line_step = 24;

} // namespace

PaperView::PaperView(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    verticalScrollBar()->setSingleStep(line_step);
}

void PaperView::show_pages(ReportLayout layout)
{
    layout_ = std::move(layout);
    follow_size();
    viewport()->update();
}

double PaperView::scale() const
{
    const double room = std::max(1, viewport()->width() - 2 * gap);
    return layout_.sheet().isEmpty() ? 1.0 : std::min(room / layout_.sheet().width(), largest_scale);
}

QRectF PaperView::sheet_on_screen(int page) const
{
    const QSizeF size = layout_.sheet() * scale();
    return {(viewport()->width() - size.width()) / 2.0,
            gap + page * (size.height() + gap) - verticalScrollBar()->value(), size.width(), size.height()};
}

void PaperView::follow_size()
{
    QScrollBar& bar = *verticalScrollBar();
    const double place = bar.maximum() > 0 ? double(bar.value()) / bar.maximum() : 0.0;
    const double all = layout_.page_count() * (layout_.sheet().height() * scale() + gap) + gap;
    bar.setRange(0, std::max(0, int(all) - viewport()->height()));
    bar.setPageStep(viewport()->height());
    bar.setValue(qRound(place * bar.maximum()));
}

void PaperView::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    follow_size();
}

void PaperView::scrollContentsBy(int, int) { viewport()->update(); }

void PaperView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), palette().window());
    for (int page = 0; page < layout_.page_count(); ++page) {
        const QRectF sheet = sheet_on_screen(page);
        if (!sheet.intersects(event->rect())) continue;
        // Paper is white in every theme.
        painter.fillRect(sheet, Qt::white);
        painter.save();
        painter.translate(sheet.topLeft());
        painter.scale(scale(), scale());
        layout_.paint(painter, page);
        painter.restore();
        painter.setPen(palette().mid().color());
        painter.drawRect(sheet);
    }
}

} // namespace rigwright
