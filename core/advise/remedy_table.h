// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// How far a remedy reaches into what is done, least first.
enum class RemedyReach {
    /// The same samples lead to the same weights, rounding aside.
    same_training,
    /// Numbers are kept with fewer digits.
    coarser_numbers,
    /// Weights are moved by another rule.
    other_optimizer,
    /// Small moves of the weights are rounded away.
    lost_updates,
    /// Something else is trained, or on something else.
    other_training,
    /// The plan needs another machine.
    other_machine
};
/// "same-training", the last part of the message "remedy.reach.<key>".
template <>
inline constexpr std::array<std::string_view, 6> words<RemedyReach>{
    "same-training", "coarser-numbers", "other-optimizer", "lost-updates", "other-training", "other-machine"};

/// One thing to do: "remedy.<code>" names it with the arguments, "remedy.<code>.why" says what it does and costs.
struct RemedyPart {
    std::string code;
    Arguments arguments;

    bool operator==(const RemedyPart&) const = default;
};

/// A way out for a plan that does not fit, or fits tightly: what to do, the edit that does it, and the plan it gives.
struct Remedy {
    /// One, or two that help together only.
    std::vector<RemedyPart> parts;
    /// That of the part that reaches furthest.
    RemedyReach reach = RemedyReach::same_training;
    ScenarioChanges changes;
    PlanEffect effect;
    /// Time of one sample against the plan as it is (1.3: takes 30 % longer); empty where one of both is unknown.
    std::optional<double> time_ratio;

    bool fits() const { return effect.verdict != Verdict::does_not_fit; }
};

/// What helps a plan whose verdict is not FITS; nothing for one that fits, or that has no verdict.
///
/// Every remedy is a legal plan, needs less memory (or has more), and runs into nothing that the plan does not run into
/// already. Those that restore the margin come first, then those that fit tightly, then those that only help. Among
/// those that fit: first what keeps the training as it is, then coarser numbers and other optimizers, then what loses
/// updates or trains something else, then what needs other hardware; in each group what loses least time first, then
/// what reaches least far. Those that only help come by what
/// they leave. Where nothing on this machine suffices alone, pairs that do are among them.
std::vector<Remedy> remedies(const Evaluation& plan, const Advising& advising);

/// Codes of all single remedies.
std::vector<std::string_view> remedy_codes();

} // namespace rigwright
