// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/layer_fields.h"

#include "core/estimate/field_access.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/validate.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace rigwright {

namespace {

constexpr std::string_view list_prefix = "model.shape.layers[";
constexpr std::string_view list_key = "layers";

const LayerSpecs* list_in(const ModelShape& shape)
{
    const auto found = shape.find(list_key);
    return found == shape.end() ? nullptr : std::get_if<LayerSpecs>(&found->second);
}

/// The list of layers if the scenario names none.
const LayerSpecs* usual_layers(const Scenario& scenario, const EngineData& data)
{
    const Preset* preset = scenario.model.preset.empty() ? nullptr : data.preset(scenario.model.preset);
    if (preset != nullptr)
        if (const LayerSpecs* own = list_in(preset->shape)) return own;
    const Family* family = family_of_model(scenario, data);
    const Hyperparameter* layers = family ? hyperparameter_of(*family, list_key) : nullptr;
    return layers && layers->standard ? std::get_if<LayerSpecs>(&*layers->standard) : nullptr;
}

const Hyperparameter* option_at(const LayerSpecs& layers, const LayerPath& path)
{
    if (path.index >= layers.size()) return nullptr;
    const LayerType* type = layer_type_of(layers[path.index].type);
    return type ? layer_option_of(*type, path.key) : nullptr;
}

std::optional<LayerSpecs> with_type(LayerSpecs layers, std::size_t index, const FieldValue& value)
{
    const auto* id = std::get_if<std::string>(&value);
    const LayerType* type = id ? layer_type_of(*id) : nullptr;
    if (!type || index >= layers.size()) return std::nullopt;
    LayerSpec& layer = layers[index];
    layer.type = *id;
    std::erase_if(layer.options, [type](const auto& given) {
        const Hyperparameter* option = layer_option_of(*type, given.first);
        return !option || !option->accepts(given.second);
    });
    for (const Hyperparameter& option : type->options)
        if (is_required(option)) layer.options.try_emplace(std::string(option.key), std::string(network_input_name));
    return layers;
}

} // namespace

std::optional<LayerPath> layer_path(std::string_view path)
{
    if (!path.starts_with(list_prefix)) return std::nullopt;
    path.remove_prefix(list_prefix.size());
    LayerPath found;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), found.index);
    path.remove_prefix(static_cast<std::size_t>(end - path.data()));
    if (error != std::errc() || !path.starts_with(']')) return std::nullopt;
    path.remove_prefix(1);
    if (path.starts_with('.')) found.key = path.substr(1);
    return found;
}

std::string layer_field(std::size_t index, std::string_view key)
{
    std::string field = std::string(list_prefix) + std::to_string(index) + "]";
    if (!key.empty()) field += "." + std::string(key);
    return field;
}

const LayerSpecs* layers_of(const Scenario& scenario, const EngineData& data)
{
    const LayerSpecs* own = list_in(scenario.model.shape);
    return own ? own : usual_layers(scenario, data);
}

Scenario with_layers(const Scenario& scenario, const EngineData& data, LayerSpecs layers)
{
    Scenario next = scenario;
    const LayerSpecs* usual = usual_layers(scenario, data);
    if (usual && *usual == layers) {
        next.model.shape.erase(std::string(list_key));
    } else {
        next.model.shape.insert_or_assign(std::string(list_key), std::move(layers));
    }
    return next;
}

FieldValue layer_option_value(const LayerSpecs& layers, const LayerPath& path)
{
    if (path.index >= layers.size()) return {};
    const LayerSpec& layer = layers[path.index];
    if (path.key == "type") return layer.type;
    const auto given = layer.options.find(path.key);
    if (given == layer.options.end()) return layer_option_default(layers, path);
    const Hyperparameter* option = option_at(layers, path);
    const auto* place = std::get_if<std::int64_t>(&given->second);
    const bool is_place = option && option->type == HyperparameterType::layer && place && *place >= 0 &&
                          *place < static_cast<std::int64_t>(layers.size());
    if (is_place) return layer_names(layers)[static_cast<std::size_t>(*place)];
    return given->second;
}

FieldValue layer_option_default(const LayerSpecs& layers, const LayerPath& path)
{
    const Hyperparameter* option = option_at(layers, path);
    return option && option->standard ? *option->standard : FieldValue();
}

