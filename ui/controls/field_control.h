// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/fields.h"
#include "ui/format/layout.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QString>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include <functional>

namespace rigwright {

class Localization;

/// Label and explanations of a control, in the window's language.
struct ControlTexts {
    QString label;
    QString unit;
    QString help;
    /// Placeholder of an empty number field.
    QString when_empty;
    /// Explains why typed text is invalid.
    const Localization* words = nullptr;
};

/// One editable scenario field as a row: label, reset button and editor side by side, or the editor below the label in
/// a narrow column; below them a slider, if the field has one, and a line for errors. A dot in the left margin marks a
/// changed value.
///
/// A control does not store the plan. It shows the given value and reports requests of the user; rejected input stays
/// in the editor, marked, until the field gets another value. The editor is the only Tab stop of the row; Ctrl+Delete
/// in it presses the reset button.
class FieldControl : public QWidget {
    Q_OBJECT

public:
    /// Left margin of the labels, for the dot.
    static constexpr int margin = 8;

    ~FieldControl() override;

    const QString& path() const { return path_; }
    /// Whether it edits this field.
    virtual bool edits(const QString& path) const { return path == path_; }
    QLabel* label() const { return label_; }
    /// The label's full text.
    const QString& plain_label() const { return whole_label_; }

    virtual void set_texts(const ControlTexts& texts);
    /// Shows only the editor, if something else labels it.
    void hide_label();
    /// Aligns the label with the content above: no left margin, the dot after the label.
    void set_flush();
    /// Shows the current value; `is_default` hides the reset button.
    void show_value(const FieldValue& value, bool is_default);
    /// Whether the value differs from the default that Reset restores.
    bool is_changed() const { return shows_something_ && !shows_default_; }
    /// Marks the editor's content as rejected and shows the reason.
    void mark(TextMaker message);
    void clear_mark();
    /// Replaces rejected input by the current value.
    void show_in_force();
    bool is_marked() const { return static_cast<bool>(make_message_); }
    const QString& message() const { return message_; }
    /// Whether the value can be empty.
    virtual bool can_be_absent() const { return true; }
    /// The widget that gets the keyboard focus.
    virtual QWidget* editor() const = 0;

    QSize minimumSizeHint() const override;

signals:
    void edited(const QString& path, const rigwright::FieldValue& value);
    /// `is_marked` may have changed.
    void mark_changed();
    void gesture_began();
    void gesture_ended();

protected:
    FieldControl(QString path, QWidget* parent);

    /// Puts the editor into the row; a wide one takes all space beside a short label.
    void place_editor(bool wide);
    /// Puts a widget below the row, as wide as the control.
    void place_below(QWidget* widget) { grid_->addWidget(widget, 2, 0, 1, 3); }
    /// Width that shows the whole value.
    virtual int editor_width() const = 0;
    /// Puts label and editor side by side or one below the other.
    void arrange();
    virtual void display(const FieldValue& value) = 0;
    virtual void display_mark(bool bad) = 0;
    void ask(const FieldValue& value);
    const FieldValue& shown() const { return shown_; }
    virtual void reset();
    /// Combines key edits or small clicks in quick succession into one gesture.
    void touch_gesture();
    void end_touch_gesture();

    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build_row();
    void show_message();
    /// The label without its bracketed remark.
    QString short_label() const;

    QString path_;
    TextMaker make_message_;
    QString message_;
    QString whole_label_;
    FieldValue shown_;
    bool shows_something_ = false;
    bool shows_default_ = false;
    bool is_wide_ = false;
    bool has_label_ = true;
    bool is_flush_ = false;
    QGridLayout* grid_ = nullptr;
    QLabel* label_ = nullptr;
    QToolButton* reset_ = nullptr;
    QLabel* message_text_;
    QTimer pause_;
};

/// A yes-or-no choice.
class FlagControl : public FieldControl {
    Q_OBJECT

public:
    explicit FlagControl(QString path, QWidget* parent = nullptr);

    QWidget* editor() const override { return box_; }

protected:
    void display(const FieldValue& value) override;
    void display_mark(bool) override {}
    int editor_width() const override { return box_->sizeHint().width(); }

private:
    QCheckBox* box_;
};

} // namespace rigwright
