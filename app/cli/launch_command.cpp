// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/launch/launch_file.h"
#include "core/scenario/nearest.h"

#include <ostream>

namespace rigwright::cli {

namespace {

using nlohmann::ordered_json;

std::string accepted_targets()
{
    std::vector<std::string> ids;
    for (const LaunchTarget target : launch_targets()) ids.emplace_back(id_of(target));
    return joined(ids);
}

std::optional<UsageError> launch_trouble(const Invocation& invocation)
{
    if (!invocation.has("--for")) return UsageError{"launch-for-what", {{"accepted", accepted_targets()}}};
    if (launch_target_from(invocation.value("--for"))) return std::nullopt;
    return UsageError{"unknown-engine", {{"found", invocation.value("--for")}, {"accepted", accepted_targets()}}};
}

ordered_json file_json(const LaunchFile& file, const Session& session)
{
    ordered_json lines = ordered_json::array();
    for (const LaunchLine& line : file.lines) lines.push_back({{"text", line.text}, {"sources", line.sources}});
    ordered_json findings = ordered_json::array();
    for (const Finding& finding : file.findings) findings.push_back(finding_json(finding, session.finding_text()));
    return {{"name", file.name}, {"lines", std::move(lines)}, {"findings", std::move(findings)}};
}

/// What the file does not say is for the person, and must not get into the file.
void tell(const LaunchFile& file, Session& session)
{
    for (const Finding& finding : file.findings)
        session.err << json_path_of(finding) << ": " << session.messages.text_of_finding(finding) << '\n';
}

} // namespace

ExitCode run_launch(const Invocation& invocation, Session& session)
{
    if (const auto trouble = launch_trouble(invocation)) return refuse(session, *trouble);
    const OneFile operand = one_file(invocation);
    if (operand.error) return refuse(session, *operand.error);
    const EvaluatedFile plan = evaluated_file(operand.name, session);
    if (!plan.evaluation) return plan.exit;
    const LaunchTarget target = *launch_target_from(invocation.value("--for"));
    const LaunchResult result = launch_file(*plan.evaluation, session.data, target);
    if (!result.file) return report_errors(session, operand.name, result.errors);
    const std::string output = invocation.value("-o");
    if (invocation.has("--json")) return put_out(session, output, file_json(*result.file, session).dump(2) + "\n");
    tell(*result.file, session);
    return put_out(session, output, result.file->text());
}

} // namespace rigwright::cli
