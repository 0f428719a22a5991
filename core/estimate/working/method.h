// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// How the numbers of one part of the estimate come about, without their values.
struct MethodPart {
    /// The first word of its quantities: "model", "memory", "time", ...
    std::string key;
    /// Nodes with a formula, one for each formula of a quantity, in the order of the trees from the top down. What
    /// their names insert and their values are those of the first evaluation that has them.
    std::vector<Derivation> formulas;
    /// Leaves whose source is a sentence of the program rather than that of a record, one for each.
    std::vector<Derivation> values;
};

/// The formulas of everything that `explain` and `explain_requirements` tell about the evaluations, each once.
std::vector<MethodPart> method_of(std::span<const Evaluation> evaluations, const EngineData& data);

/// One way to count a quantity that people count in several: in multiply-accumulates or FLOPs, attention in full or
/// behind its mask, by the engine or by a textbook's closed form.
struct QuantityReading {
    /// What `explain` takes: the working of this reading.
    std::string_view quantity;
    /// The message "convention.<word>" names it on a switch.
    std::string_view word;
    Value value;
};

/// The readings of a quantity that this evaluation has, the engine's own first; empty where there is one way only. A
/// quantity that is itself another reading leads to all of its kin.
std::vector<QuantityReading> readings_of(const Evaluation& evaluation, const EngineData& data,
                                         std::string_view quantity);

/// Every reading that the table knows: the id of the engine's quantity, then those of the others, row by row.
std::vector<std::vector<std::string_view>> all_readings();

} // namespace rigwright
