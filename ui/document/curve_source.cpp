// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/curve_source.h"

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

} // namespace rigwright
