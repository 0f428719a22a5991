// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/field_delegate.h"

#include "ui/controls/exact_field.h"

#include <QComboBox>

namespace rigwright {

FieldDelegate::FieldDelegate(const RecordFieldModel& model, QObject* parent)
    : QStyledItemDelegate(parent),
      model_(model)
{}

QWidget* FieldDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const RecordField& field = model_.field_of(index.row());
    if (field.type == RecordFieldType::word || field.type == RecordFieldType::flag) {
        auto* box = new QComboBox(parent);
        if (!field.required) box->addItem(QString());
        box->addItems(model_.words_of(field));
        return box;
    }
    auto* line = new ExactField(parent);
    const bool figures = field.type == RecordFieldType::number || field.type == RecordFieldType::whole;
    line->setAlignment((figures ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    connect(line, &QLineEdit::textEdited, line, [this, line, row = index.row()](const QString& text) {
        const QString trouble = model_.trouble(row, text);
        line->set_bad(!trouble.isEmpty());
        line->setToolTip(trouble.toHtmlEscaped());
    });
    return line;
}

void FieldDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentIndex(box->findText(text));
    else if (auto* line = qobject_cast<QLineEdit*>(editor))
        line->setText(text);
}

void FieldDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentText(), Qt::EditRole);
    else if (const auto* line = qobject_cast<QLineEdit*>(editor))
        model->setData(index, line->text(), Qt::EditRole);
}

} // namespace rigwright
