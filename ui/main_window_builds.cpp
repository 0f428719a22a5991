// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/build_actions.h"
#include "ui/compare/build_bar.h"
#include "ui/compare/change_line.h"
#include "ui/compare/compare_pane.h"
#include "ui/main_window.h"
#include "ui/panels/notice_strip.h"
#include "ui/recent_files.h"
#include "ui/window_files.h"
#include "ui/window_menus.h"
#include "ui/window_view.h"

#include <QDir>
#include <QMenu>

namespace rigwright {

namespace {

QString menu_label(QString text) { return text.replace(QLatin1Char('&'), QLatin1String("&&")); }

} // namespace

void MainWindow::connect_builds()
{
    connect(menus_, &WindowMenus::build_asked, this, &MainWindow::do_with_builds);
    connect(compare_, &ComparePane::working_asked, this, [this](std::size_t build, const QString& quantity) {
        document_.select_build(build);
        if (!quantity.isEmpty()) show_working(quantity);
    });
    connect(change_, &ChangeLine::working_asked, this, &MainWindow::show_working);
    connect(compare_, &ComparePane::report_asked, this, [this] { show_report(); });
    connect(build_actions_, &BuildActions::refused, this,
            [this](const QString& message) { trouble_->show_text([message] { return message; }); });
    connect(build_actions_, &BuildActions::removed, this, [this](const QString& name) {
        news_->show_until_undone([name] { return tr("%1 was deleted. Undo brings it back.").arg(name); },
                                 document_.undo_stack());
    });
    connect(&document_, &Document::builds_changed, this, &MainWindow::show_title);
}

void MainWindow::connect_files()
{
    connect(menus_, &WindowMenus::new_asked, this, [this] {
        if (files_->may_leave()) files_->open_new();
    });
    connect(menus_, &WindowMenus::revert_asked, files_, &WindowFiles::revert);
    connect(menus_->recent(), &QMenu::aboutToShow, this, &MainWindow::fill_recent);
    connect(files_, &WindowFiles::failed, trouble_, &NoticeStrip::show_text);
    connect(files_, &WindowFiles::noticed, news_, &NoticeStrip::show_text);
    connect(files_, &WindowFiles::reverted, this,
            [this](const TextMaker& message) { news_->show_until_undone(message, document_.undo_stack()); });
    connect(files_, &WindowFiles::about_to_save, this, [this] { document_.set_view(view_of(*tabs_)); });
    connect(files_, &WindowFiles::place_changed, this, [this] {
        trouble_->hide();
        menus_->revert()->setEnabled(!files_->path().isEmpty());
        retranslate();
    });
    connect(files_, &WindowFiles::opened, this, [this] { show_view(*tabs_, document_.project().view); });
    menus_->revert()->setEnabled(false);
}

void MainWindow::fill_recent()
{
    QMenu* menu = menus_->recent();
    menu->clear();
    for (const QString& path : recent_files()) {
        QAction* action = menu->addAction(menu_label(QDir::toNativeSeparators(path)));
        connect(action, &QAction::triggered, this, [this, path] {
            if (files_->may_leave()) files_->open(path);
        });
    }
    if (menu->isEmpty()) {
        menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
        return;
    }
    menu->addSeparator();
    connect(menu->addAction(tr("Clear the list")), &QAction::triggered, this, [] { forget_files(); });
}

void MainWindow::do_with_builds(BuildWish wish)
{
    const Project& project = document_.project();
    const std::size_t builds = project.builds.size();
    switch (wish) {
    case BuildWish::add: return build_actions_->add();
    case BuildWish::duplicate: return build_actions_->duplicate();
    case BuildWish::rename: return build_bar_->rename();
    case BuildWish::pin: return build_actions_->toggle_pin();
    case BuildWish::move_left: return build_actions_->move_current(-1);
    case BuildWish::move_right: return build_actions_->move_current(1);
    case BuildWish::next: return document_.select_build((project.current + 1) % builds);
    case BuildWish::previous: return document_.select_build((project.current + builds - 1) % builds);
    case BuildWish::compare: return tabs_->setCurrentWidget(compare_);
    case BuildWish::remove: return build_actions_->remove();
    }
}

} // namespace rigwright
