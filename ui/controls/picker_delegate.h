// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rigwright {

/// Draws an entry of a long list in columns: its name, its figures, and in muted ink what it is.
class PickerDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { detail_role = Qt::UserRole + 1, meaning_role, search_role };

    using QStyledItemDelegate::QStyledItemDelegate;

    /// Widths of the columns, from the longest texts of the list.
    void set_widths(int name, int detail, int meaning);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int name_ = 0;
    int detail_ = 0;
    int meaning_ = 0;
};

} // namespace rigwright
