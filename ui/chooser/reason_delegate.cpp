// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chooser/reason_delegate.h"

#include "ui/chooser/model_comparison_table.h"

#include <QApplication>

namespace rigwright {

namespace {

constexpr int side = 5;

} // namespace

void ReasonDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    // The whole cell without its contents, then the contents inside it.
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    cell.text.clear();
    cell.icon = QIcon();
    cell.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget);
    QStyleOptionViewItem inside = option;
    inside.rect.adjust(side, 0, -side, 0);
    QStyledItemDelegate::paint(painter, inside, index);
}

QSize ReasonDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize whole = QStyledItemDelegate::sizeHint(option, index);
    const bool sentence = !index.data(ModelComparisonTable::reason_role).toString().isEmpty();
    return {sentence ? 0 : whole.width() + 2 * side, whole.height()};
}

} // namespace rigwright
