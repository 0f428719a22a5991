// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/fixes.h"

#include <optional>
#include <vector>

namespace rigwright {

/// One way to keep the smallest defect large enough at the input of the network, and what it costs.
struct DefectAnswer {
    Fix fix;
    /// Of the plan with it; empty where the engine refuses that plan.
    std::optional<Estimate> estimate;
};

/// A larger input, then tiles. Empty where the plan keeps the defect, or nothing says how large that is.
std::vector<DefectAnswer> defect_answers(const Evaluation& plan, const EngineData& data);

} // namespace rigwright
