// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/scenario_change.h"
#include "core/estimate/run/sweep.h"

#include <optional>
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

/// From a fraction of the present extent to well past the largest that fits, with the present one and the two on either
/// side of the limit among the points. Empty of points where the model has no such extent; incomplete when `stop` was
/// requested.
ExtentCurve compute_extent_curve(const Scenario& scenario, SweepAxis along, const EngineData& data,
                                 const std::stop_token& stop);

/// The scenario is that of the curve, or one of those that it passes through.
bool covers(const ExtentCurve& curve, const Scenario& scenario, const EngineData& data);

} // namespace rigwright
