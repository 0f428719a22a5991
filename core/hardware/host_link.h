// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"

namespace rigwright {

/// The PCIe link between a card and its processor: the older generation of the two, at the width of the card and at
/// most that of the processor. `cpu` may be null, and what is unknown of it does not limit the link. Nullptr where the
/// card has no PCIe link or the catalogue lacks the combination.
const Link* host_link(const Gpu& gpu, const Cpu* cpu, const Catalog& catalog);

/// The catalogue's link of the generation that a card's own link has ("nvlink4"), with what was measured over it.
/// Nullptr without one.
const Link* peer_link(const Gpu& gpu, const Catalog& catalog);

/// Whether a link joins machines, and not parts inside one.
bool joins_machines(const Link& link);

/// Whether a link is sold as a bridge between cards.
bool is_bridge(const Link& link);

/// The catalogue's bridge between pairs of this card: the one of the card's own rate. Nullptr for cards that take none.
const Link* bridge_of(const Gpu& gpu, const Catalog& catalog);

} // namespace rigwright