std::optional<LayerSpecs> with_layer_option(const LayerSpecs& layers, const LayerPath& path, const FieldValue& value)
{
    if (path.key == "type") return with_type(layers, path.index, value);
    const Hyperparameter* option = option_at(layers, path);
    if (!option) return std::nullopt;
    LayerSpecs next = layers;
    auto& options = next[path.index].options;
    const std::string key(path.key);
    const auto* text = std::get_if<std::string>(&value);
    if (value.index() == 0 || (text && text->empty())) {
        if (is_required(*option)) return std::nullopt;
        options.erase(key);
        return next;
    }
    if (!option->accepts(value)) return std::nullopt;
    if (value == layer_option_default(layers, path)) {
        options.erase(key);
    } else {
        options.insert_or_assign(key, value);
        // A layer that is referenced by name keeps that name when it moves.
        if (option->type == HyperparameterType::layer) next = with_lasting_references(next);
    }
    return next;
}

std::vector<Finding> why_layer_option_refused(const LayerSpecs& layers, const LayerPath& path, const FieldValue& value)
{
    const std::string field = layer_field(path.index, path.key);
    const Hyperparameter* option = option_at(layers, path);
    if (!option) return {unknown_key(layer_field(path.index, {}), path.key, {})};
    if (value.index() == 0) return {input_error("layer-from-missing", field)};
    return value_errors(rule_of(*option), value, field);
}

namespace {

constexpr std::string_view reference_keys[] = {"reads", "from"};

auto at_index(LayerSpecs& layers, std::size_t index) { return layers.begin() + static_cast<std::ptrdiff_t>(index); }

/// Calls `visit` with every reference of the list.
template <typename Visit>
void for_references(LayerSpecs& layers, Visit visit)
{
    for (LayerSpec& layer : layers) {
        for (const std::string_view key : reference_keys) {
            const auto found = layer.options.find(key);
            if (found != layer.options.end()) visit(found->second);
        }
    }
}

} // namespace

LayerSpecs with_lasting_references(const LayerSpecs& layers)
{
    LayerSpecs next = layers;
    const std::vector<std::string> names = layer_names(layers);
    std::map<std::string_view, std::size_t> index_of;
    for (std::size_t i = 0; i < names.size(); ++i) index_of.try_emplace(names[i], i);
    for_references(next, [&](FieldValue& reference) {
        const auto* place = std::get_if<std::int64_t>(&reference);
        if (place && *place >= 0 && *place < static_cast<std::int64_t>(names.size()))
            reference = names[static_cast<std::size_t>(*place)];
        const auto* name = std::get_if<std::string>(&reference);
        const auto read = name ? index_of.find(*name) : index_of.end();
        if (read != index_of.end()) next[read->second].name = *name;
    });
    return next;
}

LayerSpec new_layer(std::string_view type)
{
    LayerSpec layer{std::string(type), "", {}};
    // With a kernel of 3 this keeps the size of the feature map.
    if (type == "conv" || type == "depthwise-conv") layer.options["padding"] = std::int64_t{1};
    if (const LayerType* known = layer_type_of(type)) {
        for (const Hyperparameter& option : known->options)
            if (is_required(option)) layer.options[std::string(option.key)] = std::string(network_input_name);
    }
    return layer;
}

LayerSpecs with_layer_added(const LayerSpecs& layers, std::size_t at, const LayerSpec& layer)
{
    LayerSpecs next = with_lasting_references(layers);
    next.insert(at_index(next, std::min(at, next.size())), layer);
    return next;
}

LayerSpecs with_layer_duplicated(const LayerSpecs& layers, std::size_t at)
{
    LayerSpec copy = layers[at];
    copy.name.clear();
    return with_layer_added(layers, at + 1, copy);
}

LayerSpecs without_layer(const LayerSpecs& layers, std::size_t at)
{
    LayerSpecs next = with_lasting_references(layers);
    next.erase(at_index(next, at));
    return next;
}

LayerSpecs with_layer_moved(const LayerSpecs& layers, std::size_t from, std::size_t to)
{
    LayerSpecs next = with_lasting_references(layers);
    if (from < to) {
        std::rotate(at_index(next, from), at_index(next, from + 1), at_index(next, to + 1));
    } else {
        std::rotate(at_index(next, to), at_index(next, from), at_index(next, from + 1));
    }
    return next;
}

LayerSpecs with_layer_renamed(const LayerSpecs& layers, std::size_t at, const std::string& name)
{
    LayerSpecs next = with_lasting_references(layers);
    const std::string old = next[at].name;
    next[at].name = name;
    const std::string now = layer_names(next)[at];
    for_references(next, [&](FieldValue& reference) {
        const auto* read = std::get_if<std::string>(&reference);
        if (!old.empty() && read && *read == old) reference = now;
    });
    return next;
}

} // namespace rigwright
