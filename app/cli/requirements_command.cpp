// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/advise/fixes.h"
#include "core/advise/requirements.h"
#include "core/advise/sufficient_build.h"
#include "core/estimate/checks/checks.h"
#include "core/report/comparison_text.h"
#include "core/scenario/list_json.h"
#include "core/text/number_text.h"

#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

std::string reason_of(const Requirement& row, const Messages& words)
{
    const Demand& binding = row.demands[row.binding];
    if (!binding.workload.empty()) return words.text("demand.workload", {{"workload", binding.workload}});
    return words.text("demand." + binding.code);
}

void print_rows(const NeedAnswer& answer, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"requirement", "+needed", "+present", "+margin", "forced_by"});
    for (const Requirement& row : answer.rows) {
        const auto margin = row.margin();
        const std::string sign = is_limit(row.resource) ? "≤ " : "≥ ";
        table.add({words.text(row.name), sign + shown(row.needed(), words),
                   row.present ? shown(at_least(row.present->amount(), row.present_is_lower_bound), words) : unknown,
                   margin ? margin_text(*margin, words) : unknown, reason_of(row, words)});
    }
    table.print(session.out);
}

void print_samples(const SampleNeed& need, Session& session)
{
    const Messages& words = session.messages;
    const auto line = [&](const char* quantity, Value value) {
        session.out << words.text(quantity) << ": " << shown(value, words) << '\n';
    };
    line("quantity.requirements.plain_epoch", {need.plain, Unit::count});
    if (!need.positive_share) return;
    line("quantity.requirements.positives", {need.positives, Unit::count});
    line("quantity.requirements.balanced_epoch", {need.balanced, Unit::count});
    line("quantity.requirements.repeats", {need.repeats, Unit::ratio});
}

void print_month(const MonthPlan& month, Session& session)
{
    const Messages& words = session.messages;
    Table table(words, {"workload", "+runs", "+one_run", "+share"});
    for (const WorkloadShare& share : month.workloads)
        table.add({share.name.empty() ? words.text("need.own-model") : share.name,
                   shown({share.runs_per_month, Unit::ratio}, words),
                   share.run ? shown(value_of(*share.run), words) : unknown,
                   share.run ? shown({share.share, Unit::share}, words) : unknown});
    table.print(session.out);
    session.say("need.machines", {{"utilisation", Value{month.utilisation, Unit::share}},
                                  {"machines", value_of(Count(month.machines))}});
}

void print_build(const SufficientBuild& build, Session& session)
{
    const Messages& words = session.messages;
    session.say(build.heading());
    for (const BuildStep& step : build.steps)
        session.out << "  " << words.text("step." + step.code, step.arguments) << '\n';
    for (const Resource resource : build.missed)
        session.say("need.still-missed", {{"what", MessageCode{std::string("requirement.") + key_of(resource)}}});
    for (const Resource resource : build.not_judged)
        session.say("need.not-judged", {{"what", MessageCode{std::string("requirement.") + key_of(resource)}}});
}

void print_defect(const std::vector<DefectAnswer>& answers, Session& session)
{
    if (answers.empty()) return;
    const Messages& words = session.messages;
    session.out << '\n' << words.text("need.defect") << '\n';
    Table table(words, {"remedy", "+memory_needed", "+one_step", "+epoch", "+training"});
    for (const DefectAnswer& answer : answers) {
        const bool memory = answer.estimate && answer.estimate->memory;
        const TimeEstimate* time = answer.estimate && answer.estimate->time ? &*answer.estimate->time : nullptr;
        const bool run = time != nullptr && time->knows_run();
        table.add({words.text("fix." + answer.fix.what.code, answer.fix.what.arguments),
                   memory ? shown(value_of(answer.estimate->memory->total), words) : unknown,
                   time != nullptr ? shown(value_of(time->step), words) : unknown,
                   run ? shown(value_of(time->epoch), words) : unknown,
                   run ? shown(value_of(time->total), words) : unknown});
    }
    table.print(session.out);
}

ordered_json defect_json(const std::vector<DefectAnswer>& answers, const Messages& words)
{
    ordered_json list = ordered_json::array();
    for (const DefectAnswer& answer : answers) {
        ordered_json each{{"code", answer.fix.what.code},
                          {"message", words.text("fix." + answer.fix.what.code, answer.fix.what.arguments)},
                          {"changes", changes_json(answer.fix.changes)}};
        if (answer.estimate && answer.estimate->memory) each["memory_bytes"] = answer.estimate->memory->total.value();
        if (answer.estimate && answer.estimate->time) {
            const TimeEstimate& time = *answer.estimate->time;
            each["step_seconds"] = time.step.base();
            if (time.knows_run()) {
                each["epoch_seconds"] = time.epoch.base();
                each["total_seconds"] = time.total.base();
            }
        }
        list.push_back(std::move(each));
    }
    return list;
}

ordered_json build_json(const SufficientBuild& build, const Messages& words)
{
    const auto step_json = [&](const BuildStep& step) -> ordered_json {
        return {{"resource", key_of(step.resource)},
                {"message", words.text("step." + step.code, step.arguments)},
                {"changes", changes_json(step.changes)}};
    };
    return {{"steps", list_json(build.steps, step_json)},
            {"changes", changes_json(build.changes)},
            {"missed", list_json(build.missed, key_of<Resource>)},
            {"not_judged", list_json(build.not_judged, key_of<Resource>)}};
}

void print_json(const NeedAnswer& answer, const SufficientBuild& build, const std::vector<DefectAnswer>& defect,
                Session& session)
{
    ordered_json file = need_json(answer, [&](const std::string& code) { return session.messages.text(code); });
    file["build"] = build_json(build, session.messages);
    if (!defect.empty()) file["smallest_defect"] = defect_json(defect, session.messages);
    file["findings"] = findings_json(answer.findings, session);
    session.out << file.dump(2) << '\n';
}

void print_text(const Evaluation& plan, const NeedAnswer& answer, const SufficientBuild& build,
                const std::vector<DefectAnswer>& defect, Session& session)
{
    if (answer.samples) print_samples(*answer.samples, session);
    print_rows(answer, session);
    if (answer.month) {
        session.out << '\n';
        print_month(*answer.month, session);
    }
    for (const Finding& finding : answer.findings) session.out << session.messages.text_of_finding(finding) << '\n';
    print_defect(defect, session);
    session.out << '\n';
    print_build(build, session);
    for (const Finding& finding : plan.estimate->findings)
        if (is_risk(finding)) session.out << session.messages.text_of_finding(finding) << '\n';
}

} // namespace

ExitCode run_requirements(const Invocation& invocation, Session& session)
{
    const Evaluation plan = evaluated_operand(invocation, session);
    const auto answer = answer_need(plan, session.data);
    const auto build = sufficient_build(plan, {session.data});
    if (!answer || !build) return report_errors(session, "-", plan.errors);
    const std::vector<DefectAnswer> defect = defect_answers(plan, session.data);
    if (invocation.has("--json"))
        print_json(*answer, *build, defect, session);
    else
        print_text(plan, *answer, *build, defect, session);
    return done;
}

} // namespace rigwright::cli
