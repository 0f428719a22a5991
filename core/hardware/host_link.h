// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"

#include <cstdint>

namespace rigwright {

/// Lanes of a slot of full width.
inline constexpr int full_lanes = 16;

/// What the cards of one machine are plugged into. Null parts limit nothing: a typical host, a chassis that is not named.
struct CardHost {
    const Cpu* cpu = nullptr;
    std::int64_t sockets = 1;
    const Chassis* chassis = nullptr;
    std::int64_t cards = 1;
};

/// Lanes that a machine offers each of its cards, in a width that slots come in: those of its processors shared out, in
/// a chassis at most those of its slots. The slots of a rack server keep their width however few lanes its processors
/// have: switches feed them. Nullopt where neither is known.
std::optional<int> lanes_offered(const CardHost& host);

/// Lanes that each card gets: its own, and no more than the machine offers. Modules have theirs from their baseboard.
/// Nullopt where the number of lanes that the card has is not published.
std::optional<int> lanes_of_a_card(const Gpu& gpu, const CardHost& host);

/// The PCIe link between a card and its machine: `lanes_of_a_card` of the oldest generation among card, processor and
/// chassis. Nullptr where the card has no PCIe link or the catalog lacks the combination.
const Link* host_link(const Gpu& gpu, const CardHost& host, const Catalog& catalog);

/// What a PCIe link of the same generation carries one way over all lanes of a slot of full width.
BytesPerSecond at_full_width(const Link& link);

/// The catalog's link of the generation that a card's own link has ("nvlink4"), with what was measured over it.
/// Nullptr without one.
const Link* peer_link(const Gpu& gpu, const Catalog& catalog);

/// Whether a link joins machines, and not parts inside one.
bool joins_machines(const Link& link);

/// Whether a link is sold as a bridge between cards.
bool is_bridge(const Link& link);

/// The catalog's bridge between pairs of this card: the one of the card's own rate. Nullptr for cards that take none.
const Link* bridge_of(const Gpu& gpu, const Catalog& catalog);

} // namespace rigwright
