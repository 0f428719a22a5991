// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/table.h"
#include "core/json/strict_json.h"
#include "core/report/comparison.h"
#include "core/report/comparison_text.h"

#include <ostream>

namespace rigwright::cli {

namespace {

std::string cell(const ComparedRow& row, std::size_t build, const Comparison& comparison, const Messages& words)
{
    std::string text = compared_text(row.values[build], words);
    if (row.values[build] && row.values[build]->has_range() && !row.values[build]->is_lower_bound())
        text += " (" + range_text(*row.values[build], words) + ")";
    if (build != comparison.baseline && row.deltas[build])
        text += "  " + delta_text(*row.deltas[build], *row.values[comparison.baseline], words);
    return text;
}

void print_text(const Comparison& comparison, const ComparedBuilds& builds, Session& session)
{
    const Messages& words = session.messages;
    std::vector<std::string> headings{words.text("column.quantity")};
    for (std::size_t i = 0; i < builds.names.size(); ++i)
        headings.push_back(builds.names[i] + (i == comparison.baseline ? " *" : ""));
    headings.push_back(words.text("column.best"));
    std::vector<bool> right(headings.size(), true);
    right.front() = right.back() = false;
    Table table(headings, right);
    std::vector<std::string> verdicts{words.text("column.verdict")};
    for (const auto& verdict : comparison.verdicts)
        verdicts.push_back(verdict ? words.text(std::string("verdict.") + key_of(*verdict)) : "–");
    verdicts.emplace_back();
    table.add(verdicts);
    for (const ComparedRow& row : comparison.rows) {
        std::vector<std::string> cells{row_name(row, words)};
        for (std::size_t i = 0; i < builds.names.size(); ++i) cells.push_back(cell(row, i, comparison, words));
        cells.push_back(ranking_text(row, builds.names, words));
        table.add(std::move(cells));
    }
    table.print(session.out);
    session.out << '\n' << words.text("compare.baseline-marked") << '\n';
    for (const char* note : notes_of(comparison)) session.out << words.text(note) << '\n';
}

} // namespace

ExitCode run_compare(const Invocation& invocation, Session& session)
{
    const std::vector<std::string> files =
        invocation.operands.empty() ? std::vector<std::string>{"-"} : invocation.operands;
    ComparedBuilds builds = compared_builds(files, session);
    if (builds.exit != done) return builds.exit;
    if (builds.names.size() < 2 || builds.names.size() > most_pinned)
        return refuse(session, {"number-compared",
                                {{"found", value_of(Count(static_cast<std::int64_t>(builds.names.size())))},
                                 {"maximum", value_of(Count(static_cast<std::int64_t>(most_pinned)))}}});
    if (invocation.has("--baseline")) {
        const ChosenBuild baseline = build_named(builds.project, invocation.value("--baseline"));
        if (baseline.error) return refuse(session, *baseline.error);
        builds.project.baseline = *baseline.at;
    }
    std::vector<const Evaluation*> compared;
    for (const Evaluation& evaluation : builds.evaluations) compared.push_back(&evaluation);
    const Comparison comparison = compare(compared, builds.project.baseline, session.data);
    if (invocation.has("--json"))
        session.out << comparison_json(comparison, builds.names).dump(2) << '\n';
    else
        print_text(comparison, builds, session);
    return done;
}

} // namespace rigwright::cli
