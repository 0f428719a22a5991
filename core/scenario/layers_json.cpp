// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/layers_json.h"

#include "core/json/whole_number.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/zoo/layer_types.h"

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

void read_text(ObjectInFile& layer, std::string_view key, std::string& text)
{
    const json* value = key == "type" ? layer.require(key) : layer.find(key);
    if (value == nullptr) return;
    const FieldRule rule{.type = FieldType::text, .minimum = 1, .maximum = static_cast<double>(longest_layer_name)};
    ReadValue read = read_value(rule, *value, layer.field_of(key));
    if (read.errors.empty()) text = std::get<std::string>(read.value);
    layer.add(std::move(read.errors));
}

LayerSpec read_layer(const json& value, std::string field, std::vector<Finding>& errors)
{
    LayerSpec spec;
    ObjectInFile layer(value, std::move(field), errors);
    if (!value.is_object()) return spec;
    read_text(layer, "type", spec.type);
    read_text(layer, "name", spec.name);
    const LayerType* type = layer_type_of(spec.type);
    for (const auto& [key, member] : value.items()) {
        if (key == "type" || key == "name") continue;
        const Hyperparameter* known = type == nullptr ? nullptr : layer_option_of(*type, key);
        const bool integer = known != nullptr && known->type == HyperparameterType::integer;
        if (std::optional<LayerOptionValue> option = scalar_of(member, integer))
            spec.options.emplace(key, std::move(*option));
        else
            layer.add(
                {input_error("layer-option-not-a-scalar", layer.field_of(key), {{"found", found_argument(member)}})});
    }
    return spec;
}

} // namespace

std::optional<LayerOptionValue> scalar_of(const json& value, bool integer)
{
    if (integer && whole_number(value)) return *whole_number(value);
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_float()) return value.get<double>();
    const bool fits =
        value.is_number_integer() &&
        (!value.is_number_unsigned() || value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
    return fits ? std::optional<LayerOptionValue>(value.get<std::int64_t>()) : std::nullopt;
}

LayerSpecs read_layers(const json& list, const std::string& field, std::vector<Finding>& errors)
{
    LayerSpecs layers;
    if (list.size() > most_layers) {
        errors.push_back(input_error("too-many-layers", field,
                                     {{"found", bound_argument(static_cast<double>(list.size()))},
                                      {"maximum", bound_argument(static_cast<double>(most_layers))}}));
        return layers;
    }
    layers.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        layers.push_back(read_layer(list[i], element_field(field, i), errors));
    return layers;
}

ordered_json layers_json(const LayerSpecs& layers)
{
    ordered_json list = ordered_json::array();
    for (const LayerSpec& layer : layers) {
        ordered_json object = ordered_json::object();
        object["type"] = layer.type;
        if (!layer.name.empty()) object["name"] = layer.name;
        for (const auto& [key, value] : layer.options)
            object[key] = std::visit([](const auto& plain) { return ordered_json(plain); }, value);
        list.push_back(std::move(object));
    }
    return list;
}

} // namespace rigwright
