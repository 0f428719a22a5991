// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario_json.h"

#include "core/json/object_reader.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario_parts_json.h"

namespace rigwright {

namespace {

/// Writes each measurement with its settings, by default those of the scenario.
void write_measurements(nlohmann::ordered_json& file, const Scenario& scenario);

/// One measurement at `field` of a file.
Measurement read_measurement(const nlohmann::json& value, std::string field, const Scenario& scenario,
                             std::vector<Finding>& errors);

using nlohmann::json;
using nlohmann::ordered_json;

void read_scalars(ObjectInFile& settings, std::string_view group, Scenario& scenario)
{
    const json* value = settings.find(group);
    if (value == nullptr) return;
    ObjectInFile object(*value, settings.field_of(group), settings.errors());
    read_fields(object, scenario_fields(), std::string(group) + ".", scenario);
    object.finish();
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
std::shared_ptr<const Scenario> read_settings(ObjectInFile& measurement, const Scenario& outer)
{
    const json* value = measurement.find("settings");
    if (value == nullptr) return nullptr;
    ObjectInFile object(*value, measurement.field_of("settings"), measurement.errors());
    if (!value->is_object()) return nullptr;
    Scenario scenario = outer;
    forget_given_groups(*value, scenario);
    read_question(object, scenario);
    read_scalars(object, "parallel", scenario);
    read_scalars(object, "build", scenario);
    object.finish();
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

Measurement read_measurement(const json& value, std::string field, const Scenario& scenario,
                             std::vector<Finding>& errors)
{
    Measurement measurement;
    ObjectInFile object(value, std::move(field), errors);
    if (!value.is_object()) return measurement;
    object.require("micro_batch");
    read_fields(object, measurement_fields(), "", measurement);
    measurement.settings = read_settings(object, scenario);
    object.finish();
    return measurement;
}

/// Reads the list "measurements" of a scenario file after all other groups. The "settings" of a measurement contain the
/// groups of the measured plan; absent groups are the scenario's.
void read_measurements(ObjectInFile& file, Scenario& scenario)
{
    const json* list = file.find_array("measurements");
    if (list == nullptr) return;
    std::vector<Measurement> measurements;
    for (std::size_t i = 0; i < list->size(); ++i)
        measurements.push_back(
            read_measurement((*list)[i], element_field(file.field_of("measurements"), i), scenario, file.errors()));
    scenario.measurements = std::move(measurements);
}

void write_measurements(ordered_json& file, const Scenario& scenario)
{
    for (const Measurement& measurement : scenario.measurements) {
        ordered_json object = ordered_json::object();
        write_fields(object, measurement_fields(), "", measurement, Expand::defaults);
        const Scenario measured = measurement.settings ? *measurement.settings : run_settings(scenario);
        object["settings"] = settings_json(measured, scenario);
        file["measurements"].push_back(std::move(object));
    }
}

void read_format(ObjectInFile& file)
{
    const json* format = file.require("format");
    if (format != nullptr && *format != scenario_format)
        file.add({input_error("wrong-format", file.field_of("format"),
                              {{"found", found_argument(*format)}, {"accepted", std::string(scenario_format)}})});
    const json* version = file.require("version");
    if (version == nullptr) return;
    const FieldRule rule{.type = FieldType::integer, .minimum = 1, .maximum = scenario_version};
    const bool newer = is_whole(*version) && *version > scenario_version;
    if (newer)
        file.add({input_error("newer-version", file.field_of("version"),
                              {{"found", found_argument(*version)}, {"maximum", bound_argument(rule.maximum)}})});
    else
        file.add(read_value(rule, *version, file.field_of("version")).errors);
}

/// Reads one group of scalar fields; `parts` reads its other members. An absent group keeps its defaults.
template <typename Parts>
void read_group(ObjectInFile& file, std::string_view name, Scenario& scenario, Parts parts)
{
    const json* value = file.find(name);
    if (value == nullptr) return;
    ObjectInFile group(*value, file.field_of(name), file.errors());
    read_fields(group, scenario_fields(), std::string(name) + ".", scenario);
    parts(group);
    group.finish();
}

void no_parts(ObjectInFile&) {}

void require_group(ObjectInFile& file, std::string_view name) { file.require(name); }

/// Writes one group of scalar fields; `parts` writes its other members. An empty group is left out unless required.
template <typename Parts>
void write_group(ordered_json& file, std::string_view name, const Scenario& scenario, Expand expand, Parts parts)
{
    ordered_json group = ordered_json::object();
    write_fields(group, scenario_fields(), std::string(name) + ".", scenario, expand);
    parts(group);
    const bool required = name == "model" || name == "build";
    if (required || !group.empty()) file[std::string(name)] = std::move(group);
}

void write_nothing(ordered_json&) {}

} // namespace

void read_question(ObjectInFile& object, Scenario& scenario)
{
    read_group(object, "model", scenario, [&](ObjectInFile& group) { read_model_parts(group, scenario.model); });
    read_group(object, "input", scenario, no_parts);
    read_group(object, "dataset", scenario, no_parts);
    read_group(object, "training", scenario, [&](ObjectInFile& group) { read_lora(group, scenario.training.lora); });
}

void write_question(ordered_json& object, const Scenario& scenario, Expand expand)
{
    write_group(object, "model", scenario, expand,
                [&](ordered_json& group) { write_model_parts(group, scenario.model, expand); });
    write_group(object, "input", scenario, expand, write_nothing);
    write_group(object, "dataset", scenario, expand, write_nothing);
    write_group(object, "training", scenario, expand,
                [&](ordered_json& group) { write_lora(group, scenario.training.lora); });
}

ScenarioReading read_scenario(const json& value, std::string_view at)
{
    ScenarioReading result;
    Scenario& scenario = result.scenario;
    ObjectInFile file(value, std::string(at), result.errors);
    if (!value.is_object()) return result;
    read_format(file);
    read_fields(file, scenario_fields(), "", scenario);
    require_group(file, "model");
    require_group(file, "build");
    read_question(file, scenario);
    read_group(file, "parallel", scenario, no_parts);
    read_group(file, "build", scenario,
               [&](ObjectInFile& group) { read_price_overrides(group, scenario.build.price_overrides); });
    read_group(file, "run", scenario, no_parts);
    read_group(file, "economics", scenario,
               [&](ObjectInFile& group) { read_exchange_rates(group, scenario.economics.exchange_rates); });
    read_group(file, "requirements", scenario,
               [&](ObjectInFile& group) { read_need_parts(group, scenario.requirements); });
    read_group(file, "constraints", scenario,
               [&](ObjectInFile& group) { read_constraint_lists(group, scenario.constraints); });
    read_measurements(file, scenario);
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
    ordered_json file = ordered_json::object();
    file["format"] = scenario_format;
    file["version"] = scenario_version;
    write_fields(file, scenario_fields(), "", scenario, expand);
    write_question(file, scenario, expand);
    write_group(file, "parallel", scenario, expand, write_nothing);
    write_group(file, "build", scenario, expand,
                [&](ordered_json& group) { write_price_overrides(group, scenario.build.price_overrides); });
    write_group(file, "run", scenario, expand, write_nothing);
    write_group(file, "economics", scenario, expand,
                [&](ordered_json& group) { write_exchange_rates(group, scenario.economics.exchange_rates); });
    write_group(file, "requirements", scenario, expand,
                [&](ordered_json& group) { write_need_parts(group, scenario.requirements, expand); });
    write_group(file, "constraints", scenario, expand,
                [&](ordered_json& group) { write_constraint_lists(group, scenario.constraints); });
    write_measurements(file, scenario);
    return file;
}

} // namespace rigwright
