// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/output.h"

#include "core/estimate/memory/moments.h"
#include "core/estimate/working/explain.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/scenario/list_json.h"
#include "core/scenario/resolved_model.h"
#include "core/text/number_text.h"
#include "core/zoo/build.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace rigwright::cli {

namespace {

ExitCode outcome_of(Session& session, const std::string& name, bool written)
{
    if (written) return done;
    session.complain("cli.cannot-write", {{"file", name}});
    return input_has_errors;
}

} // namespace

ExitCode put_out_by(Session& session, const std::string& name, const std::function<bool(const std::string&)>& write)
{
    return outcome_of(session, name,
                      replace_file(name, [&](const std::filesystem::path& beside) { return write(beside.string()); }));
}

ExitCode put_out(Session& session, const std::string& name, const std::string& text)
{
    if (name.empty()) {
        session.out << text;
        return done;
    }
    return outcome_of(session, name, replace_file(name, text));
}

namespace {

/// East Asian wide characters used by the messages: CJK symbols to unified ideographs, full-width forms.
bool is_wide(char32_t c)
{
    return (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x20000 && c <= 0x3FFFD);
}

} // namespace

std::size_t display_width(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = code_point_at(text, i);
        width += is_wide(point.code) ? 2 : 1;
        i += point.bytes;
    }
    return width;
}

Table::Table(std::vector<std::string> headings, std::vector<bool> right) : right_(std::move(right))
{
    right_.resize(headings.size());
    rows_.push_back(std::move(headings));
}

Table::Table(const Messages& words, std::initializer_list<std::string_view> columns)
{
    rows_.emplace_back();
    for (const std::string_view column : columns) {
        right_.push_back(column.starts_with('+'));
        rows_.front().push_back(words.text("column." + std::string(column.substr(right_.back() ? 1 : 0))));
    }
}

void Table::print(std::ostream& out) const
{
    std::vector<std::size_t> widths(right_.size());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - display_width(row[i]), ' ');
            line += (i > 0 ? "  " : "") + (right_[i] ? space + row[i] : row[i] + space);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

std::vector<std::string> texts_of(std::initializer_list<const char*> codes, const Messages& words)
{
    std::vector<std::string> texts;
    for (const char* code : codes) texts.push_back(words.text(code));
    return texts;
}

namespace {

void print_row(const MarkdownRow& cells, std::ostream& out)
{
    out << '|';
    for (const std::string& cell : cells) out << ' ' << cell << " |";
    out << '\n';
}

} // namespace

void print_markdown_table(const MarkdownRow& headings, const std::vector<MarkdownRow>& rows, std::ostream& out)
{
    print_row(headings, out);
    out << "|---|";
    for (std::size_t i = 1; i < headings.size(); ++i) out << "--:|";
    out << '\n';
    for (const MarkdownRow& row : rows) print_row(row, out);
    out << '\n';
}

using nlohmann::ordered_json;

ordered_json findings_json(const std::vector<Finding>& findings, const Session& session)
{
    return list_json(findings, [&](const Finding& finding) { return finding_json(finding, session.finding_text()); });
}

ordered_json layer_json(const LayerRow& row)
{
    ordered_json shape = ordered_json::array();
    for (int axis = 0; axis < row.output.rank(); ++axis) shape.push_back(row.output[axis]);
    return {{"name", row.name},
            {"operator", row.kind},
            {"output", std::move(shape)},
            {"parameters", row.parameters.value()},
            {"macs", row.macs.value()},
            {"flops", row.flops().base()},
            {"saved_bytes", row.kept.value()}};
}

ordered_json layers_json(const Evaluation& evaluation)
{
    const LayerTable table(*evaluation.network, *evaluation.analysis, evaluation.scenario.training.micro_batch);
    ordered_json rows = ordered_json::array();
    for (std::int64_t i = 0; i < table.size(); ++i) rows.push_back(layer_json(table.row(i)));
    return rows;
}

ordered_json timeline_json(const Evaluation& evaluation)
{
    ordered_json moments = ordered_json::array();
    for (const TimelineMoment& moment : memory_timeline(evaluation)) {
        ordered_json object;
        object["phase"] = key_of(moment.phase);
        if (!moment.layer.empty()) object["layer"] = moment.layer;
        object["allocated_bytes"] = moment.allocated.value();
        for (std::size_t i = 0; i < memory_part_count; ++i) {
            const auto part = static_cast<MemoryPart>(i);
            if (part != MemoryPart::framework_overhead) object["parts"][key_of(part)] = moment.part(part).value();
        }
        moments.push_back(std::move(object));
    }
    return moments;
}

ordered_json working_json(const Derivation& working, const Messages& messages)
{
    const WorkingText text = render(working, messages);
    ordered_json object;
    object["quantity"] = working.quantity;
    object["name"] = text.name;
    object["value"] = working.value.number;
    object["text"] = text.value;
    if (!text.formula.empty()) object["formula"] = text.formula;
    if (!text.substituted.empty()) object["substituted"] = text.substituted;
    if (!text.source.empty()) object["source"] = text.source;
    if (!working.origin.empty()) object["origin"] = working.origin;
    if (working.assumption) object["assumption"] = true;
    for (const Derivation& input : working.inputs) object["inputs"].push_back(working_json(input, messages));
    return object;
}

ordered_json workings_json(const Evaluation& evaluation, const EngineData& data, const Messages& messages)
{
    ordered_json workings = ordered_json::object();
    for (const std::string_view id : explained_quantities()) {
        if (const auto working = explain(evaluation, data, id))
            workings[std::string(id)] = working_json(*working, messages);
    }
    return workings;
}

Scenario with_model_filled_in(const Scenario& scenario, const EngineData& data)
{
    const ResolvedModel model = resolve_model(scenario, data.presets);
    if (model.family == nullptr) return scenario;
    Scenario filled = scenario;
    filled.input = model.input;
    filled.model.shape = model.shape;
    for (const Hyperparameter& hyperparameter : model.family->hyperparameters)
        if (hyperparameter.standard && reads_hyperparameter(*model.family, model.shape, hyperparameter.key))
            filled.model.shape.try_emplace(std::string(hyperparameter.key), *hyperparameter.standard);
    return filled;
}

} // namespace rigwright::cli
