// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "core/estimate/quantities.h"
#include "core/estimate/run/sweep.h"
#include "core/scenario/nearest.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/zoo/family.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <set>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

/// "training.micro_batch=1..256" as read.
struct Range {
    std::string path;
    std::vector<std::int64_t> values;
    std::optional<UsageError> error;
};

constexpr std::string_view shape_path = "model.shape.";

/// The part of the path after its group ("micro_batch").
std::string_view short_name(std::string_view path) { return path.substr(path.find('.') + 1); }

/// Whole numbers of a scenario: its fields, and those that the shape of some model has.
std::vector<std::string> whole_number_paths()
{
    std::vector<std::string> paths;
    for (const Field& field : scenario_fields())
        if (field.type == FieldType::integer) paths.emplace_back(field.path);
    std::set<std::string_view> keys;
    for (const Family& family : families())
        for (const Hyperparameter& hyperparameter : family.hyperparameters)
            if (hyperparameter.type == HyperparameterType::integer) keys.insert(hyperparameter.key);
    for (const std::string_view key : keys) paths.push_back(std::string(shape_path) + std::string(key));
    return paths;
}

/// What a name means, by its path or by the part behind the group.
Range range_over(const std::string& name)
{
    const std::vector<std::string> paths = whole_number_paths();
    const auto found = std::find_if(paths.begin(), paths.end(), [&name](const std::string& path) {
        return path == name || short_name(path) == name;
    });
    Range range;
    if (found == paths.end()) {
        range.error =
            UsageError{"unknown-sweep-field", {{"found", name}, {"nearest", joined(closest_names(name, paths))}}};
        return range;
    }
    range.path = *found;
    return range;
}

/// "1..256" gives both ends with powers of two and the points half-way between; "1,2,4" gives these.
std::optional<std::vector<std::int64_t>> values_of(std::string_view text, std::string_view unit)
{
    std::vector<std::int64_t> values;
    if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
        const auto first = whole_number(text.substr(0, dots), unit);
        const auto last = whole_number(text.substr(dots + 2), unit);
        if (!first || !last || *first > *last) return std::nullopt;
        values.push_back(*first);
        for (const std::int64_t value : half_octaves(*last))
            if (value > *first && value < *last) values.push_back(value);
        if (*last > *first) values.push_back(*last);
        return values;
    }
    for (const std::string& item : list_items(text)) {
        const auto value = whole_number(item, unit);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

/// Why a range is none: one of its numbers, or the whole.
UsageError range_error(const std::string& text, std::string_view unit)
{
    std::string list = text.substr(std::min(text.find('='), text.size() - 1) + 1);
    if (const std::size_t dots = list.find(".."); dots != std::string::npos) list.replace(dots, 2, ",");
    for (const std::string& item : list_items(list))
        if (TypedNumber typed = read_number(item, unit); !item.empty() && !typed.number) return {{}, {}, typed};
    return {"bad-sweep-range", {{"found", text}}};
}

Range read_range(const std::string& text)
{
    const std::size_t equals = text.find('=');
    Range range = range_over(text.substr(0, equals));
    if (range.error) return range;
    const std::string_view unit = range.path.find("bytes") != std::string::npos ? "B" : "";
    const auto values =
        equals == std::string::npos ? std::nullopt : values_of(std::string_view(text).substr(equals + 1), unit);
    if (!values) {
        range.error = range_error(text, unit);
        return range;
    }
    const Field* field = field_of(range.path);
    for (const std::int64_t value : *values) {
        if (field == nullptr || accepts(*field, value)) continue;
        range.error = UsageError{"sweep-value-out-of-range",
                                 {{"found", std::to_string(value)},
                                  {"minimum", Value{field->minimum, Unit::count}},
                                  {"maximum", Value{field->maximum, Unit::count}}}};
        return range;
    }
    range.values = *values;
    return range;
}

constexpr auto csv_columns = std::to_array<std::string_view>(
    {"memory.total_bytes", "memory.usable_bytes", "memory.fits", "time.step_seconds", "time.low_seconds",
     "time.high_seconds", "time.global_batch", "time.samples_per_second", "time.epoch_seconds", "time.total_seconds",
     "time.mfu", "time.bottleneck"});

/// As the estimate file writes it, without quotation marks; nothing for what is not known.
std::string cell_text(const Estimate& estimate, std::string_view id)
{
    const FieldValue value = file_value(*quantity_of(id), estimate);
    if (value.index() == 0) return {};
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr ? *word : value_json(value).dump();
}

void print_csv(const std::vector<SweepPoint>& points, const Range& range, Session& session)
{
    session.out << short_name(range.path);
    for (const std::string_view column : csv_columns) session.out << ',' << short_name(column);
    session.out << '\n';
    for (const SweepPoint& point : points) {
        session.out << point.value;
        for (const std::string_view column : csv_columns)
            session.out << ',' << (point.estimate ? cell_text(*point.estimate, column) : std::string());
        session.out << '\n';
    }
}

ordered_json point_json(const SweepPoint& point, const Session& session)
{
    ordered_json object{{"value", point.value}};
    if (point.estimate)
        object["estimate"] = estimate_json(*point.estimate, session.finding_text());
    else
        object.update(error_json(point.errors, session.finding_text()));
    return object;
}

void print_json(const std::vector<SweepPoint>& points, const Range& range, Session& session)
{
    ordered_json file{
        {"format", "rigwright.sweep"}, {"version", 1}, {"over", range.path}, {"points", ordered_json::array()}};
    for (const SweepPoint& point : points) file["points"].push_back(point_json(point, session));
    session.out << file.dump(2) << '\n';
}

} // namespace

ExitCode run_sweep(const Invocation& invocation, Session& session)
{
    const OneFile file = one_file(invocation);
    if (file.error) return refuse(session, *file.error);
    if (!invocation.has("--over")) return refuse(session, {"sweep-over-what", {}});
    const Range range = read_range(invocation.value("--over"));
    if (range.error) return refuse(session, *range.error);
    const ScenarioReading reading = read_scenario_file(file.name, session);
    if (!reading.errors.empty()) return report_errors(session, file.name, reading.errors);
    const std::vector<SweepPoint> points = sweep(reading.scenario, session.data, range.path, range.values);
    const auto answered = [](const SweepPoint& point) { return point.estimate.has_value(); };
    if (std::none_of(points.begin(), points.end(), answered))
        return report_errors(session, file.name, points.front().errors);
    if (invocation.has("--csv"))
        print_csv(points, range, session);
    else
        print_json(points, range, session);
    return done;
}

} // namespace rigwright::cli
