// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/scenario/scenario.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace rigwright {

/// One of the models that share a machine, and its share of the machine's month.
struct WorkloadShare {
    /// Empty for the scenario's own model.
    std::string name;
    double runs_per_month = 0.0;
    /// One run, from start to end; empty if the number of samples or the time is unknown.
    std::optional<Seconds> run;
    /// Time per month: runs x run; the second as a share of the month.
    std::optional<Seconds> month;
    double share = 0.0;
    /// Null if the workload cannot be computed; `errors` gives the reasons.
    std::shared_ptr<const Evaluation> evaluation;
    std::vector<Finding> errors;
};

/// A month of the machine.
struct MonthPlan {
    /// The scenario's own model first.
    std::vector<WorkloadShare> workloads;
    /// Sum of the shares: 1.0 = fully utilized.
    double utilisation = 0.0;
    /// Index of the workload with the largest share, and the number of such machines that the month needs.
    std::size_t binding = 0;
    std::int64_t machines = 1;
    /// Whether every workload's time is known.
    bool complete = true;
};

/// Whether the scenario says how often its models run.
bool has_month(const Requirements& requirements);

/// The scenario of one workload: its model, data and training on the build of `scenario`.
Scenario scenario_of(const Workload& workload, const Scenario& scenario);

/// `own` is the evaluated training run of the need. A month has 8,766 / 12 hours; runs are sequential, and the machine
/// counts as full at the share `most_utilisation` of it. Names "requirements.month_utilisation", ".machines" and
/// ".workloads[<index>]".
MonthPlan month_plan(const Scenario& scenario, std::shared_ptr<const Evaluation> own, const EngineData& data,
                     Trace& trace);

/// Samples of a dataset after tiling, growth and balancing.
struct SampleNeed {
    /// Samples in the dataset.
    std::int64_t samples = 0;
    /// Tiles per stored image; 1 without tiling.
    std::int64_t tiles_high = 1;
    std::int64_t tiles_wide = 1;
    std::int64_t tiles() const { return tiles_high * tiles_wide; }
    double growth = 1.0;
    /// Samples of one unbalanced epoch: samples x tiles x growth.
    double plain = 0.0;
    /// If the share p of positives is given: those samples, an epoch with as many positives as others (2 max(p, 1 - p)
    /// times the plain one), and how often it repeats each sample of the rarer kind.
    std::optional<double> positive_share;
    double positives = 0.0;
    double balanced = 0.0;
    double repeats = 1.0;
    /// Samples of an epoch that the run needs: balanced if requested.
    double epoch = 0.0;
};

/// Empty if the dataset has no number of samples, or p is 0 or 1 and epochs are to be balanced. Tiles count if the size
/// of the stored images is known; the share is assumed to be the same among tiles. Names "requirements.plain_epoch" and
/// the like, and the samples of the run under "requirements.epoch".
std::optional<SampleNeed> sample_need(const Scenario& scenario, Trace& trace);
std::optional<SampleNeed> sample_need(const Scenario& scenario);

/// The training run of the need: the scenario with its images after growth and balancing, rounded up to whole ones. It
/// keeps its tiling, so that the plan cuts each of them.
Scenario training_of_need(const Scenario& scenario);

/// The inspection of a production line: the same model on the same build, forward only, parts in sequence.
Scenario inspection_of_need(const Scenario& scenario);

} // namespace rigwright
