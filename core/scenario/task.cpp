// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/task.h"

#include "core/quantities/quantity.h"
#include "core/scenario/fields.h"

#include <algorithm>

namespace rigwright {

bool has_group(ScenarioPart part, std::string_view group)
{
    return std::ranges::any_of(scenario_fields(), [&](const Field& field) {
        return holds(part, field.of_task) && field.path.starts_with(group) &&
               field.path.substr(group.size()).starts_with('.');
    });
}

Scenario with_task(const Scenario& machine, const Scenario& task)
{
    Scenario scenario = task;
    for (const Field& field : scenario_fields())
        if (!field.of_task) field.write(scenario, field.read(machine));
    scenario.build.price_overrides = machine.build.price_overrides;
    scenario.measurements = machine.measurements;
    return scenario;
}

bool same_task(const Scenario& a, const Scenario& b) { return with_task(a, b) == a; }

bool is_of_task(std::string_view path)
{
    if (const Field* field = field_of(path)) return field->of_task;
    if (path.starts_with("training.lora")) return true;
    const std::string_view group = path.substr(0, path.find_first_of(".["));
    return has_group(ScenarioPart::task, group) && !has_group(ScenarioPart::machine, group);
}

Scenario holding_batch(Scenario scenario)
{
    Training& training = scenario.training;
    const Count at_once = Count(training.micro_batch) * Count(data_parallel_degree(scenario));
    if (!training.global_batch || training.mode != RunMode::train || at_once.value() < 1) return scenario;
    const std::int64_t whole = *training.global_batch / at_once.value();
    const std::int64_t rest = *training.global_batch % at_once.value();
    static const auto most = static_cast<std::int64_t>(field_of("training.gradient_accumulation")->maximum);
    training.gradient_accumulation =
        std::clamp<std::int64_t>(rest >= at_once.value() - rest ? whole + 1 : whole, 1, most);
    return scenario;
}

Scenario holding_batch(const Scenario& before, Scenario after)
{
    const Scenario held = holding_batch(after);
    Scenario others = after;
    others.training.gradient_accumulation = before.training.gradient_accumulation;
    if (!after.training.global_batch || others != before || after == before) return held;
    after.training.global_batch = global_batch(after);
    return after;
}

} // namespace rigwright
