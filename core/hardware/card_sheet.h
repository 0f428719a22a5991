// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/quantities/value.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// One property of one card: a number with its unit, a text from the record, or nothing if it is not published.
struct CardEntry {
    /// The path of its field, "compute.fp32_TFLOPS", or "host_link", "peer_link", "price". Messages: "card.<property>"
    /// (name), "card.<property>.meaning" and "card.<property>.drives" (the part of the estimate that depends on it).
    std::string property;
    std::optional<Value> value = {};
    std::string text = {};
    /// Unit of a number that `Value` has no unit for: " MHz", " bit".
    std::string unit = {};
    std::string source = {};
    /// Higher is better: a ratio to another card makes sense.
    bool is_compared = false;
    /// An approximate figure of a third party.
    bool approximate = false;

    bool is_known() const { return value.has_value() || !text.empty(); }
};

/// The properties of a card, known or not, the same for every card: chip and peaks, memory, links, board, price. Rates
/// are peaks without structured sparsity. The price is the newest one in dollars; an estimate only if there is no other.
std::vector<CardEntry> card_sheet(const Gpu& gpu);

/// The ratio to another card's number: 1.6; empty if either is unknown or the property is not compared.
std::optional<double> ratio(const CardEntry& entry, const CardEntry& other);

} // namespace rigwright
