// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace rigwright {

/// Draws a cell's share of the whole as a bar under its number.
class ShareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    ShareDelegate(int share_role, QObject* parent) : QStyledItemDelegate(parent), share_role_(share_role) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    int share_role_;
};

} // namespace rigwright
