// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/overlay_source.h"

#include <algorithm>

namespace rigwright {

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
