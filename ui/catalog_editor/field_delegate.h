// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/catalog_editor/record_field_model.h"

#include <QStyledItemDelegate>

namespace rigwright {

/// Edits a field: words and flags are picked, everything else is typed and marks itself while it cannot be taken.
class FieldDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    FieldDelegate(const RecordFieldModel& model, QObject* parent);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;

private:
    const RecordFieldModel& model_;
};

} // namespace rigwright
