// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/run/sweep.h"
#include "core/report/sections.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr double bytes_of_a_gib = 1024.0 * 1024.0 * 1024.0;
/// Index of the gradients in `MemoryEstimate::states`.
constexpr std::size_t state_of_gradients = 1;

constexpr auto memory_figures = std::to_array<std::string_view>(
    {"memory.parts.", "memory.total_bytes", "memory.needed_bytes", "memory.with_margin_bytes", "memory.usable_bytes",
     "memory.max_micro_batch", "memory.host_bytes"});

std::string part_id(std::size_t part) { return "memory.parts." + std::string(key_of(static_cast<MemoryPart>(part))); }

double gib(const Evaluation& option, std::size_t part)
{
    return option.estimate->memory ? option.estimate->memory->parts[part].as_double() / bytes_of_a_gib : 0.0;
}

/// Whether the memory peak is before the backward pass creates gradients: their row is then empty.
bool has_no_gradients_yet(const Evaluation* option)
{
    const std::optional<MemoryEstimate>& memory = option->estimate->memory;
    return memory && memory->part(MemoryPart::gradients) == Bytes() && memory->states[state_of_gradients] > Bytes();
}

/// The parts stacked, one bar per option.
ReportChart memory_chart(const ReportDraft& draft)
{
    ReportChart chart{"memory", draft.text("chart.memory"), ReportChartKind::stacked_bars, {}, "GiB", draft.names, {}};
    for (std::size_t part = 0; part < memory_part_count; ++part) {
        ReportSeries series{draft.quantity(part_id(part))};
        for (const Evaluation* option : draft.inputs.options) series.y.push_back(gib(*option, part));
        if (std::ranges::any_of(series.y, [](double y) { return y > 0.0; })) chart.series.push_back(std::move(series));
    }
    return chart;
}

} // namespace

ReportSection memory_section(const ReportDraft& draft)
{
    ReportTable table{"memory", draft.text("table.memory"), draft.option_columns("property"), {}};
    add_figures(draft, memory_figures, table);
    ReportSection section{"memory", draft.text("section.memory"), {draft.paragraph("memory.intro")}};
    if (std::ranges::any_of(draft.inputs.options, has_no_gradients_yet))
        section.blocks.emplace_back(draft.paragraph("memory.gradients-later"));
    section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(memory_chart(draft));
    return section;
}

namespace {

constexpr auto time_figures = std::to_array<std::string_view>(
    {"time.parts.", "time.step_seconds", "time.global_batch", "time.samples_per_second", "time.images_per_second",
     "time.steps_per_epoch", "time.epoch_seconds", "time.total_seconds", "time.run_parts.cold_cache",
     "time.run_parts.validation", "time.run_parts.checkpoints", "time.run_parts.failures", "time.wall_seconds",
     "time.mfu"});

/// A unit that shows all of the times without leading zeros: seconds, minutes, hours or days.
struct TimeUnit {
    double seconds;
    const char* code;
};
constexpr std::array time_units{TimeUnit{86400.0, "unit.days"}, TimeUnit{3600.0, "unit.hours"},
                                TimeUnit{60.0, "unit.minutes"}, TimeUnit{1.0, "unit.seconds"}};

TimeUnit unit_for(double longest)
{
    const auto found = std::ranges::find_if(time_units, [&](TimeUnit unit) { return longest >= 2.0 * unit.seconds; });
    return found == time_units.end() ? time_units.back() : *found;
}

void add_wall_chart(const ReportDraft& draft, ReportSection& section)
{
    const auto& options = draft.inputs.options;
    double longest = 0.0;
    for (const Evaluation* option : options) {
        if (!option->estimate->time || !option->estimate->time->run) return;
        longest = std::max(longest, option->estimate->time->run->wall.base());
    }
    const TimeUnit unit = unit_for(longest);
    ReportSeries series{draft.quantity("time.wall_seconds")};
    for (const Evaluation* option : options) {
        const RunEstimate& run = *option->estimate->time->run;
        series.y.push_back(run.wall.base() / unit.seconds);
        series.low.push_back(run.wall_low.base() / unit.seconds);
        series.high.push_back(run.wall_high.base() / unit.seconds);
    }
    section.blocks.emplace_back(ReportChart{"wall-time",
                                            draft.text("chart.wall-time"),
                                            ReportChartKind::bars,
                                            {},
                                            draft.text(unit.code),
                                            draft.names,
                                            {std::move(series)}});
}

constexpr double curve_reach = 4.0;

ReportSeries batch_curve(const ReportDraft& draft, std::size_t index)
{
    const Evaluation& option = *draft.inputs.options[index];
    const auto until = static_cast<std::int64_t>(curve_reach * double(option.scenario.training.micro_batch));
    ReportSeries series{draft.names[index]};
    for (const SweepPoint& point :
         sweep(option.scenario, draft.inputs.data, "training.micro_batch", half_octaves(until))) {
        if (!point.estimate || !point.estimate->time || !point.estimate->memory || !point.estimate->memory->fits)
            continue;
        series.x.push_back(double(point.value));
        series.y.push_back(point.estimate->time->samples_per_second);
    }
    return series;
}

/// Effect of a larger micro-batch, up to the largest that fits.
void add_batch_chart(const ReportDraft& draft, ReportSection& section)
{
    ReportChart chart{"batch",
                      draft.text("chart.batch"),
                      ReportChartKind::lines,
                      draft.text("axis.micro-batch"),
                      draft.text("axis.samples-per-second"),
                      {},
                      {}};
    for (std::size_t i = 0; i < draft.inputs.options.size(); ++i) {
        ReportSeries series = batch_curve(draft, i);
        if (series.x.size() > 1) chart.series.push_back(std::move(series));
    }
    if (!chart.series.empty()) section.blocks.emplace_back(std::move(chart));
}

} // namespace

ReportSection time_section(const ReportDraft& draft)
{
    ReportSection section{
        "time", draft.text("section.time"), {draft.paragraph("time.intro"), draft.paragraph("ranges")}};
    ReportTable table{"time", draft.text("table.time"), draft.option_columns("property"), {}};
    add_figures(draft, time_figures, table);
    section.blocks.emplace_back(std::move(table));
    add_wall_chart(draft, section);
    add_batch_chart(draft, section);
    return section;
}

} // namespace rigwright
