// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/layers/share_delegate.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace rigwright {

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    constexpr double height = 3.0;
    const double share = index.data(share_role_).toDouble();
    if (share <= 0.0) return;
    const QRectF cell = QRectF(option.rect).adjusted(3, 0, -3, -1);
    const double width = std::max(1.0, cell.width() * std::min(share, 1.0));
    const Theme& theme = theme_of(option.palette);
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    painter->fillRect(QRectF(cell.right() - width, cell.bottom() - height, width, height),
                      selected ? theme.on_accent : theme.accent);
}

} // namespace rigwright
