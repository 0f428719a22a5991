// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/chassis.h"
#include "core/hardware/cpu.h"

#include <cstdint>

namespace rigwright {

/// Whether machines of this kind take processors of this segment ("server"); true where the record names none.
bool takes_segment(const Chassis& chassis, const Cpu& cpu);

/// Whether a processor goes into one of the sockets that the record names. Nullopt where the record names none, or the
/// processor's own socket is not published.
std::optional<bool> takes_socket(const Chassis& chassis, const Cpu& cpu);

/// Whether a machine cools one such processor; true where the record gives no limit.
bool cools(const Chassis& chassis, const Cpu& cpu);

/// Nothing in the record speaks against the processor.
bool takes(const Chassis& chassis, const Cpu& cpu);

/// Whether the machine comes with power supplies of its own, so that none is chosen for it.
bool brings_supplies(const Chassis& chassis);

/// What the machine can draw: the record's figure, else the output of the supplies that have to work.
std::optional<Watts> most_power(const Chassis& chassis);

/// Double-width places that `count` cards take: a wider card covers the place beside it as well.
std::int64_t double_width_places(const Gpu& gpu, std::int64_t count);

} // namespace rigwright
