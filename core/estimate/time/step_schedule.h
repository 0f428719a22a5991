// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/words.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace rigwright {

enum class ScheduleKind {
    loading,
    forward,
    recompute,
    backward,
    layer_exchange,
    send,
    gradient_exchange,
    offload,
    optimizer,
    waiting,
    left_out
};
/// "layer_exchange", "communication".
template <>
inline constexpr std::array<std::string_view, 11> words<ScheduleKind>{
    "loading",           "forward", "recompute", "backward", "layer_exchange", "send",
    "gradient_exchange", "offload", "optimizer", "waiting",  "left_out"};

/// What a GPU does beside each other: work of its own, and messages.
enum class ScheduleLane { compute, communication };
template <>
inline constexpr std::array<std::string_view, 2> words<ScheduleLane>{"compute", "communication"};

/// One bar of the chart.
struct ScheduleRow {
    std::int64_t stage = 0;
    ScheduleLane lane = ScheduleLane::compute;
    ScheduleKind kind = ScheduleKind::forward;
    /// From 0; -1 where a bar belongs to no micro-batch.
    std::int64_t micro_batch = -1;
    /// From the start of the step.
    Seconds start;
    Seconds end;
};

/// One step of one replica as a chart over time: the terms of the estimate, laid out as its pipeline was replayed. Work
/// on a stage follows without gaps, `waiting` and `left_out` included; messages may lie beside it. The last row ends
/// with the estimate's step.
struct StepSchedule {
    std::int64_t stages = 0;
    std::vector<ScheduleRow> rows;
    /// Micro-batches in the middle that repeat the ones before and have no rows.
    std::int64_t left_out_micro_batches = 0;
    Seconds end;
};

/// Empty without a time. Computed when asked, not with the estimate.
StepSchedule step_schedule(const Evaluation& evaluation);

/// The contract's "schedule": {"stages", "left_out_micro_batches", "rows": [{"stage", "lane", "kind", "micro_batch",
/// "start_seconds", "end_seconds"}, ...]}.
nlohmann::ordered_json schedule_json(const StepSchedule& schedule);

} // namespace rigwright
