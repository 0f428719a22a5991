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
    /// Says why typed text is not understood.
    const Localization* words = nullptr;
};

/// One editable scenario field as a row: label, reset button and editor beside each other, or the editor below the
/// label where a narrow column has no room for both; below them a slider, if the field has one, and a line for errors.
/// A dot in the left margin marks a changed value.
///
/// A control holds no state of the plan. It shows the given value and reports requests of the user; rejected input
/// stays in the editor, marked, until the field gets another value. The editor is the only Tab stop of the row;
/// Ctrl+Delete there does what the reset button does.
class FieldControl : public QWidget {
    Q_OBJECT

public:
    /// Room for the dot: the left margin of the labels.
    static constexpr int margin = 8;

    ~FieldControl() override;

    const QString& path() const { return path_; }
    /// Whether it edits that field.
    virtual bool edits(const QString& path) const { return path == path_; }
    QLabel* label() const { return label_; }
    /// The label's whole text.
    const QString& plain_label() const { return whole_label_; }

    virtual void set_texts(const ControlTexts& texts);
    /// Leaves the editor alone in the row, where something else names it.
    void hide_label();
    /// Lines the label up with what is above it: the dot follows it, without a left margin.
    void set_flush();
    /// Shows the current value; `is_default` hides the reset button.
    void show_value(const FieldValue& value, bool is_default);
    /// Another value than the default, which the reset button restores.
    bool is_changed() const { return shows_something_ && !shows_default_; }
    /// Marks the editor's content as rejected and shows the reason.
    void mark(TextMaker message);
    void clear_mark();
    /// Replaces rejected input by the current value.
    void show_in_force();
    bool is_marked() const { return static_cast<bool>(make_message_); }
    const QString& message() const { return message_; }
    /// Whether "no value" can be chosen here.
    virtual bool can_be_absent() const { return true; }
    /// The widget that gets the keyboard focus.
    virtual QWidget* editor() const = 0;

    QSize minimumSizeHint() const override;

signals:
    void edited(const QString& path, const rigwright::FieldValue& value);
    /// `is_marked` may be another than before.
    void mark_changed();
    void gesture_began();
    void gesture_ended();

protected:
    FieldControl(QString path, QWidget* parent);

    /// Puts the editor into the row; a wide one takes all the room beside a short label.
    void place_editor(bool wide);
    /// Puts a widget below the row, as wide as the control.
    void place_below(QWidget* widget) { grid_->addWidget(widget, 2, 0, 1, 3); }
    /// Width that the editor needs to show its value whole.
    virtual int editor_width() const = 0;
    /// Puts label and editor beside or below each other, as the width requires.
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
    /// The label without its remark in brackets.
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
