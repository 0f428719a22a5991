// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/fields.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QString>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include <functional>
#include <vector>

namespace rigwright {

/// A text that is regenerated when the window's language changes.
using TextMaker = std::function<QString()>;

/// Label and explanations of a control, in the window's language.
struct ControlTexts {
    /// With a mnemonic ("&Micro-batch").
    QString label;
    QString unit;
    QString help;
    /// Placeholder of an empty number field.
    QString when_empty;
};

/// One editable scenario field: label, editor, reset button, and a line below for errors.
///
/// A control holds no state of the plan. It shows the given value and reports requests of the user; rejected input
/// stays in the editor, marked, until the field gets another value.
class FieldControl : public QWidget {
    Q_OBJECT

public:
    ~FieldControl() override;

    const QString& path() const { return path_; }
    QLabel* label() const { return label_; }
    /// The label's text without its mnemonic mark.
    QString plain_label() const;

    virtual void set_texts(const ControlTexts& texts);
    /// Shows the current value; `is_default` hides the reset button.
    void show_value(const FieldValue& value, bool is_default);
    /// Marks the editor's content as rejected and shows the reason.
    void mark(TextMaker message);
    /// Like `mark`, for a value that the document rejected.
    virtual void refuse(TextMaker message) { mark(std::move(message)); }
    void clear_mark();
    /// Replaces rejected input by the current value.
    void show_in_force();
    bool is_marked() const { return static_cast<bool>(make_message_); }
    const QString& message() const { return message_; }
    /// Whether "no value" can be chosen here.
    virtual bool can_be_absent() const { return true; }
    /// The widget that gets the keyboard focus.
    virtual QWidget* editor() const = 0;
    /// The Tab stops in reading order.
    virtual std::vector<QWidget*> tab_stops() const { return {editor(), reset_}; }

signals:
    void edited(const QString& path, const rigwright::FieldValue& value);
    void gesture_began();
    void gesture_ended();
    /// From the first character typed until the field loses the focus or gets another value.
    void typing_began();
    void typing_ended();

protected:
    FieldControl(QString path, QWidget* parent);

    /// The row for editors between label and reset button.
    QBoxLayout* row() const { return row_; }
    QToolButton* reset_button() const { return reset_; }
    virtual void display(const FieldValue& value) = 0;
    virtual void display_mark(bool bad) = 0;
    void ask(const FieldValue& value);
    const FieldValue& shown() const { return shown_; }
    /// The request that restores the current value later: nothing if it is the default.
    FieldValue value_in_force() const { return shows_default_ ? FieldValue() : shown_; }
    void reset();
    /// Combines key edits or small clicks in quick succession into one gesture.
    void touch_gesture();
    void end_touch_gesture();

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build_row();
    void build_message();
    void show_message();
    void paint_symbols();

    QString path_;
    TextMaker make_message_;
    QString message_;
    FieldValue shown_;
    bool shows_something_ = false;
    bool shows_default_ = false;
    QBoxLayout* row_ = nullptr;
    QLabel* label_ = nullptr;
    QToolButton* reset_ = nullptr;
    QWidget* message_row_ = nullptr;
    QLabel* message_sign_ = nullptr;
    QLabel* message_text_ = nullptr;
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

private:
    QCheckBox* box_;
};

} // namespace rigwright
