// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace rigwright {

/// One micro-batch on one stage, seconds. A send blocks the sender until the message has arrived.
struct StageCost {
    double forward = 0.0;
    double backward = 0.0;
    double send = 0.0;

    friend bool operator==(const StageCost&, const StageCost&) = default;
};

/// A pipeline to replay: 1F1B, one forward, one backward; with `chunks` above 1 interleaved (Narayanan et al. 2019 and
/// 2021). Each chunk of a stage takes its share of the stage's time.
struct PipelinePlan {
    std::vector<StageCost> stages;
    std::int64_t chunks = 1;
    std::int64_t micro_batches = 1;
    /// False for inference: forward passes only.
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

/// Time when the last stage is done. Even stages without sends have a closed form: (m + (p - 1) / v) (forward +
/// backward). Of many micro-batches the middle ones repeat each other: `replayed_micro_batches` are replayed, each
/// other one adds the slowest stage's time.
double pipeline_seconds(const PipelinePlan& plan);

/// Every piece of work in the order in which it ends on its stage. The part left out is between two moments that are
/// identical on every stage: the work after them is later by `left_out_seconds`, and its micro-batches continue the
/// numbering.
void replay_pipeline(const PipelinePlan& plan, const std::function<void(const PipelineWork&)>& visit);

/// Number of micro-batches that a replay covers, first and last ones.
std::int64_t replayed_micro_batches(const PipelinePlan& plan);

/// Time of the micro-batches that a replay leaves out.
double left_out_seconds(const PipelinePlan& plan);

/// Time of one more micro-batch in the middle: the slowest stage with its sends.
double pipeline_period(const PipelinePlan& plan);

} // namespace rigwright
