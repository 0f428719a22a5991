// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/invocation.h"
#include "app/cli/output.h"
#include "core/advise/fixes.h"
#include "core/advise/requirements.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/step_schedule.h"
#include "core/estimate/working/absence.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/method.h"
#include "core/estimate/working/workings.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/network/layer_table.h"
#include "core/project/pinned_prices.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"
#include "core/scenario/tiles.h"
#include "core/scenario/validate.h"
#include "core/text/number_text.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <span>

namespace rigwright::cli {

namespace {

/// The evaluated scenario with one epoch over as many samples as `flops` FLOPs allow, rounded up (a multiply-add is
/// two; a training run counts forward and backward, an inference forward only). Without an estimate, or for a model
/// without products, the unchanged scenario.
Scenario with_total_flops(const Evaluation& evaluation, double flops)
{
    Scenario scenario = evaluation.scenario;
    if (!evaluation.estimate) return scenario;
    const ModelEstimate& model = evaluation.estimate->model;
    const double of_a_sample = scenario.training.mode == RunMode::train ? model.training_flops_per_sample.base()
                                                                        : model.forward_flops_per_sample.base();
    if (of_a_sample <= 0.0) return scenario;
    scenario.training.epochs = 1;
    scenario.dataset.tokens.reset();
    scenario.dataset.samples = 1;
    const auto tiles = static_cast<double>(samples_with_tiles(scenario).value_or(1));
    const double most = field_of("dataset.samples")->maximum;
    scenario.dataset.samples = static_cast<std::int64_t>(std::min(std::ceil(flops / (of_a_sample * tiles)), most));
    return scenario;
}

using nlohmann::ordered_json;

/// An optional part of an answer beside the estimate.
struct Detail {
    std::string_view name;
    ordered_json (*of)(const Evaluation& evaluation, const Session& session);
};

constexpr std::array all_details{
    Detail{"layers", [](const Evaluation& evaluation, const Session&) { return layers_json(evaluation); }},
    Detail{"timeline", [](const Evaluation& evaluation, const Session&) { return timeline_json(evaluation); }},
    Detail{"stages", [](const Evaluation& evaluation, const Session&) { return stages_json(evaluation); }},
    Detail{"schedule",
           [](const Evaluation& evaluation, const Session&) { return schedule_json(step_schedule(evaluation)); }},
    Detail{"working", [](const Evaluation& evaluation, const Session& session) {
               return workings_json(evaluation, session.data, session.messages);
           }}};

/// The requested output for each scenario.
struct Request {
    /// The requested build; empty for all of a project.
    std::string build;
    bool expand = false;
    /// Names of `all_details`.
    std::vector<std::string> details;
    /// FLOPs of the whole run, in place of samples and epochs.
    std::optional<double> total_flops;
};

/// Result for one scenario: a value for the output, or errors.
struct Answer {
    ordered_json value;
    std::vector<Finding> errors;
};

Answer expanded(const ScenarioReading& reading, const Session& session)
{
    Answer answer;
    answer.errors = reading.errors.empty() ? validate(reading.scenario, session.data.hardware, session.data.presets)
                                           : reading.errors;
    if (answer.errors.empty())
        answer.value = write_scenario(with_model_filled_in(reading.scenario, session.data), Expand::defaults);
    return answer;
}

Answer answer_to(const ScenarioReading& given, const Request& request, Session& session)
{
    ScenarioReading reading = given;
    if (request.total_flops && reading.errors.empty())
        reading.scenario = with_total_flops(evaluate(reading.scenario, session.data), *request.total_flops);
    if (request.expand) return expanded(reading, session);
    if (!reading.errors.empty()) return {nullptr, reading.errors};
    const Evaluation evaluation = evaluate(reading.scenario, session.data);
    session.messages.speak_of_processors(trains_on_processor(reading.scenario.build));
    if (!evaluation.estimate) return {nullptr, evaluation.errors};
    Answer answer{estimate_json(*evaluation.estimate, session.finding_text()), {}};
    add_remedies(answer.value["findings"], remedies(evaluation, {session.data}), session.messages.message_text());
    for (const Detail& detail : all_details)
        if (std::ranges::find(request.details, detail.name) != request.details.end())
            answer.value[std::string(detail.name)] = detail.of(evaluation, session);
    return answer;
}

/// One output line per input line, including errors; continues after an invalid line.
ExitCode answer_lines(std::istream& input, const std::filesystem::path& directory, const Request& request,
                      Session& session)
{
    ExitCode exit = done;
    while (const auto line = read_line(input)) {
        const Answer answer = answer_to(parse_with_imports(*line, directory), request, session);
        if (!answer.errors.empty()) exit = input_has_errors;
        session.out << (answer.errors.empty() ? answer.value : error_json(answer.errors, session.finding_text())).dump()
                    << std::endl;
    }
    return exit;
}

ExitCode answer_line_files(const std::vector<std::string>& files, const Request& request, Session& session)
{
    ExitCode exit = done;
    for (const std::string& name : files) {
        if (name == "-") {
            exit = std::max(exit, answer_lines(session.in, {}, request, session));
        } else if (std::optional<std::ifstream> file = open_file(name)) {
            exit = std::max(exit, answer_lines(*file, std::filesystem::path(name).parent_path(), request, session));
        } else {
            exit = report_errors(session, name, {unreadable_file()});
        }
    }
    return exit;
}

/// A scenario to answer, and its position in its project.
struct Plan {
    ScenarioReading reading;
    std::size_t build = 0;
};
struct PlansOfFile {
    ProjectReading file;
    std::vector<Plan> list;
};

/// The scenario of a file, or all builds of a project, or the requested one.
PlansOfFile plans_of(const std::string& name, const Request& request, Session& session)
{
    PlansOfFile plans;
    ProjectReading& reading = plans.file = read_project_file(name, session);
    if (!reading.errors.empty()) {
        plans.list.push_back({{Scenario{}, reading.errors}});
        return plans;
    }
    std::optional<std::size_t> chosen;
    if (!request.build.empty()) chosen = build_named(reading.project, request.build);
    for (std::size_t i = 0; i < reading.project.builds.size(); ++i) {
        if (chosen && *chosen != i) continue;
        plans.list.push_back({{priced_scenario(reading.project.builds[i], session.data.hardware), {}}, i});
    }
    return plans;
}

/// One scenario gives one value; multiple ones give a list in their order, with {"error": ...} in place of a result
/// with errors.
ExitCode answer_files(const std::vector<std::string>& files, const Request& request, Session& session)
{
    ExitCode exit = done;
    ordered_json values = ordered_json::array();
    for (const std::string& name : files) {
        const PlansOfFile plans = plans_of(name, request, session);
        for (const Plan& plan : plans.list) {
            Answer answer = answer_to(plan.reading, request, session);
            if (plan.reading.errors.empty())
                for (Finding& error : answer.errors) error.field = field_in_file(plans.file, plan.build, error.field);
            if (!answer.errors.empty()) exit = report_errors(session, name, answer.errors);
            values.push_back(answer.errors.empty() ? answer.value : error_json(answer.errors, session.finding_text()));
        }
    }
    if (values.size() > 1)
        session.out << values.dump(2) << '\n';
    else if (exit == done)
        session.out << values.front().dump(2) << '\n';
    return exit;
}

std::vector<std::string> read_details(const std::string& list)
{
    std::vector<std::string> details = list_items(list);
    for (const std::string& word : details)
        if (std::ranges::find(all_details, word, &Detail::name) == all_details.end())
            throw UsageError{"unknown-detail", {{"found", word}, {"accepted", joined(all_details, &Detail::name)}}};
    return details;
}

} // namespace

ExitCode run_estimate(const Invocation& invocation, Session& session)
{
    Request request;
    request.expand = invocation.has("--expand");
    request.build = invocation.value("--build");
    if (invocation.has("--total-flops")) {
        const TypedNumber typed = read_number(invocation.value("--total-flops"), "FLOP");
        if (!typed.number) throw UsageError{{}, {}, typed};
        if (*typed.number <= 0.0) throw UsageError{"bad-total-flops", {{"found", typed.found}}};
        request.total_flops = typed.number;
    }
    if (invocation.has("--detail")) request.details = read_details(invocation.value("--detail"));
    const std::vector<std::string> files = files_or_input(invocation);
    return invocation.has("--jsonl") ? answer_line_files(files, request, session)
                                     : answer_files(files, request, session);
}

namespace {

using nlohmann::ordered_json;

/// The fixes of a finding; null if it has none.
const FindingFixes* fixes_of(const Finding& finding, const std::vector<FindingFixes>& all)
{
    const auto found = std::ranges::find_if(all, [&finding](const FindingFixes& fixes) {
        return fixes.code == finding.code && fixes.field == finding.field;
    });
    return found == all.end() ? nullptr : &*found;
}

/// Prints the sufficient remedies of the command `fit`, or all of them if none suffices.
void print_remedies(const std::vector<Remedy>& found, Session& session)
{
    const Messages& words = session.messages;
    const bool none_fits = std::ranges::none_of(found, &Remedy::fits);
    for (const Remedy& remedy : found)
        if (none_fits || remedy.fits())
            session.out << "    "
                        << words.text("cli.remedy", {{"remedy", remedy_text(remedy, words.message_text())},
                                                     {"memory", value_of(remedy.effect.memory)},
                                                     {"verdict", MessageCode{std::string("verdict.") +
                                                                             key_of(remedy.effect.verdict)}}})
                        << '\n';
}

void print_text(const std::vector<Finding>& findings, const std::vector<FindingFixes>& fixes,
                const std::vector<Remedy>& remedies, Session& session)
{
    const Messages& words = session.messages;
    if (findings.empty()) session.say("cli.no-findings");
    for (const Finding& finding : findings) {
        session.out << words.text(std::string("severity.") + key_of(finding.severity)) << ": " << json_path_of(finding)
                    << ": " << words.text_of_finding(finding) << '\n';
        const FindingFixes* known = fixes_of(finding, fixes);
        for (std::size_t i = 0; known != nullptr && i < known->fixes.size(); ++i)
            session.out << "    "
                        << words.text("cli.fix", {{"fix", fix_text(known->fixes[i], session.messages.message_text())}})
                        << '\n';
        if (remedies_help(finding.code)) print_remedies(remedies, session);
    }
}

void print_json(const std::vector<Finding>& findings, const std::vector<FindingFixes>& fixes,
                const std::vector<Remedy>& remedies, Session& session)
{
    ordered_json list = ordered_json::array();
    for (const Finding& finding : findings) {
        list.push_back(finding_json(finding, session.finding_text()));
        const FindingFixes* known = fixes_of(finding, fixes);
        if (known == nullptr) continue;
        for (const Fix& fix : known->fixes)
            list.back()["remedies"].push_back(fix_json(fix, session.messages.message_text()));
    }
    add_remedies(list, remedies, session.messages.message_text());
    session.out << ordered_json{{"findings", std::move(list)}}.dump(2) << '\n';
}

} // namespace

ExitCode run_check(const Invocation& invocation, Session& session)
{
    const Evaluation evaluation = evaluated_operand(invocation, session);
    const std::vector<Finding> findings = all_findings(evaluation, session.data);
    // JSON always contains the fixes; texts only on request.
    std::vector<FindingFixes> known;
    std::vector<Remedy> found;
    if (invocation.has("--json") || invocation.has("--fixes")) {
        known = fixes(evaluation, {session.data});
        found = remedies(evaluation, {session.data});
    }
    if (invocation.has("--json"))
        print_json(findings, known, found, session);
    else
        print_text(findings, known, found, session);
    return done;
}

namespace {

void print_text(const LayerTable& layers, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"layer", "operator", "output", "+parameters", "+macs", "+flops", "+saved"});
    Count parameters;
    Count macs;
    Bytes kept;
    for (std::int64_t i = 0; i < layers.size(); ++i) {
        const LayerRow row = layers.row(i);
        parameters += row.parameters;
        macs += row.macs;
        kept += row.kept;
        table.add({row.name, words.text(std::string("operator.") + row.kind), shape_text(row.output),
                   grouped(row.parameters.value()), grouped(row.macs.value()),
                   text_of(value_of(row.flops()), words.language()), text_of(value_of(row.kept), words.language())});
    }
    table.add({words.text("column.total"), "", "", grouped(parameters.value()), grouped(macs.value()),
               text_of({2.0 * macs.as_double(), Unit::flops}, words.language()),
               text_of(value_of(kept), words.language())});
    table.print(session.out);
}

