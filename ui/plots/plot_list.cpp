// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_list.h"

#include "ui/format/on_change.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/rent_or_buy_plot.h"
#include "ui/plots/sensitivity_plot.h"
#include "ui/plots/time_plot.h"

#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

/// A plot for one of several arguments.
template <typename Plot, auto argument>
PlotEntry entry(bool (*applies)(const Document&) = nullptr)
{
    return {Plot::id_of(argument), [] { return Plot::plot_title(argument); },
            [](Document& document, const Localization& words, QWidget* parent) -> QWidget* {
                auto* plot = new Plot(argument, document, words, parent);
                plot->setObjectName(QString::fromLatin1(Plot::id_of(argument)));
                return plot;
            },
            applies};
}

/// The plan that pages with plots show: they end a trial.
const Scenario& plotted_plan(const Document& document) { return document.own_project().current_build().scenario; }

template <SweepAxis extent>
bool has(const Document& document)
{
    return has_extent(plotted_plan(document), *document.data(), extent);
}

bool has_pipeline(const Document& document) { return plotted_plan(document).parallel.pipeline > 1; }

} // namespace

const std::vector<PlotEntry>& plot_list()
{
    static const std::vector<PlotEntry> plots{
        plot_entry<MemoryPlot>(),
        entry<MemoryPlot, SweepAxis::sequence_length>(has<SweepAxis::sequence_length>),
        entry<MemoryPlot, SweepAxis::image_size>(has<SweepAxis::image_size>),
        memory_timeline_plot(),
        memory_stage_plot(has_pipeline),
        entry<TimePlot, Timed::epoch>(),
        entry<TimePlot, Timed::step>(),
        step_parts_plot(),
        step_schedule_plot(),
        roofline_plot(),
        plot_entry<GpuCountPlot>(has<SweepAxis::gpu_count>),
        entry<ExtentTimePlot, SweepAxis::sequence_length>(has<SweepAxis::sequence_length>),
        entry<ExtentTimePlot, SweepAxis::image_size>(has<SweepAxis::image_size>),
        plot_entry<SensitivityPlot>(),
        plot_entry<CostTimePlot>(),
        plot_entry<RentOrBuyPlot>(),
    };
    return plots;
}

const PlotEntry* plot_of(const QString& id)
{
    const auto found =
        std::ranges::find_if(plot_list(), [&](const PlotEntry& plot) { return id == QLatin1String(plot.id); });
    return found == plot_list().end() ? nullptr : &*found;
}

bool plots_are_drawn(const QWidget& root)
{
    const QList<PlotPane*> panes = root.findChildren<PlotPane*>();
    return std::all_of(panes.begin(), panes.end(),
                       [](const PlotPane* pane) { return !pane->isVisible() || pane->is_drawn(); });
}

PlotWindow::PlotWindow(const PlotEntry& plot, Document& document, const Localization& words, QWidget* parent)
    : QWidget(parent, Qt::Window),
      plot_(plot)
{
    constexpr QSize usual{760, 520};
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("plot_window"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(plot.create(document, words, this));
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    resize(usual);
    in_each_language(this, [this] { retranslate(); });
}

} // namespace rigwright
