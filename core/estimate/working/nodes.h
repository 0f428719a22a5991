// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"
#include "core/quantities/value.h"
#include "core/scenario/finding.h"
#include "core/scenario/scenario.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rigwright {

// Small constructors for the nodes of a working and their values.

inline Value macs_value(Count number) { return {number.as_double(), Unit::macs}; }

/// The number of machines, at the place "machines".
inline Derivation machines_field(const Scenario& scenario)
{
    return from_field("machines", "build.nodes", whole_value(scenario.build.nodes));
}

/// The working of a term that a stage makes with a trace, at the place `symbol` of a formula.
template <typename MakeTerm>
Derivation working_from(std::string symbol, const MakeTerm& term)
{
    Trace trace(true);
    return term(trace).working(std::move(symbol));
}

/// A working at the place `symbol` of a formula.
inline Derivation placed(std::string symbol, Derivation node)
{
    node.symbol = std::move(symbol);
    return node;
}

/// A computed number; `formula` is the message "formula.<id>".
inline Derivation computed(std::string symbol, std::string quantity, Value value, const std::string& formula,
                           std::vector<Derivation> inputs)
{
    Derivation node;
    node.quantity = "quantity." + std::move(quantity);
    node.value = value;
    node.formula = "formula." + formula;
    node.inputs = std::move(inputs);
    node.symbol = std::move(symbol);
    return node;
}

/// One row per quantity: its id and the function that derives it, called only if the estimate has the quantity. Without
/// a function, the trace of the evaluation has the working.
struct ExplainedRow {
    std::string_view id;
    std::optional<Derivation> (*explain)(const Evaluation&, const EngineData&);
};
/// A function of the evaluation, with or without the data, as rows call it.
template <auto Function>
std::optional<Derivation> working_by(const Evaluation& e, const EngineData& data)
{
    if constexpr (std::is_invocable_v<decltype(Function), const Evaluation&, const EngineData&>)
        return Function(e, data);
    else
        return Function(e);
}

/// The row of a quantity; nullptr for an id that the table does not know.
template <typename Rows>
auto row_of(const Rows& rows, std::string_view id) -> decltype(&*rows.begin())
{
    const auto found = std::find_if(rows.begin(), rows.end(), [id](const auto& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace rigwright
