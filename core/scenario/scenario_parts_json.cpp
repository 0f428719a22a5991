// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario_parts_json.h"

#include "core/json/object_reader.h"
#include "core/network/operator.h"
#include "core/scenario/import_model.h"
#include "core/scenario/json_findings.h"
#include "core/zoo/family.h"
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// One object that a table describes, with its required keys.
template <typename Owner>
Owner read_part(ObjectReader object, const std::vector<FieldOf<Owner>>& fields,
                std::initializer_list<std::string_view> required)
{
    Owner part;
    for (const std::string_view key : required) object.required(key);
    read_fields(object, fields, "", part);
    object.finish();
    return part;
}

template <typename Owner>
ordered_json part_json(const Owner& part, const std::vector<FieldOf<Owner>>& fields)
{
    ordered_json object = ordered_json::object();
    write_fields(object, fields, "", part, Expand::defaults);
    return object;
}

void read_shape(ObjectReader& model, ModelShape& shape, std::vector<Finding>& errors)
{
    std::optional<ObjectReader> object = model.optional_object("shape");
    if (!object || !object->is_object()) return;
    for (const auto& [key, member] : object->members()->items()) {
        if (member.is_array() && !member.empty() && member.front().is_object())
            shape[key] = read_layers(member, object->path_of(key), errors);
        else if (const std::optional<FieldValue> read = scalar_of(member, is_integer_key(key)))
            shape[key] = *read;
        else
            object->report(key, "not-a-scalar", json_excerpt(member), "");
    }
}

Workload read_workload(ObjectReader& object, std::vector<Finding>& errors)
{
    Workload workload;
    if (!object.is_object()) return workload;
    object.required("model");
    read_fields(object, workload_fields(), "", workload);
    Scenario question;
    read_question(object, question, errors);
    object.finish();
    workload.model = std::move(question.model);
    workload.input = question.input;
    workload.dataset = question.dataset;
    workload.training = question.training;
    return workload;
}

ordered_json workload_json(const Workload& workload, Expand expand)
{
    ordered_json object = part_json(workload, workload_fields());
    Scenario question;
    question.model = workload.model;
    question.input = workload.input;
    question.dataset = workload.dataset;
    question.training = workload.training;
    write_question(object, question, expand);
    return object;
}

} // namespace

/// Whole amounts are written without a fraction ("64" rather than "64.0"); both read back as the same number.
ordered_json json_of(const FieldValue& value)
{
    const auto* number = std::get_if<double>(&value);
    const bool whole =
        number != nullptr && std::nearbyint(*number) == *number && std::fabs(*number) < largest_exact_whole;
    return whole ? ordered_json(static_cast<std::int64_t>(*number)) : value_json(value);
}

ordered_json value_json(const FieldValue& value)
{
    return std::visit(Match{
                          [](std::monostate) { return ordered_json(nullptr); },
                          [](const LayerSpecs& layers) { return layers_json(layers); },
                          [](const auto& plain) { return ordered_json(plain); },
                      },
                      value);
}

void read_model_parts(ObjectReader& model, ModelChoice& choice, std::vector<Finding>& errors)
{
    read_shape(model, choice.shape, errors);
    if (const auto imported = model.optional_object("import"))
        choice.imported = read_part(*imported, import_fields(), {"kind", "path"});
    if (const json* value = model.any("embedded")) {
        EmbeddedReading reading = read_embedded(*value, "$." + model.path_of("embedded"));
        for (const JsonIssue& issue : reading.issues) errors.push_back(embedded_finding(issue));
        if (reading.issues.empty()) choice.embedded = std::move(reading.model);
    }
}

void read_lora(ObjectReader& training, std::optional<Lora>& lora)
{
    if (const auto object = training.optional_object("lora")) lora = read_part(*object, lora_fields(), {});
}

void read_price_overrides(ObjectReader& build, std::map<std::string, PriceOverride>& overrides)
{
    std::optional<ObjectReader> object = build.optional_object("price_overrides");
    if (!object || !object->is_object()) return;
    for (const auto& [part, price] : object->members()->items())
        overrides[part] = read_part(object->member(part, price), price_override_fields(), {"amount", "currency"});
}

void read_exchange_rates(ObjectReader& economics, std::vector<OwnExchangeRate>& rates)
{
    economics.optional_objects("exchange_rates", [&](const ObjectReader& rate) {
        rates.push_back(read_part(rate, exchange_rate_fields(), {"from", "to", "rate"}));
    });
}

