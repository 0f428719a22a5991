// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/estimate/evaluation.h"
#include "core/scenario/fields.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Figures that show the effect of a setting.
enum class PlanFigure {
    /// Memory of the GPU with the highest peak.
    memory,
    /// The whole run, from start to end.
    run_time,
    /// Depreciation, maintenance and electricity of one run, or its rent.
    run_cost
};
inline constexpr std::array all_plan_figures{PlanFigure::memory, PlanFigure::run_time, PlanFigure::run_cost};

/// The plan with one setting changed and everything else unchanged.
struct Trial {
    /// All fields of the setting; the first names it (height and width of an image).
    ScenarioChanges changes;
    bool fits = false;
    /// Figure relative to that of the present plan (2: twice as much); empty if one of the two is unknown.
    std::array<std::optional<double>, all_plan_figures.size()> ratios{};

    const std::optional<double>& ratio(PlanFigure figure) const { return ratios[static_cast<std::size_t>(figure)]; }
    FieldValue value() const;
};

/// A setting and the plan's figures with other values of it.
struct Sensitivity {
    std::string field;
    /// The plan's value of `field`.
    FieldValue value;
    /// At least one.
    std::vector<Trial> trials;

    /// The trials with the lowest and the highest figure; null if no trial is below, or above, the present plan.
    const Trial* lowest(PlanFigure figure) const;
    const Trial* highest(PlanFigure figure) const;
    /// From the lowest to the highest figure, in logarithms: 0 if the setting has no effect.
    double reach(PlanFigure figure) const;
};

/// Single settings and parts by their effect on a plan: numbers are halved and doubled, every other word of a choice is
/// tried, parts are replaced by others of the database. Omits trials that the engine rejects or that add a finding, and
/// settings without trials. In the order of the table of settings. Empty if the plan cannot be computed.
///
/// Numbers are tried at half and double because memory and time are proportional to most of them; the ends are not
/// equally likely, which the reader must judge.
std::vector<Sensitivity> sensitivity(const Evaluation& plan, const Advising& advising);

/// Other values of one setting, each with all its fields. `field` is the row's.
using OtherValues = std::vector<ScenarioChanges> (*)(std::string_view field, const Evaluation& plan,
                                                     const EngineData& data);

/// The effective value of a setting that a file may leave to a preset or the database.
using ValueInForce = FieldValue (*)(const Evaluation& plan, const EngineData& data);

/// A setting and the way to find other values of it.
struct SensitivityRow {
    std::string_view field;
    OtherValues others;
    /// Null if the field itself always has a value.
    ValueInForce in_force = nullptr;
};

/// Every setting that is tried, one per line.
std::span<const SensitivityRow> sensitivity_table();

} // namespace rigwright
