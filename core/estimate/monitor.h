// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/scenario/scenario.h"

namespace rigwright {

/// A processor for desktops without graphics of its own.
bool leaves_monitor_to_cards(const Cpu& cpu);

/// Whether one of the build's cards drives a monitor: what the build says; else a single machine does that is no rack
/// server, where the processor leaves it to cards and the card is one with outputs.
bool draws_display(const BuildChoice& build, const Catalog& hardware);

} // namespace rigwright