void read_need_parts(ObjectReader& requirements, Requirements& need, std::vector<Finding>& errors)
{
    if (const auto object = requirements.optional_object("tiling"))
        need.tiling = read_part(*object, tiling_fields(), {"tile_height", "tile_width"});
    requirements.optional_objects(
        "workloads", [&](ObjectReader& workload) { need.workloads.push_back(read_workload(workload, errors)); });
}

void read_constraint_lists(ObjectReader& constraints, Constraints& limits)
{
    const FieldRule name{.type = FieldType::text, .minimum = 1, .maximum = 200};
    limits.vendors = constraints.optional_texts("vendors", name);
    limits.generations = constraints.optional_texts("generations", name);
    limits.availability = constraints.optional_texts("availability", name);
}

void write_model_parts(ordered_json& model, const ModelChoice& choice, Expand expand)
{
    if (choice.imported) model["import"] = part_json(*choice.imported, import_fields());
    if (choice.embedded) model["embedded"] = write_embedded(*choice.embedded);
    if (choice.shape.empty() && expand == Expand::as_given) return;
    ordered_json shape = ordered_json::object();
    for (const auto& [key, value] : choice.shape) shape[key] = value_json(value);
    model["shape"] = std::move(shape);
}

void write_lora(ordered_json& training, const std::optional<Lora>& lora)
{
    if (lora) training["lora"] = part_json(*lora, lora_fields());
}

void write_price_overrides(ordered_json& build, const std::map<std::string, PriceOverride>& overrides)
{
    for (const auto& [part, price] : overrides)
        build["price_overrides"][part] = part_json(price, price_override_fields());
}

void write_exchange_rates(ordered_json& economics, const std::vector<OwnExchangeRate>& rates)
{
    for (const OwnExchangeRate& rate : rates)
        economics["exchange_rates"].push_back(part_json(rate, exchange_rate_fields()));
}

void write_need_parts(ordered_json& requirements, const Requirements& need, Expand expand)
{
    if (need.tiling) requirements["tiling"] = part_json(*need.tiling, tiling_fields());
    for (const Workload& workload : need.workloads)
        requirements["workloads"].push_back(workload_json(workload, expand));
}

void write_constraint_lists(ordered_json& constraints, const Constraints& limits)
{
    if (!limits.vendors.empty()) constraints["vendors"] = limits.vendors;
    if (!limits.generations.empty()) constraints["generations"] = limits.generations;
    if (!limits.availability.empty()) constraints["availability"] = limits.availability;
}

namespace {

LayerSpec read_layer(const json& value, std::string field, std::vector<Finding>& errors)
{
    constexpr FieldRule name{.type = FieldType::text, .minimum = 1, .maximum = double{longest_layer_name}};
    LayerSpec spec;
    ObjectReader layer(value, std::move(field), report_to(errors));
    if (!layer.is_object()) return spec;
    layer.required("type");
    spec.type = layer.optional_text("type", name).value_or("");
    spec.name = layer.optional_text("name", name).value_or("");
    const LayerType* type = layer_type_of(spec.type);
    for (const auto& [key, member] : value.items()) {
        if (key == "type" || key == "name") continue;
        const Hyperparameter* known = type == nullptr ? nullptr : layer_option_of(*type, key);
        const bool integer = known != nullptr && known->type == HyperparameterType::integer;
        if (std::optional<FieldValue> option = scalar_of(member, integer))
            spec.options.emplace(key, std::move(*option));
        else
            layer.report(key, "layer-option-not-a-scalar", json_excerpt(member), "");
    }
    return spec;
}

} // namespace

std::optional<FieldValue> scalar_of(const json& value, bool integer)
{
    if (integer && whole_number(value)) return *whole_number(value);
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_float()) return value.get<double>();
    const bool fits =
        value.is_number_integer() &&
        (!value.is_number_unsigned() || value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
    return fits ? std::optional<FieldValue>(value.get<std::int64_t>()) : std::nullopt;
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
        layers.push_back(read_layer(list[i], json_element_path(field, i), errors));
    return layers;
}

ordered_json layers_json(const LayerSpecs& layers)
{
    ordered_json list = ordered_json::array();
    for (const LayerSpec& layer : layers) {
        ordered_json object = ordered_json::object();
        object["type"] = layer.type;
        if (!layer.name.empty()) object["name"] = layer.name;
        for (const auto& [key, value] : layer.options) object[key] = value_json(value);
        list.push_back(std::move(object));
    }
    return list;
}

} // namespace rigwright
