// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/invocation.h"
#include "app/cli/output.h"
#include "app/cli/validation_output.h"
#include "core/text/number_text.h"
#include "core/validation/fit.h"
#include "core/validation/refit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <set>

namespace rigwright::cli {

namespace {

using Counts = std::function<bool(const RefitRow&)>;
using Key = std::string RefitRow::*;

class RefitTables {
public:
    RefitTables(std::span<const RefitRow> rows, Session& session) : rows_(rows), session_(session) {}

    void print()
    {
        const Messages& words = session_.messages;
        const auto number = [](std::size_t count) { return std::to_string(count); };
        session_.out << "## " << words.text("accuracy.refits.title") << "\n\n"
                     << words.text("accuracy.refits.about", {{"count", number(rows_.size())},
                                                             {"gpus", number(names(&RefitRow::gpu).size())},
                                                             {"sources", number(names(&RefitRow::source).size())}})
                     << "\n\n";
        print_over_all();
        print_kinds();
        print_by("accuracy.refits.by-gpu", "accuracy.refits.gpu", &RefitRow::gpu, Unseen::gpu);
        print_by("accuracy.refits.by-source", "accuracy.refits.source", &RefitRow::source, Unseen::source);
    }

private:
    /// Names of the rows, those with most cases first.
    std::vector<std::string> names(Key key) const
    {
        std::map<std::string, std::size_t> counts;
        for (const RefitRow& row : rows_) ++counts[row.*key];
        std::vector<std::string> sorted;
        sorted.reserve(counts.size());
        for (const auto& [name, count] : counts) sorted.push_back(name);
        std::ranges::stable_sort(
            sorted, [&counts](const std::string& a, const std::string& b) { return counts.at(a) > counts.at(b); });
        return sorted;
    }

    RefitScore score(Unseen unseen, const Counts& counts) const { return score_of(rows_, unseen, counts); }

    void print_over_all()
    {
        std::vector<MarkdownRow> rows;
        for (const Unseen unseen : all_unseen) {
            const RefitScore all = score(unseen, [](const RefitRow&) { return true; });
            rows.push_back({session_.messages.text(word_of(unseen)), std::to_string(all.groups), percent(all.median),
                            percent(all.mean), percent(all.within_quarter), percent(all.bias, true)});
        }
        print_markdown_table(texts_of({"accuracy.refits.left-out", "accuracy.refits.groups", "validation.median",
                                       "validation.mean", "accuracy.refits.within", "validation.bias"},
                                      session_.messages),
                             rows, session_.out);
    }

    /// Mean errors of each refit; the bias is the mean of those for left-out GPUs and left-out model lines.
    void print_kinds()
    {
        std::vector<MarkdownRow> rows;
        for (const std::string& kind : names(&RefitRow::kind_of_model)) {
            const Counts counts = [&kind](const RefitRow& row) { return row.kind_of_model == kind; };
            const RefitScore fitted = score(Unseen::nothing, counts);
            const RefitScore gpu = score(Unseen::gpu, counts);
            const RefitScore line = score(Unseen::line_of_models, counts);
            const RefitScore source = score(Unseen::source, counts);
            rows.push_back({session_.messages.text("accuracy.kind." + kind), std::to_string(fitted.cases),
                            std::to_string(fitted.groups), percent(fitted.mean), percent(gpu.mean), percent(line.mean),
                            percent(source.mean), percent((gpu.bias + line.bias) / 2.0, true)});
        }
        session_.out << session_.messages.text("accuracy.refits.by-kind") << "\n\n";
        print_markdown_table(
            texts_of({"accuracy.refits.kind", "validation.count", "accuracy.refits.groups", "accuracy.unseen.nothing",
                      "accuracy.unseen.gpu", "accuracy.unseen.line", "accuracy.unseen.source", "validation.bias"},
                     session_.messages),
            rows, session_.out);
    }

    std::string shown(const std::string& name) const
    {
        const Gpu* gpu = session_.data.hardware.gpu(name);
        return gpu != nullptr ? gpu->name : name;
    }

