// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_list.h"

#include "ui/format/on_change.h"

#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace rigwright {

namespace {

/// The plan in pages with plots, which end a trial.
const Scenario& plotted_plan(const Document& document) { return document.own_project().current_build().scenario; }

template <SweepAxis extent>
bool has(const Document& document)
{
    return has_extent(plotted_plan(document), *document.data(), extent);
}

bool has_pipeline(const Document& document) { return plotted_plan(document).parallel.pipeline > 1; }

PlotEntry where(bool (*applies)(const Document&), PlotEntry plot)
{
    plot.applies = applies;
    return plot;
}

} // namespace

const std::vector<PlotEntry>& plot_list()
{
    constexpr auto has_tokens = has<SweepAxis::sequence_length>;
    constexpr auto has_images = has<SweepAxis::image_size>;
    static const std::vector<PlotEntry> plots{memory_plot(),
                                              where(has_tokens, memory_plot(SweepAxis::sequence_length)),
                                              where(has_images, memory_plot(SweepAxis::image_size)),
                                              memory_timeline_plot(),
                                              where(has_pipeline, memory_stage_plot()),
                                              time_plot(Timed::epoch),
                                              time_plot(Timed::step),
                                              step_parts_plot(),
                                              step_schedule_plot(),
                                              roofline_plot(),
                                              where(has<SweepAxis::gpu_count>, gpu_count_plot()),
                                              where(has_tokens, extent_time_plot(SweepAxis::sequence_length)),
                                              where(has_images, extent_time_plot(SweepAxis::image_size)),
                                              sensitivity_plot(),
                                              cost_time_plot(),
                                              rent_or_buy_plot()};
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
    : QWidget(parent, Qt::Window)
{
    constexpr QSize usual{760, 520};
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("plot_window"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(plot.create(document, words, this));
    connect(new QShortcut(QKeySequence::Close, this), &QShortcut::activated, this, &QWidget::close);
    resize(usual);
    in_each_language(this, [this, &plot] { setWindowTitle(tr("%1 — Rigwright").arg(plot.title())); });
}

} // namespace rigwright
