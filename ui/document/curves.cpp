// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curves.h"

#include "core/advise/largest.h"
#include "core/scenario/resolved_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rigwright {

namespace {

const Field& micro_batch_field() { return *field_of("training.micro_batch"); }

Scenario without_micro_batch(Scenario scenario)
{
    scenario.training.micro_batch = 1;
    return scenario;
}

/// A power of two, so that small changes do not move the axis end.
std::int64_t end_of_curve(std::int64_t micro_batch, std::int64_t max_micro_batch, std::int64_t legal_maximum)
{
    // Three times the largest batch that fits shows the range beyond the limit and still leaves room for what fits.
    const std::int64_t wanted = std::max({std::int64_t{32}, micro_batch, std::min(legal_maximum, 3 * max_micro_batch)});
    std::int64_t end = 1;
    while (end < wanted) end *= 2;
    return std::min(end, legal_maximum);
}

} // namespace

CurveRequest curve_request(const Scenario& scenario, std::optional<std::int64_t> max_micro_batch)
{
    const auto legal_maximum = static_cast<std::int64_t>(micro_batch_field().maximum);
    const std::int64_t limit = std::min(max_micro_batch.value_or(0), legal_maximum / 3);
    const std::int64_t end = end_of_curve(scenario.training.micro_batch, limit, legal_maximum);
    std::vector<std::int64_t> values = half_octaves(end);
    if (limit > 0) values.insert(values.end(), {limit, limit + 1});
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase_if(values, [=](std::int64_t value) { return value < 1 || value > end; });
    return {without_micro_batch(scenario), std::move(values)};
}

bool covers(const CurveRequest& request, const Scenario& scenario)
{
    return !request.micro_batches.empty() && scenario.training.micro_batch <= request.micro_batches.back() &&
           request.scenario == without_micro_batch(scenario);
}

Curves compute_curves(const CurveRequest& request, const EngineData& data, const std::stop_token& stop)
{
    Curves curves;
    curves.batch = sweep(request.scenario, data, micro_batch_field().path, request.micro_batches, stop);
    if (!stop.stop_requested())
        curves.saturation = saturation(throughput_curve(request.scenario, data), data.conventions.saturation_share);
    return curves;
}

namespace {

CurveRequest request_of(const Evaluation& evaluation)
{
    std::optional<std::int64_t> max_micro_batch;
    if (evaluation.estimate && evaluation.estimate->memory)
        max_micro_batch = evaluation.estimate->memory->max_micro_batch;
    return curve_request(evaluation.scenario, max_micro_batch);
}

/// Lines of the current document, with known curves.
Overlay overlay_request(Document& document, const LiveOverlay::Known& known)
{
    Overlay lines;
    const Project& project = document.project();
    for (const std::size_t build : pinned_builds(project)) {
        if (build == project.current) continue;
        const std::shared_ptr<const Evaluation> answer = document.answer_of(build);
        if (!answer->estimate) continue;
        OverlayLine line{QString::fromStdString(project.builds[build].name()), build, request_of(*answer), nullptr};
        if (known) {
            const auto same = std::ranges::find(*known, line.request, &OverlayLine::request);
            if (same != known->end()) line.curves = same->curves;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

Overlay compute_overlay(Overlay lines, const EngineData& data, const std::stop_token& stop)
{
    for (OverlayLine& line : lines)
        if (!line.curves) line.curves = std::make_shared<const Curves>(compute_curves(line.request, data, stop));
    return lines;
}

} // namespace

LiveCurves& curves_of(Document& document)
{
    if (LiveCurves* present = LiveCurves::of(document)) return *present;
    auto* live = new LiveCurves(document, compute_curves, &document);
    const auto settle = [live, &document] { live->ask(request_of(document.evaluation())); };
    // During a drag, a value on the existing curve needs no new one.
    QObject::connect(&document, &Document::changed, live, [live, &document, settle] {
        if (!live->asked() || !covers(*live->asked(), document.scenario())) settle();
    });
    // After a drag, recompute the curve for the current state.
    QObject::connect(&document, &Document::settled, live, settle);
    settle();
    return *live;
}

LiveOverlay& overlay_of(Document& document)
{
    if (LiveOverlay* present = LiveOverlay::of(document)) return *present;
    auto* live = new LiveOverlay(document, compute_overlay, &document);
    const auto settle = [live, &document] {
        Overlay wanted = overlay_request(document, live->known());
        // Without such builds, start no thread.
        if (!wanted.empty() || live->asked()) live->ask(std::move(wanted));
    };
    QObject::connect(&document, &Document::builds_changed, live, settle);
    // An edit of the task affects other builds too.
    QObject::connect(&document, &Document::settled, live, settle);
    settle();
    return *live;
}

namespace {

/// Range of a curve relative to the current value, and points per octave.
struct Sampling {
    double from = 0.125;
    double until = 64.0;
    double points_in_octave = 2.0;
    std::int64_t least = 16;
};

Sampling sampling_of(SweepAxis extent)
{
    if (extent == SweepAxis::sequence_length) return {0.125, 64.0, 2.0, 16};
    return {0.25, 8.0, 4.0, 32};
}

/// Beyond this share of usable memory, points add no information.
constexpr double far_too_much = 2.5;

std::optional<GrowingExtent> growing(const Scenario& scenario, SweepAxis extent, const EngineData& data)
{
    return extent == SweepAxis::sequence_length ? sequence_extent(scenario, data) : image_extent(scenario, data);
}

std::int64_t first_number(const ScenarioChanges& changes) { return std::get<std::int64_t>(changes.front().value); }

/// Proportional sizes, rounded to multiples of the step.
std::vector<std::int64_t> sizes(const GrowingExtent& extent, const Sampling& sampling)
{
    const std::int64_t step = extent.step < 8 && 8 % extent.step == 0 ? 8 : extent.step;
    const auto present = static_cast<double>(extent.present);
    std::vector<std::int64_t> values;
    const double first = std::max(present * sampling.from, static_cast<double>(sampling.least));
    for (int i = 0;; ++i) {
        const double wanted = first * std::pow(2.0, i / sampling.points_in_octave);
        if (wanted > present * sampling.until || wanted > static_cast<double>(extent.highest)) break;
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
    if (largest && largest->with_margin) {
        const std::int64_t limit = first_number(*largest->with_margin);
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

/// GPUs per machine if the plan has one partly filled machine.
constexpr std::int64_t cards_in_a_machine = 8;
constexpr std::int64_t most_machines = 128;

/// Builds with the plan's GPU: powers of two in one machine, then whole machines, and the current build.
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

/// Skips builds that the plan's parallel degrees do not divide.
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

/// The curve ends where memory is far too small, at twice the current value or later.
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
    for (const std::int64_t value : with_limit(sizes(*extent, sampling_of(along)), curve, *extent, {data, stop})) {
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
