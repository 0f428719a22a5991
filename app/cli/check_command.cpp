// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/advise/fixes.h"
#include "core/advise/requirements.h"

#include <algorithm>
#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

/// The fixes of a finding; null where it has none.
const FindingFixes* fixes_of(const Finding& finding, const std::vector<FindingFixes>& all)
{
    const auto found = std::find_if(all.begin(), all.end(), [&finding](const FindingFixes& fixes) {
        return fixes.code == finding.code && fixes.field == finding.field;
    });
    return found == all.end() ? nullptr : &*found;
}

/// Those of the command `fit` that suffice, or all of them where none does.
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
    if (findings.empty()) session.out << words.text("cli.no-findings") << '\n';
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
    const EvaluatedFile plan = evaluated_operand(invocation, session);
    if (!plan.evaluation) return plan.exit;
    const Evaluation& evaluation = *plan.evaluation;
    const std::vector<Finding> findings = all_findings(evaluation, session.data);
    // What programs read holds the fixes; people ask for them.
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

} // namespace rigwright::cli
