// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QObject>
#include <QStyledItemDelegate>
#include <QWidget>

#include <functional>
#include <optional>

namespace rigwright {

/// A text field for an exact value that can be marked as invalid; Up and Down request the neighbouring value. Undo and
/// redo act on the window if the text has nothing to undo.
class ExactField : public QLineEdit {
    Q_OBJECT

public:
    explicit ExactField(QWidget* parent = nullptr);

    void set_bad(bool bad);
    bool is_bad() const { return bad_; }
    bool event(QEvent* event) override;

signals:
    void step_requested(int direction);
    void left();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool bad_ = false;
};

/// Height of every input field of a row.
constexpr int row_field_height = 28;

/// How the outline of an input field looks.
enum class FieldLook { plain, focused, bad, unset };

/// Paints the background and the outline of an input field of a row; `unset` is dashed.
void paint_field(QPainter& painter, const QRect& area, const QPalette& palette, FieldLook look);

/// The number field of a row: its unit is painted inside, and an empty field looks as if nothing were set. Escape
/// restores the value from before the edit. Delete in a wholly selected, unedited field and Ctrl+Delete reset it.
class NumberField : public ExactField {
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);

    void set_unit(const QString& unit);
    const QString& unit() const { return unit_; }
    /// Width that shows `text` with its unit.
    int width_for(const QString& text) const;

signals:
    /// Page Up and Page Down: the next value of the ladder.
    void ladder_requested(int direction);
    void restore_requested();
    void reset_requested();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QFont unit_font() const;
    void dress();

    QString unit_;
};

/// Passes wheel events to the page behind a control: the wheel scrolls and never edits.
class WheelGuard : public QObject {
    Q_OBJECT

public:
    /// Guards `control` for its lifetime; it also no longer takes the focus by the wheel.
    static void guard(QWidget* control);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    using QObject::QObject;
};

/// Removes the focus from any editor in `window` and its child windows, so that it commits its text. Call it at the
/// start of a destructor: an editor that loses the focus later signals a partly destroyed window.
inline void finish_typing(const QWidget& window)
{
    QWidget* typed = QApplication::focusWidget();
    for (const QObject* above = typed; above != nullptr; above = above->parent())
        if (above == &window) return typed->clearFocus();
}

/// Takes over what is being typed, as when the field is left, but keeps the focus there: before a command works on the
/// document.
inline void take_typed()
{
    if (auto* typed = qobject_cast<NumberField*>(QApplication::focusWidget())) emit typed->left();
}

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
