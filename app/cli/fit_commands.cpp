// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/validation_output.h"
#include "core/estimate/evaluation.h"
#include "core/importing/sha256.h"
#include "core/json/characters.h"
#include "core/json/read_file.h"
#include "core/text/number_text.h"
#include "core/validation/fit.h"
#include "core/validation/range_fit.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <ostream>

namespace rigwright::cli {

namespace {

std::string verdict_text(Verdict verdict, const Messages& words)
{
    return words.text(std::string("verdict.") + key_of(verdict));
}

std::string step_text(const PlanEffect& effect, const Messages& words)
{
    return effect.step ? text_of(value_of(*effect.step), words.language()) : unknown;
}

void print_remedies(const std::vector<Remedy>& found, const PlanEffect& plan, Session& session)
{
    const Messages& words = session.messages;
    session.say("fit.remedies");
    if (plan.verdict == Verdict::fits || found.empty()) {
        const char* code = plan.verdict == Verdict::fits ? "fit.remedies.not-needed" : "fit.remedies.none";
        session.say(code);
        return;
    }
    Table table(words, {"remedy", "+memory_needed", "+one_step", "verdict", "remark"});
    for (const Remedy& remedy : found)
        table.add({remedy_text(remedy, session.messages.message_text()),
                   text_of(value_of(remedy.effect.memory), words.language()), step_text(remedy.effect, words),
                   verdict_text(remedy.effect.verdict, words),
                   words.text(std::string("remedy.reach.") + key_of(remedy.reach))});
    table.print(session.out);
}

std::string remark_on(const FitAnswer& answer, const Messages& words)
{
    if (!answer.without_margin.empty())
        return words.text("fit.without-margin",
                          {{"answer", words.text("fit." + answer.code + ".answer", answer.without_margin)}});
    if (answer.limit == FitLimit::model) return words.text("fit.model-limit");
    return answer.found() && answer.changes.empty() ? words.text("fit.present") : std::string();
}

void print_answers(const std::vector<FitAnswer>& answers, Session& session)
{
    const Messages& words = session.messages;
    session.say("fit.answers");
    if (answers.empty()) {
        session.say("fit.answers.none");
        return;
    }
    Table table(words, {"question", "answer", "+memory_needed", "+one_step", "remark"});
    for (const FitAnswer& answer : answers) {
        const bool found = answer.found();
        table.add({words.text("fit." + answer.code), answer_text(answer, session.messages.message_text()),
                   found ? text_of(value_of(answer.effect->memory), words.language()) : unknown,
                   found ? step_text(*answer.effect, words) : unknown, remark_on(answer, words)});
    }
    table.print(session.out);
    session.say("fit.margin");
}

void print_text(const Evaluation& evaluation, Session& session)
{
    const Advising advising{session.data};
    if (const auto plan = effect_of(evaluation)) {
        session.out << verdict_text(plan->verdict, session.messages) << ": "
                    << text_of(value_of(plan->memory), session.messages.language()) << " / "
                    << text_of(value_of(plan->usable), session.messages.language()) << "\n\n";
        print_remedies(remedies(evaluation, advising), *plan, session);
        session.out << '\n';
    }
    print_answers(what_fits(evaluation.scenario, advising), session);
}

void print_json(const Evaluation& evaluation, Session& session)
{
    const Advising advising{session.data};
    nlohmann::ordered_json file = nlohmann::ordered_json::object();
    if (const auto plan = effect_of(evaluation)) file["verdict"] = key_of(plan->verdict);
    file["remedies"] = remedies_json(remedies(evaluation, advising), session.messages.message_text());
    file["what_fits"] = what_fits_json(what_fits(evaluation.scenario, advising), session.messages.message_text());
    session.out << file.dump(2) << '\n';
}

} // namespace

ExitCode run_fit(const Invocation& invocation, Session& session)
{
    const Evaluation evaluation = evaluated_operand(invocation, session);
    if (invocation.has("--json"))
        print_json(evaluation, session);
    else
        print_text(evaluation, session);
    return done;
}

namespace {

using nlohmann::ordered_json;

constexpr int value_digits = 4;

/// The calibration file in its own order of keys.
ordered_json calibration_text()
{
    const std::optional<DataDirectory> directory = find_data_directory();
    std::ifstream file(directory.value_or(DataDirectory({})).hardware_db() / "calibration.json");
    return ordered_json::parse(file, nullptr, false);
}

std::string origin_of(const Fit& fit, const FittedCoefficient& coefficient, std::size_t cases)
{
    return "rigwright-cli calibrate: " + std::to_string(cases) + " of the cases of " + joined(fit.sources) +
           " depend on it; prior " + significant(coefficient.prior, value_digits) + ", deviation of its logarithm " +
           significant(coefficient.deviation, 2);
}

/// Writes the values to the file's records; a coefficient that no case depends on keeps its value.
void put_section(const FitSection& section, const Fit& fit, ordered_json& calibration, Session& session)
{
    ordered_json& records = calibration[std::string(key_of(section.domain))];
    for (std::size_t i = 0; i < fit.values.size(); ++i) {
        if (fit.cases[i] == 0) continue;
        const FittedCoefficient& coefficient = section.coefficients[i];
        const double value = rounded_to(fit.values[i], value_digits);
        ordered_json& record = records[coefficient.name];
        record["value"] = value;
        record["fitted_on"] = origin_of(fit, coefficient, fit.cases[i]);
        session.complain("cli.fitted", {{"name", coefficient.name},
                                        {"prior", Value{coefficient.prior, Unit::ratio}},
                                        {"present", Value{coefficient.present, Unit::ratio}},
                                        {"value", Value{value, Unit::ratio}}});
    }
}

std::string fingerprint_of(const std::vector<std::string>& files)
{
    Sha256 sum;
    for (const std::string& name : files) {
        sum.add(read_file(name).value_or(std::string()));
    }
    return sum.hex_digest();
}

/// Records the cases that the time coefficients were fitted on.
void put_time_fit(const FitSection& section, const Fit& fit, const std::vector<std::string>& files,
                  ordered_json& calibration)
{
    ordered_json& record = calibration["time_fit"];
    record["sha256"] = fingerprint_of(files);
    record["cases"] = fit.readings;
    record["coefficients"] = section.coefficients.size();
}

/// The cases whose source may be used for fits.
std::vector<const Case*> fitted_ones(const std::vector<Case>& cases)
{
    std::vector<const Case*> pointers;
    for (const Case& one : cases)
        if (!one.unseen) pointers.push_back(&one);
    return pointers;
}

/// Files with a case that may be used for fits.
std::vector<std::string> fitted_files(const std::vector<std::string>& files, Session& session)
{
    std::vector<std::string> fitted;
    for (const std::string& file : files) {
        bool seen = false;
        read_cases(
            {file}, session.in, [&](const Case& read) { seen = seen || !read.unseen; }, [](const BadLine&) {});
        if (seen) fitted.push_back(file);
    }
    return fitted;
}

std::string runs_of_sources(std::size_t runs, std::size_t sources)
{
    return "rigwright-cli calibrate: " + std::to_string(runs) + " figures of " + std::to_string(sources) +
           " sources that no other coefficient has seen";
}

void put_memory_range(const MemoryRangeFit& fit, const char* id, ordered_json& calibration)
{
    if (fit.cases == 0) return;
    ordered_json& record = calibration["memory_range"][id];
    // Rounded outward, so that the figure at the bound stays inside.
    constexpr double steps = 1000.0;
    record["low"] = std::floor(std::exp(std::min(fit.low, 0.0)) * steps) / steps;
    record["high"] = std::ceil(std::exp(std::max(fit.high, 0.0)) * steps) / steps;
    record["fitted_on"] =
        runs_of_sources(fit.cases, fit.sources) +
        ": what a tool shows, 3rd and 97th percentile, neither nearer than half of the other; margin: "
        "90th percentile of what runs need, of readings of the fitted collections with their source "
        "left out and somewhat wider (P(fits) = 0.9)";
}

/// Fits the widths of the ranges to runs that no coefficient was fitted on.
void put_ranges(const std::vector<Case>& cases, ordered_json& calibration, Session& session)
{
    ordered_json& range = calibration["time_range"];
    EngineData data = session.data;
    data.time.measured_kinds = range["measured_kinds"].get<std::vector<std::string>>();
    const std::vector<UnseenRun> runs = unseen_runs(cases, data);
    const TimeRangeFit fit = fit_time_range(runs, data.time.range.order_of_magnitude);
    range["widths"] = {{"base", rounded_to(fit.widths.base, 3)},
                       {"new_kind", rounded_to(fit.widths.new_kind, 3)},
                       {"host", rounded_to(fit.widths.host, 3)},
                       {"communication", rounded_to(fit.widths.communication, 3)},
                       {"factor", rounded_to(fit.widths.factor, 3)},
                       {"order_of_magnitude", fit.widths.order_of_magnitude},
                       {"fitted_on", runs_of_sources(fit.cases, fit.sources) +
                                         "; the factor covers 92 of a hundred with their source left out"}};
    for (const char* kind : memory_ranges) put_memory_range(fit_memory_range(runs, kind), kind, calibration);
}

} // namespace

ExitCode run_calibrate(const Invocation& invocation, Session& session)
{
    const std::optional<FitPlan> plan = fit_plan_of(session);
    ordered_json calibration = calibration_text();
    if (!plan || calibration.is_discarded()) return input_has_errors;
    std::vector<Case> cases;
    ExitCode exit = done;
    read_cases(
        files_or_input(invocation), session.in, [&](Case read) { cases.push_back(std::move(read)); },
        [&](const BadLine& bad) {
            exit = input_has_errors;
            print_bad_line(bad, session);
        });
    std::size_t readings = 0;
    for (const Domain domain : {Domain::memory, Domain::time}) {
        const Fit result = fit(fitted_ones(cases), *plan, domain, session.data);
        if (!result.failure.empty()) {
            session.complain("cli.fit-failed", {{"found", result.failure}});
            return input_has_errors;
        }
        readings += result.readings;
        if (result.readings == 0) continue;
        put_section(*plan->section(domain), result, calibration, session);
        if (domain == Domain::time) {
            put_time_fit(*plan->section(domain), result, fitted_files(invocation.operands, session), calibration);
            calibration["time_range"]["measured_kinds"] = measured_kinds(cases, session.data);
        }
    }
    const bool ranges = std::any_of(cases.begin(), cases.end(), [](const Case& one) { return one.unseen; });
    if (ranges) put_ranges(cases, calibration, session);
    if (readings == 0 && !ranges) {
        session.complain("cli.nothing-to-fit");
        return input_has_errors;
    }
    const std::string text = calibration.dump(2) + "\n";
    const ExitCode written = put_out(session, invocation.value("-o"), text);
    return written == done ? exit : written;
}

} // namespace rigwright::cli
