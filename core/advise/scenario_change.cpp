// SPDX-License-Identifier: Apache-2.0
#include "core/advise/scenario_change.h"

#include "core/network/operator.h"
#include "core/scenario/field_table.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenario_parts_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rigwright {

namespace {

constexpr std::string_view shape_prefix = "model.shape.";
constexpr std::string_view lora_prefix = "training.lora.";
constexpr std::string_view tiling_prefix = "requirements.tiling.";

/// A list of layers is no value of a plain field.
std::optional<FieldValue> field_value_of(const ChangeValue& value)
{
    return std::visit(Match{
                          [](const LayerSpecs&) { return std::optional<FieldValue>(); },
                          [](const auto& plain) { return std::optional<FieldValue>(plain); },
                      },
                      value);
}

std::optional<ShapeValue> shape_value_of(const ChangeValue& value)
{
    return std::visit(Match{
                          [](std::monostate) { return std::optional<ShapeValue>(); },
                          [](const auto& held) { return std::optional<ShapeValue>(held); },
                      },
                      value);
}

template <typename Owner>
bool write(const FieldOf<Owner>& field, Owner& owner, const ChangeValue& value)
{
    const std::optional<FieldValue> plain = field_value_of(value);
    if (!plain || !accepts(rule_of(field), *plain)) return false;
    field.write(owner, *plain);
    return true;
}

/// A field of a part that need not be there yet.
template <typename Part>
bool write_part(std::optional<Part>& part, const std::vector<FieldOf<Part>>& fields, std::string_view key,
                const ChangeValue& value)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [key](const auto& field) { return field.path == key; });
    if (found == fields.end()) return false;
    if (!part) part.emplace();
    return write(*found, *part, value);
}

bool write_shape(ModelShape& shape, std::string_view key, const ChangeValue& value)
{
    const std::optional<ShapeValue> held = shape_value_of(value);
    if (held)
        shape.insert_or_assign(std::string(key), *held);
    else if (const auto place = shape.find(key); place != shape.end())
        shape.erase(place);
    return true;
}

bool write_change(Scenario& scenario, const ScenarioChange& change)
{
    const std::string_view path = change.path;
    if (path.starts_with(shape_prefix))
        return write_shape(scenario.model.shape, path.substr(shape_prefix.size()), change.value);
    if (path.starts_with(lora_prefix))
        return write_part(scenario.training.lora, lora_fields(), path.substr(lora_prefix.size()), change.value);
    if (path.starts_with(tiling_prefix))
        return write_part(scenario.requirements.tiling, tiling_fields(), path.substr(tiling_prefix.size()),
                          change.value);
    const Field* field = field_of(path);
    return field != nullptr && write(*field, scenario, change.value);
}

nlohmann::ordered_json value_json(const ChangeValue& value)
{
    return std::visit(Match{
                          [](std::monostate) { return nlohmann::ordered_json(nullptr); },
                          [](const LayerSpecs& layers) { return layers_json(layers); },
                          [](const auto& plain) { return nlohmann::ordered_json(plain); },
                      },
                      value);
}

} // namespace

std::optional<Scenario> changed(const Scenario& scenario, const ScenarioChanges& changes)
{
    Scenario next = scenario;
    const bool other_settings =
        std::any_of(changes.begin(), changes.end(), [](const auto& c) { return c.path != "training.micro_batch"; });
    if (other_settings) anchor_measurements(next);
    for (const ScenarioChange& change : changes) {
        if (!write_change(next, change)) return std::nullopt;
    }
    return next;
}

std::optional<ScenarioChanges> keeping_global_batch(const Scenario& scenario, ScenarioChanges changes)
{
    const std::optional<Scenario> next = changed(scenario, changes);
    if (!next) return std::nullopt;
    if (scenario.training.mode == RunMode::infer || data_parallel_degree(*next) == data_parallel_degree(scenario))
        return changes;
    const auto split = batch_split(*next, global_batch(scenario));
    if (!split) return std::nullopt;
    const Training& training = next->training;
    if (split->micro_batch != training.micro_batch) changes.push_back({"training.micro_batch", split->micro_batch});
    if (split->accumulation != training.gradient_accumulation)
        changes.push_back({"training.gradient_accumulation", split->accumulation});
    return changes;
}

nlohmann::ordered_json changes_json(const ScenarioChanges& changes)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const ScenarioChange& change : changes)
        list.push_back({{"field", change.path}, {"value", value_json(change.value)}});
    return list;
}

namespace {

/// The engine says by this finding that traffic between card and host is not in its time.
bool time_leaves_something_out(const Estimate& estimate)
{
    return std::any_of(estimate.findings.begin(), estimate.findings.end(),
                       [](const Finding& finding) { return finding.code == "offload-time-not-modelled"; });
}

} // namespace

std::optional<PlanEffect> effect_of(const Evaluation& evaluation)
{
    if (!evaluation.estimate || !evaluation.estimate->memory || !evaluation.estimate->verdict) return std::nullopt;
    const Estimate& estimate = *evaluation.estimate;
    PlanEffect effect;
    effect.memory = estimate.memory->total;
    effect.usable = estimate.memory->usable;
    effect.verdict = *estimate.verdict;
    effect.global_batch = global_batch(evaluation.scenario);
    if (estimate.time && !time_leaves_something_out(estimate)) effect.step = estimate.time->step;
    return effect;
}

std::optional<PlanEffect> Advising::effect(const Scenario& scenario) const
{
    if (stop.stop_requested()) return std::nullopt;
    return effect_of(evaluate(scenario, data));
}

std::optional<PlanEffect> Advising::effect(const Scenario& scenario, const Evaluation& before) const
{
    if (stop.stop_requested()) return std::nullopt;
    return effect_of(evaluate(scenario, data, before));
}

} // namespace rigwright
