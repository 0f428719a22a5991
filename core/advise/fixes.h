// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/remedy_table.h"
#include "core/advise/scenario_change.h"

#include <optional>
#include <vector>

namespace rigwright {

/// An edit that makes a finding go away.
struct Fix {
    /// "fix.<code>" names it with the arguments.
    RemedyPart what;
    ScenarioChanges changes;
    /// Time of one sample against the plan as it is, where it grows visibly (2.0: takes twice as long).
    std::optional<double> longer{};
    /// What the peak of memory grows by, where it grows visibly.
    std::optional<Bytes> more_memory{};
};

/// What can be done about one finding.
struct FindingFixes {
    std::string code;
    std::string field;
    /// The mildest first; each was tried: with it the finding is gone, nothing worse came in its place, and what it
    /// costs in time and memory is known.
    std::vector<Fix> fixes;
};

/// The fixes of all findings of a plan that have one, in the order of the findings: checks of the build, data loading
/// and number formats. What helps a plan without enough GPU memory is told by `remedies`.
std::vector<FindingFixes> fixes(const Evaluation& plan, const Advising& advising);

/// Codes of findings that fixes are known for.
std::vector<std::string_view> fixable_codes();

/// One way to keep the smallest defect large enough at the input of the network, and what it costs.
struct DefectAnswer {
    Fix fix;
    /// Of the plan with it; empty where the engine refuses that plan.
    std::optional<Estimate> estimate;
};

/// A larger input, then tiles. Empty where the plan keeps the defect, or nothing says how large that is.
std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data);

} // namespace rigwright
