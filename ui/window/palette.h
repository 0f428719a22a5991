// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <vector>

namespace rigwright {

/// An entry of the palette.
struct PaletteEntry {
    QString name;
    /// Its kind, shown after it: "Page", "Command", "Input".
    QString kind;
    /// Other search terms: the name in the other language, an id.
    QStringList also;
    std::function<void()> open;
    /// A part or a model, of which there are hundreds: behind what the window is made of where a query names both.
    bool from_catalog = false;
};

/// The entries that hold every word of the query, in any order and case, the best match first (`match_of`), of equals
/// the shorter name. Parts and models that only have a word of the query are behind others that have it. All of them
/// for an empty query.
std::vector<std::size_t> found_entries(const std::vector<PaletteEntry>& entries, const QString& query);

/// Finds every page, command and input by its name in either language. Up and Down select, Enter opens, Esc closes.
QDialog* command_palette(std::vector<PaletteEntry> entries, QWidget* parent);

class ChoicesColumn;
class MainWindow;

/// Every page, plot, command, input, part, model and guide chapter, with a function to open or select it.
std::vector<PaletteEntry> palette_entries(MainWindow& window, const ChoicesColumn& inputs, const Localization& words);

} // namespace rigwright
