// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <string_view>

namespace rigwright {

// The task is the question: the fields marked `of_task` in the table and the parts of their groups that are not single
// values (shape, LoRA, exchange rates, workloads). The machine is the rest: name, parts, how the job runs there, and
// measurements.

enum class ScenarioPart { whole, task, machine };

/// Whether a part contains the fields with that mark.
inline bool holds(ScenarioPart part, bool of_task)
{
    return part == ScenarioPart::whole || of_task == (part == ScenarioPart::task);
}
/// Whether a part has fields of a group ("training").
bool has_group(ScenarioPart part, std::string_view group);

/// The machine of one scenario with the task of another.
Scenario with_task(const Scenario& machine, const Scenario& task);
bool same_task(const Scenario& a, const Scenario& b);

/// Whether a field, or a part of a group, belongs to the task ("training.lora.rank", "model.shape.layers").
bool is_of_task(std::string_view path);

/// The scenario with the accumulation for its fixed global batch: the batch divided by micro-batch and data-parallel
/// degree, rounded to the nearest whole number, at least 1. Unchanged without a fixed batch, in inference, and if the
/// degree is unknown.
Scenario holding_batch(Scenario scenario);
/// `holding_batch` after an edit from `before` to `after`. If only the accumulation was edited, the fixed batch follows
/// it.
Scenario holding_batch(const Scenario& before, Scenario after);

} // namespace rigwright
