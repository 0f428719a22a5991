// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/details.h"
#include "app/cli/invocation.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/working/absence.h"
#include "core/estimate/working/explain.h"
#include "core/estimate/working/method.h"
#include "core/estimate/working/workings.h"
#include "core/scenario/nearest.h"
#include "core/text/working_text.h"

#include <algorithm>
#include <ostream>
#include <span>

namespace rigwright::cli {

namespace {

/// Text as Markdown that shows it.
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

/// `line` with where it comes from.
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

/// The method page of the user guide as Markdown: every formula of the workings of `evaluations` once, with its source.
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

/// Every quantity with its formula one level deep; the way to a whole tree is its id.
void print_overview(const Evaluation& evaluation, Session& session)
{
    for (const std::string_view id : explained_quantities()) {
        auto working = explain(evaluation, session.data, id);
        if (!working) continue;
        const WorkingText text = render(*working, session.messages);
        session.out << id << "\n  " << text.name << " = " << text.value << '\n';
        if (!text.formula.empty()) session.out << "    = " << text.formula << '\n';
        if (text.substituted != text.formula) session.out << "    = " << text.substituted << '\n';
    }
}

ExitCode run_method_page(const Invocation& invocation, Session& session)
{
    std::vector<Evaluation> evaluations;
    for (const std::string& name : invocation.operands) {
        EvaluatedFile plan = evaluated_file(name, session);
        if (!plan.evaluation) return plan.exit;
        evaluations.push_back(*std::move(plan.evaluation));
    }
    // The page is about all of them, whatever the last one trains on.
    session.messages.speak_of_processors(false);
    print_method_page(evaluations, session);
    return done;
}

} // namespace

ExitCode run_explain(const Invocation& invocation, Session& session)
{
    if (invocation.has("--page")) return run_method_page(invocation, session);
    const OneFile file = one_file(invocation, 2);
    if (file.error) return refuse(session, *file.error);
    const std::string quantity = invocation.operands.size() == 2 ? invocation.operands[1] : "";
    const std::vector<std::string> known = quantity_ids();
    const bool of_workload = quantity.starts_with("requirements.workloads[");
    if (!quantity.empty() && !of_workload && std::find(known.begin(), known.end(), quantity) == known.end())
        return refuse(session,
                      {"unknown-quantity", {{"found", quantity}, {"nearest", joined(closest_names(quantity, known))}}});
    const EvaluatedFile plan = evaluated_file(file.name, session);
    if (!plan.evaluation) return plan.exit;
    const Evaluation& evaluation = *plan.evaluation;
    const bool as_json = invocation.has("--json");
    if (quantity.empty()) {
        if (as_json)
            session.out << workings_json(evaluation, session.data, session.messages).dump(2) << '\n';
        else
            print_overview(evaluation, session);
        return done;
    }
    const auto working = explain(evaluation, session.data, quantity);
    if (!working) return report_errors(session, file.name, {absence_of(evaluation, quantity)});
    if (as_json)
        session.out << working_json(*working, session.messages).dump(2) << '\n';
    else
        session.out << render_tree(*working, session.messages);
    return done;
}

} // namespace rigwright::cli
