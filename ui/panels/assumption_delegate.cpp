// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/assumption_delegate.h"

#include "ui/panels/working_model.h"
#include "ui/theme/symbols.h"
#include "ui/theme/theme.h"

namespace rigwright {

void AssumptionDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (!index.data(WorkingModel::assumption_role).toBool()) return;
    constexpr int size = 14;
    const Theme& theme = theme_of(option->palette);
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = QSize(size, size);
    option->icon = QIcon(symbol_pixmap(Symbol::question_diamond, size, 1.0, theme.warning, theme.base));
}

} // namespace rigwright
