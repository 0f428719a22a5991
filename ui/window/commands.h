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

/// One command of the window: an entry of a menu, the palette and the shortcuts. The list drives all three.
struct Command {
    /// The same in every language.
    const char* id = nullptr;
    /// A source text in the context "Commands", with its mnemonic.
    const char* text = nullptr;
    void (*run)(MainWindow& window) = nullptr;
    QKeySequence key{};
    /// Separator above.
    bool begins_group = false;
    /// Null for always.
    bool (*enabled)(MainWindow& window) = nullptr;
    /// For one of several choices; null for none.
    bool (*checked)(MainWindow& window) = nullptr;
    /// Fills a submenu whenever it opens, instead of `run`.
    void (*fill)(MainWindow& window, QMenu& menu) = nullptr;
    QAction::MenuRole role = QAction::NoRole;
    QKeySequence second_key{};
    /// The title of its menu, also a source text.
    const char* menu = nullptr;

    QList<QKeySequence> keys() const;
    /// Without its mnemonic, in the current language.
    QString label() const;
    /// The same without the ellipsis for further input.
    QString name() const;
};

const std::vector<Command>& command_list();

/// Machines with Alt shortcuts: A to F.
inline constexpr std::size_t lettered_machines = 6;
QKeySequence machine_keys(std::size_t machine);
/// A machine's menu entry: its letter, name and shortcut.
QString machine_entry(std::size_t machine, const QString& name);

/// The menu bar of the commands.
class WindowMenus : public QObject {
    Q_OBJECT

public:
    WindowMenus(MainWindow& window, QMenuBar& bar);

    /// Sets texts, check marks and enabled states; call it when any of them changes.
    void refresh();
    /// Null for an unknown id.
    QAction* action(const QString& id) const;
    /// The commands on the current machine.
    QMenu& machine_commands() const;
    /// Runs an enabled command; false otherwise.
    bool run(const QString& id) const;

private:
    QMenu* add_menu(const char* title);

    MainWindow& window_;
    QMenuBar& bar_;
    std::vector<std::pair<const char*, QMenu*>> menus_;
    std::vector<std::pair<const Command*, QAction*>> actions_;
};

} // namespace rigwright
