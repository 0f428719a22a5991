// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/measurement_json.h"

#include "core/scenario/measurement_settings.h"

namespace rigwright {

namespace {

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

/// A group that is there says all that differs from the defaults, so it starts from these.
void forget_given_groups(const json& settings, Scenario& scenario)
{
    if (settings.contains("model")) scenario.model = {};
    if (settings.contains("input")) scenario.input = {};
    if (settings.contains("dataset")) scenario.dataset = {};
    if (settings.contains("training")) scenario.training = {};
    if (settings.contains("parallel")) scenario.parallel = {};
    if (settings.contains("build")) scenario.build = {};
}

/// Null for the scenario's own settings, whether or not the file spells them out.
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

/// Every group is spelled out, so that a plan which somebody edits in the file does not take its measurements along to
/// another GPU. The plan's own imported network is not written twice.
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

} // namespace

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

} // namespace rigwright
