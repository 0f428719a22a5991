// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario_json.h"

#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario_parts_json.h"

namespace rigwright {

namespace {

/// Writes each measurement with its settings, by default those of the scenario.
void write_measurements(nlohmann::ordered_json& file, const Scenario& scenario);

using nlohmann::json;
using nlohmann::ordered_json;

void read_scalars(ObjectReader& settings, std::string_view group, Scenario& scenario)
{
    std::optional<ObjectReader> object = settings.optional_object(group);
    if (!object) return;
    read_fields(*object, scenario_fields(), std::string(group) + ".", scenario);
    object->finish();
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
std::shared_ptr<const Scenario> read_settings(ObjectReader& measurement, const Scenario& outer,
                                              std::vector<Finding>& errors)
{
    std::optional<ObjectReader> object = measurement.optional_object("settings");
    if (!object || !object->is_object()) return nullptr;
    Scenario scenario = outer;
    forget_given_groups(*object->members(), scenario);
    read_question(*object, scenario, errors);
    read_scalars(*object, "parallel", scenario);
    read_scalars(*object, "build", scenario);
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

Measurement read_measurement(ObjectReader& object, const Scenario& scenario, std::vector<Finding>& errors)
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
void read_measurements(ObjectReader& file, Scenario& scenario, std::vector<Finding>& errors)
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
        ordered_json object = ordered_json::object();
        write_fields(object, measurement_fields(), "", measurement, Expand::defaults);
        const Scenario measured = measurement.settings ? *measurement.settings : run_settings(scenario);
        object["settings"] = settings_json(measured, scenario);
        file["measurements"].push_back(std::move(object));
    }
}

/// Reads one group of scalar fields; `parts` reads its other members. An absent group keeps its defaults.
template <typename Parts>
void read_group(ObjectReader& file, std::string_view name, Scenario& scenario, ScenarioPart part, Parts parts)
{
    if (!has_group(part, name)) return;
    const std::string prefix = std::string(name) + ".";
    std::optional<ObjectReader> group = file.optional_object(name);
    if (!group) return;
    read_fields(*group, scenario_fields(), prefix, scenario, part);
    parts(*group);
    group->finish();
}

void no_parts(ObjectReader&) {}

/// Writes one group of scalar fields; `parts` writes its other members. An empty group is left out unless required.
template <typename Parts>
void write_group(ordered_json& file, std::string_view name, const Scenario& scenario, Expand expand, ScenarioPart part,
                 Parts parts)
{
    if (!has_group(part, name)) return;
    const std::string prefix = std::string(name) + ".";
    ordered_json group = ordered_json::object();
    write_fields(group, scenario_fields(), prefix, scenario, expand, part);
    parts(group);
    const bool required = name == "model" || name == "build";
    if (required || !group.empty()) file[std::string(name)] = std::move(group);
}

void write_nothing(ordered_json&) {}

} // namespace

void read_question(ObjectReader& object, Scenario& scenario, std::vector<Finding>& errors, ScenarioPart part)
{
    read_group(object, "model", scenario, part,
               [&](ObjectReader& group) { read_model_parts(group, scenario.model, errors); });
    read_group(object, "input", scenario, part, no_parts);
    read_group(object, "dataset", scenario, part, no_parts);
    read_group(object, "training", scenario, part, [&](ObjectReader& group) {
        if (part != ScenarioPart::machine) read_lora(group, scenario.training.lora);
    });
}

void write_question(ordered_json& object, const Scenario& scenario, Expand expand, ScenarioPart part)
{
    write_group(object, "model", scenario, expand, part,
                [&](ordered_json& group) { write_model_parts(group, scenario.model, expand); });
    write_group(object, "input", scenario, expand, part, write_nothing);
    write_group(object, "dataset", scenario, expand, part, write_nothing);
    write_group(object, "training", scenario, expand, part, [&](ordered_json& group) {
        if (part != ScenarioPart::machine) write_lora(group, scenario.training.lora);
    });
}

void read_part_of(ObjectReader& object, ScenarioPart part, Scenario& scenario, std::vector<Finding>& errors)
{
    read_fields(object, scenario_fields(), "", scenario, part);
    if (holds(part, true)) object.required("model");
    if (holds(part, false)) object.required("build");
    read_question(object, scenario, errors, part);
    read_group(object, "parallel", scenario, part, no_parts);
    read_group(object, "build", scenario, part,
               [&](ObjectReader& group) { read_price_overrides(group, scenario.build.price_overrides); });
    read_group(object, "run", scenario, part, no_parts);
    read_group(object, "economics", scenario, part,
               [&](ObjectReader& group) { read_exchange_rates(group, scenario.economics.exchange_rates); });
    read_group(object, "requirements", scenario, part,
               [&](ObjectReader& group) { read_need_parts(group, scenario.requirements, errors); });
    read_group(object, "constraints", scenario, part,
               [&](ObjectReader& group) { read_constraint_lists(group, scenario.constraints); });
    if (holds(part, false)) read_measurements(object, scenario, errors);
}

void write_part_of(ordered_json& object, ScenarioPart part, const Scenario& scenario, Expand expand)
{
    write_fields(object, scenario_fields(), "", scenario, expand, part);
    write_question(object, scenario, expand, part);
    write_group(object, "parallel", scenario, expand, part, write_nothing);
    write_group(object, "build", scenario, expand, part,
                [&](ordered_json& group) { write_price_overrides(group, scenario.build.price_overrides); });
    write_group(object, "run", scenario, expand, part, write_nothing);
    write_group(object, "economics", scenario, expand, part,
                [&](ordered_json& group) { write_exchange_rates(group, scenario.economics.exchange_rates); });
    write_group(object, "requirements", scenario, expand, part,
                [&](ordered_json& group) { write_need_parts(group, scenario.requirements, expand); });
    write_group(object, "constraints", scenario, expand, part,
                [&](ordered_json& group) { write_constraint_lists(group, scenario.constraints); });
    if (holds(part, false)) write_measurements(object, scenario);
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
