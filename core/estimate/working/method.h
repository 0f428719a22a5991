// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// The formulas of one part of the estimate, without values.
struct MethodPart {
    /// The first word of its quantities: "model", "memory", "time", ...
    std::string key;
    /// Nodes with a formula, one per formula of a quantity, in the order of the trees from the top down. Arguments of
    /// their names and their values are from the first evaluation that has them.
    std::vector<Derivation> formulas;
    /// Leaves whose source is a sentence of the program rather than that of a record, one for each.
    std::vector<Derivation> values;
};

/// The formulas of everything that `explain` and `explain_requirements` derive for the evaluations, each once.
std::vector<MethodPart> method_of(std::span<const Evaluation> evaluations, const EngineData& data);

/// One of multiple conventions to count a quantity: in multiply-accumulates or FLOPs, attention in full or masked, by
/// the engine or by a textbook's closed form.
struct QuantityReading {
    /// Argument of `explain`: the derivation under this convention.
    std::string_view quantity;
    /// The message "convention.<word>" names it on a switch.
    std::string_view word;
    Value value;
};

/// The conventions of a quantity that this evaluation has, the engine's own first; empty if there is only one. A
/// quantity that is itself another convention returns all related ones.
std::vector<QuantityReading> readings_of(const Evaluation& evaluation, const EngineData& data,
                                         std::string_view quantity);

/// All conventions of the table: the id of the engine's quantity, then those of the others, row by row.
std::vector<std::vector<std::string_view>> all_readings();

} // namespace rigwright