/// Row by row, so that a million layers need not be stored.
void print_json(const LayerTable& layers, Session& session)
{
    session.out << "{\"format\": \"rigwright.layers\", \"version\": 1, \"layers\": [";
    for (std::int64_t i = 0; i < layers.size(); ++i)
        session.out << (i > 0 ? ",\n  " : "\n  ") << layer_json(layers.row(i)).dump();
    session.out << "\n]}\n";
}

} // namespace

ExitCode run_layers(const Invocation& invocation, Session& session)
{
    const Evaluation evaluation = evaluated_operand(invocation, session);
    const LayerTable layers(*evaluation.network, *evaluation.analysis, evaluation.scenario.training.micro_batch);
    if (invocation.has("--json"))
        print_json(layers, session);
    else
        print_text(layers, session);
    return done;
}

namespace {

/// Text escaped for Markdown.
std::string escaped(const std::string& text)
{
    constexpr std::string_view special = "\\*_`<[#|";
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result;
}

/// `line` with its source.
std::string with_source(const std::string& line, const WorkingText& text, const Messages& words)
{
    if (text.source.empty()) return line;
    const std::string source = words.text("explain.source", {{"source", escaped(text.source)}});
    const char* code = text.remark.empty() ? "method.with-source" : "method.with-judged-source";
    return words.text(code, {{"line", line}, {"source", source}, {"remark", text.remark}});
}

void print_part(const MethodPart& part, Session& session)
{
    const Messages& words = session.messages;
    session.out << "\n## " << words.text("method.part." + part.key) << "\n\n";
    for (const Derivation& working : part.formulas) {
        const WorkingText text = render(working, words);
        const std::string line = "**" + escaped(text.name) + "** = " + escaped(text.formula);
        session.out << "- " << with_source(line, text, words) << '\n';
    }
    if (part.values.empty()) return;
    session.out << '\n' << words.text("method.values") << "\n\n";
    for (const Derivation& working : part.values) {
        const WorkingText text = render(working, words);
        session.out << "- " << with_source(escaped(text.name), text, words) << '\n';
    }
}

/// The method page of the user guide as Markdown: every formula of the derivations of `evaluations` once, with its
/// source.
void print_method_page(std::span<const Evaluation> evaluations, Session& session)
{
    const Messages& words = session.messages;
    session.out << "# " << words.text("method.title") << "\n\n" << words.text("method.made") << '\n';
    for (const MethodPart& part : method_of(evaluations, session.data)) print_part(part, session);
}

std::vector<std::string> quantity_ids()
{
    std::vector<std::string> all(explained_quantities().begin(), explained_quantities().end());
    const auto& needs = explained_requirement_quantities();
    all.insert(all.end(), needs.begin(), needs.end());
    return all;
}

/// Every quantity with its formula, one level deep; its id gives access to the whole tree.
void print_overview(const Evaluation& evaluation, Session& session)
{
    for (const std::string_view id : explained_quantities()) {
        auto working = explain(evaluation, session.data, id);
        if (!working) continue;
        const WorkingText text = render(*working, session.messages);
        session.out << id << "\n  " << text.name << (working->lower_bound ? " " : " = ") << text.value << '\n';
        if (!text.formula.empty()) session.out << "    = " << text.formula << '\n';
        if (!text.substituted.empty()) session.out << "    = " << text.substituted << '\n';
    }
}

ExitCode run_method_page(const Invocation& invocation, Session& session)
{
    std::vector<Evaluation> evaluations;
    for (const std::string& name : invocation.operands) evaluations.push_back(evaluated_file(name, session));
    // The page covers GPUs too, even if the last evaluation has none.
    session.messages.speak_of_processors(false);
    print_method_page(evaluations, session);
    return done;
}

} // namespace

ExitCode run_explain(const Invocation& invocation, Session& session)
{
    if (invocation.has("--page")) return run_method_page(invocation, session);
    const std::string file = one_file(invocation, 2);
    const std::string quantity = invocation.operands.size() == 2 ? invocation.operands[1] : "";
    const std::vector<std::string> known = quantity_ids();
    const bool of_workload = quantity.starts_with("requirements.workloads[");
    if (!quantity.empty() && !of_workload && std::ranges::find(known, quantity) == known.end())
        throw UsageError{"unknown-quantity", {{"found", quantity}, {"nearest", closest_of(quantity, known)}}};
    const Evaluation evaluation = evaluated_file(file, session);
    const bool as_json = invocation.has("--json");
    if (quantity.empty()) {
        if (as_json)
            session.out << workings_json(evaluation, session.data, session.messages).dump(2) << '\n';
        else
            print_overview(evaluation, session);
        return done;
    }
    const auto working = explain(evaluation, session.data, quantity);
    if (!working) return report_errors(session, file, {absence_of(evaluation, quantity)});
    if (as_json)
        session.out << working_json(*working, session.messages).dump(2) << '\n';
    else
        session.out << render_tree(*working, session.messages);
    return done;
}

} // namespace rigwright::cli
