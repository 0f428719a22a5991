// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QStyledItemDelegate>

#include <functional>

namespace rigwright {

/// Edits a cell of a table by picking one of a few texts.
class ChoiceDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using Choices = std::function<QStringList()>;

    ChoiceDelegate(Choices choices, QObject* parent) : QStyledItemDelegate(parent), choices_(std::move(choices)) {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        auto* box = new QComboBox(parent);
        box->addItems(choices_());
        return box;
    }
    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        auto* box = qobject_cast<QComboBox*>(editor);
        box->setCurrentIndex(box->findText(index.data(Qt::EditRole).toString()));
    }
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        model->setData(index, qobject_cast<QComboBox*>(editor)->currentText(), Qt::EditRole);
    }

private:
    Choices choices_;
};

} // namespace rigwright
