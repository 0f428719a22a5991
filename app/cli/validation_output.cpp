// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validation_output.h"

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/scenario/import_model.h"
#include "core/scenario/list_json.h"
#include "core/text/number_text.h"
#include "core/validation/range_fit.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <istream>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

std::string figure_text(const Reading& reading, double figure, const Messages& words)
{
    return text_of({figure, row_of(reading.kind).unit}, words.language());
}

std::string measured_text(const Reading& reading, const Messages& words)
{
    std::string first = figure_text(reading, reading.measured, words);
    if (reading.kind != ReadingKind::max_batch) return first;
    return words.text("validation.bound", {{"ran", first}, {"failed", std::to_string(reading.out_of_memory_batch)}});
}

void print_cases(const std::vector<Outcome>& outcomes, Session& session)
{
    const Messages& words = session.messages;
    Table table(texts_of({"validation.case", "validation.kind", "validation.measured", "validation.predicted",
                          "validation.error"},
                         words),
                {false, false, true, true, true});
    for (const Outcome& outcome : outcomes) {
        if (!outcome.predicted) continue;
        table.add({outcome.id, std::string(row_of(outcome.reading.kind).key), measured_text(outcome.reading, words),
                   figure_text(outcome.reading, *outcome.predicted, words), percent(outcome.error(), true)});
    }
    table.print(session.out);
}

void print_intervals(const DomainSummary& domain, Session& session)
{
    const Messages& words = session.messages;
    session.out << '\n' << words.text("validation.intervals") << '\n';
    Table table(
        texts_of({"validation.kind", "validation.count", "validation.low", "validation.high", "validation.margin"},
                 words),
        {false, true, true, true, true});
    constexpr int decimals = 3;
    for (const Interval& interval : domain.intervals)
        table.add({std::string(row_of(interval.kind).key), std::to_string(interval.count),
                   fixed(interval.low, decimals), fixed(interval.high, decimals), fixed(interval.margin, decimals)});
    table.print(session.out);
}

void print_domain(const DomainSummary& domain, bool intervals, Session& session)
{
    const Messages& words = session.messages;
    session.out << '\n' << words.text("validation.domain." + std::string(key_of(domain.domain))) << '\n';
    if (!domain.rows.empty()) {
        Table table(summary_headings(words), {false, true, true, true, true, true, true});
        for (const GroupRow& row : domain.rows) table.add(summary_cells(row, words));
        table.print(session.out);
    }
    if (domain.domain == Domain::structure)
        session.say("validation.exact",
                    {{"exact", std::to_string(domain.exact)}, {"count", std::to_string(domain.count)}});
    if (domain.bounds)
        session.say("validation.bounds", {{"inside", std::to_string(domain.bounds->inside)},
                                          {"count", std::to_string(domain.bounds->count)}});
    if (intervals && !domain.intervals.empty()) print_intervals(domain, session);
}

void print_failures(const std::vector<Outcome>& outcomes, Session& session)
{
    bool first = true;
    for (const Outcome& outcome : outcomes) {
        if (outcome.predicted) continue;
        if (first) session.out << '\n' << session.messages.text("validation.not-computed") << '\n';
        first = false;
        for (const Finding& error : outcome.errors)
            session.out << outcome.id << " (" << row_of(outcome.reading.kind).key << "): " << json_path_of(error)
                        << ": " << session.messages.text_of_finding(error) << '\n';
    }
}

ordered_json errors_json(const std::vector<Finding>& errors, Session& session)
{
    return error_json(errors, session.finding_text())["error"];
}

ordered_json case_json(const Outcome& outcome, Session& session)
{
    const Reading& reading = outcome.reading;
    ordered_json object{{"id", outcome.id},         {"kind", row_of(reading.kind).key},
                        {"source", outcome.source}, {"class", outcome.kind_of_model},
                        {"gpu", outcome.gpu},       {"measured", reading.measured}};
    if (reading.kind == ReadingKind::max_batch) object["out_of_memory_batch"] = reading.out_of_memory_batch;
    if (outcome.predicted) {
        object["predicted"] = *outcome.predicted;
        object["error"] = outcome.error();
    } else {
        object["errors"] = errors_json(outcome.errors, session);
    }
    return object;
}

ordered_json group_json(const GroupRow& row)
{
    return {{"by", key_of(row.grouping)},  {"name", row.name},         {"count", row.errors.count},
            {"median", row.errors.median}, {"mean", row.errors.mean},  {"p90", row.errors.p90},
            {"bias", row.errors.bias},     {"under", row.errors.under}};
}

