// SPDX-License-Identifier: Apache-2.0
#include "core/measure/measurement_log.h"

#include "core/json/strict_json.h"
#include "core/scenario/scenario_parts_json.h"

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

} // namespace rigwright
