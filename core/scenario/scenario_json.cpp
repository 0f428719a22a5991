// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario_json.h"

#include "core/network/operator.h"
#include "core/scenario/import_model.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/scenario/task.h"
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Errors = std::vector<Finding>;

LayerSpec read_layer(const json& value, std::string field, Errors& errors)
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

LayerSpecs read_layers(const json& list, const std::string& field, Errors& errors)
{
    LayerSpecs layers;
    if (list.size() > most_layers) {
        errors.push_back(input_error("too-many-layers", field, list.size(), most_layers));
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

namespace {

/// One object described by a table, with its required keys.
template <typename Owner>
Owner read_part(ObjectReader object, const std::vector<FieldOf<Owner>>& fields,
                std::initializer_list<std::string_view> required = {})
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

} // namespace

void read_price_overrides(ObjectReader& object, std::map<std::string, PriceOverride>& overrides)
{
    std::optional<ObjectReader> list = object.optional_object("price_overrides");
    if (!list || !list->is_object()) return;
    for (const auto& [part, price] : list->members()->items()) {
        if (price.is_object())
            overrides[part] = read_part(list->member(part, price), price_override_fields(), {"amount", "currency"});
        else
            list->report(part, "not-a-price", json_excerpt(price),
                         ordered_json{{"amount", price.is_number() ? price : json(1000)}, {"currency", "CNY"}}.dump());
    }
}

namespace {

/// A price of a whole machine that names no parts is for those of its build.
void read_prices_of_build(ObjectReader& group, BuildChoice& build)
{
    read_price_overrides(group, build.price_overrides);
    const auto whole = build.price_overrides.find(std::string(whole_machine));
    if (whole != build.price_overrides.end() && whole->second.covers.empty())
        whole->second.covers = parts_of_machine(build);
}

} // namespace

void write_price_overrides(ordered_json& object, const std::map<std::string, PriceOverride>& overrides)
{
    for (const auto& [part, price] : overrides)
        object["price_overrides"][part] = part_json(price, price_override_fields());
}

void read_exchange_rates(ObjectReader& object, std::vector<OwnExchangeRate>& rates)
{
    object.optional_objects("exchange_rates", [&](const ObjectReader& rate) {
        rates.push_back(read_part(rate, exchange_rate_fields(), {"from", "to", "rate"}));
    });
}

void write_exchange_rates(ordered_json& object, const std::vector<OwnExchangeRate>& rates)
{
    for (const OwnExchangeRate& rate : rates)
        object["exchange_rates"].push_back(part_json(rate, exchange_rate_fields()));
}

namespace {

void read_shape(ObjectReader& model, ModelShape& shape, Errors& errors)
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

void read_model_parts(ObjectReader& group, Scenario& scenario, Errors& errors)
{
    ModelChoice& model = scenario.model;
    read_shape(group, model.shape, errors);
    if (const auto imported = group.optional_object("import"))
        model.imported = read_part(*imported, import_fields(), {"kind", "path"});
    if (const json* value = group.any("embedded")) {
        EmbeddedReading reading = read_embedded(*value, "$." + group.path_of("embedded"));
        for (const JsonIssue& issue : reading.issues) errors.push_back(embedded_finding(issue));
        if (reading.issues.empty()) model.embedded = std::move(reading.model);
    }
}

void write_model_parts(ordered_json& group, const Scenario& scenario, Expand expand)
{
    const ModelChoice& model = scenario.model;
    if (model.imported) group["import"] = part_json(*model.imported, import_fields());
    if (model.embedded) group["embedded"] = write_embedded(*model.embedded);
    if (model.shape.empty() && expand == Expand::as_given) return;
    ordered_json shape = ordered_json::object();
    for (const auto& [key, value] : model.shape) shape[key] = value_json(value);
    group["shape"] = std::move(shape);
}

void read_training_parts(ObjectReader& group, Scenario& scenario, Errors&)
{
    if (const auto object = group.optional_object("lora")) scenario.training.lora = read_part(*object, lora_fields());
}

void write_training_parts(ordered_json& group, const Scenario& scenario, Expand)
{
    if (scenario.training.lora) group["lora"] = part_json(*scenario.training.lora, lora_fields());
}

Workload read_workload(ObjectReader& object, Errors& errors)
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

void read_requirement_parts(ObjectReader& group, Scenario& scenario, Errors& errors)
{
    Requirements& need = scenario.requirements;
    if (const auto object = group.optional_object("tiling"))
        need.tiling = read_part(*object, tiling_fields(), {"tile_height", "tile_width"});
    group.optional_objects("workloads",
                           [&](ObjectReader& workload) { need.workloads.push_back(read_workload(workload, errors)); });
}

void write_requirement_parts(ordered_json& group, const Scenario& scenario, Expand expand)
{
    const Requirements& need = scenario.requirements;
    if (need.tiling) group["tiling"] = part_json(*need.tiling, tiling_fields());
    for (const Workload& workload : need.workloads) {
        ordered_json object = part_json(workload, workload_fields());
        write_question(object, question_of(workload), expand);
        group["workloads"].push_back(std::move(object));
    }
}

/// The lists of names in a group of constraints, by key.
constexpr std::array constraint_lists{std::pair{"vendors", &Constraints::vendors},
                                      std::pair{"generations", &Constraints::generations},
                                      std::pair{"availability", &Constraints::availability}};

void read_constraint_lists(ObjectReader& group, Scenario& scenario, Errors&)
{
    const FieldRule name{.type = FieldType::text, .minimum = 1, .maximum = 200};
    for (const auto& [key, list] : constraint_lists) scenario.constraints.*list = group.optional_texts(key, name);
}

void write_constraint_lists(ordered_json& group, const Scenario& scenario, Expand)
{
    for (const auto& [key, list] : constraint_lists)
        if (!(scenario.constraints.*list).empty()) group[key] = scenario.constraints.*list;
}

/// A group of the file. `read` and `write` are for its members that are not in `scenario_fields`.
struct ScenarioGroup {
    std::string_view name;
    void (*read)(ObjectReader& group, Scenario& scenario, Errors& errors) = nullptr;
    void (*write)(ordered_json& group, const Scenario& scenario, Expand expand) = nullptr;
    /// Whether these members belong to the task.
    bool of_task = true;
};

constexpr std::array question_groups{ScenarioGroup{"model", read_model_parts, write_model_parts},
                                     ScenarioGroup{"input"}, ScenarioGroup{"dataset"},
                                     ScenarioGroup{"training", read_training_parts, write_training_parts}};

constexpr std::array further_groups{
    ScenarioGroup{"parallel"},
    ScenarioGroup{
        "build", [](ObjectReader& group, Scenario& s, Errors&) { read_prices_of_build(group, s.build); },
        [](ordered_json& group, const Scenario& s, Expand) { write_price_overrides(group, s.build.price_overrides); },
        false},
    ScenarioGroup{"run"},
    ScenarioGroup{
        "economics",
        [](ObjectReader& group, Scenario& s, Errors&) { read_exchange_rates(group, s.economics.exchange_rates); },
        [](ordered_json& group, const Scenario& s, Expand) {
            write_exchange_rates(group, s.economics.exchange_rates);
        }},
    ScenarioGroup{"requirements", read_requirement_parts, write_requirement_parts},
    ScenarioGroup{"constraints", read_constraint_lists, write_constraint_lists},
};

/// An absent group keeps its defaults.
void read_group(ObjectReader& file, const ScenarioGroup& group, Scenario& scenario, ScenarioPart part, Errors& errors)
{
    if (!has_group(part, group.name)) return;
    std::optional<ObjectReader> object = file.optional_object(group.name);
    if (!object) return;
    read_fields(*object, scenario_fields(), std::string(group.name) + ".", scenario, part);
    if (group.read != nullptr && holds(part, group.of_task)) group.read(*object, scenario, errors);
    object->finish();
}

/// An empty group is left out unless it is required.
void write_group(ordered_json& file, const ScenarioGroup& group, const Scenario& scenario, Expand expand,
                 ScenarioPart part)
{
    if (!has_group(part, group.name)) return;
    ordered_json object = ordered_json::object();
    write_fields(object, scenario_fields(), std::string(group.name) + ".", scenario, expand, part);
    if (group.write != nullptr && holds(part, group.of_task)) group.write(object, scenario, expand);
    const bool required = group.name == "model" || group.name == "build";
    if (required || !object.empty()) file[std::string(group.name)] = std::move(object);
}

/// A group in the file lists all its non-default values, so it starts from the defaults.
void forget_given_groups(const json& settings, Scenario& scenario)
{
    if (settings.contains("model")) scenario.model = {};
    if (settings.contains("input")) scenario.input = {};
    if (settings.contains("dataset")) scenario.dataset = {};
    if (settings.contains("training")) scenario.training = {};
    if (settings.contains("parallel")) scenario.parallel = {};
    if (settings.contains("build")) scenario.build = {};
}

/// Null for the scenario's own settings, even if the file spells them out.
std::shared_ptr<const Scenario> read_settings(ObjectReader& measurement, const Scenario& outer, Errors& errors)
{
    std::optional<ObjectReader> object = measurement.optional_object("settings");
    if (!object || !object->is_object()) return nullptr;
    Scenario scenario = outer;
    forget_given_groups(*object->members(), scenario);
    read_question(*object, scenario, errors);
    for (const char* group : {"parallel", "build"}) read_group(*object, {group}, scenario, ScenarioPart::whole, errors);
    object->finish();
    Scenario settings = run_settings(scenario);
    if (settings == run_settings(outer)) return nullptr;
    return std::make_shared<const Scenario>(std::move(settings));
}

/// Every group is written in full, so that editing the plan in the file does not move its measurements to another GPU.
/// The plan's own imported network is not written twice.
ordered_json settings_json(const Scenario& measured, const Scenario& outer)
{
    const ordered_json groups = write_scenario(measured);
    ordered_json settings = ordered_json::object();
    const auto add = [&](const char* key) {
        const auto written = groups.find(key);
        settings[key] = written == groups.end() ? ordered_json::object() : *written;
    };
    const bool imported = outer.model.imported || outer.model.embedded;
    if (!imported || measured.model != outer.model) add("model");
    for (const char* key : {"input", "dataset", "training", "parallel", "build"}) add(key);
    return settings;
}

Measurement read_measurement(ObjectReader& object, const Scenario& scenario, Errors& errors)
{
    Measurement measurement;
    if (!object.is_object()) return measurement;
    object.required("micro_batch");
    read_fields(object, measurement_fields(), "", measurement);
    measurement.settings = read_settings(object, scenario, errors);
    object.finish();
    return measurement;
}

/// Reads the list "measurements" of a scenario file after all other groups. The "settings" of a measurement contain the
/// groups of the measured plan; absent groups are the scenario's.
void read_measurements(ObjectReader& file, Scenario& scenario, Errors& errors)
{
    std::vector<Measurement> measurements;
    file.optional_objects("measurements", [&](ObjectReader& measurement) {
        measurements.push_back(read_measurement(measurement, scenario, errors));
    });
    scenario.measurements = std::move(measurements);
}

void write_measurements(ordered_json& file, const Scenario& scenario)
{
    for (const Measurement& measurement : scenario.measurements) {
        ordered_json object = part_json(measurement, measurement_fields());
        const Scenario measured = measurement.settings ? *measurement.settings : run_settings(scenario);
        object["settings"] = settings_json(measured, scenario);
        file["measurements"].push_back(std::move(object));
    }
}

} // namespace

void read_question(ObjectReader& object, Scenario& scenario, Errors& errors, ScenarioPart part)
{
    for (const ScenarioGroup& group : question_groups) read_group(object, group, scenario, part, errors);
}

void write_question(ordered_json& object, const Scenario& scenario, Expand expand, ScenarioPart part)
{
    for (const ScenarioGroup& group : question_groups) write_group(object, group, scenario, expand, part);
}

void read_part_of(ObjectReader& object, ScenarioPart part, Scenario& scenario, Errors& errors)
{
    read_fields(object, scenario_fields(), "", scenario, part);
    if (holds(part, true)) object.required("model");
    if (holds(part, false)) object.required("build");
    read_question(object, scenario, errors, part);
    for (const ScenarioGroup& group : further_groups) read_group(object, group, scenario, part, errors);
    if (!holds(part, false)) return;
    read_measurements(object, scenario, errors);
    static const json::json_pointer accumulation("/training/gradient_accumulation");
    if (!object.members()->contains(accumulation)) scenario = holding_batch(std::move(scenario));
}

void write_part_of(ordered_json& object, ScenarioPart part, const Scenario& scenario, Expand expand)
{
    write_fields(object, scenario_fields(), "", scenario, expand, part);
    write_question(object, scenario, expand, part);
    for (const ScenarioGroup& group : further_groups) write_group(object, group, scenario, expand, part);
    if (!holds(part, false)) return;
    write_measurements(object, scenario);
    // Without the key it would follow from the batch.
    const Training& training = scenario.training;
    if (training.global_batch) object["training"]["gradient_accumulation"] = training.gradient_accumulation;
}

ScenarioReading read_scenario(const json& value, std::string_view at)
{
    ScenarioReading result;
    ObjectReader file(value, std::string(at), report_to(result.errors));
    if (!value.is_object()) return result;
    read_format(file, scenario_format, scenario_version);
    read_part_of(file, ScenarioPart::whole, result.scenario, result.errors);
    file.finish();
    return result;
}

ScenarioReading parse_scenario(std::string_view text)
{
    const JsonDocument document = parse_json(text);
    if (document.issues.empty()) return read_scenario(document.value);
    ScenarioReading result;
    for (const JsonIssue& issue : document.issues) result.errors.push_back(json_finding(issue, text));
    return result;
}

ordered_json write_scenario(const Scenario& scenario, Expand expand)
{
    ordered_json file{{"format", scenario_format}, {"version", scenario_version}};
    write_part_of(file, ScenarioPart::whole, scenario, expand);
    return file;
}

} // namespace rigwright
