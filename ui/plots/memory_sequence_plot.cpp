// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_sequence_plot.h"

namespace rigwright {

MemorySequencePlot::MemorySequencePlot(Document& document, const Words& words, QWidget* parent)
    : ExtentPlot(SampleExtent::sequence_length, document, words, parent)
{}

QString MemorySequencePlot::plot_title() { return tr("Memory against sequence length"); }

QString MemorySequencePlot::tab_title() { return tr("Memory · sequence", "short, for a tab"); }

MemoryTexts MemorySequencePlot::texts() const
{
    return {.axis = tr("Sequence length (tokens of a sample)"),
            .column = tr("Tokens"),
            .heading = QStringLiteral("%1"),
            .all_fit = tr("Every length drawn here fits into the usable %1 of a GPU."),
            .none_fits = tr("None of these lengths fits into the usable %1 of a GPU."),
            .up_to_fits = tr("Sequences up to %1 fit into the usable %2 of a GPU."),
            .amount = [this](std::int64_t value) { return amount_text(value); }};
}

QString MemorySequencePlot::edit_name() const { return tr("Sequence length"); }

QString MemorySequencePlot::not_this_model() const { return tr("This model reads no sequence of tokens."); }

QString MemorySequencePlot::amount_text(std::int64_t value) const
{
    return tr("%1 tokens").arg(words().text(Value{static_cast<double>(value), Unit::count}));
}

} // namespace rigwright
