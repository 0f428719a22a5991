// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
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
class Palette : public QDialog {
    Q_OBJECT

public:
    Palette(std::vector<PaletteEntry> entries, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void choose();

    std::vector<PaletteEntry> entries_;
    std::vector<std::size_t> shown_;
    QLineEdit* query_;
    QListWidget* list_;
    bool chosen_ = false;
};

class ChoicesColumn;
class MainWindow;

/// Every page, plot, command, input, part, model and chapter of the guide, and what opens or chooses it.
std::vector<PaletteEntry> palette_entries(MainWindow& window, const ChoicesColumn& inputs, const Localization& words);

} // namespace rigwright
