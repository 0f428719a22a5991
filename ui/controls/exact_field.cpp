// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/exact_field.h"

#include "ui/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

namespace rigwright {

ExactField::ExactField(QWidget* parent) : QLineEdit(parent)
{
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setMaxLength(64);
    WheelGuard::guard(this);
}

void ExactField::set_bad(bool bad)
{
    if (bad_ == bad) return;
    bad_ = bad;
    update();
}

bool ExactField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool nothing_to_undo = key->matches(QKeySequence::Undo) && !isUndoAvailable();
        const bool nothing_to_redo = key->matches(QKeySequence::Redo) && !isRedoAvailable();
        if (nothing_to_undo || nothing_to_redo) {
            event->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void ExactField::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() == Qt::NoModifier && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        emit step_requested(event->key() == Qt::Key_Up ? 1 : -1);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void ExactField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    emit left();
}

void ExactField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!bad_) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme_of(palette()).bad, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 2.5, 2.5);
}

void paint_field(QPainter& painter, const QRect& area, const QPalette& palette, FieldLook look)
{
    constexpr double radius = 3.0;
    const Theme& theme = theme_of(palette);
    const bool strong = look == FieldLook::bad || look == FieldLook::focused;
    QPen pen(theme.outline, strong ? 2.0 : 1.0, look == FieldLook::unset ? Qt::DashLine : Qt::SolidLine);
    if (strong) pen.setColor(look == FieldLook::bad ? theme.bad : theme.accent);
    const double inset = pen.widthF() / 2.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(area).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.restore();
}

namespace {

constexpr int field_padding = 7;
constexpr int unit_gap = 4;

} // namespace

NumberField::NumberField(QWidget* parent) : ExactField(parent)
{
    // The outline is painted here, rounded.
    setFrame(false);
    QPalette colours = palette();
    colours.setColor(QPalette::Base, Qt::transparent);
    setPalette(colours);
    setFont(bold_of(font()));
    setFixedHeight(row_field_height);
    set_unit({});
    connect(this, &QLineEdit::textChanged, this, &NumberField::dress);
}

void NumberField::dress()
{
    // "Not set" has regular weight, in place of the unit.
    const bool unset = text().isEmpty() && !placeholderText().isEmpty();
    if (font().bold() == unset) {
        QFont shown = font();
        shown.setBold(!unset);
        setFont(shown);
    }
    const int taken = unset || unit_.isEmpty() ? 0 : unit_gap + QFontMetrics(unit_font()).horizontalAdvance(unit_);
    setTextMargins(field_padding - 2, 0, field_padding - 2 + taken, 0);
}

QFont NumberField::unit_font() const
{
    QFont plain = font();
    plain.setBold(false);
    return plain;
}

void NumberField::set_unit(const QString& unit)
{
    unit_ = unit;
    dress();
    update();
}

int NumberField::width_for(const QString& text) const
{
    constexpr int caret = 4;
    const QString& shown = text.isEmpty() ? placeholderText() : text;
    return textMargins().left() + textMargins().right() + fontMetrics().horizontalAdvance(shown) + 2 * caret;
}

void NumberField::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool plain = modifiers == Qt::NoModifier;
    const int key = event->key();
    if (plain && (key == Qt::Key_PageUp || key == Qt::Key_PageDown))
        return emit ladder_requested(key == Qt::Key_PageUp ? 1 : -1);
    if (plain && key == Qt::Key_Escape && (isModified() || is_bad())) return emit restore_requested();
    const bool untouched = !isModified() && hasSelectedText() && selectedText() == text();
    if (key == Qt::Key_Delete && (modifiers == Qt::ControlModifier || (plain && untouched)))
        return emit reset_requested();
    ExactField::keyPressEvent(event);
}

void NumberField::paintEvent(QPaintEvent* event)
{
    const bool unset = text().isEmpty() && !placeholderText().isEmpty();
    QPainter painter(this);
    paint_field(painter, rect(), palette(),
                is_bad()     ? FieldLook::bad
                : hasFocus() ? FieldLook::focused
                : unset      ? FieldLook::unset
                             : FieldLook::plain);
    // Base paints the text between the margins.
    painter.end();
    QLineEdit::paintEvent(event);
    if (unit_.isEmpty() || unset) return;
    painter.begin(this);
    painter.setFont(unit_font());
    painter.setPen(theme_of(palette()).muted);
    painter.drawText(rect().adjusted(0, 0, -field_padding, 0), Qt::AlignRight | Qt::AlignVCenter, unit_);
}

void WheelGuard::guard(QWidget* control)
{
    if (control->focusPolicy() == Qt::WheelFocus) control->setFocusPolicy(Qt::StrongFocus);
    control->installEventFilter(new WheelGuard(control));
}

bool WheelGuard::eventFilter(QObject*, QEvent* event)
{
    if (event->type() != QEvent::Wheel) return false;
    event->ignore();
    return true;
}

namespace {

class CellDelegate : public QStyledItemDelegate {
public:
    CellDelegate(CellChoices choices, CellTrouble trouble, QObject* parent)
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
    /// Keeps typed text when other cells change.
    void setEditorData(QWidget* editor, const QModelIndex& cell) const override
    {
        const auto* field = qobject_cast<QLineEdit*>(editor);
        if (field == nullptr || !field->isModified()) QStyledItemDelegate::setEditorData(editor, cell);
    }

private:
    CellChoices choices_;
    CellTrouble trouble_;
};

} // namespace

void edit_cells(QAbstractItemView& view, CellChoices choices, CellTrouble trouble)
{
    view.setItemDelegate(new CellDelegate(std::move(choices), std::move(trouble), &view));
    view.setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                         QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
}

} // namespace rigwright
