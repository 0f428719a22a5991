// SPDX-License-Identifier: Apache-2.0

#include "core/measure/measurement_result.h"

#include "core/json/characters.h"
#include "core/json/strict_json.h"
#include "core/scenario/measurement_settings.h"
#include "core/scenario/scenario_parts_json.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view log_format = "rigwright.my-measurements";
constexpr std::int64_t log_version = 1;

const std::vector<FieldOf<LoggedMeasurement>>& line_fields()
{
    using Make = FieldMaker<LoggedMeasurement>;
    using L = LoggedMeasurement;
    static const std::vector fields{
        Make::text<&L::date>("date", 40),
        Make::text<&L::scenario>("scenario", 400),
        Make::text<&L::model>("model", 400),
        Make::text<&L::device>("device", 4096),
        Make::field<&L::micro_batch>("micro_batch", 1, 1e6),
        Make::positive<&L::step_seconds>("step_seconds", 1e9),
        Make::positive<&L::predicted_step_seconds>("predicted_step_seconds", 1e12),
        Make::field<&L::peak_bytes>("peak_bytes", 1, 1e15),
        Make::field<&L::predicted_peak_bytes>("predicted_peak_bytes", 0, 1e18),
        Make::field<&L::kind>("kind"),
    };
    return fields;
}

std::string model_name(const ModelChoice& model)
{
    if (!model.preset.empty()) return model.preset;
    if (model.embedded) return model.embedded->file;
    return model.family;
}

} // namespace

