// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scenario/scenario.h"

#include <string_view>

namespace rigwright {

// The task is what is asked: the fields that the table marks `of_task` and the parts of their groups that are no single
// values (shape, LoRA, exchange rates, workloads). The machine is the rest: name, parts, how the job runs there, and
// measurements.

enum class ScenarioPart { whole, task, machine };

/// Whether a part has the fields with that mark.
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

/// The scenario with the accumulation that its held global batch asks for: the batch divided by micro-batch and
/// data-parallel degree, rounded to the nearest whole number from 1 on. Unchanged without a held batch, in inference,
/// and where the degree is not known.
Scenario holding_batch(Scenario scenario);
/// `holding_batch` after an edit from `before` to `after`. Where only the accumulation was edited, the held batch
/// follows it.
Scenario holding_batch(const Scenario& before, Scenario after);

} // namespace rigwright
