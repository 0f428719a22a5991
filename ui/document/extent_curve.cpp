// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/extent_curve.h"

#include "core/advise/largest.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rigwright {

namespace {

/// How a curve is laid out: where it starts and ends against the present extent, and its points in an octave.
struct Layout {
    double from = 0.125;
    double until = 64.0;
    double points_in_octave = 2.0;
    std::int64_t least = 16;
};

Layout layout_of(SweepAxis extent)
{
    if (extent == SweepAxis::sequence_length) return {0.125, 64.0, 2.0, 16};
    return {0.25, 8.0, 4.0, 32};
}

/// Beyond this share of what is usable, further points say nothing new.
constexpr double far_too_much = 2.5;

std::optional<GrowingExtent> growing(const Scenario& scenario, SweepAxis extent, const EngineData& data)
{
    return extent == SweepAxis::sequence_length ? sequence_extent(scenario, data) : image_extent(scenario, data);
}

std::int64_t first_number(const ScenarioChanges& changes) { return std::get<std::int64_t>(changes.front().value); }

/// Round sizes in proportion, all multiples of the step.
std::vector<std::int64_t> sizes(const GrowingExtent& extent, const Layout& layout)
{
    const std::int64_t step = extent.step < 8 && 8 % extent.step == 0 ? 8 : extent.step;
    const auto present = static_cast<double>(extent.present);
    std::vector<std::int64_t> values;
    const double first = std::max(present * layout.from, static_cast<double>(layout.least));
    for (int i = 0;; ++i) {
        const double wanted = first * std::pow(2.0, i / layout.points_in_octave);
        if (wanted > present * layout.until || wanted > static_cast<double>(extent.highest)) break;
        values.push_back(std::max<std::int64_t>(std::llround(wanted / static_cast<double>(step)), 1) * step);
    }
    return values;
}

std::vector<std::int64_t> with_limit(std::vector<std::int64_t> values, const ExtentCurve& curve,
                                     const GrowingExtent& extent, const Advising& advising)
{
    const LargestAnswer largest = curve.extent == SweepAxis::sequence_length
                                      ? largest_sequence(curve.scenario, advising)
                                      : largest_image(curve.scenario, advising);
    if (largest && largest->without_margin) {
        const std::int64_t limit = first_number(*largest->without_margin);
        values.insert(values.end(), {limit, limit + extent.step});
    }
    if (extent.present % extent.step == 0) values.push_back(extent.present);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

ScenarioChanges edit_to_gpus(std::int64_t per_machine, std::int64_t machines)
{
    return {{"build.gpus_per_node", per_machine}, {"build.nodes", machines}};
}

/// Cards that a machine takes where the plan has one machine that is not full.
constexpr std::int64_t cards_in_a_machine = 8;
constexpr std::int64_t most_machines = 128;

/// Builds of the plan's cards: powers of two in one machine, then whole machines; the present build among them.
std::vector<ScenarioChanges> builds_of(const BuildChoice& build, const EngineData& data)
{
    std::map<std::int64_t, ScenarioChanges> by_count;
    const Gpu* gpu = data.hardware.gpu(build.gpu);
    const bool whole =
        build.nodes > 1 || build.gpus_per_node > cards_in_a_machine || (gpu != nullptr && is_built_in(*gpu));
    const std::int64_t full = whole ? build.gpus_per_node : cards_in_a_machine;
    for (std::int64_t cards = 1; cards <= full; cards *= 2) by_count[cards] = edit_to_gpus(cards, 1);
    for (std::int64_t machines = 1; machines <= std::max(most_machines, 2 * build.nodes); machines *= 2)
        by_count[full * machines] = edit_to_gpus(full, machines);
    by_count[gpu_count(build)] = edit_to_gpus(build.gpus_per_node, build.nodes);
    std::vector<ScenarioChanges> edits;
    edits.reserve(by_count.size());
    for (auto& [count, edit] : by_count) edits.push_back(std::move(edit));
    return edits;
}

std::optional<Estimate> estimate_at_same_batch(const Scenario& scenario, const ScenarioChanges& edit,
                                               const EngineData& data)
{
    if (scenario.training.mode == RunMode::infer) return std::nullopt;
    const auto kept = keeping_global_batch(scenario, data, edit);
    const auto there = kept ? changed(scenario, data, *kept) : std::nullopt;
    return there ? estimate(*there, data).estimate : std::nullopt;
}

/// Builds that the degrees of the plan do not divide are passed over.
void add_gpu_counts(ExtentCurve& curve, const EngineData& data, const std::stop_token& stop)
{
    for (ScenarioChanges& edit : builds_of(curve.scenario.build, data)) {
        if (stop.stop_requested()) return;
        const std::optional<Scenario> there = changed(curve.scenario, data, edit);
        if (!there) continue;
        EstimateResult result = estimate(*there, data);
        if (!result.estimate) continue;
        curve.points.push_back({gpu_count(there->build), std::move(result.estimate), {}});
        curve.same_batch.push_back(estimate_at_same_batch(curve.scenario, edit, data));
        curve.edits.push_back(std::move(edit));
    }
}

/// The picture ends where memory is far too small, but not before the present extent.
bool is_end(const SweepPoint& point, std::int64_t present)
{
    if (!point.estimate || !point.estimate->memory || point.value < 2 * present) return false;
    const MemoryEstimate& memory = *point.estimate->memory;
    return memory.total.as_double() > far_too_much * memory.usable.as_double();
}

} // namespace

bool has_extent(const Scenario& scenario, const EngineData& data, SweepAxis extent)
{
    if (extent == SweepAxis::gpu_count) return data.hardware.gpu(scenario.build.gpu) != nullptr;
    const ResolvedModel model = resolve_model(scenario, data.presets);
    if (model.family == nullptr) return false;
    return extent == SweepAxis::sequence_length ? model.input.sequence_length.has_value()
                                                : model.input.image_height.has_value();
}

ExtentCurve compute_extent_curve(const Scenario& scenario, SweepAxis along, const EngineData& data,
                                 const std::stop_token& stop)
{
    ExtentCurve curve;
    curve.scenario = scenario;
    curve.extent = along;
    if (along == SweepAxis::gpu_count) {
        add_gpu_counts(curve, data, stop);
        return curve;
    }
    const std::optional<GrowingExtent> extent = growing(scenario, along, data);
    if (!extent) return curve;
    for (const std::int64_t value : with_limit(sizes(*extent, layout_of(along)), curve, *extent, {data, stop})) {
        if (stop.stop_requested()) break;
        const ScenarioChanges edit = extent->at(value);
        const std::optional<Scenario> there = changed(scenario, data, edit);
        if (!there) continue;
        EstimateResult result = estimate(*there, data);
        curve.points.push_back({value, std::move(result.estimate), std::move(result.errors)});
        curve.edits.push_back(edit);
        if (is_end(curve.points.back(), extent->present)) break;
    }
    return curve;
}

bool covers(const ExtentCurve& curve, const Scenario& scenario, const EngineData& data)
{
    if (curve.scenario == scenario) return true;
    return std::any_of(curve.edits.begin(), curve.edits.end(), [&](const ScenarioChanges& edit) {
        const std::optional<Scenario> there = changed(curve.scenario, data, edit);
        return there && *there == scenario;
    });
}

} // namespace rigwright
