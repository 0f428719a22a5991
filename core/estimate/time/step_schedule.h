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

/// Concurrent lanes of a GPU: its own work, and messages.
enum class ScheduleLane { compute, communication };
template <>
inline constexpr std::array<std::string_view, 2> words<ScheduleLane>{"compute", "communication"};

/// One bar of the chart.
struct ScheduleRow {
    std::int64_t stage = 0;
    ScheduleLane lane = ScheduleLane::compute;
    ScheduleKind kind = ScheduleKind::forward;
    /// From 0; -1 for a bar of no micro-batch.
    std::int64_t micro_batch = -1;
    /// From the start of the step.
    Seconds start;
    Seconds end;
};

/// One step of one replica as a Gantt chart: the terms of the estimate, laid out as in the replay of its pipeline. Work
/// on a stage has no gaps, including `waiting` and `left_out`; messages may run beside it. The last row ends with the
/// estimate's step.
struct StepSchedule {
    std::int64_t stages = 0;
    std::vector<ScheduleRow> rows;
    /// Micro-batches in the middle that repeat earlier ones and have no rows.
    std::int64_t left_out_micro_batches = 0;
    Seconds end;
};

/// Empty without a time. Computed on request, not with the estimate.
StepSchedule step_schedule(const Evaluation& evaluation);

/// The contract's "schedule": {"stages", "left_out_micro_batches", "rows": [{"stage", "lane", "kind", "micro_batch",
/// "start_seconds", "end_seconds"}, ...]}.
nlohmann::ordered_json schedule_json(const StepSchedule& schedule);

} // namespace rigwright
