// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_menus.h"

#include "ui/plots/plot_pane.h"

#include <QMenu>
#include <QWhatsThis>

#include <nlohmann/json.hpp>

namespace rigwright {

WindowMenus::WindowMenus(QMenuBar* bar, QUndoStack& undo_stack, InterfaceLanguage& language)
    : QObject(bar),
      bar_(bar),
      language_(language)
{
    build_file_menu();
    build_edit_menu(undo_stack);
    build_builds_menu();
    build_view_menu();
    build_help_menu();
    build_language_switch();
    retranslate();
}

QAction* WindowMenus::add(QMenu* menu, const char* text, const QKeySequence& keys)
{
    QAction* action = menu->addAction(QString());
    action->setShortcut(keys);
    texts_.emplace_back(action, text);
    actions_.push_back(action);
    return action;
}

void WindowMenus::build_file_menu()
{
    QMenu* menu = bar_->addMenu(QString());
    menus_.emplace_back(menu, QT_TR_NOOP("&File"));
    connect(add(menu, QT_TR_NOOP("&New"), QKeySequence::New), &QAction::triggered, this, &WindowMenus::new_requested);
    connect(add(menu, QT_TR_NOOP("&Open…"), QKeySequence::Open), &QAction::triggered, this,
            &WindowMenus::open_requested);
    recent_ = menu->addMenu(QString());
    menus_.emplace_back(recent_, QT_TR_NOOP("Open &recent"));
    examples_ = menu->addMenu(QString());
    menus_.emplace_back(examples_, QT_TR_NOOP("Open &example"));
    connect(add(menu, QT_TR_NOOP("&Import a model…"), QKeySequence(Qt::CTRL | Qt::Key_I)), &QAction::triggered, this,
            &WindowMenus::import_requested);
    menu->addSeparator();
    connect(add(menu, QT_TR_NOOP("E&xport measuring script…")), &QAction::triggered, this,
            &WindowMenus::script_export_requested);
    connect(add(menu, QT_TR_NOOP("Import &measurement…")), &QAction::triggered, this,
            &WindowMenus::measurement_import_requested);
    menu->addSeparator();
    connect(add(menu, QT_TR_NOOP("&Save"), QKeySequence::Save), &QAction::triggered, this,
            &WindowMenus::save_requested);
    connect(add(menu, QT_TR_NOOP("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)), &QAction::triggered,
            this, &WindowMenus::save_as_requested);
    revert_ = add(menu, QT_TR_NOOP("Re&vert to saved"));
    connect(revert_, &QAction::triggered, this, &WindowMenus::revert_requested);
    menu->addSeparator();
    QAction* report = add(menu, QT_TR_NOOP("Re&port and print…"));
    report->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(QKeySequence::Print)});
    connect(report, &QAction::triggered, this, &WindowMenus::report_requested);
    connect(add(menu, QT_TR_NOOP("Export &launch files…"), QKeySequence(Qt::CTRL | Qt::Key_L)), &QAction::triggered,
            this, &WindowMenus::launch_requested);
    menu->addSeparator();
    QAction* quit = add(menu, QT_TR_NOOP("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    quit->setMenuRole(QAction::QuitRole);
    connect(quit, &QAction::triggered, this, &WindowMenus::quit_requested);
}

void WindowMenus::build_edit_menu(QUndoStack& undo_stack)
{
    QMenu* menu = bar_->addMenu(QString());
    menus_.emplace_back(menu, QT_TR_NOOP("&Edit"));
    undo_ = add(menu, QT_TR_NOOP("&Undo"), QKeySequence::Undo);
    redo_ = add(menu, QT_TR_NOOP("&Redo"), QKeySequence::Redo);
    undo_->setEnabled(undo_stack.canUndo());
    redo_->setEnabled(undo_stack.canRedo());
    connect(undo_, &QAction::triggered, &undo_stack, &QUndoStack::undo);
    connect(redo_, &QAction::triggered, &undo_stack, &QUndoStack::redo);
    connect(&undo_stack, &QUndoStack::canUndoChanged, undo_, &QAction::setEnabled);
    connect(&undo_stack, &QUndoStack::canRedoChanged, redo_, &QAction::setEnabled);
}

void WindowMenus::build_builds_menu()
{
    QMenu* menu = bar_->addMenu(QString());
    menus_.emplace_back(menu, QT_TR_NOOP("B&uild"));
    const auto ask = [&](const char* text, BuildCommand wish, const QKeySequence& keys = {}) {
        connect(add(menu, text, keys), &QAction::triggered, this, [this, wish] { emit build_requested(wish); });
    };
    ask(QT_TR_NOOP("&Add build"), BuildCommand::add, QKeySequence(Qt::CTRL | Qt::Key_B));
    ask(QT_TR_NOOP("&Duplicate"), BuildCommand::duplicate, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
    ask(QT_TR_NOOP("&Rename…"), BuildCommand::rename);
    ask(QT_TR_NOOP("&Pin or unpin"), BuildCommand::pin, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    menu->addSeparator();
    ask(QT_TR_NOOP("Move &left"), BuildCommand::move_left);
    ask(QT_TR_NOOP("Move ri&ght"), BuildCommand::move_right);
    ask(QT_TR_NOOP("&Next build"), BuildCommand::next, QKeySequence(Qt::CTRL | Qt::Key_PageDown));
    ask(QT_TR_NOOP("Pre&vious build"), BuildCommand::previous, QKeySequence(Qt::CTRL | Qt::Key_PageUp));
    menu->addSeparator();
    ask(QT_TR_NOOP("&Compare pinned builds"), BuildCommand::compare, QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    ask(QT_TR_NOOP("D&elete"), BuildCommand::remove);
}

void WindowMenus::build_view_menu()
{
    QMenu* menu = bar_->addMenu(QString());
    menus_.emplace_back(menu, QT_TR_NOOP("&View"));
    auto* languages = new QActionGroup(this);
    // Each language in its own script, so that nobody is locked out.
    const QStringList names{QStringLiteral("&English"), QStringLiteral("中文(&Z)")};
    for (qsizetype i = 0; i < names.size(); ++i) {
        const QString id = InterfaceLanguage::available().at(i);
        QAction* action = menu->addAction(names.at(i));
        action->setData(id);
        action->setCheckable(true);
        languages->addAction(action);
        connect(action, &QAction::triggered, this, [this, id] { language_.use(id); });
        languages_.push_back(action);
        actions_.push_back(action);
    }
    menu->addSeparator();
    auto* themes = new QActionGroup(this);
    const auto add_theme = [&](const char* text, ThemeChoice choice) {
        QAction* action = add(menu, text);
        action->setCheckable(true);
        themes->addAction(action);
        themes_.emplace_back(action, choice);
        connect(action, &QAction::triggered, this, [this, choice] { emit theme_requested(choice); });
    };
    add_theme(QT_TR_NOOP("&System colours"), ThemeChoice::system);
    add_theme(QT_TR_NOOP("&Light"), ThemeChoice::light);
    add_theme(QT_TR_NOOP("&Dark"), ThemeChoice::dark);
    menu->addSeparator();
    connect(add(menu, QT_TR_NOOP("Compare &models…"), QKeySequence(Qt::CTRL | Qt::Key_M)), &QAction::triggered, this,
            &WindowMenus::model_comparison_requested);
    connect(add(menu, QT_TR_NOOP("Measured on m&y machine…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)),
            &QAction::triggered, this, &WindowMenus::measurements_requested);
    connect(add(menu, QT_TR_NOOP("Graphics &cards side by side…"), QKeySequence(Qt::CTRL | Qt::Key_G)),
            &QAction::triggered, this, &WindowMenus::cards_requested);
    connect(add(menu, QT_TR_NOOP("Detec&t this machine…")), &QAction::triggered, this, &WindowMenus::machine_requested);
    connect(add(menu, QT_TR_NOOP("My &hardware data…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)),
            &QAction::triggered, this, &WindowMenus::catalog_requested);
    menu->addSeparator();
    connect(add(menu, QT_TR_NOOP("Plot in its own &window"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W)),
            &QAction::triggered, this, &WindowMenus::plot_window_requested);
    connect(add(menu, QT_TR_NOOP("&Next pane"), Qt::Key_F6), &QAction::triggered, this,
            &WindowMenus::next_pane_requested);
    connect(add(menu, QT_TR_NOOP("&Previous pane"), QKeySequence(Qt::SHIFT | Qt::Key_F6)), &QAction::triggered, this,
            &WindowMenus::previous_pane_requested);
    connect(add(menu, QT_TR_NOOP("&Reset layout")), &QAction::triggered, this, &WindowMenus::layout_reset_requested);
}

void WindowMenus::build_help_menu()
{
    QMenu* menu = bar_->addMenu(QString());
    menus_.emplace_back(menu, QT_TR_NOOP("&Help"));
    connect(add(menu, QT_TR_NOOP("User &guide"), QKeySequence::HelpContents), &QAction::triggered, this,
            &WindowMenus::guide_requested);
    connect(add(menu, QT_TR_NOOP("&What is this?"), QKeySequence::WhatsThis), &QAction::triggered, this,
            [] { QWhatsThis::enterWhatsThisMode(); });
    connect(add(menu, QT_TR_NOOP("&Learn…")), &QAction::triggered, this, &WindowMenus::learn_requested);
    connect(add(menu, QT_TR_NOOP("&Copy diagnostic information")), &QAction::triggered, this,
            &WindowMenus::diagnostics_requested);
    menu->addSeparator();
    QAction* about = add(menu, QT_TR_NOOP("&About Rigwright"));
    about->setMenuRole(QAction::AboutRole);
    connect(about, &QAction::triggered, this, &WindowMenus::about_requested);
}

void WindowMenus::build_language_switch()
{
    switch_ = new QToolButton(bar_);
    switch_->setAutoRaise(true);
    connect(switch_, &QToolButton::clicked, this, [this] {
        const QStringList all = InterfaceLanguage::available();
        language_.use(all.at((all.indexOf(language_.current()) + 1) % all.size()));
    });
}

void WindowMenus::retranslate()
{
    for (const auto& [menu, text] : menus_) menu->setTitle(tr(text));
    for (const auto& [action, text] : texts_) action->setText(tr(text));
    const bool english = language_.current() == QLatin1String("en");
    switch_->setText(english ? QStringLiteral("中文") : QStringLiteral("English"));
    switch_->setToolTip(tr("Change the language of the window"));
    switch_->setAccessibleName(switch_->text());
    // The bar asks for its size when it is given the button, and not again.
    bar_->setCornerWidget(switch_);
    for (QAction* action : languages_) action->setChecked(action->data().toString() == language_.current());
}

void WindowMenus::show_theme(ThemeChoice choice)
{
    for (const auto& [action, theme] : themes_) action->setChecked(theme == choice);
}

using nlohmann::json;

std::string view_of(const QTabWidget& tabs)
{
    json view = json::object();
    if (const QWidget* front = tabs.currentWidget()) view["tab"] = front->objectName().toStdString();
    json linear = json::array();
    for (const PlotPane* plot : tabs.findChildren<PlotPane*>())
        if (plot->is_linear()) linear.push_back(plot->objectName().toStdString());
    if (!linear.empty()) view["linear"] = std::move(linear);
    return view.dump();
}

void show_view(QTabWidget& tabs, const std::string& view)
{
    const json read = json::parse(view, nullptr, false);
    if (!read.is_object()) return;
    const auto listed = [&](const QString& name) {
        const auto found = read.find("linear");
        if (found == read.end() || !found->is_array()) return false;
        return std::find(found->begin(), found->end(), json(name.toStdString())) != found->end();
    };
    for (PlotPane* plot : tabs.findChildren<PlotPane*>()) {
        if (!plot->scale_button().isHidden()) plot->scale_button().setChecked(listed(plot->objectName()));
    }
    const auto tab = read.find("tab");
    if (tab == read.end() || !tab->is_string()) return;
    const QString name = QString::fromStdString(tab->get<std::string>());
    for (int i = 0; i < tabs.count(); ++i)
        if (tabs.widget(i)->objectName() == name && tabs.isTabVisible(i)) tabs.setCurrentIndex(i);
}

} // namespace rigwright
