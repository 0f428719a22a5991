// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/estimate/field_access.h"
#include "core/estimate/model_comparison.h"
#include "core/estimate/quantities.h"
#include "core/estimate/run/sweep.h"
#include "core/json/characters.h"
#include "core/json/strict_json.h"
#include "core/quantities/typed_number.h"
#include "core/report/comparison.h"
#include "core/report/comparison_text.h"
#include "core/scenario/list_json.h"
#include "core/scenario/nearest.h"
#include "core/scenario/scenario_parts_json.h"
#include "core/text/number_text.h"
#include "core/zoo/family.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace rigwright::cli {

namespace {

std::string cell(const ComparedRow& row, std::size_t build, const Comparison& comparison, const Messages& words)
{
    std::string text = compared_text(row.values[build], words);
    const std::optional<ComparedValue>& value = row.values[build];
    if (value && value->has_range() && !value->is_lower_bound()) text += " (" + range_text(*value, words) + ")";
    if (build != comparison.baseline && row.deltas[build])
        text += "  " + delta_text(*row.deltas[build], *row.values[comparison.baseline], words);
    return text;
}

void print_text(const Comparison& comparison, const ComparedBuilds& builds, Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::string> headings{words.text("column.quantity")};
    for (std::size_t i = 0; i < builds.names.size(); ++i)
        headings.push_back(builds.names[i] + (i == comparison.baseline ? " *" : ""));
    headings.push_back(words.text("column.best"));
    std::vector<bool> right(headings.size(), true);
    right.front() = right.back() = false;
    Table table(headings, right);
    std::vector<std::string> verdicts{words.text("column.verdict")};
    for (const ComparedVerdict& verdict : comparison.verdicts) verdicts.push_back(verdict_text(verdict, words));
    verdicts.push_back(working_text(comparison, builds.names));
    table.add(verdicts);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> cells{row_name(row, words)};
        for (std::size_t i = 0; i < builds.names.size(); ++i) cells.push_back(cell(row, i, comparison, words));
        cells.push_back(ranking_text(row, builds.names, words));
        table.add(std::move(cells));
    }
    table.print(session.out);
    session.out << '\n' << words.text("compare.baseline-marked") << '\n';
    for (const char* note : notes_of(comparison)) session.say(note);
}

} // namespace

ExitCode run_compare(const Invocation& invocation, Session& session)
{
    ComparedBuilds builds = compared_builds(files_or_input(invocation), session);
    if (builds.exit != done) return builds.exit;
    if (builds.names.size() < 2 || builds.names.size() > most_pinned)
        throw UsageError{"number-compared",
                         {{"found", value_of(Count(static_cast<std::int64_t>(builds.names.size())))},
                          {"maximum", value_of(Count(static_cast<std::int64_t>(most_pinned)))}}};
    if (invocation.has("--baseline"))
        builds.project.baseline = build_named(builds.project, invocation.value("--baseline"));
    std::vector<const Evaluation*> compared;
    for (const Evaluation& evaluation : builds.evaluations) compared.push_back(&evaluation);
    const Comparison comparison = compare(compared, builds.project.baseline, session.data);
    if (invocation.has("--json"))
        session.out << comparison_json(comparison, builds.names).dump(2) << '\n';
    else
        print_text(comparison, builds, session);
    return done;
}

