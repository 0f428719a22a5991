// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace rigwright {

/// One micro-batch on one stage, seconds. A send holds the sender until the message has arrived.
struct StageCost {
    double forward = 0.0;
    double backward = 0.0;
    double send = 0.0;

    friend bool operator==(const StageCost&, const StageCost&) = default;
};

/// A pipeline to replay: one forward, one backward in turn; with `chunks` above 1 interleaved (Narayanan et al. 2019
/// and 2021). Each chunk of a stage takes its share of the stage's time.
struct PipelinePlan {
    std::vector<StageCost> stages;
    std::int64_t chunks = 1;
    std::int64_t micro_batches = 1;
    /// Inference: forward passes alone.
    bool backward = true;
};

/// One piece of work in a replay. Its message, if any, follows until `sent`.
struct PipelineWork {
    std::int64_t stage = 0;
    std::int64_t chunk = 0;
    std::int64_t micro_batch = 0;
    bool backward = false;
    double start = 0.0;
    double end = 0.0;
    double sent = 0.0;
    /// It follows the micro-batches that a replay leaves out.
    bool after_left_out = false;
};

/// When the last stage is done. Even stages without sends have a closed form: (m + (p - 1) / v) (forward + backward).
/// Of many micro-batches the middle ones repeat each other: `replayed_micro_batches` are replayed, the others add the
/// slowest stage's time each.
double pipeline_seconds(const PipelinePlan& plan);

/// Every piece of work in the order in which it ends on its stage. What is left out lies between two moments that are
/// the same on every stage: the work behind them is later by `left_out_seconds`, and its micro-batches are numbered on.
void replay_pipeline(const PipelinePlan& plan, const std::function<void(const PipelineWork&)>& visit);

/// How many micro-batches a replay goes through, first and last ones.
std::int64_t replayed_micro_batches(const PipelinePlan& plan);

/// What the micro-batches take that a replay leaves out.
double left_out_seconds(const PipelinePlan& plan);

/// What one further micro-batch costs in the middle: the slowest stage with its sends.
double pipeline_period(const PipelinePlan& plan);

} // namespace rigwright
