// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace rigwright {

/// One of the models that share a machine, and what of its month it takes.
struct WorkloadShare {
    /// Empty for the scenario's own model.
    std::string name;
    double runs_per_month = 0.0;
    /// One run, from its start to its end; empty where the number of samples or the time is not known.
    std::optional<Seconds> run;
    /// runs x run; of a month.
    std::optional<Seconds> month;
    double share = 0.0;
    /// Null where the workload cannot be computed; `errors` then says why.
    std::shared_ptr<const Evaluation> evaluation;
    std::vector<Finding> errors;
};

/// A month of the machine.
struct MonthPlan {
    /// The scenario's own model first.
    std::vector<WorkloadShare> workloads;
    /// Sum of the shares: 1 is a machine that never rests.
    double utilisation = 0.0;
    /// Index of the workload that takes most, and machines of this kind that the month needs.
    std::size_t binding = 0;
    std::int64_t machines = 1;
    /// Every workload's time is known.
    bool complete = true;
};

/// Whether the scenario says how often its models run.
bool has_month(const Requirements& requirements);

/// The scenario of one workload: its model, data and training on the build of `scenario`.
Scenario scenario_of(const Workload& workload, const Scenario& scenario);

/// `own` is the evaluated training of the need. A month has 8,766 / 12 hours; runs wait for each other, and the machine
/// is taken as full at the share `most_utilisation` of it. Names "requirements.month_utilisation", ".machines" and
/// ".workloads[<index>]".
MonthPlan month_plan(const Scenario& scenario, std::shared_ptr<const Evaluation> own, const EngineData& data,
                     Trace& trace);

/// What tiles, growth and the share of positives make of the samples of a data set.
struct SampleNeed {
    /// As the data set has them.
    std::int64_t samples = 0;
    /// Tiles that one stored image is cut into; 1 without tiling.
    std::int64_t tiles_high = 1;
    std::int64_t tiles_wide = 1;
    std::int64_t tiles() const { return tiles_high * tiles_wide; }
    double growth = 1.0;
    /// Samples of one epoch as they come: samples x tiles x growth.
    double plain = 0.0;
    /// With the share p of positives given: those samples, an epoch that shows as many positives as others
    /// (2 max(p, 1 - p) times the plain one), and how often that shows each sample of the rarer kind.
    std::optional<double> positive_share;
    double positives = 0.0;
    double balanced = 0.0;
    double repeats = 1.0;
    /// Samples of an epoch that the run needs: the balanced ones where those are asked for.
    double epoch = 0.0;
};

/// Nothing where the data set gives no number of samples, or p is 0 or 1 and epochs are to be balanced.
/// Tiles count where the size of the stored images is known; the share is taken to be the same among tiles. Names
/// "requirements.plain_epoch" and so on, and the samples of the run under "requirements.epoch".
std::optional<SampleNeed> sample_need(const Scenario& scenario, Trace& trace);
std::optional<SampleNeed> sample_need(const Scenario& scenario);

/// The training that the need asks for: the scenario with the images that growth and balance make of its own, rounded
/// up to whole ones. It keeps its tiling, so that the plan cuts each of them.
Scenario training_of_need(const Scenario& scenario);

/// The inspection of a production line: the same model on the same build, forward only, one part after another.
Scenario inspection_of_need(const Scenario& scenario);

} // namespace rigwright