std::vector<LoggedMeasurement> logged(const Scenario& scenario, const Estimate& estimate, std::size_t count)
{
    std::vector<LoggedMeasurement> lines;
    const std::size_t size = scenario.measurements.size();
    for (std::size_t i = size - std::min(count, size); i < size; ++i) {
        const Measurement& measurement = scenario.measurements[i];
        LoggedMeasurement line;
        line.date = measurement.date;
        line.scenario = scenario.name;
        line.model = model_name(scenario.model);
        line.device = measurement.note;
        line.micro_batch = measurement.micro_batch;
        line.step_seconds = measurement.step_seconds;
        line.peak_bytes = measurement.peak_bytes;
        if (measurement.peak_bytes) line.kind = measurement.peak_kind();
        if (estimate.measured && i < estimate.measured->points.size()) {
            const MeasuredPoint& point = estimate.measured->points[i];
            if (point.predicted_step) line.predicted_step_seconds = point.predicted_step->base();
            if (point.predicted_peak) line.predicted_peak_bytes = point.predicted_peak->value();
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

MeasurementLog read_measurement_log(std::string_view text)
{
    MeasurementLog log;
    if (text.empty()) return log;
    const JsonDocument document = parse_json(text);
    for (const JsonIssue& issue : document.issues) log.errors.push_back(json_finding(issue, text));
    if (!log.errors.empty()) return log;
    ObjectReader file(document.value, "", report_to(log.errors));
    if (!file.is_object()) return log;
    read_format(file, log_format, log_version);
    file.optional_objects("measurements", [&](ObjectReader& object) {
        LoggedMeasurement line;
        read_fields(object, line_fields(), "", line);
        object.finish();
        log.lines.push_back(std::move(line));
    });
    file.finish();
    return log;
}

std::string write_measurement_log(const std::vector<LoggedMeasurement>& lines)
{
    ordered_json file{{"format", log_format}, {"version", log_version}, {"measurements", ordered_json::array()}};
    const std::size_t first = lines.size() - std::min(lines.size(), most_logged_measurements);
    for (std::size_t i = first; i < lines.size(); ++i) {
        ordered_json object = ordered_json::object();
        write_fields(object, line_fields(), "", lines[i], Expand::defaults);
        file["measurements"].push_back(std::move(object));
    }
    return file.dump(1) + "\n";
}

namespace {

using nlohmann::json;

constexpr std::string_view result_format = "rigwright.measurement-result";
constexpr std::int64_t result_version = 1;
constexpr FieldRule any_text{.type = FieldType::text, .minimum = 1, .maximum = 4096};

/// Letters and digits in lower case, so that "NVIDIA GeForce RTX 4090" and "GeForce-RTX 4090" match well.
std::string plain(std::string_view name)
{
    std::string letters;
    for (const char c : name)
        if (is_letter_or_digit(c)) letters += lower(c);
    return letters;
}

/// Whether a name contains another one that does not continue with a digit or letter ("A40" in "A40 PCIe", not in
/// "A4000").
bool holds(std::string_view name, std::string_view part)
{
    const std::size_t at = name.find(part);
    if (part.empty() || at == std::string_view::npos) return false;
    const auto has_digit = [&](std::size_t i) { return i < name.size() && is_digit(name[i]); };
    return !has_digit(at + part.size()) && !(at > 0 && has_digit(at - 1));
}

/// The card whose name matches the device's name best.
std::string gpu_named(std::string_view device, const Catalog& hardware)
{
    const std::string wanted = plain(device);
    std::string best;
    std::size_t longest = 0;
    for (const Gpu& gpu : hardware.gpus) {
        const std::string name = plain(gpu.name);
        const bool alike = holds(wanted, name) || holds(name, wanted);
        if (!alike || std::min(name.size(), wanted.size()) <= longest) continue;
        longest = std::min(name.size(), wanted.size());
        best = gpu.id;
    }
    return best;
}

/// Rule of a measurement field in scenarios, which the result must follow.
FieldRule measured(std::string_view path)
{
    const auto& fields = measurement_fields();
    return *std::ranges::find_if(fields, [&](const auto& field) { return field.path == path; });
}

/// Keys for readers of the file; the program ignores them.
constexpr std::array noted_keys{"framework", "framework_version", "net",  "warm_up_steps", "threads",
                                "python",    "platform",          "cuda", "steps"};

std::optional<Scenario> read_settings(ObjectReader& object, std::vector<Finding>& errors)
{
    const auto settings = object.required_object("settings");
    if (!settings || !settings->is_object()) return std::nullopt;
    json whole = *settings->members();
    whole["format"] = scenario_format;
    whole["version"] = scenario_version;
    ScenarioReading reading = read_scenario(whole, "settings");
    const bool sound = reading.errors.empty();
    errors.insert(errors.end(), reading.errors.begin(), reading.errors.end());
    return sound ? std::optional(std::move(reading.scenario)) : std::nullopt;
}

Measurement measurement_of(const std::shared_ptr<const Scenario>& settings, std::int64_t batch,
                           const MeasurementResult& result, const std::string& date)
{
    Measurement measurement;
    measurement.micro_batch = batch;
    measurement.date = date;
    measurement.note = result.device;
    measurement.settings = settings;
    return measurement;
}

} // namespace

bool is_measurement_result(std::string_view text)
{
    const JsonDocument document = parse_json(text);
    return document.issues.empty() && document.value.is_object() &&
           document.value.value("format", json()) == result_format;
}

MeasurementResult read_measurement_result(std::string_view text, const Scenario& scenario, const EngineData& data)
{
    MeasurementResult result;
    const JsonDocument document = parse_json(text);
    for (const JsonIssue& issue : document.issues) result.errors.push_back(json_finding(issue, text));
    if (!result.errors.empty()) return result;
    ObjectReader file(document.value, "", report_to(result.errors), NullMeaning::unknown);
    if (!file.is_object() || !read_format(file, result_format, result_version)) return result;
    for (const char* key : noted_keys) file.any(key);
    const std::string fingerprint = file.optional_text("fingerprint", any_text).value_or("");
    const std::string date = file.optional_text("date", measured("date")).value_or("");
    const std::string kind = file.optional_text("kind", any_text).value_or("");
    result.device = file.optional_text("device", measured("note")).value_or("");
    std::optional<Scenario> settings = read_settings(file, result.errors);
    const FieldRule peak = measured("peak_bytes");
    const auto batch = file.optional_integer("micro_batch", measured("micro_batch"));
    const auto step = file.optional_number("step_seconds", measured("step_seconds"));
    const auto allocated = file.optional_integer("peak_allocated_bytes", peak);
    file.optional_integer("peak_reserved_bytes", peak);
    file.optional_integer("peak_resident_bytes", peak);
    const auto device = file.optional_integer("peak_device_bytes", peak);
    result.context_bytes = file.optional_integer("idle_context_bytes", *field_of("build.context_bytes"));
    result.stand_ins = file.optional_texts("stand_ins", {.type = FieldType::text, .minimum = 1, .maximum = 200});
    if (!step) file.required("step_seconds");
    if (!batch) file.required("micro_batch");
    file.finish();
    if (!result.errors.empty() || !settings || !batch || !step) return result;
    if (network_fingerprint(*settings) != fingerprint)
        result.errors.push_back(input_error("result-changed", "fingerprint", {{"found", fingerprint}}));
    else if (network_fingerprint(scenario) != fingerprint)
        result.errors.push_back(input_error("result-of-another-network", "fingerprint",
                                            {{"found", fingerprint}, {"accepted", network_fingerprint(scenario)}}));
    if (!result.errors.empty()) return result;
    result.gpu = kind == "cpu" ? "none" : gpu_named(result.device, data.hardware);
    if (!result.gpu.empty()) settings->build.gpu = result.gpu;
    settings->build.cpu.clear();
    const auto shared = std::make_shared<const Scenario>(run_settings(*settings));
    Measurement first = measurement_of(shared, *batch, result, date);
    first.step_seconds = step;
    if (allocated) {
        first.peak_bytes = allocated;
        first.kind = PeakKind::allocated;
    }
    result.measurements.push_back(std::move(first));
    if (device) {
        Measurement second = measurement_of(shared, *batch, result, date);
        second.peak_bytes = device;
        second.kind = PeakKind::device;
        result.measurements.push_back(std::move(second));
    }
    return result;
}

Scenario with_result(const Scenario& scenario, const MeasurementResult& result)
{
    Scenario next = scenario;
    anchor_measurements(next);
    next.measurements.insert(next.measurements.end(), result.measurements.begin(), result.measurements.end());
    if (result.context_bytes) next.build.context_bytes = result.context_bytes;
    return next;
}

} // namespace rigwright