ordered_json domain_json(const DomainSummary& domain)
{
    ordered_json object{{"domain", key_of(domain.domain)}, {"groups", list_json(domain.rows, group_json)}};
    if (domain.domain == Domain::structure) object["exact"] = domain.exact;
    if (domain.bounds) object["bounds"] = {{"inside", domain.bounds->inside}, {"count", domain.bounds->count}};
    object["intervals"] = list_json(domain.intervals, [](const Interval& interval) {
        return ordered_json{{"kind", row_of(interval.kind).key},
                            {"count", interval.count},
                            {"low", interval.low},
                            {"high", interval.high},
                            {"margin", interval.margin}};
    });
    return object;
}

} // namespace

std::string percent(double share, bool sign)
{
    constexpr double hundred = 100.0;
    std::string digits = fixed(std::abs(share) * hundred, 1);
    if (digits == "0.0") return digits + " %";
    if (share < 0.0) digits.insert(0, "-");
    if (share > 0.0 && sign) digits.insert(0, "+");
    return digits + " %";
}

std::vector<std::string> summary_headings(const Messages& words)
{
    return texts_of({"validation.group", "validation.count", "validation.median", "validation.mean", "validation.p90",
                     "validation.bias", "validation.under"},
                    words);
}

std::vector<std::string> summary_cells(const GroupRow& row, const Messages& words)
{
    const std::string name = words.text("validation.by." + std::string(key_of(row.grouping)), {{"name", row.name}});
    const ErrorSummary& errors = row.errors;
    return {name,
            std::to_string(errors.count),
            percent(errors.median),
            percent(errors.mean),
            percent(errors.p90),
            percent(errors.bias, true),
            percent(errors.under)};
}

namespace {

std::vector<std::string> unseen_cells(const std::string& name, const UnseenScore& score)
{
    constexpr int decimals = 2;
    return {name,
            std::to_string(score.cases),
            std::to_string(score.sources),
            percent(score.median_of_sources),
            percent(score.mean),
            percent(score.within_quarter),
            percent(score.covered),
            percent(score.covered_by_source),
            percent(score.covered_least) + " – " + percent(score.covered_most),
            "×/÷ " + fixed(std::exp(score.half_width), decimals),
            fixed(score.interval_score, decimals)};
}

void print_unseen_domain(std::span<const UnseenRun> runs, Domain domain, Session& session)
{
    const Messages& words = session.messages;
    const auto score = [&](const std::function<bool(const UnseenRun&)>& counts) {
        return score_unseen(runs, domain, counts);
    };
    const UnseenScore all = score([](const UnseenRun&) { return true; });
    if (all.cases == 0) return;
    std::vector<std::vector<std::string>> rows{unseen_cells(words.text("validation.by.all"), all)};
    for (const std::string certainty : {"A", "B", "C"}) {
        const UnseenScore some = score([&](const UnseenRun& run) { return run.certainty == certainty; });
        if (some.cases > 0) rows.push_back(unseen_cells(words.text("unseen.certainty." + certainty), some));
    }
    for (const std::string& kind : scored_classes(runs, domain))
        rows.push_back(unseen_cells(words.text("accuracy.kind." + kind),
                                    score([&](const UnseenRun& run) { return run.kind_of_model == kind; })));
    const MarkdownRow headings =
        texts_of({"validation.group", "validation.count", "unseen.sources", "unseen.median", "validation.mean",
                  "accuracy.refits.within", "unseen.covered", "unseen.covered-by-source", "unseen.bootstrap",
                  "unseen.width", "unseen.interval-score"},
                 words);
    session.out << "**" << words.text("validation.domain." + std::string(key_of(domain))) << "**\n\n";
    print_markdown_table(headings, rows, session.out);
    const auto print_left_out = [&](double covered, std::size_t cases, std::size_t sources) {
        if (sources == 0) return;
        session.out << words.text("unseen.left-out." + std::string(key_of(domain)),
                                  {{"covered", percent(covered)},
                                   {"count", std::to_string(cases)},
                                   {"sources", std::to_string(sources)}})
                    << "\n\n";
    };
    if (domain == Domain::time) {
        const TimeRangeFit fit = fit_time_range(runs, 0.0);
        return print_left_out(fit.covered, fit.cases, fit.sources);
    }
    MemoryRangeFit sum;
    for (const char* kind : memory_ranges) {
        const MemoryRangeFit fit = fit_memory_range(runs, kind);
        if (fit.sources < 2) continue;
        sum.cases += fit.cases;
        sum.sources += fit.sources;
        sum.covered += fit.covered * static_cast<double>(fit.sources);
    }
    print_left_out(sum.covered / static_cast<double>(sum.sources), sum.cases, sum.sources);
}

} // namespace

void print_unseen(std::span<const UnseenRun> runs, Session& session)
{
    const Messages& words = session.messages;
    session.out << words.text("unseen.about") << "\n\n";
    for (const Domain domain : {Domain::time, Domain::memory}) print_unseen_domain(runs, domain, session);
    const VerdictScore verdicts = score_verdicts(runs);
    session.out << words.text("unseen.verdicts", {{"ran", std::to_string(verdicts.ran)},
                                                  {"ran_refused", std::to_string(verdicts.ran_refused)},
                                                  {"failed", std::to_string(verdicts.failed)},
                                                  {"failed_refused", std::to_string(verdicts.failed_refused)},
                                                  {"failed_fits", std::to_string(verdicts.failed_fits)}})
                << "\n\n";
}

