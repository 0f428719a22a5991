// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Extent of the change that a remedy makes, least first.
enum class RemedyReach {
    /// The same samples lead to the same weights, rounding aside.
    same_training,
    /// Numbers are stored with fewer digits.
    coarser_numbers,
    /// Weights are updated by a different rule.
    other_optimizer,
    /// Small weight updates are rounded away.
    lost_updates,
    /// The model or the data of the training changes.
    other_training,
    /// The plan needs another machine.
    other_machine
};
/// "same-training", the last part of the message "remedy.reach.<key>".
template <>
inline constexpr std::array<std::string_view, 6> words<RemedyReach>{
    "same-training", "coarser-numbers", "other-optimizer", "lost-updates", "other-training", "other-machine"};

/// One measure: "remedy.<code>" names it with the arguments, "remedy.<code>.why" explains its effect and cost.
struct RemedyPart {
    std::string code;
    Arguments arguments;

    bool operator==(const RemedyPart&) const = default;
};

/// A remedy for a plan that does not fit, or fits tightly: the measure, its edit, and the resulting plan.
struct Remedy {
    /// One, or two that help only together.
    std::vector<RemedyPart> parts;
    /// Reach of the part that reaches furthest.
    RemedyReach reach = RemedyReach::same_training;
    ScenarioChanges changes;
    PlanEffect effect;
    /// Time per sample relative to the present plan (1.3: takes 30% longer); empty if one of the two is unknown.
    std::optional<double> time_ratio;

    bool fits() const { return effect.verdict != Verdict::does_not_fit; }
};

/// Remedies for a plan whose verdict is not FITS; empty for one that fits, or that has no verdict.
///
/// Every remedy is a legal plan, needs less memory (or has more), and adds no finding to those of the plan. Those that
/// restore the margin come first, then those that fit tightly, then those that only help. Among those that fit: first
/// those that keep the training as it is, then coarser numbers and other optimizers, then those that lose updates or
/// train something else, then those that need other hardware; in each group by the lost time, then by reach. Those that
/// only help are ordered by the remaining memory. If nothing on this machine suffices alone, sufficient pairs are
/// included.
std::vector<Remedy> remedies(const Evaluation& plan, const Advising& advising);

/// Codes of all single remedies.
std::vector<std::string_view> remedy_codes();

} // namespace rigwright
