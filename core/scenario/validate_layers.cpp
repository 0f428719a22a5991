// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/validate_layers.h"

#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"
#include "core/zoo/layer_types.h"

namespace rigwright {

namespace {

FieldValue as_field_value(const LayerOptionValue& value)
{
    return std::visit([](const auto& plain) { return FieldValue(plain); }, value);
}

Finding unknown_type(const LayerSpec& layer, const std::string& field)
{
    std::vector<std::string> types;
    for (const LayerType& type : layer_types()) types.emplace_back(type.id);
    return input_error("unknown-layer-type", member_field(field, "type"),
                       {{"found", json_excerpt(layer.type)},
                        {"nearest", joined(closest_names(layer.type, types))},
                        {"accepted", joined(types)}});
}

std::vector<std::string> keys_of(const LayerType& type)
{
    std::vector<std::string> keys{"type", "name"};
    for (const Hyperparameter& option : type.options) keys.emplace_back(option.key);
    return keys;
}

void check_layer(const LayerSpec& layer, const std::string& field, std::vector<Finding>& errors)
{
    const LayerType* type = layer_type_of(layer.type);
    if (type == nullptr) {
        errors.push_back(unknown_type(layer, field));
        return;
    }
    const FieldRule name_rule{
        .type = FieldType::text, .minimum = 0, .maximum = static_cast<double>(longest_layer_name)};
    for (Finding& error : value_errors(name_rule, layer.name, member_field(field, "name")))
        errors.push_back(std::move(error));
    for (const Hyperparameter& option : type->options) {
        if (is_required(option) && layer.options.find(option.key) == layer.options.end())
            errors.push_back(input_error("layer-from-missing", member_field(field, option.key)));
    }
    for (const auto& [key, value] : layer.options) {
        const Hyperparameter* option = layer_option_of(*type, key);
        if (option == nullptr) {
            errors.push_back(unknown_key(field, key, keys_of(*type)));
        } else if (!option->accepts(as_shape_value(value))) {
            for (Finding& error : value_errors(rule_of(*option), as_field_value(value), member_field(field, key)))
                errors.push_back(std::move(error));
        }
    }
}

} // namespace

FieldRule rule_of(const Hyperparameter& hyperparameter)
{
    FieldRule rule;
    switch (hyperparameter.type) {
    case HyperparameterType::integer: rule.type = FieldType::integer; break;
    case HyperparameterType::real: rule.type = FieldType::real; break;
    case HyperparameterType::flag: rule.type = FieldType::flag; break;
    case HyperparameterType::choice: rule.type = FieldType::choice; break;
    case HyperparameterType::layers:
    case HyperparameterType::layer: rule.type = FieldType::text; break;
    }
    rule.minimum = hyperparameter.minimum;
    rule.maximum = hyperparameter.maximum;
    rule.choices = hyperparameter.choices;
    return rule;
}

std::vector<Finding> layer_errors(const LayerSpecs& layers, const std::string& field)
{
    std::vector<Finding> errors;
    if (layers.empty()) errors.push_back(input_error("no-layers", field));
    if (layers.size() > most_layers) {
        errors.push_back(input_error("too-many-layers", field,
                                     {{"found", bound_argument(static_cast<double>(layers.size()))},
                                      {"maximum", bound_argument(static_cast<double>(most_layers))}}));
        return errors;
    }
    for (std::size_t i = 0; i < layers.size(); ++i) check_layer(layers[i], element_field(field, i), errors);
    return errors;
}

} // namespace rigwright
