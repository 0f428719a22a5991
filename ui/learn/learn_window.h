// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/learn/lesson_page.h"

#include <QListWidget>

namespace rigwright {

/// Exercises and worked cases beside the plan: a list on the left, the lesson on the right. Progress is kept in a file
/// on this computer, and written where the person wants it for a teacher.
class LearnWindow : public QWidget {
    Q_OBJECT

public:
    /// `progress_file` may be empty: progress then lasts as long as the window.
    LearnWindow(Document& document, const Words& words, std::vector<Lesson> lessons, QString progress_file,
                QWidget* parent);

    QListWidget& list() const { return *list_; }
    LessonPage& page() const { return *page_; }
    const LessonProgress& progress() const { return progress_; }
    QString summary() const { return summary_->text(); }
    QPushButton& export_button() const { return *export_; }
    /// Writes the progress, as a table for ".csv" and as JSON otherwise; false, with the reason in sight, when that
    /// fails.
    bool write_progress(const QString& path);

signals:
    void working_asked(const QString& quantity);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show_chosen();
    void record(const LessonRecord& record);
    void ask_and_export();
    void show_list();
    void retranslate();
    bool is_done(const Lesson& lesson) const;

    const Words& words_;
    std::vector<Lesson> lessons_;
    QString progress_file_;
    LessonProgress progress_;
    QListWidget* list_;
    LessonPage* page_;
    QLabel* summary_;
    QPushButton* export_;
};

} // namespace rigwright