    void print_by(const char* about, const char* heading, Key key, Unseen unseen)
    {
        std::vector<MarkdownRow> rows;
        for (const std::string& name : names(key)) {
            const Counts counts = [&](const RefitRow& row) { return row.*key == name; };
            const RefitScore fitted = score(Unseen::nothing, counts);
            const RefitScore left_out = score(unseen, counts);
            rows.push_back({shown(name), std::to_string(fitted.cases), std::to_string(fitted.groups),
                            percent(fitted.mean), percent(left_out.mean), percent(left_out.bias, true)});
        }
        session_.out << session_.messages.text(about) << "\n\n";
        print_markdown_table(texts_of({heading, "validation.count", "accuracy.refits.groups", "accuracy.unseen.nothing",
                                       key_of(unseen), "validation.bias"},
                                      session_.messages),
                             rows, session_.out);
    }

    std::span<const RefitRow> rows_;
    Session& session_;
};

/// The part of the accuracy page on fits that left out GPUs, model lines and sources: over all, and by kind of model,
/// GPU and source.
void print_refit_tables(std::span<const RefitRow> rows, Session& session) { RefitTables(rows, session).print(); }

void print_table(const std::vector<GroupRow>& rows, Session& session)
{
    std::vector<MarkdownRow> cells;
    cells.reserve(rows.size());
    for (const GroupRow& row : rows) cells.push_back(summary_cells(row, session.messages));
    print_markdown_table(summary_headings(session.messages), cells, session.out);
}

void print_interval_list(const std::vector<Interval>& intervals, Session& session)
{
    constexpr int decimals = 2;
    const Messages& words = session.messages;
    for (const Interval& interval : intervals)
        session.out << "- "
                    << words.text("accuracy.interval",
                                  {{"kind", MessageCode{"reading." + std::string(row_of(interval.kind).key)}},
                                   {"low", fixed(interval.low, decimals)},
                                   {"high", fixed(interval.high, decimals)},
                                   {"margin", fixed(interval.margin, decimals)},
                                   {"count", std::to_string(interval.count)}})
                    << '\n';
    session.out << '\n';
}

std::string bounds_text(const BoundSummary& bounds, const Messages& words)
{
    return words.text("validation.bounds",
                      {{"inside", std::to_string(bounds.inside)}, {"count", std::to_string(bounds.count)}});
}

void print_domain_page(const DomainSummary& fitted, const DomainSummary& left_out, Session& session)
{
    const Messages& words = session.messages;
    session.out << "## " << words.text("validation.domain." + std::string(key_of(fitted.domain))) << "\n\n"
                << words.text("accuracy.fitted") << "\n\n";
    print_table(fitted.rows, session);
    if (fitted.bounds) session.out << bounds_text(*fitted.bounds, words) << "\n\n";
    session.out << words.text("accuracy.left-out") << "\n\n";
    print_table(left_out.rows, session);
    if (left_out.bounds) session.out << bounds_text(*left_out.bounds, words) << "\n\n";
    session.out << words.text("accuracy.intervals") << "\n\n";
    print_interval_list(left_out.intervals, session);
}

void print_failure_list(const std::vector<Outcome>& outcomes, Session& session)
{
    const auto failed =
        std::ranges::count_if(outcomes, [](const Outcome& outcome) { return !outcome.predicted.has_value(); });
    session.out << "## " << session.messages.text("accuracy.not-computed-title") << "\n\n";
    session.say("accuracy.not-computed", {{"count", std::to_string(failed)}});
    for (const Outcome& outcome : outcomes) {
        if (outcome.predicted) continue;
        session.out << "\n- `" << outcome.id << "`:";
        for (const Finding& error : outcome.errors)
            session.out << " `" << json_path_of(error) << "` " << session.messages.text_of_finding(error);
    }
    if (failed > 0) session.out << '\n';
}

/// Errors of estimates without any data of the source: sources that no coefficient was fitted on, fitted sources left
/// out of the fit, and both.
void print_left_out_table(std::span<const UnseenRun> unseen, std::span<const UnseenRun> left_out, Session& session)
{
    const Messages& words = session.messages;
    std::vector<UnseenRun> both(unseen.begin(), unseen.end());
    both.insert(both.end(), left_out.begin(), left_out.end());
    std::vector<MarkdownRow> rows;
    for (const Domain domain : {Domain::time, Domain::memory})
        for (const auto& [code, runs] :
             {std::pair{"accuracy.together.unseen", unseen}, std::pair{"accuracy.together.left-out", left_out},
              std::pair{"accuracy.together.both", std::span<const UnseenRun>(both)}}) {
            const UnseenScore score = score_unseen(runs, domain, [](const UnseenRun&) { return true; });
            rows.push_back({words.text("validation.domain." + std::string(key_of(domain))), words.text(code),
                            std::to_string(score.cases), std::to_string(score.sources),
                            percent(score.median_of_sources), percent(score.mean), percent(score.within_quarter)});
        }
    MarkdownRow headings;
    for (const char* code : {"validation.group", "accuracy.together.sources", "validation.count", "unseen.sources",
                             "unseen.median", "validation.mean", "accuracy.refits.within"})
        headings.push_back(words.text(code));
    session.out << "## " << words.text("accuracy.together.title") << "\n\n"
                << words.text("accuracy.together") << "\n\n";
    print_markdown_table(headings, rows, session.out);
}

/// One source of the chart.
struct SourceBar {
    std::string source;
    double median = 0.0;
    bool unseen = false;
};

std::vector<SourceBar> source_bars(const DomainSummary& fitted, std::span<const UnseenRun> runs)
{
    std::vector<SourceBar> bars;
    std::set<std::string> names;
    for (const UnseenRun& run : runs) names.insert(run.source);
    for (const std::string& name : names) {
        const UnseenScore score =
            score_unseen(runs, fitted.domain, [&name](const UnseenRun& run) { return run.source == name; });
        if (score.cases > 0) bars.push_back({name, score.median_of_sources, true});
    }
    for (const GroupRow& row : fitted.rows)
        if (row.grouping == Grouping::source) bars.push_back({row.name, row.errors.median, false});
    std::ranges::stable_sort(bars, [](const SourceBar& a, const SourceBar& b) {
        return std::pair(!a.unseen, a.median) < std::pair(!b.unseen, b.median);
    });
    return bars;
}

/// The median error of every source as a text bar chart, which looks the same in every viewer.
void print_source_chart(const DomainSummary& fitted, std::span<const UnseenRun> runs, Session& session)
{
    constexpr std::size_t name_width = 34;
    constexpr double share_of_mark = 0.02;
    constexpr double most_marks = 30.0;
    session.out << "**" << session.messages.text("validation.domain." + std::string(key_of(fitted.domain)))
                << "**\n\n```\n";
    for (const SourceBar& bar : source_bars(fitted, runs)) {
        const double marks = std::ceil(bar.median / share_of_mark);
        std::string line = bar.source;
        line.resize(std::max(name_width, line.size() + 1), ' ');
        for (double mark = 0.0; mark < std::min(marks, most_marks); ++mark) line += bar.unseen ? "█" : "░";
        if (marks > most_marks) line += "…";
        session.out << line << ' ' << percent(bar.median) << '\n';
    }
    session.out << "```\n\n";
}

Arguments range_arguments(const MemoryCoefficients& memory)
{
    constexpr int decimals = 2;
    return {{"low", fixed(memory.range.low, decimals)},
            {"high", fixed(memory.range.high, decimals)},
            {"margin", fixed(memory.range.margin, decimals)},
            {"language_low", fixed(memory.language_range.low, decimals)},
            {"language_high", fixed(memory.language_range.high, decimals)},
            {"generator_low", fixed(memory.generator_range.low, decimals)},
            {"generator_high", fixed(memory.generator_range.high, decimals)},
            {"detector_low", fixed(memory.detector_range.low, decimals)},
            {"detector_high", fixed(memory.detector_range.high, decimals)},
            {"detector_margin", fixed(memory.detector_range.margin, decimals)}};
}

/// The accuracy page of the user guide as Markdown: errors with the present coefficients, and with coefficients fitted
/// without the source of each case; and results of refits on many published speeds, if there are any.
void print_accuracy_page(const Validation& fitted, const Validation& left_out, std::span<const RefitRow> refits,
                         Session& session)
{
    const Messages& words = session.messages;
    session.out << "# " << words.text("accuracy.title") << "\n\n"
                << words.text("accuracy.made") << "\n\n"
                << words.text("accuracy.terms") << "\n\n";
    const std::vector<DomainSummary> present = summarize(fitted.outcomes);
    if (!fitted.unseen.empty()) {
        session.out << "## " << words.text("accuracy.chart.title") << "\n\n" << words.text("accuracy.chart") << "\n\n";
        for (const DomainSummary& domain : present)
            if (domain.domain != Domain::structure) print_source_chart(domain, fitted.unseen, session);
        if (!refits.empty()) print_left_out_table(fitted.unseen, left_out_runs(refits, left_out.outcomes), session);
        session.out << "## " << words.text("unseen.title") << "\n\n";
        print_unseen(fitted.unseen, session);
    }
    session.out << "## " << words.text("accuracy.seen") << "\n\n"
                << words.text("accuracy.band", range_arguments(session.data.memory)) << "\n\n";
    const std::vector<DomainSummary> without = summarize(left_out.outcomes);
    for (std::size_t i = 0; i < std::min(present.size(), without.size()); ++i)
        print_domain_page(present[i], without[i], session);
    if (!refits.empty()) print_refit_tables(refits, session);
    print_failure_list(fitted.outcomes, session);
    session.out << '\n' << words.text("accuracy.next") << '\n';
}

struct LeaveOutWord {
    std::string_view word;
    LeaveOut what = LeaveOut::source;
};
constexpr std::array leave_out_words{LeaveOutWord{"source", LeaveOut::source}, LeaveOutWord{"gpu", LeaveOut::gpu},
                                     LeaveOutWord{"family", LeaveOut::kind_of_model}};

/// The requested output.
struct ValidateRequest {
    std::optional<LeaveOutWord> leave_out;
    bool csv = false;
    bool json = false;
    bool page = false;
    bool intervals = false;
    /// A folder with the cases and the predictions of refits; empty for a page without them.
    std::string refits;
};

ValidateRequest read_request(const Invocation& invocation)
{
    ValidateRequest request;
    request.csv = invocation.has("--csv");
    request.json = invocation.has("--json");
    request.page = invocation.has("--page");
    request.intervals = invocation.has("--intervals");
    if (invocation.has("--refits")) request.refits = invocation.value("--refits");
    const int forms = int(request.csv) + int(request.json) + int(request.page);
    if (forms > 1 || (request.page && invocation.has("--leave-out")))
        throw UsageError{"one-output", {{"accepted", std::string("--json, --csv, --page")}}};
    if (!request.refits.empty() && !request.page) throw UsageError{"refits-without-page", {}};
    if (!invocation.has("--leave-out")) return request;
    const std::string found = invocation.value("--leave-out");
    for (const LeaveOutWord& candidate : leave_out_words)
        if (candidate.word == found) request.leave_out = candidate;
    if (request.leave_out) return request;
    throw UsageError{"unknown-leave-out", {{"found", found}, {"accepted", std::string("source, gpu, family")}}};
}

/// The read cases, with invalid lines and figures that are not compared.
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

/// Prints each row as soon as its line is read.
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

/// The refits in a folder; empty, with a message, if they cannot be read.
std::vector<RefitRow> refits_in(const std::filesystem::path& folder, Session& session)
{
    const Intake intake = intake_of({(folder / "cases.jsonl").string()}, session);
    for (const BadLine& bad : intake.validation.bad_lines) print_bad_line(bad, session);
    const std::filesystem::path file = folder / "left_out.csv";
    std::ifstream table(file);
    RefitTable found = read_refits(table, intake.cases);
    if (found.bad_line == 0) return std::move(found.rows);
    session.complain("cli.bad-refit", {{"file", file.string()}, {"line", std::to_string(found.bad_line)}});
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
    intake.validation.unseen = unseen_runs(intake.cases, session.data);
    std::erase_if(intake.cases, [](const Case& one) { return one.unseen; });
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
    for (const JsonIssue& issue : loaded.issues)
        session.complain("cli.record-left-out", {{"file", issue.file}, {"path", issue.path}, {"code", issue.code}});
    if (!loaded.issues.empty()) return std::nullopt;
    return std::move(loaded.plan);
}

ExitCode run_validate(const Invocation& invocation, Session& session)
{
    const ValidateRequest request = read_request(invocation);
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
    intake.validation.unseen = unseen_runs(intake.cases, session.data);
    return print_validation(intake.validation, request, session);
}

} // namespace rigwright::cli
