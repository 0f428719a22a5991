// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/remedy_table.h"
#include "core/advise/scenario_change.h"

#include <optional>
#include <vector>

namespace rigwright {

/// An edit that removes a finding.
struct Fix {
    /// "fix.<code>" names it with the arguments.
    RemedyPart what;
    ScenarioChanges changes;
    /// Time per sample relative to the present plan, if it grows visibly (2.0: takes twice as long).
    std::optional<double> longer{};
    /// Growth of the peak memory, if visible.
    std::optional<Bytes> more_memory{};
};

/// The fixes of one finding.
struct FindingFixes {
    std::string code;
    std::string field;
    /// Mildest first; each was tried: it removes the finding, causes nothing worse, and its cost in time and memory is
    /// known.
    std::vector<Fix> fixes;
};

/// The fixes of all findings of a plan that have one, in the order of the findings: checks of the build, data loading
/// and number formats. For a plan without enough GPU memory see `remedies`.
std::vector<FindingFixes> fixes(const Evaluation& plan, const Advising& advising);

/// Codes of findings with known fixes.
std::vector<std::string_view> fixable_codes();

/// One way to keep the smallest defect large enough at the input of the network, with its cost.
struct DefectAnswer {
    Fix fix;
    /// Estimate of the plan with it; empty if the engine rejects that plan.
    std::optional<Estimate> estimate;
};

/// A larger input, then tiles. Empty if the plan keeps the defect, or its size is unknown.
std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data);

} // namespace rigwright
