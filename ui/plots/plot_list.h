// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace rigwright {

/// One plot of the window. The list drives pages, the palette and tests.
struct PlotEntry {
    /// Stays the same in every language ("memory"); the widget's object name too.
    const char* id = nullptr;
    /// Its contents, in the window's current language.
    QString (*title)() = nullptr;
    /// A widget that follows the document by itself, in numbers, language and colours. `words` outlives it.
    QWidget* (*create)(Document& document, const Localization& words, QWidget* parent) = nullptr;
    /// Whether the model of the project, not of a trial, has what the plot runs along; null for every model.
    bool (*applies)(const Document& document) = nullptr;
};

/// The entry of a class of plots.
template <typename Plot>
PlotEntry plot_entry(bool (*applies)(const Document&) = nullptr)
{
    return {Plot::id, [] { return Plot::plot_title(); },
            [](Document& document, const Localization& words, QWidget* parent) -> QWidget* {
                auto* plot = new Plot(document, words, parent);
                plot->setObjectName(QString::fromLatin1(Plot::id));
                return plot;
            },
            applies};
}

PlotEntry memory_stage_plot(bool (*applies)(const Document& document));
PlotEntry memory_timeline_plot();
PlotEntry roofline_plot();
PlotEntry step_parts_plot();
PlotEntry step_schedule_plot();

const std::vector<PlotEntry>& plot_list();
/// The plot with that id; null if there is none.
const PlotEntry* plot_of(const QString& id);

/// Whether every visible plot below `root` shows the present state of its document; curves arrive a little later than
/// numbers.
bool plots_are_drawn(const QWidget& root);

/// A plot in a window of its own, beside the one in the tab: on a second screen, or two plots side by side. It follows
/// the document, the language and the colours, and is gone once closed.
class PlotWindow : public QWidget {
    Q_OBJECT

public:
    PlotWindow(const PlotEntry& plot, Document& document, const Localization& words, QWidget* parent);

private:
    void retranslate() { setWindowTitle(tr("%1 — Rigwright").arg(plot_.title())); }

    const PlotEntry& plot_;
};

} // namespace rigwright
