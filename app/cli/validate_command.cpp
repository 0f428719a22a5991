// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/accuracy_page.h"
#include "app/cli/commands.h"
#include "core/validation/fit.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace rigwright::cli {

namespace {

struct LeaveOutWord {
    std::string_view word;
    LeaveOut what = LeaveOut::source;
};
constexpr std::array leave_out_words{LeaveOutWord{"source", LeaveOut::source}, LeaveOutWord{"gpu", LeaveOut::gpu},
                                     LeaveOutWord{"family", LeaveOut::kind_of_model}};

/// What is put out.
struct ValidateRequest {
    std::optional<LeaveOutWord> leave_out;
    bool csv = false;
    bool json = false;
    bool page = false;
    bool intervals = false;
    /// A folder with the cases and the predictions of refits; empty where the page goes without.
    std::string refits;
};

std::optional<UsageError> read_request(const Invocation& invocation, ValidateRequest& request)
{
    request.csv = invocation.has("--csv");
    request.json = invocation.has("--json");
    request.page = invocation.has("--page");
    request.intervals = invocation.has("--intervals");
    if (invocation.has("--refits")) request.refits = invocation.value("--refits");
    const int forms = int(request.csv) + int(request.json) + int(request.page);
    if (forms > 1 || (request.page && invocation.has("--leave-out")))
        return UsageError{"one-output", {{"accepted", std::string("--json, --csv, --page")}}};
    if (!request.refits.empty() && !request.page) return UsageError{"refits-without-page", {}};
    if (!invocation.has("--leave-out")) return std::nullopt;
    const std::string found = invocation.value("--leave-out");
    for (const LeaveOutWord& candidate : leave_out_words)
        if (candidate.word == found) request.leave_out = candidate;
    if (request.leave_out) return std::nullopt;
    return UsageError{"unknown-leave-out", {{"found", found}, {"accepted", std::string("source, gpu, family")}}};
}

/// Cases as they come, with what was wrong and what is not compared.
struct Intake {
    std::vector<Case> cases;
    Validation validation;
};

Intake intake_of(const std::vector<std::string>& files, Session& session)
{
    Intake intake;
    read_cases(
        files, session.in,
        [&](Case read) {
            for (const std::string& key : read.not_compared) ++intake.validation.not_compared[key];
            intake.cases.push_back(std::move(read));
        },
        [&](const BadLine& bad) { intake.validation.bad_lines.push_back(bad); });
    return intake;
}

ExitCode exit_of(const Validation& validation)
{
    if (!validation.bad_lines.empty()) return input_has_errors;
    for (const Outcome& outcome : validation.outcomes)
        if (!outcome.predicted) return input_has_errors;
    return done;
}

std::vector<Outcome> outcomes_of_all(const std::vector<Case>& cases, const EngineData& data)
{
    std::vector<Outcome> outcomes;
    for (const Case& one : cases)
        for (Outcome& outcome : outcomes_of(one, data)) outcomes.push_back(std::move(outcome));
    return outcomes;
}

/// Each row leaves as soon as its line is read.
ExitCode stream_csv(const std::vector<std::string>& files, Session& session)
{
    ExitCode exit = done;
    print_csv_header(session);
    read_cases(
        files, session.in,
        [&](const Case& read) {
            for (const Outcome& outcome : outcomes_of(read, session.data)) {
                if (!outcome.predicted) exit = input_has_errors;
                print_csv_row(outcome, session);
            }
        },
        [&](const BadLine& bad) {
            exit = input_has_errors;
            print_bad_line(bad, session);
        });
    return exit;
}

/// The refits in a folder; empty, with a message, where they cannot be read.
std::vector<RefitRow> refits_in(const std::filesystem::path& folder, Session& session)
{
    const Intake intake = intake_of({(folder / "cases.jsonl").string()}, session);
    for (const BadLine& bad : intake.validation.bad_lines) print_bad_line(bad, session);
    const std::filesystem::path file = folder / "left_out.csv";
    std::ifstream table(file);
    RefitTable found = read_refits(table, intake.cases);
    if (found.bad_line == 0) return std::move(found.rows);
    session.err << session.messages.text("cli.bad-refit",
                                         {{"file", file.string()}, {"line", std::to_string(found.bad_line)}})
                << '\n';
    return {};
}

ExitCode print_page(const std::vector<std::string>& files, const ValidateRequest& request, const FitPlan& plan,
                    Session& session)
{
    std::vector<RefitRow> refits;
    if (!request.refits.empty()) {
        refits = refits_in(request.refits, session);
        if (refits.empty()) return input_has_errors;
    }
    Intake intake = intake_of(files, session);
    Validation left_out;
    left_out.outcomes = left_out_outcomes(intake.cases, LeaveOut::source, plan, session.data);
    intake.validation.outcomes = outcomes_of_all(intake.cases, session.data);
    print_accuracy_page(intake.validation, left_out, refits, session);
    for (const BadLine& bad : intake.validation.bad_lines) print_bad_line(bad, session);
    return intake.validation.bad_lines.empty() ? done : input_has_errors;
}

ExitCode print_validation(const Validation& validation, const ValidateRequest& request, Session& session)
{
    if (request.json) {
        print_validation_json(validation, session);
    } else if (request.csv) {
        print_csv_header(session);
        for (const Outcome& outcome : validation.outcomes) print_csv_row(outcome, session);
        for (const BadLine& bad : validation.bad_lines) print_bad_line(bad, session);
    } else {
        print_validation_text(validation, request.intervals, session);
    }
    return exit_of(validation);
}

} // namespace

std::optional<FitPlan> fit_plan_of(Session& session)
{
    const std::optional<DataDirectory> directory = find_data_directory();
    LoadedFitPlan loaded = load_fit_plan(directory.value_or(DataDirectory({})));
    for (const LoadIssue& issue : loaded.issues)
        session.err << session.messages.text(
                           "cli.record-left-out",
                           {{"file", issue.file}, {"path", issue.issue.path}, {"code", issue.issue.code}})
                    << '\n';
    if (!loaded.issues.empty()) return std::nullopt;
    return std::move(loaded.plan);
}

ExitCode run_validate(const Invocation& invocation, Session& session)
{
    ValidateRequest request;
    if (const auto error = read_request(invocation, request)) return refuse(session, *error);
    const std::vector<std::string> files = files_or_input(invocation);
    if (request.csv && !request.leave_out) return stream_csv(files, session);
    std::optional<FitPlan> plan;
    if (request.leave_out || request.page) {
        plan = fit_plan_of(session);
        if (!plan) return input_has_errors;
    }
    if (request.page) return print_page(files, request, *plan, session);
    Intake intake = intake_of(files, session);
    if (request.leave_out) intake.validation.left_out = request.leave_out->word;
    intake.validation.outcomes = request.leave_out
                                     ? left_out_outcomes(intake.cases, request.leave_out->what, *plan, session.data)
                                     : outcomes_of_all(intake.cases, session.data);
    return print_validation(intake.validation, request, session);
}

} // namespace rigwright::cli
