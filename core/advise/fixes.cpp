// SPDX-License-Identifier: Apache-2.0
#include "core/advise/fixes.h"

#include "core/advise/fix_table.h"
#include "core/advise/largest.h"

#include <algorithm>

namespace rigwright {

namespace {

bool has(const std::vector<Finding>& findings, std::string_view code, Finding::Severity severity)
{
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& finding) { return finding.code == code && finding.severity <= severity; });
}

bool is_of_loading(std::string_view code)
{
    return code == "decoding-limits" || code == "storage-limits" || code == "shuffled-files-limit";
}

/// Removing one thing that the loader waits for uncovers the next one: no harm while the step waits less.
bool is_smaller_wait(const Finding& before, const Finding& now, const Evaluation& plan, const Evaluation& there)
{
    return is_of_loading(before.code) && is_of_loading(now.code) && plan.time && there.time &&
           there.time->loading.exposed_loader < plan.time->loading.exposed_loader;
}

/// Smaller growth does not show in three digits, so a fix does not report it.
constexpr double visible_growth = 0.005;

void add_cost(Fix& fix, const Evaluation& plan, const Evaluation& there)
{
    const auto before = effect_of(plan);
    const auto after = effect_of(there);
    if (!before || !after) return;
    if (after->memory.as_double() > before->memory.as_double() * (1.0 + visible_growth))
        fix.more_memory = after->memory - before->memory;
    if (!before->per_sample() || !after->per_sample()) return;
    const double ratio = *after->per_sample() / *before->per_sample();
    if (ratio > 1.0 + visible_growth) fix.longer = ratio;
}

/// The finding is gone, and nothing that blocks or loses came with it, nor another unchecked one for one that was not
/// checked. Records what the fix costs.
bool helps(Fix& fix, const Finding& finding, const Evaluation& plan, const Advising& advising)
{
    const auto scenario = changed(plan.scenario, advising.data, fix.changes);
    if (!scenario || *scenario == plan.scenario) return false;
    const Evaluation there = evaluate(*scenario, advising.data, plan);
    if (!there.estimate || has(there.estimate->findings, finding.code, finding.severity)) return false;
    if (leaves_budget_open(there) && !leaves_budget_open(plan)) return false;
    const auto& now = there.estimate->findings;
    const bool harmed = std::any_of(now.begin(), now.end(), [&](const Finding& other) {
        const bool harms = other.severity == Finding::Severity::blocks || other.severity <= finding.severity;
        return harms && !has(plan.estimate->findings, other.code, Finding::Severity::unchecked) &&
               !is_smaller_wait(finding, other, plan, there);
    });
    if (!harmed) add_cost(fix, plan, there);
    return !harmed;
}

bool is_among(const Fix& fix, const std::vector<Fix>& fixes)
{
    return std::any_of(fixes.begin(), fixes.end(), [&](const Fix& other) { return other.changes == fix.changes; });
}

FindingFixes fixes_of(const Finding& finding, const Evaluation& plan, const Advising& advising)
{
    FindingFixes found{finding.code, finding.field, {}};
    const FixContext faulty{plan, advising.data, finding};
    for (const FixRow& row : fix_table()) {
        if (row.finding != finding.code) continue;
        for (const Propose propose : row.ways) {
            if (propose == nullptr) break;
            for (Fix& fix : propose(faulty)) {
                if (advising.stop.stop_requested()) return found;
                if (!helps(fix, finding, plan, advising)) continue;
                if (!is_among(fix, found.fixes)) found.fixes.push_back(std::move(fix));
                break;
            }
        }
    }
    return found;
}

} // namespace

std::vector<FindingFixes> fixes(const Evaluation& plan, const Advising& advising)
{
    std::vector<FindingFixes> all;
    if (!plan.estimate) return all;
    for (const Finding& finding : plan.estimate->findings) {
        FindingFixes found = fixes_of(finding, plan, advising);
        if (!found.fixes.empty()) all.push_back(std::move(found));
    }
    return all;
}

std::vector<std::string_view> fixable_codes()
{
    std::vector<std::string_view> codes;
    for (const FixRow& row : fix_table()) codes.push_back(row.finding);
    return codes;
}

std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data)
{
    std::vector<DefectAnswer> answers;
    for (const auto propose : {input_for_the_defect, tiles_for_the_defect})
        for (Fix& fix : propose(FixContext{plan, data, Finding()}))
            if (const auto scenario = changed(plan.scenario, data, fix.changes))
                answers.push_back({std::move(fix), evaluate(*scenario, data, plan).estimate});
    return answers;
}

} // namespace rigwright
