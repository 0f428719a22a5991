// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measurement_delegate.h"

#include "ui/controls/exact_field.h"
#include "ui/measure/measurement_model.h"

#include <QComboBox>

namespace rigwright {

MeasurementDelegate::MeasurementDelegate(const MeasurementModel& model, QObject* parent)
    : QStyledItemDelegate(parent),
      model_(model)
{}

QWidget* MeasurementDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QString name = model_.headerData(index.column(), Qt::Horizontal).toString();
    if (index.column() == MeasurementModel::kind) {
        auto* box = new QComboBox(parent);
        box->addItems(model_.kind_names());
        box->setAccessibleName(name);
        return box;
    }
    auto* field = new ExactField(parent);
    field->setFrame(false);
    field->setAccessibleName(name);
    const int column = index.column();
    connect(field, &QLineEdit::textEdited, this,
            [this, field, column](const QString& text) { field->set_bad(!model_.accepts(column, text)); });
    return field;
}

void MeasurementDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentText(text);
    } else if (auto* field = qobject_cast<QLineEdit*>(editor); field && !field->isModified()) {
        field->setText(text);
        field->selectAll();
    }
}

void MeasurementDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* box = qobject_cast<QComboBox*>(editor);
    const auto* field = qobject_cast<QLineEdit*>(editor);
    model->setData(index, box ? box->currentText() : field->text(), Qt::EditRole);
}

} // namespace rigwright
