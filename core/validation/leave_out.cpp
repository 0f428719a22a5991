// SPDX-License-Identifier: Apache-2.0
#include "core/validation/fit.h"

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

/// The letters that a preset's name begins with: "resnet" of resnet50, "bert" of bert-large-uncased. A width before the
/// name of the line is passed over. The family where the case names no preset.
std::string line_of_model(const Scenario& scenario)
{
    constexpr std::string_view width = "wide_";
    std::string_view name = scenario.model.preset.empty() ? scenario.model.family : scenario.model.preset;
    if (name.starts_with(width)) name.remove_prefix(width.size());
    const auto end = std::find_if(name.begin(), name.end(), [](char letter) { return letter < 'a' || letter > 'z'; });
    return {name.begin(), end};
}

bool has_reading_of(const Case& one, Domain domain)
{
    return std::any_of(one.readings.begin(), one.readings.end(),
                       [domain](const Reading& reading) { return row_of(reading.kind).domain == domain; });
}

std::string group_of(const Case& one, LeaveOut by)
{
    if (by == LeaveOut::kind_of_model && has_reading_of(one, Domain::time)) return line_of_model(one.scenario);
    switch (by) {
    case LeaveOut::source: return one.source;
    case LeaveOut::gpu: return one.scenario.build.gpu;
    case LeaveOut::kind_of_model: return one.kind_of_model;
    }
    return one.source;
}

/// Engine data fitted on everything outside a group, as far as the group has readings that a fit would move.
EngineData data_without(const std::string& group, const std::vector<Case>& cases, LeaveOut by, const FitPlan& plan,
                        const EngineData& data)
{
    EngineData fitted = data;
    for (const Domain domain : {Domain::memory, Domain::time}) {
        const bool needed = std::any_of(cases.begin(), cases.end(), [&](const Case& one) {
            return group_of(one, by) == group && has_reading_of(one, domain);
        });
        if (!needed || plan.section(domain) == nullptr) continue;
        std::vector<const Case*> others;
        for (const Case& one : cases)
            if (group_of(one, by) != group) others.push_back(&one);
        fitted = with_fit(fit(others, plan, domain, fitted), plan, domain, fitted);
    }
    return fitted;
}

} // namespace

std::vector<Outcome> left_out_outcomes(const std::vector<Case>& cases, LeaveOut by, const FitPlan& plan,
                                       const EngineData& data)
{
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < cases.size(); ++i) groups[group_of(cases[i], by)].push_back(i);
    std::vector<std::vector<Outcome>> by_case(cases.size());
    for (const auto& [group, members] : groups) {
        const EngineData fitted = data_without(group, cases, by, plan, data);
        for (const std::size_t i : members) by_case[i] = outcomes_of(cases[i], fitted);
    }
    std::vector<Outcome> outcomes;
    for (std::vector<Outcome>& some : by_case)
        outcomes.insert(outcomes.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    return outcomes;
}

} // namespace rigwright