void print_validation_text(const Validation& validation, bool intervals, Session& session)
{
    const Messages& words = session.messages;
    print_cases(validation.outcomes, session);
    if (!validation.left_out.empty())
        session.out << '\n'
                    << words.text("validation.left-out",
                                  {{"group", MessageCode{"validation.leave-out." + validation.left_out}}})
                    << '\n';
    for (const DomainSummary& domain : summarize(validation.outcomes)) print_domain(domain, intervals, session);
    if (!validation.unseen.empty()) {
        session.out << '\n';
        print_unseen(validation.unseen, session);
    }
    print_failures(validation.outcomes, session);
    for (const auto& [key, count] : validation.not_compared)
        session.out << '\n' << words.text("validation.not-compared", {{"key", key}, {"count", std::to_string(count)}});
    if (!validation.not_compared.empty()) session.out << '\n';
    for (const BadLine& bad : validation.bad_lines) print_bad_line(bad, session);
}

void print_validation_json(const Validation& validation, Session& session)
{
    ordered_json file{{"format", "rigwright.validation"}, {"version", 1}};
    if (!validation.left_out.empty()) file["left_out"] = validation.left_out;
    file["summaries"] = list_json(summarize(validation.outcomes), domain_json);
    file["cases"] = list_json(validation.outcomes, [&](const Outcome& outcome) { return case_json(outcome, session); });
    file["not_compared"] = validation.not_compared;
    file["bad_lines"] = ordered_json::array();
    for (const BadLine& bad : validation.bad_lines)
        file["bad_lines"].push_back(
            {{"file", bad.file}, {"line", bad.line}, {"id", bad.id}, {"errors", errors_json(bad.errors, session)}});
    session.out << file.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
    for (const BadLine& bad : validation.bad_lines) print_bad_line(bad, session);
}

void print_csv_header(Session& session)
{
    session.out << "id,kind,measured,predicted,error,source,class,gpu,problem\n";
}

void print_csv_row(const Outcome& outcome, Session& session)
{
    std::string problem;
    for (const Finding& error : outcome.errors)
        problem += (problem.empty() ? "" : " ") + json_path_of(error) + ": " + session.messages.text_of_finding(error);
    session.out << csv_cell(outcome.id) << ',' << row_of(outcome.reading.kind).key << ','
                << ordered_json(outcome.reading.measured).dump() << ',';
    if (outcome.predicted)
        session.out << ordered_json(*outcome.predicted).dump() << ',' << ordered_json(outcome.error()).dump();
    else
        session.out << ',';
    session.out << ',' << csv_cell(outcome.source) << ',' << csv_cell(outcome.kind_of_model) << ','
                << csv_cell(outcome.gpu) << ',' << csv_cell(problem) << '\n';
}

namespace {

/// Resolves model files of a case like the estimate command.
void resolve(CaseReading& reading, const std::filesystem::path& directory)
{
    if (!reading.errors.empty()) return;
    reading.errors = resolve_imports(reading.value.scenario, directory);
    for (Finding& error : reading.errors) error.field = "scenario." + error.field;
}

void read_lines(std::istream& input, const std::string& name, const std::function<void(Case)>& take,
                const std::function<void(const BadLine&)>& refuse)
{
    const std::filesystem::path directory =
        name == "-" ? std::filesystem::path() : std::filesystem::path(name).parent_path();
    std::int64_t number = 0;
    while (const auto line = read_line(input)) {
        ++number;
        if (line->empty()) continue;
        CaseReading reading = parse_case(*line);
        resolve(reading, directory);
        if (reading.errors.empty())
            take(std::move(reading.value));
        else
            refuse({name, number, reading.value.id, reading.errors});
    }
}

} // namespace

void read_cases(const std::vector<std::string>& files, std::istream& standard_input,
                const std::function<void(Case)>& take, const std::function<void(const BadLine&)>& refuse)
{
    for (const std::string& name : files) {
        if (name == "-") {
            read_lines(standard_input, name, take, refuse);
        } else if (std::optional<std::ifstream> file = open_file(name)) {
            read_lines(*file, name, take, refuse);
        } else {
            refuse({name, 0, "", {unreadable_file()}});
        }
    }
}

void print_bad_line(const BadLine& bad, Session& session)
{
    for (const Finding& error : bad.errors) {
        session.err << bad.file << ':';
        if (bad.line > 0) session.err << bad.line << ':';
        session.err << ' ';
        if (!bad.id.empty()) session.err << bad.id << ": ";
        session.err << json_path_of(error) << ": " << session.messages.text_of_finding(error) << '\n';
    }
}

} // namespace rigwright::cli
