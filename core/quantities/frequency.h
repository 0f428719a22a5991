// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/quantity.h"

namespace rigwright {

/// Cycles (or, for memory buses, transfers) per second.
using Hertz = Quantity<struct HertzKind>;

constexpr Hertz megahertz(double amount) { return Hertz(amount * 1e6); }
constexpr Hertz gigahertz(double amount) { return Hertz(amount * 1e9); }

} // namespace rigwright
