// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/batch_plot.h"

#include <array>
#include <cmath>

namespace rigwright {

BatchPlot::BatchPlot(Document& document, const Localization& words, QWidget* parent)
    : SweptPlot(document, words, parent),
      curves_(curves_of(document)),
      overlay_(overlay_of(document))
{
    connect(&overlay_, &LiveSignal::changed, this, &BatchPlot::curve_arrived);
    connect(&curves_, &LiveSignal::changed, this, &BatchPlot::curve_arrived);
}

QString BatchPlot::axis_label() { return tr("Micro-batch (samples a GPU takes at once)"); }

void BatchPlot::set_present(std::int64_t value)
{
    document().set_field(QStringLiteral("training.micro_batch"), FieldValue(value));
}

QString BatchPlot::amount_text(std::int64_t value) const
{
    return words().text(Value{static_cast<double>(value), Unit::count});
}

QString BatchPlot::heading(std::size_t point) const { return tr("Micro-batch %1").arg(amount_text(points()[point])); }

void BatchPlot::draw_overlay(PlotCanvas& canvas) const
{
    static constexpr std::array styles{Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine, Qt::SolidLine};
    if (!overlay_.known()) return;
    const Overlay& lines = *overlay_.known();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        QVector<double> batches;
        QVector<double> values;
        for (const SweepPoint& point : lines[i].curves->batch) {
            const std::optional<double> value = point.estimate ? marker_value(*point.estimate) : std::nullopt;
            if (!value || !std::isfinite(*value) || *value <= 0.0) continue;
            batches.append(static_cast<double>(point.value));
            values.append(*value);
        }
        auto* graph = new QCPGraph(canvas.xAxis, canvas.yAxis);
        graph->setData(batches, values, true);
        graph->setPen(QPen(canvas.theme().text, 1.0, styles[i % styles.size()]));
        graph->setName(lines[i].name.isEmpty() ? tr("another build") : lines[i].name);
    }
}

} // namespace rigwright
