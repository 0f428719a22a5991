// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"

#include <cstdint>

namespace rigwright {

/// Lanes of a full-width slot.
inline constexpr int full_lanes = 16;

/// The parts that the cards of one machine are plugged into. Null parts set no limit: a typical host, an unnamed
/// chassis.
struct CardHost {
    const Cpu* cpu = nullptr;
    std::int64_t sockets = 1;
    const Chassis* chassis = nullptr;
    std::int64_t cards = 1;
};

/// Lanes that a machine offers each of its cards, rounded down to a slot width: those of its CPUs divided by the cards,
/// in a chassis at most those of its slots. The slots of a rack server keep their width even with few CPU lanes:
/// switches feed them. Empty if neither is known.
std::optional<int> lanes_offered(const CardHost& host);

/// Lanes of each card: its own, at most those that the machine offers. Modules get theirs from their baseboard. Empty
/// if the card's number of lanes is not published.
std::optional<int> lanes_of_a_card(const Gpu& gpu, const CardHost& host);

/// The PCIe link between a card and its machine: `lanes_of_a_card` of the oldest generation among card, CPU and
/// chassis. Nullptr if the card has no PCIe link or the catalog lacks the combination.
const Link* host_link(const Gpu& gpu, const CardHost& host, const Catalog& catalog);

/// One-way rate of a full-width PCIe link of the same generation.
BytesPerSecond at_full_width(const Link& link);

/// The catalog's link of the generation of a card's own link ("nvlink4"), with its measurements. Nullptr if there is
/// none.
const Link* peer_link(const Gpu& gpu, const Catalog& catalog);

/// Whether a link joins machines rather than parts inside one.
bool joins_machines(const Link& link);

/// Whether a link is sold as a bridge between cards.
bool is_bridge(const Link& link);

/// The catalog's bridge between pairs of this card: the one with the card's own rate. Nullptr for cards that take none.
const Link* bridge_of(const Gpu& gpu, const Catalog& catalog);

} // namespace rigwright
