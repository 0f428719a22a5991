// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/field_access.h"

#include "core/estimate/layer_fields.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/validate.h"

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

constexpr std::string_view shape_prefix = "model.shape.";

/// A list of layers is not a scalar: its options are accessed one by one.
FieldValue scalar_or_absent(const FieldValue& value)
{
    return std::holds_alternative<LayerSpecs>(value) ? FieldValue() : value;
}

const Preset* preset_of(const Scenario& scenario, const EngineData& data)
{
    return scenario.model.preset.empty() ? nullptr : data.preset(scenario.model.preset);
}

FieldValue default_hyperparameter(const Scenario& scenario, const EngineData& data, std::string_view key)
{
    if (const Preset* preset = preset_of(scenario, data)) {
        if (const auto found = preset->shape.find(key); found != preset->shape.end()) return found->second;
    }
    const Family* family = family_of_model(scenario, data);
    const Hyperparameter* hyperparameter = family ? hyperparameter_of(*family, key) : nullptr;
    return hyperparameter && hyperparameter->standard ? *hyperparameter->standard : FieldValue();
}

/// The model's own input for a field that the scenario does not set.
FieldValue model_input(const Scenario& scenario, const EngineData& data, const Field& field)
{
    Scenario with_model_input;
    if (const Preset* preset = preset_of(scenario, data)) {
        with_model_input.input = preset->input;
        if (FieldValue value = field.read(with_model_input); value.index() != 0) return value;
    }
    if (const Family* family = family_of_model(scenario, data)) {
        with_model_input.input = family->standard_input;
        return field.read(with_model_input);
    }
    return {};
}

/// A group of optional fields of a scenario: its own path is a flag for its presence, and paths below it access its
/// fields.
template <typename Owner>
struct Part {
    std::string_view path;
    const std::vector<FieldOf<Owner>>& (*fields)();

    bool holds(std::string_view at) const
    {
        return at.starts_with(path) && (at.size() == path.size() || at[path.size()] == '.');
    }
    /// Null for the path of the part itself.
    const FieldOf<Owner>* field(std::string_view at) const
    {
        if (!holds(at) || at == path) return nullptr;
        const auto found = std::ranges::find(fields(), at.substr(path.size() + 1), &FieldOf<Owner>::path);
        return found == fields().end() ? nullptr : &*found;
    }
    FieldValue value(const std::optional<Owner>& part, std::string_view at) const
    {
        const FieldOf<Owner>* found = field(at);
        if (!found) return at == path ? FieldValue(part.has_value()) : FieldValue();
        return part ? found->read(*part) : FieldValue();
    }
    /// An absent value resets the field to that of a new part; for the path of the part itself, it removes the part.
    bool set(std::optional<Owner>& part, std::string_view at, const FieldValue& value) const
    {
        const FieldOf<Owner>* found = field(at);
        if (!found) {
            const bool* on = std::get_if<bool>(&value);
            if (at != path || (!on && value.index() != 0)) return false;
            if (on && *on && !part) part.emplace();
            if (!on || !*on) part.reset();
            return true;
        }
        const FieldValue wanted = value.index() == 0 ? found->read(Owner()) : value;
        if (!accepts(*found, wanted)) return false;
        if (!part) part.emplace();
        found->write(*part, wanted);
        return true;
    }
};

constexpr Part<Lora> adapters{"training.lora", lora_fields};
constexpr Part<Tiling> tiles{"requirements.tiling", tiling_fields};

bool set_hyperparameter(Scenario& scenario, const EngineData& data, std::string_view key, const FieldValue& value)
{
    const Family* family = family_of_model(scenario, data);
    const Hyperparameter* hyperparameter = family ? hyperparameter_of(*family, key) : nullptr;
    const bool absent = value.index() == 0;
    if (!hyperparameter || (!absent && !hyperparameter->accepts(value))) return false;
    if (key == head_key) scenario.model.head.clear();
    if (absent || value == default_hyperparameter(scenario, data, key))
        scenario.model.shape.erase(std::string(key));
    else
        scenario.model.shape.insert_or_assign(std::string(key), value);
    return true;
}

} // namespace

std::string_view hyperparameter_key(std::string_view path)
{
    return path.starts_with(shape_prefix) ? path.substr(shape_prefix.size()) : std::string_view();
}

std::optional<FieldRule> rule_at(std::string_view path)
{
    if (path == adapters.path || path == tiles.path) return FieldRule{.type = FieldType::flag};
    if (const FieldOf<Lora>* field = adapters.field(path)) return *field;
    if (const FieldOf<Tiling>* field = tiles.field(path)) return *field;
    const Field* field = field_of(path);
    return field ? std::optional<FieldRule>(*field) : std::nullopt;
}

