// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

enum class LinkKind { pcie, nvlink, nvswitch, infinity_fabric, chip_to_chip, infiniband, ethernet };

template <>
inline constexpr std::array<std::string_view, 7> words<LinkKind>{
    "pcie", "nvlink", "nvswitch", "infinity-fabric", "chip-to-chip", "infiniband", "ethernet"};

/// Widths that PCIe slots and cards come in, and the latest generation that is sold. The catalogue has a link for each
/// pair.
inline constexpr std::array pcie_widths{16, 8, 4, 2, 1};
inline constexpr int latest_pcie_generation = 6;

/// A way between GPUs, between host and GPU, or between machines.
struct Link {
    std::string id;
    std::string name;
    LinkKind kind = LinkKind::pcie;
    std::optional<int> generation;
    /// PCIe lanes, NVLink links, network lanes or ports.
    std::optional<int> lanes;
    /// What the wire carries one way after line coding. GPU links: per GPU; networks: per port.
    BytesPerSecond per_direction;
    /// What was reached one way (or as all-reduce bus bandwidth) with large messages; `effective_basis` says how.
    std::optional<BytesPerSecond> effective;
    std::string effective_basis;
    std::optional<Seconds> latency;
    /// GPUs that this link joins where it is not a switch or a network (bridges: 2).
    std::optional<int> most_gpus;
    /// Of one port of a network: adapter, cable and its port of the switch.
    std::vector<Price> prices;
    Provenance provenance;
    std::vector<std::string> notes;
};

} // namespace rigwright
