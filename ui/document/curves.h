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

/// What the plots against the micro-batch ask of the engine. Two scenarios that differ in their micro-batch alone ask
/// the same, as long as the curve reaches both.
struct CurveRequest {
    /// With the micro-batch set to one.
    Scenario scenario;
    /// Ascending.
    std::vector<std::int64_t> micro_batches;

    bool operator==(const CurveRequest&) const = default;
};

/// The curve that belongs to a scenario: past the largest micro-batch that fits (where known) and past the present one,
/// with the two batches on either side of the limit among its points.
CurveRequest curve_request(const Scenario& scenario, std::optional<std::int64_t> max_micro_batch);

/// Whether the curve of `request` serves `scenario` too: nothing differs but the micro-batch, and that one lies on the
/// curve.
bool covers(const CurveRequest& request, const Scenario& scenario);

/// The answer.
struct Curves {
    std::vector<SweepPoint> batch;
    /// Of the whole curve of throughputs, which may reach further than `batch`.
    std::optional<Saturation> saturation;
};

/// Incomplete when `stop` was requested.
Curves compute_curves(const CurveRequest& request, const EngineData& data, const std::stop_token& stop);

using LiveCurves = Live<Curves, CurveRequest>;
/// The curves of the document, shared by all its plots; new ones are asked for when the document changes in anything
/// that bends them.
LiveCurves& curves_of(Document& document);

/// The curve of a build that is pinned and not worked on.
struct OverlayLine {
    QString name;
    /// Its place among the builds of the project, which is its letter.
    std::size_t place = 0;
    CurveRequest request;
    /// In a request, null where it is to be computed.
    std::shared_ptr<const Curves> curves;

    bool operator==(const OverlayLine& other) const
    {
        return name == other.name && place == other.place && request == other.request;
    }
};

using Overlay = std::vector<OverlayLine>;
using LiveOverlay = Live<Overlay, Overlay>;
/// The curves of the builds that are pinned and not worked on, shared by all plots of a document. A build's curve is
/// computed once, whatever happens to the others.
LiveOverlay& overlay_of(Document& document);

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

/// From a fraction of the present extent to well past the largest that fits, with the present one and the two on either
/// side of the limit among the points. Empty of points where the model has no such extent; incomplete when `stop` was
/// requested.
ExtentCurve compute_extent_curve(const Scenario& scenario, SweepAxis along, const EngineData& data,
                                 const std::stop_token& stop);

/// The scenario is that of the curve, or one of those that it passes through.
bool covers(const ExtentCurve& curve, const Scenario& scenario, const EngineData& data);

} // namespace rigwright
