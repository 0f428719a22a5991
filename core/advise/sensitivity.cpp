// SPDX-License-Identifier: Apache-2.0
#include "core/advise/sensitivity.h"

#include "core/advise/sensitivity_table.h"
#include "core/advise/smallest_card.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

using Figures = std::array<std::optional<double>, all_plan_figures.size()>;

/// Of an evaluation with an estimate.
Figures figures_of(const Evaluation& evaluation)
{
    const Estimate& estimate = *evaluation.estimate;
    Figures figures;
    if (estimate.memory) figures[std::size_t(PlanFigure::memory)] = estimate.memory->total.as_double();
    if (estimate.time && estimate.time->run)
        figures[std::size_t(PlanFigure::run_time)] = estimate.time->run->wall.base();
    figures[std::size_t(PlanFigure::run_cost)] = estimate.cost.run;
    return figures;
}

std::optional<double> ratio_of(std::optional<double> there, std::optional<double> here)
{
    if (!there || !here || !(*there > 0.0) || !(*here > 0.0)) return std::nullopt;
    return *there / *here;
}

std::optional<Trial> tried(ScenarioChanges changes, const Evaluation& plan, const Advising& advising)
{
    const std::optional<Scenario> next = changed(plan.scenario, changes);
    if (!next) return std::nullopt;
    const Evaluation there = evaluate(*next, advising.data, plan);
    if (!there.estimate || loses_more(*there.estimate, *plan.estimate)) return std::nullopt;
    Trial trial{std::move(changes), there.estimate->verdict && *there.estimate->verdict != Verdict::does_not_fit, {}};
    const Figures here = figures_of(plan);
    const Figures then = figures_of(there);
    for (std::size_t i = 0; i < here.size(); ++i) trial.ratios[i] = ratio_of(then[i], here[i]);
    return trial;
}

FieldValue present_value(const SensitivityRow& row, const Evaluation& plan, const EngineData& data)
{
    return row.in_force ? row.in_force(plan, data) : field_of(row.field)->read(plan.scenario);
}

} // namespace

FieldValue Trial::value() const
{
    return std::visit(
        [](const auto& value) -> FieldValue {
            if constexpr (std::is_constructible_v<FieldValue, decltype(value)>)
                return value;
            else
                return {};
        },
        changes.front().value);
}

const Trial* Sensitivity::lowest(PlanFigure figure) const
{
    const Trial* found = nullptr;
    for (const Trial& trial : trials)
        if (trial.ratio(figure) && *trial.ratio(figure) < (found ? *found->ratio(figure) : 1.0)) found = &trial;
    return found;
}

const Trial* Sensitivity::highest(PlanFigure figure) const
{
    const Trial* found = nullptr;
    for (const Trial& trial : trials)
        if (trial.ratio(figure) && *trial.ratio(figure) > (found ? *found->ratio(figure) : 1.0)) found = &trial;
    return found;
}

double Sensitivity::reach(PlanFigure figure) const
{
    const Trial* low = lowest(figure);
    const Trial* high = highest(figure);
    return (high ? std::log(*high->ratio(figure)) : 0.0) - (low ? std::log(*low->ratio(figure)) : 0.0);
}

std::vector<Sensitivity> sensitivity(const Evaluation& plan, const Advising& advising)
{
    std::vector<Sensitivity> all;
    if (!plan.estimate) return all;
    for (const SensitivityRow& row : sensitivity_table()) {
        Sensitivity setting{std::string(row.field), present_value(row, plan, advising.data), {}};
        for (ScenarioChanges& changes : row.others(row.field, plan, advising.data)) {
            if (advising.stop.stop_requested()) return {};
            if (auto trial = tried(std::move(changes), plan, advising)) setting.trials.push_back(std::move(*trial));
        }
        if (!setting.trials.empty()) all.push_back(std::move(setting));
    }
    return all;
}

} // namespace rigwright