namespace {

using nlohmann::ordered_json;

/// The requested models in their order, without duplicates.
std::vector<std::string> models_of(const Invocation& invocation, const EngineData& data)
{
    if (!invocation.has("--models")) return {usual_candidates.begin(), usual_candidates.end()};
    std::vector<std::string> models;
    for (const std::string& id : list_items(invocation.value("--models"))) {
        if (data.preset(id) == nullptr)
            throw UsageError{"unknown-model", {{"found", id}, {"nearest", closest_of(id, data.presets, &Preset::id)}}};
        if (std::ranges::find(models, id) == models.end()) models.push_back(id);
    }
    return models;
}

/// The scenario's own model comes first unless the list has it.
std::vector<ModelRow> compared(const Scenario& scenario, std::vector<std::string> ids, const EngineData& data)
{
    if (std::ranges::find(ids, scenario.model.preset) == ids.end()) ids.insert(ids.begin(), scenario.model.preset);
    std::vector<ModelRow> rows;
    rows.reserve(ids.size());
    for (const std::string& id : ids) rows.push_back(compared_model(scenario, data, id));
    return rows;
}

std::string name_of(const ModelRow& row, const Session& session)
{
    return row.preset.empty() ? session.messages.text("samples.own-model") : row.preset;
}

std::string group_of(const ModelRow& row, const EngineData& data)
{
    const Preset* preset = data.preset(row.preset);
    return preset != nullptr ? preset->group : std::string();
}

/// A number of the estimate as text.
std::string number_text(const Estimate* estimate, std::string_view quantity, const Messages& words)
{
    const std::optional<Value> value = estimate ? number_of(quantity, *estimate) : std::nullopt;
    if (!value) return unknown;
    return value->unit == Unit::count ? grouped(static_cast<std::int64_t>(value->number))
                                      : text_of(*value, words.language());
}

std::string step_text(const Estimate* estimate, const Messages& words)
{
    const auto text = [&](std::string_view quantity) { return number_text(estimate, quantity, words); };
    if (estimate == nullptr || !estimate->time) return unknown;
    return text("time.step_seconds") + " (" + range_between(text("time.low_seconds"), text("time.high_seconds")) + ")";
}

std::vector<std::string> cells_of(const ModelRow& row, const Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::string> cells{(row.current ? "* " : "  ") + name_of(row, session),
                                   category_text("group", group_of(row, session.data), words),
                                   input_text(row.input, words)};
    if (row.estimate) {
        const ModelEstimate& model = row.estimate->model;
        cells.push_back(grouped(model.parameters.value()));
        cells.push_back(text_of({model.forward_macs_per_sample.as_double(), Unit::macs}, words.language()));
        cells.push_back(text_of(value_of(model.forward_flops_per_sample), words.language()));
    } else {
        cells.insert(cells.end(), 3, unknown);
    }
    const Estimate* meaningful = row.estimate && !row.data_holds ? &*row.estimate : nullptr;
    const bool judged = meaningful != nullptr && meaningful->verdict && meaningful->memory;
    cells.push_back(number_text(meaningful, "memory.total_bytes", words));
    cells.push_back(judged ? words.text(std::string("verdict.") + key_of(*meaningful->verdict)) : unknown);
    cells.push_back(number_text(meaningful, "memory.max_micro_batch", words));
    cells.push_back(step_text(meaningful, words));
    for (const char* quantity : {"time.epoch_seconds", "time.total_seconds"})
        cells.push_back(number_text(meaningful, quantity, words));
    return cells;
}

void print_text(const std::vector<ModelRow>& rows, Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::string> headings{"  " + words.text("column.id")};
    for (const char* code : {"group", "input", "parameters", "macs", "flops", "memory_needed", "verdict",
                             "largest_batch", "step", "epoch", "training"})
        headings.push_back(words.text(std::string("column.") + code));
    Table table(std::move(headings), {false, false, false, true, true, true, true, false, true, true, true, true});
    for (const ModelRow& row : rows) table.add(cells_of(row, session));
    table.print(session.out);
    session.out << '\n' << words.text("samples.marked") << '\n';
    for (const ModelRow& row : rows) {
        const std::string reason = reason_text(row, words);
        if (!reason.empty()) session.say("samples.reason", {{"model", name_of(row, session)}, {"reason", reason}});
    }
}

/// The meaningful part of an estimate: all of it, or only the counts if the dataset does not suit the model.
ordered_json model_answer(const ModelRow& row, const Session& session)
{
    if (!row.estimate) return error_json(row.errors, session.finding_text());
    ordered_json estimate = estimate_json(*row.estimate, session.finding_text());
    if (row.data_holds) return {{"estimate", {{"model", estimate["model"]}}}};
    return {{"estimate", std::move(estimate)}};
}

void print_json(const std::vector<ModelRow>& rows, Session& session)
{
    ordered_json file{{"format", "rigwright.model-comparison"}, {"version", 1}, {"models", ordered_json::array()}};
    for (const ModelRow& row : rows) {
        ordered_json object{{"preset", row.preset}, {"group", group_of(row, session.data)}, {"current", row.current}};
        if (row.reads) object["reads"] = key_of(*row.reads);
        if (row.data_holds) object["data_holds"] = key_of(*row.data_holds);
        const std::string reason = reason_text(row, session.messages);
        if (!reason.empty()) object["reason"] = reason;
        object.update(model_answer(row, session));
        file["models"].push_back(std::move(object));
    }
    session.out << file.dump(2) << '\n';
}

} // namespace

ExitCode run_compare_models(const Invocation& invocation, Session& session)
{
    const std::string file = one_file(invocation);
    const std::vector<std::string> models = models_of(invocation, session.data);
    const Scenario scenario = scenario_in(file, session);
    const std::vector<ModelRow> rows = compared(scenario, models, session.data);
    const auto answered = [](const ModelRow& row) { return row.estimate.has_value(); };
    if (std::ranges::none_of(rows, answered)) return report_errors(session, file, rows.front().errors);
    if (invocation.has("--json"))
        print_json(rows, session);
    else
        print_text(rows, session);
    return done;
}

