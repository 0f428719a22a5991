// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

#include <span>
#include <string>
#include <vector>

namespace rigwright {

/// How the numbers of one part of the estimate come about, without their values.
struct MethodPart {
    /// The first word of its quantities: "model", "memory", "time", ...
    std::string key;
    /// Nodes with a formula, one for each formula of a quantity, in the order of the trees from the top down. What
    /// their names insert and their values are those of the first evaluation that has them.
    std::vector<Working> formulas;
    /// Leaves whose source is a sentence of the program rather than that of a record, one for each.
    std::vector<Working> values;
};

/// The formulas of everything that `explain` and `explain_requirements` tell about the evaluations, each once.
std::vector<MethodPart> method_of(std::span<const Evaluation> evaluations, const EngineData& data);

} // namespace rigwright
