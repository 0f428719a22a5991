// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/learn/lesson_desk.h"
#include "ui/panels/choices_column.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace rigwright {

/// The value of a setting as a person reads it.
QString setting_text(const std::string& path, const FieldValue& value, const Localization& words);

/// Above the inputs while a lesson or the playground runs: that it is a copy, the inputs that the lesson moves first,
/// and what the present settings are compared with. Hidden otherwise.
class LessonInputs : public QWidget {
    Q_OBJECT

public:
    LessonInputs(Document& document, const Localization& words, QWidget* parent = nullptr);

signals:
    void rows_changed();

private:
    void follow();
    /// Forms for what the trial in front moves; empty without one.
    void fill();
    void show_difference();
    void retranslate();

    Document& document_;
    const Localization& words_;
    LessonDesk& desk_;
    QLabel* copy_;
    InputGroup* moved_group_;
    InputGroup* switch_group_;
    FieldForm* moved_;
    FieldForm* switches_;
    InputGroup* compared_group_;
    QPushButton* keep_;
    QPushButton* swap_;
    QLabel* difference_;
    /// The lesson whose rows are shown.
    std::string shown_;
};

} // namespace rigwright
