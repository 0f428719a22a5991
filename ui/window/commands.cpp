// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commands.h"

#include "ui/catalog_editor/catalog_page.h"
#include "ui/compare/build_actions.h"
#include "ui/controls/exact_field.h"
#include "ui/import_dialog.h"
#include "ui/main_window.h"
#include "ui/measure/measurement_list.h"
#include "ui/plots/swept_number.h"
#include "ui/window_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QMenuBar>
#include <QRegularExpression>
#include <QUndoGroup>
#include <QWhatsThis>

#include <algorithm>

namespace rigwright {

namespace {

constexpr auto ctrl_shift = Qt::CTRL | Qt::SHIFT;

QString translated(const char* text) { return QCoreApplication::translate("Commands", text); }

/// A file's name as the text of a menu entry.
QString entry_text(QString name) { return name.replace(QLatin1Char('&'), QLatin1String("&&")); }

void fill_recent(MainWindow& window, QMenu& menu)
{
    for (const QString& path : recent_files()) {
        QAction* action = menu.addAction(entry_text(QDir::toNativeSeparators(path)));
        QObject::connect(action, &QAction::triggered, &window, [&window, path] {
            if (window.files().may_leave()) window.files().open(path);
        });
    }
    if (menu.isEmpty()) {
        menu.addAction(translated(QT_TRANSLATE_NOOP("Commands", "No recent files")))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    QObject::connect(menu.addAction(translated(QT_TRANSLATE_NOOP("Commands", "Clear the list"))), &QAction::triggered,
                     &window, [] { forget_files(); });
}

void fill_examples(MainWindow& window, QMenu& menu)
{
    for (const WindowFiles::Example& example : window.files().examples())
        QObject::connect(menu.addAction(entry_text(example.title)), &QAction::triggered, &window,
                         [&window, path = example.path] {
                             if (window.files().may_leave()) window.files().open_example(path);
                         });
}

void bring_to_front(MainWindow& window, std::size_t machine)
{
    Document& document = window.document();
    if (!document.in_trial() && machine < document.project().builds.size()) document.select_build(machine);
}

void fill_machines(MainWindow& window, QMenu& menu)
{
    const Project& project = window.document().project();
    for (std::size_t i = 0; i < project.builds.size(); ++i) {
        QAction* action = menu.addAction(machine_entry(i, from_utf8(project.builds[i].name())));
        action->setCheckable(true);
        action->setChecked(i == project.current);
        QObject::connect(action, &QAction::triggered, &window, [&window, i] { bring_to_front(window, i); });
    }
}

template <ThemeChoice choice>
void use_theme(MainWindow& window)
{
    window.use_theme(choice);
}

template <ThemeChoice choice>
bool has_theme(MainWindow& window)
{
    return window.theme() == choice;
}

bool has_own_prices(MainWindow& window) { return window.page_ids().contains(QStringLiteral("hardware")); }

template <void (*action)(QWidget& own_hardware)>
void run_on_prices(MainWindow& window)
{
    action(*window.open_page(QStringLiteral("hardware")));
}

void open(MainWindow& window, const char* page) { window.open_page(QLatin1String(page)); }

void select_machine(MainWindow& window, std::size_t steps)
{
    const Project& project = window.document().project();
    window.document().select_build((project.current + steps) % project.builds.size());
}

template <int place>
void open_place(MainWindow& window)
{
    window.open_place(static_cast<WindowPlace>(place));
}

template <int index>
void use_language(MainWindow& window)
{
    window.language().use(InterfaceLanguage::available().at(index));
}

template <int index>
bool speaks(MainWindow& window)
{
    return window.language().current() == InterfaceLanguage::available().at(index);
}

// Alt with A to F selects a machine.
constexpr const char* file_menu = QT_TRANSLATE_NOOP("Commands", "F&ile");
constexpr const char* edit_menu = QT_TRANSLATE_NOOP("Commands", "Edi&t");
constexpr const char* view_menu = QT_TRANSLATE_NOOP("Commands", "&View");
constexpr const char* machine_menu = QT_TRANSLATE_NOOP("Commands", "&Machine");
constexpr const char* help_menu = QT_TRANSLATE_NOOP("Commands", "&Help");

std::vector<Command> file_commands()
{
    return {
        {"new", QT_TRANSLATE_NOOP("Commands", "&New"),
         [](MainWindow& window) {
             if (window.files().may_leave()) window.files().open_new();
         },
         QKeySequence::New},
        {"open", QT_TRANSLATE_NOOP("Commands", "&Open…"), [](MainWindow& window) { window.files().ask_and_open(); },
         QKeySequence::Open},
        {.id = "recent", .text = QT_TRANSLATE_NOOP("Commands", "Open &recent"), .fill = fill_recent},
        {.id = "examples", .text = QT_TRANSLATE_NOOP("Commands", "Open &example"), .fill = fill_examples},
        {"start_page", QT_TRANSLATE_NOOP("Commands", "Start pa&ge"), [](MainWindow& window) { window.show_start(); }},
        {"import_model", QT_TRANSLATE_NOOP("Commands", "&Import a model…"),
         [](MainWindow& window) { window.importer().ask_and_import(); }, Qt::CTRL | Qt::Key_I},
        {"export_script", QT_TRANSLATE_NOOP("Commands", "E&xport measuring script…"),
         [](MainWindow& window) { window.measurement_files().ask_and_export(); }, QKeySequence(), true},
        {"import_measurement", QT_TRANSLATE_NOOP("Commands", "Import &measurement…"),
         [](MainWindow& window) { window.measurement_files().ask_and_import(); }},
        {"save", QT_TRANSLATE_NOOP("Commands", "&Save"), [](MainWindow& window) { window.files().save(); },
         QKeySequence::Save, true},
        {"save_as", QT_TRANSLATE_NOOP("Commands", "Save &as…"),
         [](MainWindow& window) { window.files().ask_and_save(); }, ctrl_shift | Qt::Key_S},
        {"revert", QT_TRANSLATE_NOOP("Commands", "Re&vert to saved"),
         [](MainWindow& window) { window.files().revert(); }, QKeySequence(), false,
         [](MainWindow& window) { return !window.files().path().isEmpty(); }},
        {.id = "report",
         .text = QT_TRANSLATE_NOOP("Commands", "Re&port and print"),
         .run = [](MainWindow& window) { open(window, "report"); },
         .key = Qt::CTRL | Qt::Key_R,
         .begins_group = true,
         .second_key = QKeySequence::Print},
        {"launch", QT_TRANSLATE_NOOP("Commands", "Export training &launch files…"),
         [](MainWindow& window) { window.show_launch(); }, Qt::CTRL | Qt::Key_L},
        {.id = "quit",
         .text = QT_TRANSLATE_NOOP("Commands", "&Quit"),
         .run = [](MainWindow& window) { window.close(); },
         .key = Qt::CTRL | Qt::Key_Q,
         .begins_group = true,
         .role = QAction::QuitRole},
    };
}

std::vector<Command> edit_commands()
{
    return {
        {"undo", QT_TRANSLATE_NOOP("Commands", "&Undo"), [](MainWindow& window) { window.undo_group().undo(); },
         QKeySequence::Undo, false, [](MainWindow& window) { return window.undo_group().canUndo(); }},
        {"redo", QT_TRANSLATE_NOOP("Commands", "&Redo"), [](MainWindow& window) { window.undo_group().redo(); },
         QKeySequence::Redo, false, [](MainWindow& window) { return window.undo_group().canRedo(); }},
        {"find", QT_TRANSLATE_NOOP("Commands", "&Find anything…"), [](MainWindow& window) { window.open_palette(); },
         Qt::CTRL | Qt::Key_K, true},
    };
}

std::vector<Command> view_commands()
{
    return {
        {"task", QT_TRANSLATE_NOOP("Commands", "Tas&k"), open_place<0>, Qt::CTRL | Qt::Key_1},
        {"machines_place", QT_TRANSLATE_NOOP("Commands", "&Machines"), open_place<1>, Qt::CTRL | Qt::Key_2},
        {"explore", QT_TRANSLATE_NOOP("Commands", "Expl&ore"), open_place<2>, Qt::CTRL | Qt::Key_3},
        {"decide", QT_TRANSLATE_NOOP("Commands", "De&cide"), open_place<3>, Qt::CTRL | Qt::Key_4},
        {"learn_place", QT_TRANSLATE_NOOP("Commands", "Lea&rn"), open_place<4>, Qt::CTRL | Qt::Key_5},
        {"next_page", QT_TRANSLATE_NOOP("Commands", "Ne&xt page"), [](MainWindow& window) { window.cycle_pages(1); },
         Qt::CTRL | Qt::Key_Tab, true},
        {"previous_page", QT_TRANSLATE_NOOP("Commands", "Pre&vious page"),
         [](MainWindow& window) { window.cycle_pages(-1); }, ctrl_shift | Qt::Key_Tab},
        {"next_pane", QT_TRANSLATE_NOOP("Commands", "&Next region"),
         [](MainWindow& window) { window.cycle_regions(1); }, QKeySequence(Qt::Key_F6)},
        {"previous_pane", QT_TRANSLATE_NOOP("Commands", "&Previous region"),
         [](MainWindow& window) { window.cycle_regions(-1); }, Qt::SHIFT | Qt::Key_F6},
        {.id = "explain",
         .text = QT_TRANSLATE_NOOP("Commands", "Expl&ain"),
         .run = [](MainWindow& window) { window.toggle_drawer(); },
         .key = QKeySequence(Qt::Key_F12),
         .begins_group = true,
         .second_key = Qt::CTRL | Qt::Key_E},
        {"plot_window", QT_TRANSLATE_NOOP("Commands", "Plot in its own &window"),
         [](MainWindow& window) { window.show_plot_window(); }, ctrl_shift | Qt::Key_W},
        {"reset_layout", QT_TRANSLATE_NOOP("Commands", "Reset la&yout"),
         [](MainWindow& window) { window.reset_layout(); }},
        // Each language in its own script, so that everyone can read it.
        {"english", "&English", use_language<0>, QKeySequence(), true, nullptr, speaks<0>},
        {"chinese", "中文(&Z)", use_language<1>, QKeySequence(), false, nullptr, speaks<1>},
        {"system_theme", QT_TRANSLATE_NOOP("Commands", "&System colors"), use_theme<ThemeChoice::system>,
         QKeySequence(), true, nullptr, has_theme<ThemeChoice::system>},
        {"light_theme", QT_TRANSLATE_NOOP("Commands", "&Light"), use_theme<ThemeChoice::light>, QKeySequence(), false,
         nullptr, has_theme<ThemeChoice::light>},
        {"dark_theme", QT_TRANSLATE_NOOP("Commands", "&Dark"), use_theme<ThemeChoice::dark>, QKeySequence(), false,
         nullptr, has_theme<ThemeChoice::dark>},
    };
}

/// Whether it changes the machines of the project, which trials do not use.
bool is_about_machines(const Command& command)
{
    constexpr std::array ids{"add_machine",    "duplicate_machine", "rename_machine",     "pin_machine",
                             "baseline",       "move_left",         "move_right",         "next_machine",
                             "front_machine",  "own_task",          "previous_machine",   "project_task",
                             "delete_machine", "import_model",      "import_measurement", "detect"};
    return std::ranges::find(ids, std::string_view(command.id)) != ids.end();
}

std::vector<Command> machine_commands()
{
    return {
        {"add_machine", QT_TRANSLATE_NOOP("Commands", "&Add machine"),
         [](MainWindow& window) { window.builds().add(); }, Qt::CTRL | Qt::Key_B},
        {"duplicate_machine", QT_TRANSLATE_NOOP("Commands", "&Duplicate"),
         [](MainWindow& window) { window.builds().duplicate(); }, Qt::CTRL | Qt::Key_D},
        {"rename_machine", QT_TRANSLATE_NOOP("Commands", "&Rename…"),
         [](MainWindow& window) { window.rename_machine(); }},
        {"pin_machine", QT_TRANSLATE_NOOP("Commands", "Add to or remove from &comparison"),
         [](MainWindow& window) { window.builds().toggle_pin(); }, ctrl_shift | Qt::Key_P},
        {"baseline", QT_TRANSLATE_NOOP("Commands", "Use as basel&ine"),
         [](MainWindow& window) { window.builds().set_baseline(window.document().project().current); }, QKeySequence(),
         false, [](MainWindow& window) { return window.document().project().current_build().is_pinned(); }},
        {"move_left", QT_TRANSLATE_NOOP("Commands", "Move &left"),
         [](MainWindow& window) { window.builds().move_current(-1); }, QKeySequence(), true},
        {"move_right", QT_TRANSLATE_NOOP("Commands", "Move ri&ght"),
         [](MainWindow& window) { window.builds().move_current(1); }},
        {.id = "front_machine", .text = QT_TRANSLATE_NOOP("Commands", "Machine in &front"), .fill = fill_machines},
        {"next_machine", QT_TRANSLATE_NOOP("Commands", "&Next machine"),
         [](MainWindow& window) { select_machine(window, 1); }, Qt::CTRL | Qt::Key_PageDown},
        {"previous_machine", QT_TRANSLATE_NOOP("Commands", "Pre&vious machine"),
         [](MainWindow& window) { select_machine(window, window.document().project().builds.size() - 1); },
         Qt::CTRL | Qt::Key_PageUp},
        {"own_task", QT_TRANSLATE_NOOP("Commands", "Use a different tas&k for this machine"),
         [](MainWindow& window) { window.builds().use_own_task(); }, QKeySequence(), true,
         [](MainWindow& window) { return !window.document().project().current_build().exception; }},
        {"project_task", QT_TRANSLATE_NOOP("Commands", "Use the pro&ject's task"),
         [](MainWindow& window) { window.builds().use_project_task(); }, QKeySequence(), false,
         [](MainWindow& window) { return window.document().project().current_build().exception; }},
        {"delete_machine", QT_TRANSLATE_NOOP("Commands", "D&elete"),
         [](MainWindow& window) { window.builds().remove(); }},
        {"compare", QT_TRANSLATE_NOOP("Commands", "C&ompare machines"),
         [](MainWindow& window) { open(window, "compare"); }, ctrl_shift | Qt::Key_C, true},
        {"compare_models", QT_TRANSLATE_NOOP("Commands", "Compare &models"),
         [](MainWindow& window) { open(window, "models"); }, Qt::CTRL | Qt::Key_M},
        {"compare_gpus", QT_TRANSLATE_NOOP("Commands", "Compare GP&Us"),
         [](MainWindow& window) { open(window, "cards"); }, Qt::CTRL | Qt::Key_G},
        {"measured", QT_TRANSLATE_NOOP("Commands", "Cali&brate with measurements"),
         [](MainWindow& window) { open(window, "measured"); }, ctrl_shift | Qt::Key_M, true},
        {"detect", QT_TRANSLATE_NOOP("Commands", "Detec&t this computer…"),
         [](MainWindow& window) { window.show_machine(); }},
        {"hardware", QT_TRANSLATE_NOOP("Commands", "My &parts and prices"),
         [](MainWindow& window) { open(window, "hardware"); }, ctrl_shift | Qt::Key_H, false, has_own_prices},
        {"paste_prices", QT_TRANSLATE_NOOP("Commands", "Paste a &quote"), run_on_prices<paste_prices>, QKeySequence(),
         false, has_own_prices},
        {"import_prices", QT_TRANSLATE_NOOP("Commands", "Import a price li&st…"), run_on_prices<ask_for_price_files>,
         QKeySequence(), false, has_own_prices},
    };
}

std::vector<Command> help_commands()
{
    return {
        {"guide", QT_TRANSLATE_NOOP("Commands", "User &guide"),
         [](MainWindow& window) { emit window.guide_requested({}); }, QKeySequence::HelpContents},
        {"whats_this", QT_TRANSLATE_NOOP("Commands", "&What is this?"),
         [](MainWindow&) { QWhatsThis::enterWhatsThisMode(); }, QKeySequence::WhatsThis},
        {"lessons", QT_TRANSLATE_NOOP("Commands", "&Lessons"), [](MainWindow& window) { open(window, "learn"); }},
        {"diagnostics", QT_TRANSLATE_NOOP("Commands", "&Copy diagnostic information"),
         [](MainWindow& window) { window.copy_diagnostics(); }},
        {.id = "about",
         .text = QT_TRANSLATE_NOOP("Commands", "&About Rigwright"),
         .run = [](MainWindow& window) { window.show_about(); },
         .begins_group = true,
         .role = QAction::AboutRole},
    };
}

} // namespace

QKeySequence machine_keys(std::size_t machine)
{
    return QKeySequence(QKeyCombination(Qt::ALT, static_cast<Qt::Key>(Qt::Key_A + static_cast<int>(machine))));
}

QString machine_entry(std::size_t machine, const QString& name)
{
    const QString text = QStringLiteral("%1  %2").arg(build_letter(machine), entry_text(name));
    return machine < lettered_machines ? text + QLatin1Char('\t') + machine_keys(machine).toString() : text;
}

QList<QKeySequence> Command::keys() const
{
    QList<QKeySequence> all{key, second_key};
    all.removeAll(QKeySequence());
    return all;
}

QString Command::label() const
{
    // "(&Z)" behind Chinese texts, "&" before a letter elsewhere.
    static const QRegularExpression mnemonic(QStringLiteral("\\(&.\\)|&(?=.)"));
    return translated(text).remove(mnemonic);
}

QString Command::name() const { return label().remove(QChar(u'…')); }

const std::vector<Command>& command_list()
{
    static const std::vector<Command> commands = [] {
        std::vector<Command> all;
        for (const auto& [menu, part] :
             {std::pair(file_menu, file_commands()), std::pair(edit_menu, edit_commands()),
              std::pair(view_menu, view_commands()), std::pair(machine_menu, machine_commands()),
              std::pair(help_menu, help_commands())})
            for (const Command& command : part) all.emplace_back(command).menu = menu;
        return all;
    }();
    return commands;
}

WindowMenus::WindowMenus(MainWindow& window, QMenuBar& bar) : QObject(&bar), window_(window), bar_(bar)
{
    for (const Command& command : command_list()) {
        QMenu* menu = add_menu(command.menu);
        if (command.begins_group) menu->addSeparator();
        QAction* action = nullptr;
        if (command.fill != nullptr) {
            QMenu* inner = menu->addMenu(QString());
            action = inner->menuAction();
            connect(inner, &QMenu::aboutToShow, this, [this, inner, &command] {
                inner->clear();
                command.fill(window_, *inner);
            });
        } else {
            action = menu->addAction(QString());
            connect(action, &QAction::triggered, this, [this, &command] {
                take_typed();
                command.run(window_);
                refresh();
            });
        }
        action->setObjectName(QLatin1String(command.id));
        action->setShortcuts(command.keys());
        action->setCheckable(command.checked != nullptr);
        action->setMenuRole(command.role);
        actions_.emplace_back(&command, action);
    }
    for (std::size_t i = 0; i < lettered_machines; ++i) {
        auto* action = new QAction(&window);
        action->setShortcut(machine_keys(i));
        connect(action, &QAction::triggered, this, [this, i] {
            take_typed();
            bring_to_front(window_, i);
        });
        window.addAction(action);
    }
    refresh();
}

QMenu* WindowMenus::add_menu(const char* title)
{
    for (const auto& [known, menu] : menus_)
        if (known == title) return menu;
    menus_.emplace_back(title, bar_.addMenu(QString()));
    return menus_.back().second;
}

void WindowMenus::refresh()
{
    for (const auto& [title, menu] : menus_) menu->setTitle(translated(title));
    for (const auto& [command, action] : actions_) {
        action->setText(translated(command->text));
        action->setEnabled((command->enabled == nullptr || command->enabled(window_)) &&
                           !(window_.document().in_trial() && is_about_machines(*command)));
        if (command->checked != nullptr) action->setChecked(command->checked(window_));
    }
}

QAction* WindowMenus::action(const QString& id) const
{
    const auto found =
        std::ranges::find_if(actions_, [&](const auto& entry) { return id == QLatin1String(entry.first->id); });
    return found == actions_.end() ? nullptr : found->second;
}

QMenu& WindowMenus::machine_commands() const
{
    return *std::ranges::find(menus_, machine_menu, &std::pair<const char*, QMenu*>::first)->second;
}

bool WindowMenus::run(const QString& id) const
{
    QAction* known = action(id);
    if (known == nullptr || !known->isEnabled()) return false;
    known->trigger();
    return true;
}

} // namespace rigwright
