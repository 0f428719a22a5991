// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/working.h"
#include "core/scenario/scenario.h"

#include <utility>

namespace rigwright {

// Small constructors for the nodes of a working and their values.

inline Value whole_value(std::int64_t number) { return value_of(Count(number)); }
inline Value count_value(double number) { return {number, Unit::count}; }
inline Value ratio_value(double number) { return {number, Unit::ratio}; }
inline Value seconds_value(double number) { return {number, Unit::seconds}; }
inline Value macs_value(Count number) { return {number.as_double(), Unit::macs}; }

/// A number of the scenario; `field` is its path, whose name in the message table is "field.<path>".
inline Working from_field(std::string symbol, std::string field, Value value)
{
    Working node;
    node.quantity = "field." + field;
    node.value = value;
    node.origin = std::move(field);
    node.symbol = std::move(symbol);
    return node;
}

/// The number of machines, at the place "machines".
inline Working machines_field(const Scenario& scenario)
{
    return from_field("machines", "build.nodes", whole_value(scenario.build.nodes));
}

/// A number that stands for itself, with where it comes from.
inline Working leaf(std::string symbol, std::string quantity, Value value, std::string source = {},
                    std::string origin = {})
{
    Working node;
    node.quantity = "quantity." + std::move(quantity);
    node.value = value;
    node.source = std::move(source);
    node.origin = std::move(origin);
    node.symbol = std::move(symbol);
    return node;
}

/// A working at the place `symbol` of a formula.
inline Working placed(std::string symbol, Working node)
{
    node.symbol = std::move(symbol);
    return node;
}

/// A coefficient of hardware_db/calibration.json; its meaning and source are told by the messages
/// "quantity.coefficient.<key>" and "source.coefficient.<key>".
inline Working coefficient(std::string symbol, const std::string& key, Value value, bool assumption = false)
{
    Working node =
        leaf(std::move(symbol), "coefficient." + key, value, "source.coefficient." + key, "calibration/" + key);
    node.assumption = assumption;
    return node;
}

/// A computed number; `formula` is the message "formula.<id>".
inline Working computed(std::string symbol, std::string quantity, Value value, const std::string& formula,
                        std::vector<Working> inputs)
{
    Working node;
    node.quantity = "quantity." + std::move(quantity);
    node.value = value;
    node.formula = "formula." + formula;
    node.inputs = std::move(inputs);
    node.symbol = std::move(symbol);
    return node;
}

} // namespace rigwright
