// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/picker_delegate.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace rigwright {

namespace {

constexpr int margin = 6;
constexpr int gap = 18;
constexpr int line_space = 6;

} // namespace

void PickerDelegate::set_widths(int name, int detail, int meaning)
{
    name_ = name;
    detail_ = detail;
    meaning_ = meaning;
}

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString name = item.text;
    item.text.clear();
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    const Theme& theme = theme_of(item.palette);
    const bool selected = (item.state & QStyle::State_Selected) != 0;
    const QColor ink = selected ? item.palette.color(QPalette::HighlightedText) : theme.text;
    painter->save();
    painter->setFont(item.font);
    QRect column = item.rect.adjusted(margin, 0, -margin, 0);
    painter->setPen(ink);
    // A heading has the row to itself.
    if (!index.flags().testFlag(Qt::ItemIsEnabled)) {
        painter->drawText(column, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->restore();
        return;
    }
    column.setWidth(name_);
    painter->drawText(column, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter->setPen(selected ? ink : theme.muted);
    column = QRect(column.right() + gap, column.top(), detail_, column.height());
    painter->drawText(column, Qt::AlignRight | Qt::AlignVCenter, index.data(detail_role).toString());
    column = QRect(column.right() + gap, column.top(), item.rect.right() - column.right() - gap, column.height());
    painter->drawText(column, Qt::AlignLeft | Qt::AlignVCenter, index.data(meaning_role).toString());
    painter->restore();
}

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setWidth(2 * margin + name_ + (detail_ > 0 ? gap + detail_ : 0) + (meaning_ > 0 ? gap + meaning_ : 0));
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + line_space));
    return size;
}

} // namespace rigwright
