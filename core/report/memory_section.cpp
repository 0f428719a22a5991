// SPDX-License-Identifier: Apache-2.0
#include "core/report/figures.h"
#include "core/report/sections.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr double bytes_of_a_gib = 1024.0 * 1024.0 * 1024.0;
/// Place of the gradients in `MemoryEstimate::states`.
constexpr std::size_t state_of_gradients = 1;

constexpr std::array memory_figures{
    ReportFigure{"memory.parts.weights"},
    ReportFigure{"memory.parts.gradients"},
    ReportFigure{"memory.parts.optimizer_state"},
    ReportFigure{"memory.parts.master_weights"},
    ReportFigure{"memory.parts.activations"},
    ReportFigure{"memory.parts.temporary_buffers"},
    ReportFigure{"memory.parts.communication_buffers"},
    ReportFigure{"memory.parts.framework_overhead"},
    ReportFigure{"memory.parts.measured_correction"},
    ReportFigure{"memory.total_bytes", "memory.low_bytes", "memory.high_bytes"},
    ReportFigure{"memory.with_margin_bytes"},
    ReportFigure{"memory.usable_bytes"},
    ReportFigure{"memory.max_micro_batch"},
    ReportFigure{"memory.host_bytes"},
};

std::string part_id(std::size_t part) { return "memory.parts." + std::string(key_of(static_cast<MemoryPart>(part))); }

double gib(const Evaluation& option, std::size_t part)
{
    return option.estimate->memory ? option.estimate->memory->parts[part].as_double() / bytes_of_a_gib : 0.0;
}

/// Whether memory is fullest before the backward pass makes gradients: their row shows none.
bool has_no_gradients_yet(const Evaluation* option)
{
    const std::optional<MemoryEstimate>& memory = option->estimate->memory;
    return memory && memory->part(MemoryPart::gradients) == Bytes() && memory->states[state_of_gradients] > Bytes();
}

/// The parts on each other, one bar an option.
ReportChart memory_chart(const ReportDraft& draft)
{
    ReportChart chart{"memory", draft.text("chart.memory"), ReportChartKind::stacked_bars, {}, "GiB", draft.names, {}};
    for (std::size_t part = 0; part < memory_part_count; ++part) {
        ReportSeries series{draft.quantity(part_id(part))};
        for (const Evaluation* option : draft.inputs.options) series.y.push_back(gib(*option, part));
        if (std::any_of(series.y.begin(), series.y.end(), [](double y) { return y > 0.0; }))
            chart.series.push_back(std::move(series));
    }
    return chart;
}

} // namespace

ReportSection memory_section(const ReportDraft& draft)
{
    ReportTable table{"memory", draft.text("table.memory"), draft.option_columns("property"), {}};
    add_figures(draft, memory_figures, table);
    ReportSection section{"memory", draft.text("section.memory"), {draft.paragraph("memory.intro")}};
    if (std::any_of(draft.inputs.options.begin(), draft.inputs.options.end(), has_no_gradients_yet))
        section.blocks.emplace_back(draft.paragraph("memory.gradients-later"));
    section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(memory_chart(draft));
    return section;
}

} // namespace rigwright
