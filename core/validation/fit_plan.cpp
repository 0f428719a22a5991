// SPDX-License-Identifier: Apache-2.0
#include "core/validation/fit_plan.h"

#include "core/json/object_reader.h"

#include <algorithm>

namespace rigwright {

namespace {

using nlohmann::json;

constexpr double widest_deviation = 2.0;

double number_of(const json& record, const char* key)
{
    const auto found = record.find(key);
    return found != record.end() && found->is_number() ? found->get<double>() : 0.0;
}

std::optional<FittedCoefficient> read_fitted(ObjectReader& section, const std::string& name, const json& records)
{
    std::optional<ObjectReader> row = section.required_object(name);
    if (!row) return std::nullopt;
    const auto record = records.find(name);
    if (record == records.end() || !record->is_object()) {
        section.report(name, "unknown-key", name, "a coefficient of calibration.json");
        return std::nullopt;
    }
    FittedCoefficient fitted;
    fitted.name = name;
    fitted.minimum = number_of(*record, "minimum");
    fitted.maximum = number_of(*record, "maximum");
    fitted.present = number_of(*record, "value");
    const auto prior =
        row->required_number("prior", fitted.minimum > 0.0 ? FieldRule::real(fitted.minimum, fitted.maximum)
                                                           : FieldRule::positive(fitted.maximum));
    const auto deviation = row->required_number("deviation", FieldRule::positive(widest_deviation));
    row->required_text("because");
    row->finish();
    if (!prior || !deviation) return std::nullopt;
    fitted.prior = *prior;
    fitted.deviation = *deviation;
    return fitted;
}

void read_section(ObjectReader& file, Domain domain, FitPlan& plan)
{
    const std::string key(key_of(domain));
    const json* names = file.any(key);
    std::optional<ObjectReader> section = file.optional_object(key);
    if (!section) return;
    const json records = plan.calibration.value(key, json::object());
    FitSection read{domain, {}};
    for (const auto& [name, unused] : names->items())
        if (auto fitted = read_fitted(*section, name, records)) read.coefficients.push_back(std::move(*fitted));
    section->finish();
    plan.sections.push_back(std::move(read));
}

void add_issues(const std::string& file, std::vector<JsonIssue>& issues, LoadedFitPlan& loaded)
{
    for (JsonIssue& issue : issues) loaded.issues.push_back(in_file(std::move(issue), "hardware_db/" + file));
    issues.clear();
}

} // namespace

const FitSection* FitPlan::section(Domain domain) const
{
    const auto found =
        std::find_if(sections.begin(), sections.end(), [domain](const FitSection& s) { return s.domain == domain; });
    return found == sections.end() || found->coefficients.empty() ? nullptr : &*found;
}

LoadedFitPlan load_fit_plan(const DataDirectory& directory)
{
    LoadedFitPlan loaded;
    JsonDocument calibration = parse_json_file(directory.hardware_db() / "calibration.json");
    add_issues("calibration.json", calibration.issues, loaded);
    JsonDocument fit = parse_json_file(directory.hardware_db() / "calibration_fit.json");
    add_issues("calibration_fit.json", fit.issues, loaded);
    if (loaded.issues.empty() && !calibration.value.is_object())
        loaded.issues.push_back(in_file({"$", "wrong-type", "", "object"}, "hardware_db/calibration.json"));
    if (!loaded.issues.empty()) return loaded;
    loaded.plan.calibration = std::move(calibration.value);
    std::vector<JsonIssue> issues;
    ObjectReader file(fit.value, "$", issues);
    file.required_text("format");
    file.required_integer("version", 1, 1);
    loaded.plan.prior_weight = file.required_number("prior_weight", FieldRule::up_to(1.0)).value_or(0.0);
    read_section(file, Domain::memory, loaded.plan);
    read_section(file, Domain::time, loaded.plan);
    file.finish();
    add_issues("calibration_fit.json", issues, loaded);
    return loaded;
}

void apply_values(const FitSection& section, const std::vector<double>& values, json& calibration, EngineData& data)
{
    json& records = calibration[std::string(key_of(section.domain))];
    for (std::size_t i = 0; i < values.size(); ++i) records[section.coefficients[i].name]["value"] = values[i];
    std::vector<JsonIssue> issues;
    ObjectReader reader(calibration, "$", issues);
    if (section.domain == Domain::memory)
        data.memory = read_memory_coefficients(reader);
    else
        data.time = read_time_coefficients(reader);
}

} // namespace rigwright
