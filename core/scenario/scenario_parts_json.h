// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"
#include "core/scenario/finding.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/task.h"
#include "core/zoo/family.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// The key of a field whose path is `prefix` plus one key ("training." and "micro_batch"); empty for other fields.
template <typename Owner>
std::string_view key_in(const FieldOf<Owner>& field, std::string_view prefix)
{
    if (!field.path.starts_with(prefix)) return {};
    const std::string_view key = field.path.substr(prefix.size());
    return key.find('.') == std::string_view::npos ? key : std::string_view();
}

/// Reads into `owner` the fields with a key after `prefix`.
template <typename Owner>
void read_fields(ObjectReader& object, const std::vector<FieldOf<Owner>>& fields, std::string_view prefix, Owner& owner,
                 ScenarioPart part = ScenarioPart::whole)
{
    for (const FieldOf<Owner>& field : fields) {
        const std::string_view key = key_in(field, prefix);
        if (key.empty() || !holds(part, field.of_task)) continue;
        const nlohmann::json* given = object.any(key);
        if (given != nullptr && field.write_old != nullptr && given->is_string() &&
            given->get_ref<const std::string&>() == field.old_word)
            field.write_old(owner);
        else if (const nlohmann::json* value = object.optional_value(key, field))
            field.write(owner, value_of(field.type, *value));
    }
}

nlohmann::ordered_json json_of(const FieldValue& value);
/// A value unchanged: a real number of integral value stays real.
nlohmann::ordered_json value_json(const FieldValue& value);

/// Writes the fields with a key after `prefix`.
template <typename Owner>
void write_fields(nlohmann::ordered_json& object, const std::vector<FieldOf<Owner>>& fields, std::string_view prefix,
                  const Owner& owner, Expand expand, ScenarioPart part = ScenarioPart::whole)
{
    for (const FieldOf<Owner>& field : fields) {
        const std::string_view key = key_in(field, prefix);
        if (key.empty() || !holds(part, field.of_task)) continue;
        const FieldValue value = field.read(owner);
        const bool said = expand == Expand::defaults || value != field.read(Owner{});
        if (said && !std::holds_alternative<std::monostate>(value)) object[std::string(key)] = json_of(value);
    }
}

/// Own prices and exchange rates, in the object that contains their key.
void read_price_overrides(ObjectReader& object, std::map<std::string, PriceOverride>& overrides);
void read_exchange_rates(ObjectReader& object, std::vector<OwnExchangeRate>& rates);
void write_price_overrides(nlohmann::ordered_json& object, const std::map<std::string, PriceOverride>& overrides);
void write_exchange_rates(nlohmann::ordered_json& object, const std::vector<OwnExchangeRate>& rates);

/// The groups that a scenario and a workload share: model, input, dataset, training.
void read_question(ObjectReader& object, Scenario& scenario, std::vector<Finding>& errors,
                   ScenarioPart part = ScenarioPart::whole);
void write_question(nlohmann::ordered_json& object, const Scenario& scenario, Expand expand,
                    ScenarioPart part = ScenarioPart::whole);

/// Name, groups and measurements of one part; the other part of `scenario` stays unchanged. The measurements belong to
/// the whole scenario, so the task is read first. The caller finishes the object.
void read_part_of(ObjectReader& object, ScenarioPart part, Scenario& scenario, std::vector<Finding>& errors);
void write_part_of(nlohmann::ordered_json& object, ScenarioPart part, const Scenario& scenario, Expand expand);

/// A JSON scalar as the value of an option or hyperparameter; empty for other values and integers beyond 64 bits. If an
/// `integer` is requested, a number of integral value is one in any notation; otherwise 0.0 stays real.
std::optional<FieldValue> scalar_of(const nlohmann::json& value, bool integer);

/// A list of layers at `field` of a scenario file. Only its form is read here; `validate` checks types and options.
LayerSpecs read_layers(const nlohmann::json& list, const std::string& field, std::vector<Finding>& errors);

nlohmann::ordered_json layers_json(const LayerSpecs& layers);

} // namespace rigwright
