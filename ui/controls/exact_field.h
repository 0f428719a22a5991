// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLineEdit>
#include <QObject>
#include <QWidget>

#include <functional>
#include <optional>

namespace rigwright {

/// A text field for an exact value that can be marked as invalid; Up and Down request the adjacent value. Undo and redo
/// act on the window if the text has nothing to undo.
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

/// The outline of an input field.
enum class FieldLook { plain, focused, bad, unset };

/// Paints the background and the outline of an input field of a row; `unset` is dashed.
void paint_field(QPainter& painter, const QRect& area, const QPalette& palette, FieldLook look);

/// The number field of a row: its unit is painted inside, and an empty field looks unset. Escape restores the value
/// before the edit. Delete in an unedited field with all text selected, and Ctrl+Delete, reset it.
class NumberField : public ExactField {
    Q_OBJECT

public:
    explicit NumberField(QWidget* parent = nullptr);

    void set_unit(const QString& unit);
    const QString& unit() const { return unit_; }
    /// Width that shows `text` with its unit.
    int width_for(const QString& text) const;

signals:
    /// Page Up and Page Down: the next slider step.
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
    /// Guards `control` for its lifetime and prevents focus by the wheel.
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

/// Commits the text being typed without removing the focus: call it before a command uses the document.
inline void take_typed()
{
    if (auto* typed = qobject_cast<NumberField*>(QApplication::focusWidget())) emit typed->left();
}

/// Choices; none for typed cells.
using CellChoices = std::function<QStringList(const QModelIndex& cell)>;
/// Why a text is invalid, possibly empty; nothing if it is valid.
using CellTrouble = std::function<std::optional<QString>(const QModelIndex& cell, const QString& text)>;

/// Makes table cells editable: with a list if a cell has choices, else in a field that marks invalid text. A click on
/// the selected cell or typing starts an edit.
void edit_cells(QAbstractItemView& view, CellChoices choices, CellTrouble trouble = {});

} // namespace rigwright
