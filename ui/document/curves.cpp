// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curves.h"

#include <algorithm>

namespace rigwright {

namespace {

const Field& micro_batch_field() { return *field_of("training.micro_batch"); }

Scenario without_micro_batch(Scenario scenario)
{
    scenario.training.micro_batch = 1;
    return scenario;
}

/// A power of two, so that the axis keeps its end over many small changes.
std::int64_t end_of_curve(std::int64_t micro_batch, std::int64_t max_micro_batch, std::int64_t legal_maximum)
{
    // Three times the largest batch that fits shows the way beyond the limit without squeezing what fits to the left
    // edge.
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

/// The lines that the document has as it stands, with the curves that are known.
Overlay overlay_request(Document& document, const LiveOverlay::Known& known)
{
    Overlay lines;
    const Project& project = document.project();
    for (const std::size_t build : pinned_builds(project)) {
        if (build == project.current) continue;
        const std::shared_ptr<const Evaluation> answer = document.answer_of(build);
        if (!answer->estimate) continue;
        OverlayLine line{QString::fromStdString(project.builds[build].name()), request_of(*answer), nullptr};
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
    // A value on the curve that is already there needs no new one while a drag goes on.
    QObject::connect(&document, &Document::changed, live, [live, &document, settle] {
        if (!live->asked() || !covers(*live->asked(), document.scenario())) settle();
    });
    // After a drag the curve is exactly that of the present state.
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
        // Without such builds no thread is needed.
        if (!wanted.empty() || live->asked()) live->ask(std::move(wanted));
    };
    QObject::connect(&document, &Document::builds_changed, live, settle);
    settle();
    return *live;
}

} // namespace rigwright
