// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/scenario_change.h"
#include "core/estimate/run/sweep.h"
#include "ui/document/live.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace rigwright {

/// Input of the curves over the micro-batch. Scenarios that differ only in their micro-batch have the same request, as
/// long as the curve covers both.
struct CurveRequest {
    /// With the micro-batch set to one.
    Scenario scenario;
    /// Ascending.
    std::vector<std::int64_t> micro_batches;

    bool operator==(const CurveRequest&) const = default;
};

/// The curve of a scenario: extends beyond the largest micro-batch that fits (if known) and the current one, and
/// includes the two batches on either side of the limit.
CurveRequest curve_request(const Scenario& scenario, std::optional<std::int64_t> max_micro_batch);

/// Whether the curve of `request` also covers `scenario`: only the micro-batch differs, and is on the curve.
bool covers(const CurveRequest& request, const Scenario& scenario);

struct Curves {
    std::vector<SweepPoint> batch;
    /// From the whole throughput curve, which may extend beyond `batch`.
    std::optional<Saturation> saturation;
};

/// Incomplete if `stop` was requested.
Curves compute_curves(const CurveRequest& request, const EngineData& data, const std::stop_token& stop);

using LiveCurves = Live<Curves, CurveRequest>;
/// The curves of the document, shared by all its plots; requested again when a change of the document affects them.
LiveCurves& curves_of(Document& document);

/// The curve of a pinned build that is not current.
struct OverlayLine {
    QString name;
    /// Index of the build in the project, which gives its letter.
    std::size_t place = 0;
    CurveRequest request;
    /// In a request, null if not yet computed.
    std::shared_ptr<const Curves> curves;

    bool operator==(const OverlayLine& other) const
    {
        return name == other.name && place == other.place && request == other.request;
    }
};

using Overlay = std::vector<OverlayLine>;
using LiveOverlay = Live<Overlay, Overlay>;
/// The curves of pinned builds other than the current one, shared by all plots of a document. A build's curve is
/// computed once, even if others change.
LiveOverlay& overlay_of(Document& document);

/// The x axis of a curve: a sample dimension, or the number of GPUs (one micro-batch each).
enum class SweepAxis { sequence_length, image_size, gpu_count };

/// Whether the model has that dimension and it can change; for GPU counts, whether there is a GPU.
bool has_extent(const Scenario& scenario, const EngineData& data, SweepAxis extent);

/// A curve over a sample dimension or GPU count: at each value an estimate and its edit.
struct ExtentCurve {
    Scenario scenario;
    SweepAxis extent = SweepAxis::sequence_length;
    /// Ascending: tokens, image height, or GPUs.
    std::vector<SweepPoint> points;
    std::vector<ScenarioChanges> edits;
    /// Over GPU counts of a training run: the estimate at each point with `scenario`'s global batch; empty if that many
    /// GPUs do not divide it.
    std::vector<std::optional<Estimate>> same_batch;
};

/// From a fraction of the current value to well beyond the largest that fits, including the current one and the two on
/// either side of the limit. No points if the model has no such dimension; incomplete if `stop` was requested.
ExtentCurve compute_extent_curve(const Scenario& scenario, SweepAxis along, const EngineData& data,
                                 const std::stop_token& stop);

/// Whether the scenario is that of the curve, or one of its points.
bool covers(const ExtentCurve& curve, const Scenario& scenario, const EngineData& data);

} // namespace rigwright
