// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curve_source.h"

#include <algorithm>

namespace rigwright {

namespace {

CurveRequest request_of(const Evaluation& evaluation)
{
    std::optional<std::int64_t> max_micro_batch;
    if (evaluation.estimate && evaluation.estimate->memory)
        max_micro_batch = evaluation.estimate->memory->max_micro_batch;
    return curve_request(evaluation.scenario, max_micro_batch);
}

CurveWorker::Compute curve_computation(std::shared_ptr<const EngineData> data)
{
    return [data = std::move(data)](const CurveRequest& request, const std::stop_token& stop) {
        return compute_curves(request, *data, stop);
    };
}

} // namespace

CurveSource::CurveSource(Document& document)
    : QObject(&document),
      document_(document),
      worker_(curve_computation(document.data()))
{
    connect(&worker_, &CurveWorker::delivered, this, [this](quint64 generation, std::shared_ptr<const Curves> curves) {
        arrived_ = generation;
        curves_ = std::move(curves);
        emit changed();
    });
    connect(&document, &Document::data_changed, this, [this] {
        worker_.use(curve_computation(document_.data()));
        asked_ = {};
    });
    connect(&document, &Document::changed, this, &CurveSource::follow);
    connect(&document, &Document::settled, this, &CurveSource::settle);
    settle();
}

CurveSource& CurveSource::of(Document& document)
{
    if (auto* present = document.findChild<CurveSource*>(QString(), Qt::FindDirectChildrenOnly)) return *present;
    return *new CurveSource(document);
}

void CurveSource::follow()
{
    if (!covers(asked_, document_.scenario())) settle();
}

void CurveSource::settle()
{
    CurveRequest wanted = request_of(document_.evaluation());
    if (wanted == asked_) return;
    asked_ = wanted;
    worker_.request(std::move(wanted));
}

CurveWorker::CurveWorker(Compute compute, QObject* parent)
    : QObject(parent),
      worker_(std::move(compute), [this](quint64 generation, const std::shared_ptr<const Curves>& curves) {
          emit delivered(generation, curves);
      })
{}

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

std::shared_ptr<const Curves> compute_curves(const CurveRequest& request, const EngineData& data,
                                             const std::stop_token& stop)
{
    auto curves = std::make_shared<Curves>();
    curves->scenario = request.scenario;
    curves->batch = sweep(request.scenario, data, micro_batch_field().path, request.micro_batches, stop);
    if (stop.stop_requested()) return nullptr;
    curves->saturation = saturation(throughput_curve(request.scenario, data), data.conventions.saturation_share);
    return curves;
}

namespace {

/// Keeps the curves of the last request, so that only what is new is computed. Lives on the worker's thread.
class CurveMemory {
public:
    std::shared_ptr<const Overlay> answer(const OverlayRequest& request, const std::stop_token& stop)
    {
        if (request.data != data_) known_.clear();
        data_ = request.data;
        auto overlay = std::make_shared<Overlay>();
        std::vector<Known> known;
        for (const OverlayRequest::Line& line : request.lines) {
            const auto present = std::ranges::find(known_, line.curve, &Known::request);
            Known found =
                present != known_.end() ? *present : Known{line.curve, compute_curves(line.curve, *data_, stop)};
            if (!found.curves) return nullptr;
            overlay->lines.push_back({line.name, found.curves});
            known.push_back(std::move(found));
        }
        known_ = std::move(known);
        return overlay;
    }

private:
    struct Known {
        CurveRequest request;
        std::shared_ptr<const Curves> curves;
    };

    std::shared_ptr<const EngineData> data_;
    std::vector<Known> known_;
};

LatestWorker<OverlayRequest, Overlay>::Compute overlay_computation()
{
    return [memory = std::make_shared<CurveMemory>()](const OverlayRequest& request, const std::stop_token& stop) {
        return memory->answer(request, stop);
    };
}

OverlayRequest overlay_request(Document& document)
{
    OverlayRequest request{document.data(), {}};
    const Project& project = document.project();
    for (const std::size_t build : pinned_builds(project)) {
        if (build == project.current) continue;
        const std::shared_ptr<const Evaluation> answer = document.answer_of(build);
        if (!answer->estimate) continue;
        std::optional<std::int64_t> largest;
        if (answer->estimate->memory) largest = answer->estimate->memory->max_micro_batch;
        request.lines.push_back(
            {QString::fromStdString(project.builds[build].name()), curve_request(answer->scenario, largest)});
    }
    return request;
}

} // namespace

OverlaySource::OverlaySource(Document& document)
    : QObject(&document),
      document_(document),
      worker_(overlay_computation(), [this](quint64 generation, const std::shared_ptr<const Overlay>& overlay) {
          arrived_ = generation;
          overlay_ = overlay;
          emit changed();
      })
{
    connect(&document, &Document::builds_changed, this, &OverlaySource::settle);
    connect(&document, &Document::data_changed, this, &OverlaySource::settle, Qt::QueuedConnection);
    settle();
}

OverlaySource& OverlaySource::of(Document& document)
{
    if (auto* present = document.findChild<OverlaySource*>(QString(), Qt::FindDirectChildrenOnly)) return *present;
    return *new OverlaySource(document);
}

const Overlay& OverlaySource::overlay() const
{
    static const Overlay none;
    return overlay_ ? *overlay_ : none;
}

void OverlaySource::settle()
{
    OverlayRequest wanted = overlay_request(document_);
    // Nothing asked for and nothing there: no need to wake the worker.
    if (wanted == asked_ || (wanted.lines.empty() && asked_.lines.empty())) return;
    asked_ = wanted;
    worker_.request(std::move(wanted));
}

} // namespace rigwright
