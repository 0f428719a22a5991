// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QMenu>
#include <QObject>
#include <QToolButton>

#include <map>
#include <vector>

class QMenuBar;

namespace rigwright {

class MainWindow;

/// One thing that the window does: an entry of a menu, of the palette and of the keyboard. The list drives all three.
struct Command {
    /// The same in every language.
    const char* id = nullptr;
    /// A source text in the context "Commands", with its mnemonic.
    const char* text = nullptr;
    void (*run)(MainWindow& window) = nullptr;
    QKeySequence key{};
    /// A line above it.
    bool begins_group = false;
    /// Null for always.
    bool (*enabled)(MainWindow& window) = nullptr;
    /// For a command that is one of several choices; null for none.
    bool (*checked)(MainWindow& window) = nullptr;
    /// A submenu, filled whenever it opens, in place of `run`.
    void (*fill)(MainWindow& window, QMenu& menu) = nullptr;
    QAction::MenuRole role = QAction::NoRole;
    QKeySequence second_key{};
    /// The title of its menu, a source text too.
    const char* menu = nullptr;

    QList<QKeySequence> keys() const;
    /// Without its mnemonic, in the language of the moment.
    QString label() const;
    /// The same without the dots of a command that asks for more.
    QString name() const;
};

const std::vector<Command>& command_list();

/// Machines that Alt and their letter bring to the front: A to F.
inline constexpr std::size_t lettered_machines = 6;
QKeySequence machine_keys(std::size_t machine);
/// A machine as an entry of a menu: its letter, its name, its keys.
QString machine_entry(std::size_t machine, const QString& name);

/// The menu bar of the commands.
class WindowMenus : public QObject {
    Q_OBJECT

public:
    WindowMenus(MainWindow& window, QMenuBar& bar);

    /// Sets texts, marks and what is enabled; to be called when any of them changes.
    void refresh();
    /// Null for an unknown id.
    QAction* action(const QString& id) const;
    /// The commands on the machine in front.
    QMenu& machine_commands() const;
    /// Runs a command that is enabled; false otherwise.
    bool run(const QString& id) const;

private:
    QMenu* add_menu(const char* title);

    MainWindow& window_;
    QMenuBar& bar_;
    std::vector<std::pair<const char*, QMenu*>> menus_;
    std::vector<std::pair<const Command*, QAction*>> actions_;
};

} // namespace rigwright
