// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/status.h"
#include "ui/document/live.h"
#include "ui/start/start_questions.h"
#include "ui/window_files.h"

#include <QDateTime>
#include <QGridLayout>
#include <QScrollArea>

namespace rigwright {

class WindowMenus;

/// What a recent file holds, as far as it can be read.
struct RecentProject {
    QString path;
    QString name;
    std::size_t machines = 0;
    /// Of the machine that was worked on last.
    PlanStatus status;
};

/// Files with the time of their last change.
using FileTimes = QList<std::pair<QString, QDateTime>>;

/// What the window shows before there is a plan: the questions that find a machine, ways to bring a plan, lessons,
/// recent projects and examples. It covers the places; the project below it stays as it is.
class StartPage : public QScrollArea {
    Q_OBJECT

public:
    /// `menus` run the commands that the page has buttons for.
    StartPage(Document& document, const Scenario& start, const Localization& words, const WindowFiles& files,
              const WindowMenus& menus, QWidget* parent = nullptr);

    StartQuestions& questions() { return *questions_; }
    /// All that is shown is known.
    bool is_settled() const { return recent_.is_settled() && questions_->is_settled(); }

signals:
    void first_lesson_requested();
    void file_requested(const QString& path, bool is_example);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Section {
        QWidget* box = nullptr;
        QGridLayout* content = nullptr;
    };
    struct CommandButton {
        QPushButton* button;
        const char* id;
    };

    Section add_section(QBoxLayout* column, const TextMaker& title, const TextMaker& text);
    void add_command(Section& section, const char* id);
    void arrange();
    void fill_recent();
    void show_recent(int line, const QString& path, const RecentProject* known);
    void fill_examples();
    void retranslate();

    const Localization& words_;
    const WindowFiles& files_;
    const WindowMenus& menus_;
    StartQuestions* questions_;
    QWidget* side_;
    QGridLayout* grid_;
    Section recents_;
    Section examples_;
    std::vector<CommandButton> commands_;
    FileTimes listed_;
    int example_columns_ = 0;
    Live<std::vector<RecentProject>, FileTimes> recent_;
};

} // namespace rigwright