std::vector<std::string> whole_number_paths()
{
    std::vector<std::string> paths;
    const auto add = [&](const std::string& group, const auto& fields) {
        for (const auto& field : fields)
            if (field.type == FieldType::integer) paths.push_back(group + std::string(field.path));
    };
    add({}, scenario_fields());
    add(std::string(adapters.path) + '.', adapters.fields());
    add(std::string(tiles.path) + '.', tiles.fields());
    std::set<std::string_view> keys;
    for (const Family& family : families())
        for (const Hyperparameter& hyperparameter : family.hyperparameters)
            if (hyperparameter.type == HyperparameterType::integer) keys.insert(hyperparameter.key);
    for (const std::string_view key : keys) paths.push_back(std::string(shape_prefix) + std::string(key));
    return paths;
}

const Family* family_of_model(const Scenario& scenario, const EngineData& data)
{
    const Preset* preset = preset_of(scenario, data);
    return family_of(preset ? preset->family : scenario.model.family);
}

FieldValue field_value(const Scenario& scenario, std::string_view path)
{
    if (const std::string_view key = hyperparameter_key(path); !key.empty()) {
        const auto found = scenario.model.shape.find(key);
        if (found != scenario.model.shape.end()) return scalar_or_absent(found->second);
        return key == head_key && !scenario.model.head.empty() ? FieldValue(scenario.model.head) : FieldValue();
    }
    if (adapters.holds(path)) return adapters.value(scenario.training.lora, path);
    if (tiles.holds(path)) return tiles.value(scenario.requirements.tiling, path);
    const Field* field = field_of(path);
    return field ? field->read(scenario) : FieldValue();
}

FieldValue effective_value(const Scenario& scenario, const EngineData& data, std::string_view path)
{
    if (const auto layer = layer_path(path)) {
        const LayerSpecs* layers = layers_of(scenario, data);
        return layers ? layer_option_value(*layers, *layer) : FieldValue();
    }
    const FieldValue own = field_value(scenario, path);
    return own.index() != 0 ? own : default_value(scenario, data, path);
}

FieldValue default_value(const Scenario& scenario, const EngineData& data, std::string_view path)
{
    if (const auto layer = layer_path(path)) {
        const LayerSpecs* layers = layers_of(scenario, data);
        return layers ? layer_option_default(*layers, *layer) : FieldValue();
    }
    if (const std::string_view key = hyperparameter_key(path); !key.empty())
        return scalar_or_absent(default_hyperparameter(scenario, data, key));
    if (adapters.holds(path)) return path == adapters.path ? FieldValue(false) : adapters.value(Lora(), path);
    if (tiles.holds(path)) return path == tiles.path ? FieldValue(false) : tiles.value(Tiling(), path);
    const Field* field = field_of(path);
    if (!field) return {};
    if (path.starts_with("input.")) return model_input(scenario, data, *field);
    return field->read(Scenario());
}

bool set_field(Scenario& scenario, const EngineData& data, std::string_view path, const FieldValue& value)
{
    if (const auto layer = layer_path(path)) {
        const LayerSpecs* layers = layers_of(scenario, data);
        std::optional<LayerSpecs> next = layers ? with_layer_option(*layers, *layer, value) : std::nullopt;
        if (next) scenario = with_layers(scenario, data, std::move(*next));
        return next.has_value();
    }
    if (const std::string_view key = hyperparameter_key(path); !key.empty())
        return set_hyperparameter(scenario, data, key, value);
    if (adapters.holds(path)) return adapters.set(scenario.training.lora, path, value);
    if (tiles.holds(path)) return tiles.set(scenario.requirements.tiling, path, value);
    const Field* field = field_of(path);
    if (!field) return false;
    const bool to_default = value.index() == 0 && !field->optional;
    const FieldValue wanted = to_default ? field->read(Scenario()) : value;
    if (!accepts(*field, wanted)) return false;
    field->write(scenario, wanted);
    return true;
}

std::optional<Scenario> with_field(const Scenario& scenario, const EngineData& data, std::string_view path,
                                   const FieldValue& value)
{
    Scenario next = scenario;
    return set_field(next, data, path, value) ? std::optional(std::move(next)) : std::nullopt;
}

std::vector<Finding> why_refused(const Scenario& scenario, const EngineData& data, std::string_view path,
                                 const FieldValue& value)
{
    if (const auto layer = layer_path(path)) {
        const LayerSpecs* layers = layers_of(scenario, data);
        return layers ? why_layer_option_refused(*layers, *layer, value) : std::vector<Finding>{};
    }
    if (const auto rule = rule_at(path)) return value_errors(*rule, value, std::string(path));
    const Family* family = family_of_model(scenario, data);
    const Hyperparameter* hyperparameter = family ? hyperparameter_of(*family, hyperparameter_key(path)) : nullptr;
    if (!hyperparameter && family) return {unknown_shape_key(*family, hyperparameter_key(path), std::string(path))};
    if (!hyperparameter) return {unknown_key(path.substr(0, path.rfind('.')), path.substr(path.rfind('.') + 1), {})};
    return value_errors(rule_of(*hyperparameter), value, std::string(path));
}

} // namespace rigwright
