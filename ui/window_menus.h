// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/interface_language.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QMenuBar>
#include <QTabWidget>
#include <QToolButton>
#include <QUndoStack>

#include <string>
#include <vector>

namespace rigwright {

/// What the menu asks for with the builds of the project.
enum class BuildCommand { add, duplicate, rename, pin, move_left, move_right, next, previous, compare, remove };

/// The menu bar. Actions say by signals what is wanted; the window does it.
class WindowMenus : public QObject {
    Q_OBJECT

public:
    WindowMenus(QMenuBar* bar, QUndoStack& undo_stack, InterfaceLanguage& language);

    /// Sets the texts again; the window calls it on LanguageChange.
    void retranslate();
    QMenu* examples() const { return examples_; }
    QMenu* recent() const { return recent_; }
    QAction* revert() const { return revert_; }
    void show_theme(ThemeChoice choice);
    /// Every action of the bar, submenus included.
    std::vector<QAction*> actions() const { return actions_; }

signals:
    void new_requested();
    void open_requested();
    void revert_requested();
    void build_requested(rigwright::BuildCommand wish);
    void import_requested();
    void save_requested();
    void save_as_requested();
    void report_requested();
    void launch_requested();
    void quit_requested();
    void theme_requested(rigwright::ThemeChoice choice);
    void model_comparison_requested();
    void measurements_requested();
    void machine_requested();
    void cards_requested();
    void catalog_requested();
    void plot_window_requested();
    void script_export_requested();
    void measurement_import_requested();
    void layout_reset_requested();
    void next_pane_requested();
    void previous_pane_requested();
    void guide_requested();
    void learn_requested();
    void about_requested();
    void diagnostics_requested();

private:
    QAction* add(QMenu* menu, const char* text, const QKeySequence& keys = {});
    void build_file_menu();
    void build_edit_menu(QUndoStack& undo_stack);
    void build_builds_menu();
    void build_view_menu();
    void build_help_menu();
    void build_language_switch();

    QMenuBar* bar_;
    InterfaceLanguage& language_;
    std::vector<std::pair<QMenu*, const char*>> menus_;
    std::vector<std::pair<QAction*, const char*>> texts_;
    std::vector<QAction*> actions_;
    std::vector<QAction*> languages_;
    std::vector<std::pair<QAction*, ThemeChoice>> themes_;
    QMenu* examples_ = nullptr;
    QMenu* recent_ = nullptr;
    QAction* revert_ = nullptr;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QToolButton* switch_ = nullptr;
};

/// What of the window belongs to the project rather than to the program: the tab in front and the axes of the plots, as
/// the text of a JSON object.
std::string view_of(const QTabWidget& tabs);

/// Shows a project as it was left. What the text does not say, or what is not there, stays as it is.
void show_view(QTabWidget& tabs, const std::string& view);

} // namespace rigwright
