// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/object_reader.h"
#include "core/scenario/finding.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/scenario_json.h"
#include "core/zoo/family.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rigwright {

/// One object of a scenario file during reading; it records which keys were read.
class ObjectInFile {
public:
    /// An error, and no keys, if the value is not an object.
    ObjectInFile(const nlohmann::json& value, std::string field, std::vector<Finding>& errors,
                 NullMeaning null_meaning = NullMeaning::refused);

    const std::string& field() const { return field_; }
    std::string field_of(std::string_view key) const { return member_field(field_, key); }
    std::vector<Finding>& errors() { return *errors_; }
    /// The value under a key, or null; marks the key as known.
    const nlohmann::json* find(std::string_view key);
    /// `find`, with an error if the key is absent.
    const nlohmann::json* require(std::string_view key);
    /// The array under a key; an error if the value has another type.
    const nlohmann::json* find_array(std::string_view key);
    /// The scalar under a key that the rule allows; an error if it does not. Nothing if it is absent or wrong.
    std::optional<FieldValue> value(std::string_view key, const FieldRule& rule);
    /// The same by type: an empty text if absent or wrong.
    std::string text(std::string_view key, const FieldRule& rule);
    std::optional<std::int64_t> whole(std::string_view key, const FieldRule& rule);
    std::optional<double> number(std::string_view key, const FieldRule& rule);
    void add(std::vector<Finding> errors);
    /// Reports the keys that were never read.
    void finish();

private:
    const nlohmann::json* object_ = nullptr;
    std::string field_;
    std::vector<Finding>* errors_;
    NullMeaning null_meaning_;
    std::vector<std::string> known_;
};

/// Reads into `owner` the fields whose path is `prefix` plus one key ("training." and "micro_batch").
template <typename Owner>
void read_fields(ObjectInFile& object, const std::vector<FieldOf<Owner>>& fields, std::string_view prefix, Owner& owner)
{
    for (const FieldOf<Owner>& field : fields) {
        const std::string_view key = field.path.substr(std::min(prefix.size(), field.path.size()));
        if (!field.path.starts_with(prefix) || key.empty() || key.find('.') != std::string_view::npos) continue;
        const nlohmann::json* value = object.find(key);
        if (value == nullptr) continue;
        ReadValue read = read_value(rule_of(field), *value, object.field_of(key));
        if (read.errors.empty()) field.write(owner, read.value);
        object.add(std::move(read.errors));
    }
}

nlohmann::ordered_json json_of(const FieldValue& value);
/// A value as it is: a real number of integral value stays real.
nlohmann::ordered_json value_json(const FieldValue& value);

/// Writes the fields whose path is `prefix` plus one key.
template <typename Owner>
void write_fields(nlohmann::ordered_json& object, const std::vector<FieldOf<Owner>>& fields, std::string_view prefix,
                  const Owner& owner, Expand expand)
{
    for (const FieldOf<Owner>& field : fields) {
        const std::string_view key = field.path.substr(std::min(prefix.size(), field.path.size()));
        if (!field.path.starts_with(prefix) || key.empty() || key.find('.') != std::string_view::npos) continue;
        const FieldValue value = field.read(owner);
        const bool said = expand == Expand::defaults || value != field.read(Owner{});
        if (said && !std::holds_alternative<std::monostate>(value)) object[std::string(key)] = json_of(value);
    }
}

/// The non-scalar parts of a scenario. `read_` takes the object that contains the part's key.
void read_model_parts(ObjectInFile& model, ModelChoice& choice);
void read_lora(ObjectInFile& training, std::optional<Lora>& lora);
void read_exchange_rates(ObjectInFile& economics, std::vector<OwnExchangeRate>& rates);
void read_price_overrides(ObjectInFile& build, std::map<std::string, PriceOverride>& overrides);
void read_need_parts(ObjectInFile& requirements, Requirements& need);
void read_constraint_lists(ObjectInFile& constraints, Constraints& limits);

void write_model_parts(nlohmann::ordered_json& model, const ModelChoice& choice, Expand expand);
void write_lora(nlohmann::ordered_json& training, const std::optional<Lora>& lora);
void write_exchange_rates(nlohmann::ordered_json& economics, const std::vector<OwnExchangeRate>& rates);
void write_price_overrides(nlohmann::ordered_json& build, const std::map<std::string, PriceOverride>& overrides);
void write_need_parts(nlohmann::ordered_json& requirements, const Requirements& need, Expand expand);
void write_constraint_lists(nlohmann::ordered_json& constraints, const Constraints& limits);

/// The groups that a scenario and a workload share: model, input, dataset, training.
void read_question(ObjectInFile& object, Scenario& scenario);
void write_question(nlohmann::ordered_json& object, const Scenario& scenario, Expand expand);

/// A JSON scalar as the value of an option or hyperparameter; nothing for other values and integers beyond 64 bits.
/// Where an `integer` is asked, a number of integral value is one however it is written; otherwise 0.0 stays real.
std::optional<FieldValue> scalar_of(const nlohmann::json& value, bool integer);

/// A list of layers at `field` of a scenario file. Only its form is read here; `validate` checks types and options.
LayerSpecs read_layers(const nlohmann::json& list, const std::string& field, std::vector<Finding>& errors);

nlohmann::ordered_json layers_json(const LayerSpecs& layers);

} // namespace rigwright
