// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/field_access.h"

#include "core/scenario/json_findings.h"
#include "core/scenario/resolved_model.h"
#include "core/scenario/validate.h"
#include "ui/document/layer_fields.h"

#include <algorithm>
#include <type_traits>

namespace rigwright {

namespace {

constexpr std::string_view shape_prefix = "model.shape.";

/// A list of layers is no scalar: it is reached option by option.
FieldValue as_field_value(const ShapeValue& value)
{
    const std::optional<LayerOptionValue> scalar = as_option_value(value);
    return scalar ? std::visit([](const auto& held) { return FieldValue(held); }, *scalar) : FieldValue();
}

std::optional<ShapeValue> legal_value(const Hyperparameter& hyperparameter, const FieldValue& value)
{
    if (value.index() == 0) return std::nullopt;
    const ShapeValue shape_value = std::visit(
        [](const auto& held) -> ShapeValue {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
                return false;
            else
                return held;
        },
        value);
    return hyperparameter.accepts(shape_value) ? std::optional(shape_value) : std::nullopt;
}

const Preset* preset_of(const Scenario& scenario, const EngineData& data)
{
    return scenario.model.preset.empty() ? nullptr : data.preset(scenario.model.preset);
}

FieldValue default_hyperparameter(const Scenario& scenario, const EngineData& data, std::string_view key)
{
    if (const Preset* preset = preset_of(scenario, data)) {
        if (const auto found = preset->shape.find(key); found != preset->shape.end())
            return as_field_value(found->second);
    }
    const Family* family = family_of_model(scenario, data);
    const Hyperparameter* hyperparameter = family ? hyperparameter_of(*family, key) : nullptr;
    if (hyperparameter && hyperparameter->standard) return as_field_value(*hyperparameter->standard);
    return {};
}

/// What the model brings as its input where the scenario says nothing.
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

constexpr std::string_view lora_path = "training.lora";

bool is_lora(std::string_view path)
{
    return path.starts_with(lora_path) && (path.size() == lora_path.size() || path[lora_path.size()] == '.');
}

/// Null for "training.lora" itself.
const FieldOf<Lora>* lora_field(std::string_view path)
{
    if (!is_lora(path) || path == lora_path) return nullptr;
    const auto& fields = lora_fields();
    const auto found = std::ranges::find(fields, path.substr(lora_path.size() + 1), &FieldOf<Lora>::path);
    return found == fields.end() ? nullptr : &*found;
}

FieldValue lora_value(const std::optional<Lora>& lora, std::string_view path)
{
    const FieldOf<Lora>* field = lora_field(path);
    if (!field) return lora.has_value();
    return lora ? field->read(*lora) : FieldValue();
}

/// An absent value is that of new adapters; for the switch, none.
std::optional<Scenario> with_lora(const Scenario& scenario, std::string_view path, const FieldValue& value)
{
    Scenario next = scenario;
    std::optional<Lora>& lora = next.training.lora;
    const FieldOf<Lora>* field = lora_field(path);
    if (!field) {
        const bool* on = std::get_if<bool>(&value);
        if (!on && value.index() != 0) return std::nullopt;
        if (on && *on && !lora) lora.emplace();
        if (!on || !*on) lora.reset();
        return next;
    }
    const FieldValue wanted = value.index() == 0 ? field->read(Lora()) : value;
    if (!accepts(rule_of(*field), wanted)) return std::nullopt;
    if (!lora) lora.emplace();
    field->write(*lora, wanted);
    return next;
}

std::optional<Scenario> with_hyperparameter(const Scenario& scenario, const EngineData& data, std::string_view key,
                                            const FieldValue& value)
{
    const Family* family = family_of_model(scenario, data);
    const Hyperparameter* hyperparameter = family ? hyperparameter_of(*family, key) : nullptr;
    if (!hyperparameter) return std::nullopt;
    Scenario next = scenario;
    const bool absent = value.index() == 0;
    const std::optional<ShapeValue> legal = absent ? std::nullopt : legal_value(*hyperparameter, value);
    if (!absent && !legal) return std::nullopt;
    if (key == head_key) next.model.head.clear();
    if (absent || as_field_value(*legal) == default_hyperparameter(scenario, data, key)) {
        next.model.shape.erase(std::string(key));
    } else {
        next.model.shape.insert_or_assign(std::string(key), *legal);
    }
    return next;
}

} // namespace

std::string_view hyperparameter_key(std::string_view path)
{
    return path.starts_with(shape_prefix) ? path.substr(shape_prefix.size()) : std::string_view();
}

std::optional<FieldRule> rule_at(std::string_view path)
{
    if (path == lora_path) return FieldRule{.type = FieldType::flag};
    if (const FieldOf<Lora>* field = lora_field(path)) return rule_of(*field);
    const Field* field = field_of(path);
    return field ? std::optional(rule_of(*field)) : std::nullopt;
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
        if (found != scenario.model.shape.end()) return as_field_value(found->second);
        return key == head_key && !scenario.model.head.empty() ? FieldValue(scenario.model.head) : FieldValue();
    }
    if (is_lora(path)) return lora_value(scenario.training.lora, path);
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
        return default_hyperparameter(scenario, data, key);
    if (is_lora(path)) return path == lora_path ? FieldValue(false) : lora_value(Lora(), path);
    const Field* field = field_of(path);
    if (!field) return {};
    if (path.starts_with("input.")) return model_input(scenario, data, *field);
    return field->read(Scenario());
}

std::optional<Scenario> with_field(const Scenario& scenario, const EngineData& data, std::string_view path,
                                   const FieldValue& value)
{
    if (const auto layer = layer_path(path)) {
        const LayerSpecs* layers = layers_of(scenario, data);
        std::optional<LayerSpecs> next = layers ? with_layer_option(*layers, *layer, value) : std::nullopt;
        return next ? std::optional(with_layers(scenario, data, std::move(*next))) : std::nullopt;
    }
    if (const std::string_view key = hyperparameter_key(path); !key.empty())
        return with_hyperparameter(scenario, data, key, value);
    if (is_lora(path)) return with_lora(scenario, path, value);
    const Field* field = field_of(path);
    if (!field) return std::nullopt;
    const bool to_default = value.index() == 0 && !field->optional;
    const FieldValue wanted = to_default ? field->read(Scenario()) : value;
    if (!accepts(*field, wanted)) return std::nullopt;
    Scenario next = scenario;
    field->write(next, wanted);
    return next;
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
    if (!hyperparameter) return {unknown_key(path.substr(0, path.rfind('.')), path.substr(path.rfind('.') + 1), {})};
    return value_errors(rule_of(*hyperparameter), value, std::string(path));
}

} // namespace rigwright
