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
    /// A part or a model. There are hundreds, so they follow inputs, pages and commands that match as well.
    bool from_catalog = false;
};

/// The entries that contain every word of the query, in any order and case: best match first (`match_of`), then shorter
/// names. Parts and models that only contain a word follow other entries that do. All entries for an empty query.
std::vector<std::size_t> found_entries(const std::vector<PaletteEntry>& entries, const QString& query);

/// Finds every page, command and input by its name in either language. Up and Down select, Enter opens, Esc closes.
QDialog* command_palette(std::vector<PaletteEntry> entries, QWidget* parent);

class ChoicesColumn;
class MainWindow;

/// Every page, plot, command, input, part, model and guide chapter, with a function to open or select it.
std::vector<PaletteEntry> palette_entries(MainWindow& window, const ChoicesColumn& inputs, const Localization& words);

} // namespace rigwright
