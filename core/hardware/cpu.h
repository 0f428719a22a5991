// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/small_records.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <optional>

namespace rigwright {

enum class CpuCoreKind { uniform, performance, efficiency };

/// Words for the segment of a CPU.
inline constexpr std::array<std::string_view, 5> cpu_segment_ids{"desktop", "laptop", "workstation", "server", "cloud"};

template <>
inline constexpr std::array<std::string_view, 3> words<CpuCoreKind>{"uniform", "performance", "efficiency"};

/// Cores of one kind. Hybrid processors have two groups with their own clocks and vector widths.
struct CpuCoreGroup {
    CpuCoreKind kind = CpuCoreKind::uniform;
    int cores = 0;
    std::optional<Hertz> base_clock;
    /// Highest clock of a single core; the clock of all cores together is lower.
    std::optional<Hertz> boost_clock;
    /// fp32 operations per core and cycle (two per fused multiply-add and vector lane).
    std::optional<double> fp32_flop_per_cycle;
};

struct CpuCompute {
    int cores = 0;
    std::optional<int> threads;
    std::vector<CpuCoreGroup> core_groups;
    std::string simd;
    /// Whether the cores have instructions that multiply 16-bit numbers: AVX512-BF16, AMX-BF16 or FEAT_BF16;
    /// AVX512-FP16, AMX-FP16 or FEAT_FP16. Instructions that only convert do not count. Empty if unknown.
    std::optional<bool> bf16_products;
    std::optional<bool> fp16_products;
    std::optional<Bytes> l3_cache;
    Provenance provenance;
};

struct CpuMemory {
    std::optional<int> channels;
    std::string type;
    /// Transfers per second and channel, guaranteed by the vendor for one module per channel.
    std::optional<Hertz> transfer_rate;
    std::optional<Bytes> largest_capacity;
    /// Per socket.
    std::optional<BytesPerSecond> bandwidth;
    Provenance provenance;
};

struct CpuLink {
    std::optional<int> pcie_generation;
    /// Lanes per socket available to cards.
    std::optional<int> pcie_lanes;
    Provenance provenance;
};

struct CpuPower {
    std::optional<Watts> base_power;
    std::optional<Watts> turbo_power;
    Provenance provenance;
};

struct Cpu {
    std::string id;
    std::string name;
    std::string vendor;
    std::string segment;
    /// Month or quarter of release, "2019-08" or "2022-Q4"; empty if unknown.
    std::string release;
    std::string socket;
    std::optional<int> most_sockets;
    /// Whether it can drive a monitor. Empty if unknown.
    std::optional<bool> integrated_graphics;
    CpuCompute compute;
    CpuMemory memory;
    CpuLink link;
    CpuPower power;
    std::vector<Price> prices;
    /// Codes of remarks; their texts are in hardware_db/notes.json.
    std::vector<std::string> notes;
};

} // namespace rigwright
