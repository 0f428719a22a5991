// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/chooser/model_comparison_table.h"

#include <QStyledItemDelegate>

namespace rigwright {

/// A column whose sentences run over the columns after it: they do not make it wider.
class ReasonDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize whole = QStyledItemDelegate::sizeHint(option, index);
        const bool sentence = !index.data(ModelComparisonTable::reason_role).toString().isEmpty();
        return sentence ? QSize(0, whole.height()) : whole;
    }
};

} // namespace rigwright
