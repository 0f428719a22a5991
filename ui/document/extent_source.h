// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/largest.h"
#include "core/estimate/run/sweep.h"
#include "ui/document/document.h"
#include "ui/document/latest_worker.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace rigwright {

/// What grows along a curve: an extent of the samples, or the GPUs that share them (a micro-batch each).
enum class SweepAxis { sequence_length, image_size, gpu_count };

/// Whether the model of a scenario has that extent and lets it change; GPUs can be counted where there is one.
bool has_extent(const Scenario& scenario, const EngineData& data, SweepAxis extent);

/// A curve along an extent of the sample: at each value the estimate, and the edit that leads there.
struct ExtentCurve {
    Scenario scenario;
    SweepAxis extent = SweepAxis::sequence_length;
    /// Ascending: tokens, the height of an image, or GPUs.
    std::vector<SweepPoint> points;
    std::vector<ScenarioChanges> edits;
    /// Along GPUs of a training: the estimate at each point with the global batch that `scenario` has; empty where so
    /// many GPUs do not divide it.
    std::vector<std::optional<Estimate>> same_batch;
};

struct ExtentRequest {
    Scenario scenario;
    SweepAxis extent = SweepAxis::sequence_length;

    bool operator==(const ExtentRequest&) const = default;
};

/// From a fraction of the present extent to well past the largest that fits, with the present one and the two on either
/// side of the limit among the points. Empty of points where the model has no such extent; null when `stop` was
/// requested.
std::shared_ptr<const ExtentCurve> compute_extent_curve(const ExtentRequest& request, const EngineData& data,
                                                        const std::stop_token& stop);

/// The scenario is that of the curve, or one of those that it passes through.
bool covers(const ExtentCurve& curve, const Scenario& scenario, const EngineData& data);

/// The curve of one document along an extent of its samples, computed beside the window while somebody looks.
class ExtentSource : public QObject {
    Q_OBJECT

public:
    ExtentSource(Document& document, SweepAxis extent, QObject* parent);

    /// Null until the first answer has arrived.
    const std::shared_ptr<const ExtentCurve>& curve() const { return curve_; }
    /// The curve belongs to an earlier state of the document; a newer one is on its way.
    bool is_outdated() const { return arrived_ < worker_.latest(); }
    /// Somebody looks, or looks no longer.
    void set_watched(bool watched);

signals:
    void changed();

private:
    /// A value on the curve that is already there needs no new one while a drag goes on.
    void follow();
    /// After a drag the curve is exactly that of the present state.
    void settle();

    Document& document_;
    SweepAxis extent_;
    std::optional<ExtentRequest> asked_;
    std::shared_ptr<const ExtentCurve> curve_;
    quint64 arrived_ = 0;
    bool watched_ = false;
    LatestWorker<ExtentRequest, ExtentCurve> worker_;
};

} // namespace rigwright
