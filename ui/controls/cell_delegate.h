// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/exact_field.h"
#include "ui/format/tool_tip.h"

#include <QComboBox>
#include <QStyledItemDelegate>

#include <functional>
#include <optional>

namespace rigwright {

/// Edits the cells of a table: a choice where a cell offers texts, else a field that marks what is not accepted.
class CellDelegate : public QStyledItemDelegate {
public:
    /// Of a cell that is typed, none.
    using Choices = std::function<QStringList(const QModelIndex& cell)>;
    /// What is wrong with a text, perhaps without words; nothing where it is right.
    using Trouble = std::function<std::optional<QString>(const QModelIndex& cell, const QString& text)>;

    CellDelegate(Choices choices, Trouble trouble, QObject* parent)
        : QStyledItemDelegate(parent),
          choices_(std::move(choices)),
          trouble_(std::move(trouble))
    {}

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& cell) const override
    {
        QWidget* editor = nullptr;
        if (const QStringList texts = choices_(cell); !texts.isEmpty()) {
            auto* box = new QComboBox(parent);
            box->addItems(texts);
            editor = box;
        } else if (trouble_) {
            auto* field = new ExactField(parent);
            field->setFrame(false);
            field->setAlignment(static_cast<Qt::Alignment>(cell.data(Qt::TextAlignmentRole).toInt()));
            connect(field, &QLineEdit::textEdited, this,
                    [this, field, kept = QPersistentModelIndex(cell)](const QString& text) {
                        const std::optional<QString> trouble = trouble_(kept, text);
                        field->set_bad(trouble.has_value());
                        field->setToolTip(tool_tip(trouble.value_or(QString())));
                    });
            editor = field;
        } else {
            return QStyledItemDelegate::createEditor(parent, option, cell);
        }
        editor->setAccessibleName(cell.model()->headerData(cell.column(), Qt::Horizontal).toString());
        return editor;
    }
    /// What a person types stays when other cells change.
    void setEditorData(QWidget* editor, const QModelIndex& cell) const override
    {
        const auto* field = qobject_cast<QLineEdit*>(editor);
        if (field == nullptr || !field->isModified()) QStyledItemDelegate::setEditorData(editor, cell);
    }

private:
    Choices choices_;
    Trouble trouble_;
};

} // namespace rigwright
