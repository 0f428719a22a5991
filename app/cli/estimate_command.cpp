// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/details.h"
#include "app/cli/input.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/time/step_schedule.h"
#include "core/json/read_file.h"
#include "core/project/pinned_prices.h"
#include "core/scenario/fields.h"
#include "core/scenario/nearest.h"
#include "core/scenario/tiles.h"
#include "core/scenario/validate.h"

#include <algorithm>
#include <fstream>
#include <ostream>

namespace rigwright::cli {

namespace {

/// The evaluated scenario with one epoch over as many samples as `flops` FLOPs are enough for, rounded up (a
/// multiply-add is two; a training counts forward and backward, an inference forward alone). Without an estimate, or
/// for a model without products, the scenario as it is.
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

/// What is put out for each scenario.
struct Request {
    /// The build asked for; empty for all of a project.
    std::string build;
    bool expand = false;
    bool layers = false;
    bool timeline = false;
    bool stages = false;
    bool schedule = false;
    bool working = false;
    /// Compute of the whole run in FLOPs, in the place of samples and epochs.
    std::optional<double> total_flops;
};

/// What came of one scenario: a value for the output, or errors.
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
    if (request.layers) answer.value["layers"] = layers_json(evaluation);
    if (request.timeline) answer.value["timeline"] = timeline_json(evaluation);
    if (request.stages) answer.value["stages"] = stages_json(evaluation);
    if (request.schedule) answer.value["schedule"] = schedule_json(step_schedule(evaluation));
    if (request.working) answer.value["working"] = workings_json(evaluation, session.data, session.messages);
    return answer;
}

/// One line out for each line in, errors included; what follows a bad line is still answered.
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
    std::optional<UsageError> refused;
};

/// The scenario of a file, or all builds of a project, or the one asked for.
PlansOfFile plans_of(const std::string& name, const Request& request, Session& session)
{
    PlansOfFile plans;
    ProjectReading& reading = plans.file = read_project_file(name, session);
    if (!reading.errors.empty()) {
        plans.list.push_back({{Scenario{}, reading.errors}});
        return plans;
    }
    std::optional<std::size_t> chosen;
    if (!request.build.empty()) {
        const ChosenBuild build = build_named(reading.project, request.build);
        plans.refused = build.error;
        if (build.error) return plans;
        chosen = build.at;
    }
    for (std::size_t i = 0; i < reading.project.builds.size(); ++i) {
        if (chosen && *chosen != i) continue;
        plans.list.push_back({{priced_scenario(reading.project.builds[i], session.data.hardware), {}}, i});
    }
    return plans;
}

/// One scenario gives one value; several give a list in their order, with {"error": ...} in the place of what has errors.
ExitCode answer_files(const std::vector<std::string>& files, const Request& request, Session& session)
{
    ExitCode exit = done;
    ordered_json values = ordered_json::array();
    for (const std::string& name : files) {
        const PlansOfFile plans = plans_of(name, request, session);
        if (plans.refused) return refuse(session, *plans.refused);
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

std::optional<UsageError> read_details(const std::string& list, Request& request)
{
    for (const std::string& word : list_items(list)) {
        if (word == "layers")
            request.layers = true;
        else if (word == "timeline")
            request.timeline = true;
        else if (word == "stages")
            request.stages = true;
        else if (word == "schedule")
            request.schedule = true;
        else if (word == "working")
            request.working = true;
        else
            return UsageError{
                "unknown-detail",
                {{"found", word}, {"accepted", std::string("layers, timeline, stages, schedule, working")}}};
    }
    return std::nullopt;
}

} // namespace

ExitCode run_estimate(const Invocation& invocation, Session& session)
{
    Request request;
    request.expand = invocation.has("--expand");
    request.build = invocation.value("--build");
    if (invocation.has("--total-flops")) {
        const TypedNumber typed = read_number(invocation.value("--total-flops"), "FLOP");
        if (!typed.number) return refuse(session, {{}, {}, typed});
        if (*typed.number <= 0.0) return refuse(session, {"bad-total-flops", {{"found", typed.found}}});
        request.total_flops = typed.number;
    }
    if (invocation.has("--detail")) {
        if (const auto error = read_details(invocation.value("--detail"), request)) return refuse(session, *error);
    }
    const std::vector<std::string> files =
        invocation.operands.empty() ? std::vector<std::string>{"-"} : invocation.operands;
    return invocation.has("--jsonl") ? answer_line_files(files, request, session)
                                     : answer_files(files, request, session);
}

} // namespace rigwright::cli
