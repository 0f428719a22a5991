// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/table.h"
#include "core/estimate/model_comparison.h"
#include "core/estimate/quantities.h"
#include "core/report/comparison_text.h"
#include "core/scenario/nearest.h"
#include "core/text/number_text.h"

#include <algorithm>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

/// The models asked for, each once, in their order.
struct Models {
    std::vector<std::string> ids;
    std::optional<UsageError> error;
};

UsageError unknown_model(const std::string& id, const EngineData& data)
{
    std::vector<std::string> names;
    for (const Preset& preset : data.presets) names.push_back(preset.id);
    return {"unknown-model", {{"found", id}, {"nearest", joined(closest_names(id, names))}}};
}

Models models_of(const Invocation& invocation, const EngineData& data)
{
    if (!invocation.has("--models")) return {{usual_candidates.begin(), usual_candidates.end()}, std::nullopt};
    Models models;
    for (const std::string& id : list_items(invocation.value("--models"))) {
        if (data.preset(id) == nullptr) return {{}, unknown_model(id, data)};
        if (std::find(models.ids.begin(), models.ids.end(), id) == models.ids.end()) models.ids.push_back(id);
    }
    return models;
}

/// The scenario's own model first where the list does not have it.
std::vector<ModelRow> compared(const Scenario& scenario, std::vector<std::string> ids, const EngineData& data)
{
    if (std::find(ids.begin(), ids.end(), scenario.model.preset) == ids.end())
        ids.insert(ids.begin(), scenario.model.preset);
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

/// A number of the estimate as people read it.
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
    return text("time.step_seconds") + " (" + text("time.low_seconds") + " … " + text("time.high_seconds") + ")";
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
        if (!reason.empty())
            session.out << words.text("samples.reason", {{"model", name_of(row, session)}, {"reason", reason}}) << '\n';
    }
}

/// What of an estimate means something: all of it, or the counts alone where the data set is none for the model.
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
    const OneFile file = one_file(invocation);
    if (file.error) return refuse(session, *file.error);
    const Models models = models_of(invocation, session.data);
    if (models.error) return refuse(session, *models.error);
    const ScenarioReading reading = read_scenario_file(file.name, session);
    if (!reading.errors.empty()) return report_errors(session, file.name, reading.errors);
    const std::vector<ModelRow> rows = compared(reading.scenario, models.ids, session.data);
    const auto answered = [](const ModelRow& row) { return row.estimate.has_value(); };
    if (std::none_of(rows.begin(), rows.end(), answered)) return report_errors(session, file.name, rows.front().errors);
    if (invocation.has("--json"))
        print_json(rows, session);
    else
        print_text(rows, session);
    return done;
}

} // namespace rigwright::cli
