// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario_json.h"

#include "core/json/whole_number.h"
#include "core/scenario/measurement_json.h"

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

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

/// Reads one group of scalar fields; `parts` reads what else the group holds. An absent group is left at its defaults.
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

/// Writes one group of scalar fields; `parts` writes what else the group holds. An empty group is left out unless
/// required.
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
