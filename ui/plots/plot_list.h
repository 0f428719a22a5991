// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/plots/plot_pane.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace rigwright {

/// One plot of the window. The list drives pages, the palette and tests.
struct PlotEntry {
    /// The same in every language ("memory"); the widget's object name.
    const char* id = nullptr;
    /// Its title in the window's current language.
    std::function<QString()> title{};
    /// Creates a widget that follows the document, language and colors. `words` outlives it.
    std::function<PlotPane*(Document& document, const Localization& words, QWidget* parent)> create{};
    /// Whether the model of the project, not of a trial, has the plot's axis; null for every model.
    bool (*applies)(const Document& document) = nullptr;
};

/// The entry of a class of plots; `arguments` tell its plots apart.
template <typename Plot, typename... Arguments>
PlotEntry plot_entry(const char* id, Arguments... arguments)
{
    const auto title = [arguments...] { return Plot::plot_title(arguments...); };
    return {id, title, [=](Document& document, const Localization& words, QWidget* parent) {
                auto* plot = named(new Plot(arguments..., document, words, parent), id);
                plot->set_title(title);
                return plot;
            }};
}

/// The timed unit: one step, one pass over the dataset, or the whole training.
enum class Timed { step, epoch, training };

// Over a sample dimension, or the micro-batch.
PlotEntry memory_plot(std::optional<SweepAxis> extent = {});
PlotEntry time_plot(Timed timed, std::optional<SweepAxis> extent = {});
/// The parts of a step.
PlotEntry extent_time_plot(SweepAxis extent);
PlotEntry cost_time_plot();
PlotEntry gpu_count_plot();
PlotEntry memory_stage_plot();
PlotEntry memory_timeline_plot();
PlotEntry rent_or_buy_plot();
/// When buying or renting the current machine is cheaper, or why that is unknown.
QString rent_or_buy_sentence(const Document& document, const Localization& words);
PlotEntry roofline_plot();
PlotEntry sensitivity_plot();
PlotEntry step_parts_plot();
PlotEntry step_schedule_plot();

const std::vector<PlotEntry>& plot_list();
/// The plot with that id; null if there is none.
const PlotEntry* plot_of(const QString& id);

/// Whether every visible plot below `root` shows the current state of its document; curves arrive later than numbers.
bool plots_are_drawn(const QWidget& root);

/// A plot in a separate window besides the one in the tab: on a second screen, or two plots side by side. Follows
/// document, language and colors, and is deleted when closed.
class PlotWindow : public QWidget {
    Q_OBJECT

public:
    PlotWindow(const PlotEntry& plot, Document& document, const Localization& words, QWidget* parent);
};

} // namespace rigwright
