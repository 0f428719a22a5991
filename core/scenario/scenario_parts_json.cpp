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
Owner read_part(const json& value, std::string field, const std::vector<FieldOf<Owner>>& fields,
                std::initializer_list<std::string_view> required, std::vector<Finding>& errors)
{
    Owner part;
    ObjectInFile object(value, std::move(field), errors);
    if (value.is_object())
        for (const std::string_view key : required) object.require(key);
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

void read_shape(ObjectInFile& model, ModelShape& shape)
{
    const json* value = model.find("shape");
    if (value == nullptr) return;
    ObjectInFile object(*value, model.field_of("shape"), model.errors());
    if (!value->is_object()) return;
    for (const auto& [key, member] : value->items()) {
        if (member.is_array() && !member.empty() && member.front().is_object()) {
            shape[key] = read_layers(member, object.field_of(key), object.errors());
            continue;
        }
        if (const std::optional<FieldValue> read = scalar_of(member, is_integer_key(key)))
            shape[key] = *read;
        else
            object.add({input_error("not-a-scalar", object.field_of(key), {{"found", found_argument(member)}})});
    }
}

std::vector<std::string> read_texts(ObjectInFile& object, std::string_view key)
{
    std::vector<std::string> texts;
    const json* list = object.find_array(key);
    if (list == nullptr) return texts;
    const FieldRule rule{.type = FieldType::text, .minimum = 1, .maximum = 200};
    for (std::size_t i = 0; i < list->size(); ++i) {
        ReadValue read = read_value(rule, (*list)[i], element_field(object.field_of(key), i));
        if (read.errors.empty()) texts.push_back(std::get<std::string>(read.value));
        object.add(std::move(read.errors));
    }
    return texts;
}

Workload read_workload(const json& value, std::string field, std::vector<Finding>& errors)
{
    Workload workload;
    ObjectInFile object(value, std::move(field), errors);
    if (!value.is_object()) return workload;
    object.require("model");
    read_fields(object, workload_fields(), "", workload);
    Scenario question;
    read_question(object, question);
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

ObjectInFile::ObjectInFile(const json& value, std::string field, std::vector<Finding>& errors, NullMeaning null_meaning)
    : object_(value.is_object() ? &value : nullptr),
      field_(std::move(field)),
      errors_(&errors),
      null_meaning_(null_meaning)
{
    if (object_ == nullptr)
        errors_->push_back(input_error("not-an-object", field_, {{"found", found_argument(value)}}));
}

const json* ObjectInFile::find(std::string_view key)
{
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
    if (object_ == nullptr) return nullptr;
    const auto found = object_->find(key);
    return found == object_->end() ? nullptr : &*found;
}

const json* ObjectInFile::require(std::string_view key)
{
    const json* value = find(key);
    if (value == nullptr && object_ != nullptr)
        errors_->push_back(input_error("missing-key", field_of(key), {{"key", std::string(key)}}));
    return value;
}

const json* ObjectInFile::find_array(std::string_view key)
{
    const json* value = find(key);
    if (value == nullptr || value->is_array()) return value;
    errors_->push_back(input_error("not-an-array", field_of(key), {{"found", found_argument(*value)}}));
    return nullptr;
}

std::optional<FieldValue> ObjectInFile::value(std::string_view key, const FieldRule& rule)
{
    const json* found = find(key);
    if (found == nullptr || (found->is_null() && null_meaning_ == NullMeaning::unknown)) return std::nullopt;
    ReadValue read = read_value(rule, *found, field_of(key));
    const bool sound = read.errors.empty();
    add(std::move(read.errors));
    return sound ? std::optional(std::move(read.value)) : std::nullopt;
}

std::string ObjectInFile::text(std::string_view key, const FieldRule& rule)
{
    const std::optional<FieldValue> found = value(key, rule);
    return found ? std::get<std::string>(*found) : std::string();
}

std::optional<std::int64_t> ObjectInFile::whole(std::string_view key, const FieldRule& rule)
{
    const std::optional<FieldValue> found = value(key, rule);
    return found ? std::optional(std::get<std::int64_t>(*found)) : std::nullopt;
}

std::optional<double> ObjectInFile::number(std::string_view key, const FieldRule& rule)
{
    const std::optional<FieldValue> found = value(key, rule);
    return found ? std::optional(std::get<double>(*found)) : std::nullopt;
}

void ObjectInFile::add(std::vector<Finding> errors)
{
    for (Finding& error : errors) errors_->push_back(std::move(error));
}

void ObjectInFile::finish()
{
    if (object_ == nullptr) return;
    for (const auto& [key, value] : object_->items())
        if (std::find(known_.begin(), known_.end(), key) == known_.end())
            errors_->push_back(unknown_key(field_, key, known_));
}

/// Whole amounts are written without a fraction ("64" rather than "64.0"); both read back as the same number.
ordered_json json_of(const FieldValue& value)
{
    constexpr double exact = 9007199254740992.0;
    const auto* number = std::get_if<double>(&value);
    const bool whole = number != nullptr && std::nearbyint(*number) == *number && std::fabs(*number) < exact;
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

void read_model_parts(ObjectInFile& model, ModelChoice& choice)
{
    read_shape(model, choice.shape);
    if (const json* value = model.find("import"))
        choice.imported =
            read_part(*value, model.field_of("import"), import_fields(), {"kind", "path"}, model.errors());
    if (const json* value = model.find("embedded")) {
        EmbeddedReading reading = read_embedded(*value, "$." + model.field_of("embedded"));
        for (const JsonIssue& issue : reading.issues) model.add({embedded_finding(issue)});
        if (reading.issues.empty()) choice.embedded = std::move(reading.model);
    }
}

void read_lora(ObjectInFile& training, std::optional<Lora>& lora)
{
    if (const json* value = training.find("lora"))
        lora = read_part(*value, training.field_of("lora"), lora_fields(), {}, training.errors());
}

void read_price_overrides(ObjectInFile& build, std::map<std::string, PriceOverride>& overrides)
{
    const json* value = build.find("price_overrides");
    if (value == nullptr) return;
    ObjectInFile object(*value, build.field_of("price_overrides"), build.errors());
    if (!value->is_object()) return;
    for (const auto& [part, price] : value->items())
        overrides[part] =
            read_part(price, object.field_of(part), price_override_fields(), {"amount", "currency"}, build.errors());
}

void read_exchange_rates(ObjectInFile& economics, std::vector<OwnExchangeRate>& rates)
{
    const json* list = economics.find_array("exchange_rates");
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->size(); ++i)
        rates.push_back(read_part((*list)[i], element_field(economics.field_of("exchange_rates"), i),
                                  exchange_rate_fields(), {"from", "to", "rate"}, economics.errors()));
}

void read_need_parts(ObjectInFile& requirements, Requirements& need)
{
    if (const json* value = requirements.find("tiling"))
        need.tiling = read_part(*value, requirements.field_of("tiling"), tiling_fields(), {"tile_height", "tile_width"},
                                requirements.errors());
    const json* list = requirements.find_array("workloads");
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->size(); ++i)
        need.workloads.push_back(
            read_workload((*list)[i], element_field(requirements.field_of("workloads"), i), requirements.errors()));
}

void read_constraint_lists(ObjectInFile& constraints, Constraints& limits)
{
    limits.vendors = read_texts(constraints, "vendors");
    limits.generations = read_texts(constraints, "generations");
    limits.availability = read_texts(constraints, "availability");
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
        if (std::optional<FieldValue> option = scalar_of(member, integer))
            spec.options.emplace(key, std::move(*option));
        else
            layer.add(
                {input_error("layer-option-not-a-scalar", layer.field_of(key), {{"found", found_argument(member)}})});
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
        for (const auto& [key, value] : layer.options) object[key] = value_json(value);
        list.push_back(std::move(object));
    }
    return list;
}

} // namespace rigwright
