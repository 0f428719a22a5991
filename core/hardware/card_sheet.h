// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/quantities/value.h"
#include "core/quantities/words.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Properties of a card, in the order in which a page shows them.
enum class CardProperty {
    architecture,
    multiprocessors,
    shaders,
    tensor_cores,
    boost_clock,
    fp64,
    fp64_tensor,
    fp32,
    tf32,
    fp16_vector,
    fp16_fp32_sum,
    fp16_fp16_sum,
    bf16,
    fp8,
    fp4,
    int8,
    memory,
    memory_type,
    bus_width,
    bandwidth,
    cache,
    host_link,
    peer_link,
    power,
    board,
    release,
    price
};
/// "fp16_fp32_sum": the last part of the messages "card.<key>" (name), "card.<key>.meaning" (what it is) and
/// "card.<key>.drives" (which part of the estimate it moves).
template <>
inline constexpr std::array<std::string_view, 27> words<CardProperty>{"architecture",  "multiprocessors",
                                                                      "shaders",       "tensor_cores",
                                                                      "boost_clock",   "fp64",
                                                                      "fp64_tensor",   "fp32",
                                                                      "tf32",          "fp16_vector",
                                                                      "fp16_fp32_sum", "fp16_fp16_sum",
                                                                      "bf16",          "fp8",
                                                                      "fp4",           "int8",
                                                                      "memory",        "memory_type",
                                                                      "bus_width",     "bandwidth",
                                                                      "cache",         "host_link",
                                                                      "peer_link",     "power",
                                                                      "board",         "release",
                                                                      "price"};
inline constexpr std::size_t card_property_count = 27;

/// One property of one card: a number with its unit, a text that is data, or nothing where nobody published it.
struct CardEntry {
    CardProperty property = CardProperty::architecture;
    std::optional<Value> value;
    std::string text;
    /// Clocks have a unit of their own: megahertz.
    bool in_megahertz = false;
    /// Bits of a memory bus.
    bool in_bits = false;
    std::string source;
    /// Somebody's approximate figure.
    bool approximate = false;

    bool is_known() const { return value.has_value() || !text.empty(); }
};

/// All properties of a card, known or not, in the order above. Rates are peaks without structured sparsity; a rate that
/// the card has no units for is not known. The price is the newest one recorded in dollars, an
/// estimate only where nobody was seen to ask one.
std::vector<CardEntry> card_sheet(const Gpu& gpu);

/// Whether more is better: rates, memory, links. Of others no ratio says anything.
bool is_rate(CardProperty property);

/// What a number is over that of another card: 1.6. Nothing where one of both is not known.
std::optional<double> ratio(const CardEntry& entry, const CardEntry& other);

} // namespace rigwright