namespace {

using nlohmann::ordered_json;

/// "training.micro_batch=1..256" after parsing.
struct Range {
    std::string path;
    std::vector<std::int64_t> values;
};

/// The part of the path after its group ("micro_batch").
std::string_view short_name(std::string_view path) { return path.substr(path.find('.') + 1); }

/// The full path for a name: the name itself, or the path with that name after its group.
std::string path_named(const std::string& name)
{
    const std::vector<std::string> paths = whole_number_paths();
    const auto found = std::ranges::find_if(
        paths, [&name](const std::string& path) { return path == name || short_name(path) == name; });
    if (found == paths.end())
        throw UsageError{"unknown-sweep-field", {{"found", name}, {"nearest", closest_of(name, paths)}}};
    return *found;
}

/// Numbers of a range that is swept without gaps.
constexpr std::int64_t longest_whole_range = 16;

/// "1..8" gives every number; a longer range both ends with powers of two and the midpoints between them; "1,2,4" gives
/// these.
std::optional<std::vector<std::int64_t>> values_of(std::string_view text, std::string_view unit)
{
    std::vector<std::int64_t> values;
    if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
        const auto first = whole_number(text.substr(0, dots), unit);
        const auto last = whole_number(text.substr(dots + 2), unit);
        if (!first || !last || *first > *last) return std::nullopt;
        if (*last - *first < longest_whole_range) {
            for (std::int64_t value = *first; value <= *last; ++value) values.push_back(value);
            return values;
        }
        values.push_back(*first);
        for (const std::int64_t value : half_octaves(*last))
            if (value > *first && value < *last) values.push_back(value);
        values.push_back(*last);
        return values;
    }
    for (const std::string& item : list_items(text)) {
        const auto value = whole_number(item, unit);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

/// The reason why a range is invalid: one of its numbers, or the whole.
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
    const std::string path = path_named(text.substr(0, equals));
    const std::optional<FieldRule> rule = rule_at(path);
    const std::string_view unit = rule && unit_word(rule->unit) ? rule->unit : std::string_view();
    const auto values =
        equals == std::string::npos ? std::nullopt : values_of(std::string_view(text).substr(equals + 1), unit);
    if (!values) throw range_error(text, unit);
    for (const std::int64_t value : *values) {
        if (!rule || accepts(*rule, value)) continue;
        throw UsageError{"sweep-value-out-of-range",
                         {{"found", std::to_string(value)},
                          {"minimum", Value{rule->minimum, Unit::count}},
                          {"maximum", Value{rule->maximum, Unit::count}}}};
    }
    return {path, *values};
}

constexpr auto csv_columns = std::to_array<std::string_view>(
    {"memory.total_bytes", "memory.usable_bytes", "memory.fits", "time.step_seconds", "time.low_seconds",
     "time.high_seconds", "time.global_batch", "time.samples_per_second", "time.epoch_seconds", "time.total_seconds",
     "time.mfu", "time.bottleneck"});

/// As in the estimate file, without quotation marks; empty for an unknown value.
std::string cell_text(const Estimate& estimate, std::string_view id)
{
    const FieldValue value = file_value(*quantity_of(id), estimate);
    if (value.index() == 0) return {};
    const auto* word = std::get_if<std::string>(&value);
    return word != nullptr ? *word : value_json(value).dump();
}

/// Prints the table, and reports why cells are empty.
void print_csv(const std::vector<SweepPoint>& points, const Range& range, const std::string& file, Session& session)
{
    session.out << short_name(range.path);
    for (const std::string_view column : csv_columns) session.out << ',' << short_name(column);
    session.out << '\n';
    for (const SweepPoint& point : points) {
        session.out << point.value;
        for (const std::string_view column : csv_columns)
            session.out << ',' << (point.estimate ? cell_text(*point.estimate, column) : std::string());
        session.out << '\n';
        report_errors(session, file + ": " + range.path + '=' + std::to_string(point.value), point.errors);
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
    const auto one = [&](const SweepPoint& point) { return point_json(point, session); };
    const ordered_json file{
        {"format", "rigwright.sweep"}, {"version", 1}, {"over", range.path}, {"points", list_json(points, one)}};
    session.out << file.dump(2) << '\n';
}

} // namespace

ExitCode run_sweep(const Invocation& invocation, Session& session)
{
    const std::string file = one_file(invocation);
    if (!invocation.has("--over")) throw UsageError{"sweep-over-what", {}};
    const Range range = read_range(invocation.value("--over"));
    const Scenario scenario = scenario_in(file, session);
    const std::vector<SweepPoint> points = sweep(scenario, session.data, range.path, range.values);
    const auto answered = [](const SweepPoint& point) { return point.estimate.has_value(); };
    if (std::ranges::none_of(points, answered)) return report_errors(session, file, points.front().errors);
    if (invocation.has("--csv"))
        print_csv(points, range, file, session);
    else
        print_json(points, range, session);
    return done;
}

} // namespace rigwright::cli
