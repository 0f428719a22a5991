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

/// What a setting is judged by.
enum class PlanFigure {
    /// Of the fullest GPU.
    memory,
    /// The whole run, from start to end.
    run_time,
    /// Depreciation, upkeep and electricity of one run, or its rent.
    run_cost
};
inline constexpr std::array all_plan_figures{PlanFigure::memory, PlanFigure::run_time, PlanFigure::run_cost};

/// The plan with one setting changed and everything else as it is.
struct Trial {
    /// All fields that make up the one setting; the first names it (height and width of an image).
    ScenarioChanges changes;
    bool fits = false;
    /// PlanFigure over that of the present plan (2: twice as much); empty where one of both is not known.
    std::array<std::optional<double>, all_plan_figures.size()> ratios{};

    const std::optional<double>& ratio(PlanFigure figure) const { return ratios[static_cast<std::size_t>(figure)]; }
    FieldValue value() const;
};

/// A setting and what became of the plan with other values of it.
struct Sensitivity {
    std::string field;
    /// Of `field` as the plan has it.
    FieldValue value;
    /// At least one.
    std::vector<Trial> trials;

    /// The trials with the lowest and the highest figure; null where no trial goes below, or above, the present plan.
    const Trial* lowest(PlanFigure figure) const;
    const Trial* highest(PlanFigure figure) const;
    /// From the lowest to the highest figure, in logarithms: 0 where the setting does not matter.
    double reach(PlanFigure figure) const;
};

/// Which single setting or part moves a plan most: numbers are halved and doubled, every other word of a choice is
/// taken, parts are exchanged for others of the database. A trial that the engine refuses, or that runs into something
/// the plan does not run into, is left out; so is a setting without trials. In the order of the table of settings.
/// Empty where the plan cannot be computed.
///
/// Numbers are tried at half and double because memory and time follow most of them in proportion; the ends are not
/// equally likely, which the reader judges.
std::vector<Sensitivity> sensitivity(const Evaluation& plan, const Advising& advising);

/// Other values of one setting, each with all fields that it takes. `field` is the row's.
using OtherValues = std::vector<ScenarioChanges> (*)(std::string_view field, const Evaluation& plan,
                                                     const EngineData& data);

/// The value in force of a setting that a file may leave to a preset or the database.
using ValueInForce = FieldValue (*)(const Evaluation& plan, const EngineData& data);

/// A setting and how others of it are found.
struct SensitivityRow {
    std::string_view field;
    OtherValues others;
    /// Null where the field itself always has one.
    ValueInForce in_force = nullptr;
};

/// Every setting that is tried, one line each.
std::span<const SensitivityRow> sensitivity_table();

} // namespace rigwright
