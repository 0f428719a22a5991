// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/estimate/evaluation.h"

#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

const char* severity_code(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::error: return "severity.error";
    case Finding::Severity::blocks: return "severity.blocks";
    case Finding::Severity::loses: return "severity.loses";
    case Finding::Severity::unchecked: return "severity.unchecked";
    }
    return "";
}

void print_text(const std::vector<Finding>& findings, Session& session)
{
    const Messages& words = session.messages;
    if (findings.empty()) session.out << words.text("cli.no-findings") << '\n';
    for (const Finding& finding : findings)
        session.out << words.text(severity_code(finding.severity)) << ": " << json_path_of(finding) << ": "
                    << words.text_of_finding(finding) << '\n';
}

void print_json(const Evaluation& evaluation, Session& session)
{
    const std::vector<Finding>& findings = evaluation.estimate->findings;
    ordered_json list = ordered_json::array();
    for (const Finding& finding : findings) list.push_back(finding_json(finding, session.finding_text()));
    add_remedies(list, remedies(evaluation, {session.data}), session.message_text());
    session.out << ordered_json{{"findings", std::move(list)}}.dump(2) << '\n';
}

} // namespace

ExitCode run_check(const Invocation& invocation, Session& session)
{
    const EvaluatedFile plan = evaluated_operand(invocation, session);
    if (!plan.evaluation) return plan.exit;
    const Evaluation& evaluation = *plan.evaluation;
    if (invocation.has("--json"))
        print_json(evaluation, session);
    else
        print_text(evaluation.estimate->findings, session);
    return done;
}

} // namespace rigwright::cli
