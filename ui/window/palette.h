// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <vector>

namespace rigwright {

/// One thing that the palette finds.
struct PaletteEntry {
    QString name;
    /// Its kind, shown behind it: "Page", "Command", "Input".
    QString kind;
    /// Further words that find it: the name in the other language, an id.
    QStringList also;
    std::function<void()> open;
};

/// The entries that hold every word of the query, in any order and case, the best match first (`match_of`), of equals
/// the shorter name. All of them for an empty query.
std::vector<std::size_t> found_entries(const std::vector<PaletteEntry>& entries, const QString& query);

/// Finds every page, command and input by its name in either language. Up and Down choose, Enter opens, Esc leaves.
QDialog* command_palette(std::vector<PaletteEntry> entries, QWidget* parent);

class ChoicesColumn;
class MainWindow;

/// Every page, plot, command, input, part, model and chapter of the guide, and what opens or chooses it.
std::vector<PaletteEntry> palette_entries(MainWindow& window, const ChoicesColumn& inputs, const Localization& words);

} // namespace rigwright
