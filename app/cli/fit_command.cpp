// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "core/estimate/evaluation.h"
#include "core/text/number_text.h"

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
    session.out << words.text("fit.remedies") << '\n';
    if (plan.verdict == Verdict::fits || found.empty()) {
        const char* code = plan.verdict == Verdict::fits ? "fit.remedies.not-needed" : "fit.remedies.none";
        session.out << words.text(code) << '\n';
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
    session.out << words.text("fit.answers") << '\n';
    if (answers.empty()) {
        session.out << words.text("fit.answers.none") << '\n';
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
    session.out << words.text("fit.margin") << '\n';
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
    const EvaluatedFile plan = evaluated_operand(invocation, session);
    if (!plan.evaluation) return plan.exit;
    const Evaluation& evaluation = *plan.evaluation;
    if (invocation.has("--json"))
        print_json(evaluation, session);
    else
        print_text(evaluation, session);
    return done;
}

} // namespace rigwright::cli
