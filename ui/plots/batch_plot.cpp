// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/batch_plot.h"

#include <cmath>

namespace rigwright {

BatchPlot::BatchPlot(Document& document, const Words& words, QWidget* parent)
    : SweptPlot(document, words, parent),
      source_(CurveSource::of(document))
{
    connect(&source_, &CurveSource::changed, this, &BatchPlot::curve_arrived);
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

double edge_between(std::int64_t fits, std::int64_t too_large)
{
    return std::sqrt(static_cast<double>(fits) * static_cast<double>(too_large));
}

} // namespace rigwright
