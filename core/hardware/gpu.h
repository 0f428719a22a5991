// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cpu.h"
#include "core/hardware/small_records.h"
#include "core/quantities/number_format.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <optional>

namespace rigwright {

/// The market of a card; decides defaults such as error correction and display use.
enum class GpuSegment { consumer, laptop, professional, datacenter, integrated };

template <>
inline constexpr std::array<std::string_view, 5> words<GpuSegment>{"consumer", "laptop", "professional", "datacenter",
                                                                   "integrated"};

/// Availability: sold by its vendor, only for rent, only rebuilt by third parties, or rare.
enum class GpuAvailability { sold, rent_only, unofficial, rare };

template <>
inline constexpr std::array<std::string_view, 4> words<GpuAvailability>{"sold", "rent-only", "unofficial", "rare"};

/// Peer link between GPUs of one machine beside the host bus.
enum class PeerLinkKind { none, nvlink_bridge, nvlink_mesh, nvswitch, infinity_fabric, other };

template <>
inline constexpr std::array<std::string_view, 6> words<PeerLinkKind>{"none",     "nvlink-bridge",   "nvlink-mesh",
                                                                     "nvswitch", "infinity-fabric", "other"};

struct GpuMemory {
    /// The size on the label, read as GiB (an "80 GB" card has 80 GiB of memory cells).
    Bytes capacity;
    std::string type;
    std::optional<int> bus_width_bit;
    std::optional<BytesPerSecond> bandwidth;
    std::optional<Bytes> l2_cache;
    Provenance provenance;
};

/// Peak rates without structured sparsity; int8 counts integer operations. Formulas use `dense_peak` instead of these
/// members.
struct GpuCompute {
    /// Streaming multiprocessors (NVIDIA), compute units (AMD) or GPU cores (Apple).
    std::optional<int> multiprocessors;
    std::optional<int> shaders;
    /// Zero if the generation has none.
    std::optional<int> tensor_cores;
    std::optional<Hertz> boost_clock;
    /// Clock of the tensor peaks if the vendor computes them at a different one (Hopper).
    std::optional<Hertz> tensor_clock;
    std::optional<FlopsPerSecond> fp64;
    std::optional<FlopsPerSecond> fp64_tensor;
    std::optional<FlopsPerSecond> fp32;
    std::optional<FlopsPerSecond> tf32_tensor;
    std::optional<FlopsPerSecond> fp16_vector;
    std::optional<FlopsPerSecond> fp16_tensor_fp16_accumulation;
    std::optional<FlopsPerSecond> fp16_tensor_fp32_accumulation;
    std::optional<FlopsPerSecond> bf16_tensor;
    std::optional<FlopsPerSecond> fp8_tensor;
    std::optional<FlopsPerSecond> fp4_tensor;
    std::optional<FlopsPerSecond> int8;
    /// Formats that the card has no units to multiply. A format that is neither here nor has a rate is not published.
    std::vector<NumberFormat> formats_without_units;
    Provenance provenance;
};

/// Best matrix product reported by users; an upper bound for a real training step.
struct GpuMeasuredMatmul {
    std::optional<FlopsPerSecond> fp32;
    std::optional<FlopsPerSecond> fp16;
    std::optional<FlopsPerSecond> bf16;
    Provenance provenance;
};

struct GpuLink {
    std::optional<int> pcie_generation;
    std::optional<int> pcie_lanes;
    /// Whether the vendor's own driver lets two such cards copy over PCIe without passing through system memory.
    std::optional<bool> pcie_peer_to_peer;
    std::optional<PeerLinkKind> peer_kind;
    std::optional<int> peer_generation;
    /// Sum of both directions, per GPU, as vendors print it; `peer_bandwidth` halves it.
    std::optional<BytesPerSecond> peer_bidirectional;
    /// The largest number of GPUs connected by the peer link.
    std::optional<int> peer_domain_gpus;
    Provenance provenance;
};

struct GpuPower {
    std::optional<Watts> board_power;
    Provenance provenance;
};

struct GpuBoard {
    std::optional<double> slots_taken;
    std::string form_factor;
    Provenance provenance;
};

/// One accelerator as sold. On boards with multiple devices every amount is that of the whole board.
struct Gpu {
    std::string id;
    std::string name;
    std::string vendor;
    std::string architecture;
    std::string compute_capability;
    GpuSegment segment = GpuSegment::consumer;
    /// Month of release, "2018-09"; empty if unknown.
    std::string release;
    GpuAvailability availability = GpuAvailability::sold;
    /// Devices per board as software sees them (Tesla K80 2, A16 4, MI250X 2).
    int devices_per_board = 1;
    GpuMemory memory;
    GpuCompute compute;
    GpuMeasuredMatmul measured;
    GpuLink link;
    GpuPower power;
    GpuBoard board;
    std::vector<Price> prices;
    /// Codes of remarks; their texts are in hardware_db/notes.json.
    std::vector<std::string> notes;
};

/// One of the board's devices: memory, cache, units, peaks and power divided by `devices_per_board`. The host and peer
/// links remain those of the board, since the devices share them.
Gpu single_device(const Gpu& board);

/// Whether it is a card for a slot, rather than a module, a laptop chip or a part of a CPU.
bool is_card(const Gpu& gpu);

/// One direction of the peer link, per GPU; empty if there is none or its rate is unknown.
std::optional<BytesPerSecond> peer_bandwidth(const Gpu& gpu);

/// `gnu_linux` because GNU compilers predefine a macro called linux.
enum class OperatingSystem { gnu_linux, windows, macos };

template <>
inline constexpr std::array<std::string_view, 3> words<OperatingSystem>{"linux", "windows", "macos"};

/// Memory that a driver and a display reserve on a group of cards. Empty conditions match everything.
struct MemoryReserveRule {
    std::string vendor;
    std::vector<std::string> architectures;
    std::optional<OperatingSystem> operating_system;
    /// Minimum size of the cards; zero for all.
    Bytes smallest_capacity;
    /// The driver reserves `driver_fixed` plus this share of the label.
    Bytes driver_fixed;
    double driver_share = 0.0;
    /// Additional reserve of a desktop on the same card.
    Bytes display;
    Provenance provenance;
};

/// Error correction that stores its bits in the same memory. HBM has separate cells for them.
struct InBandEccRule {
    std::vector<std::string> memory_types;
    /// Segments whose cards have it on by default.
    std::vector<GpuSegment> on_by_default;
    double share = 0.0;
    Provenance provenance;
};

/// Content of hardware_db/usable_memory.json. The first rule that matches a card applies.
struct MemoryReserves {
    std::vector<MemoryReserveRule> rules;
    InBandEccRule in_band_ecc;
};

/// Cards on which a kernel of attention runs. Empty conditions match everything.
struct AttentionKernelRule {
    /// The word of the kernel in scenarios ("flash-2").
    std::string kernel;
    std::string vendor;
    /// Beginnings of names: "CDNA" also matches "CDNA 3".
    std::vector<std::string> architectures;
    /// Compute capabilities, both ends included.
    std::optional<double> first_capability;
    std::optional<double> last_capability;
    Provenance provenance;
};

/// Content of hardware_db/attention_kernels.json. A kernel without a rule runs on every card.
struct AttentionKernels {
    std::vector<AttentionKernelRule> rules;

    bool run(std::string_view kernel, const Gpu& gpu) const;
};

/// Properties of the host machine that affect a card's memory.
struct MemoryHost {
    OperatingSystem operating_system = OperatingSystem::gnu_linux;
    /// Whether the card also drives the desktop.
    bool draws_display = false;
    /// Manual setting of error correction; empty for the card's default.
    std::optional<bool> error_correction;
};

/// usable = nominal - driver - error_correction - display, each in whole bytes; `usable` is zero if they exceed the
/// label.
struct UsableMemory {
    Bytes nominal;
    Bytes driver;
    Bytes error_correction;
    Bytes display;
    Bytes usable;
    /// Source of the driver's and the display's share.
    Provenance provenance;
};

/// Memory that programs can allocate on one device of `gpu`, including the framework context. Empty when no rule
/// matches.
std::optional<UsableMemory> usable_memory(const Gpu& gpu, const MemoryReserves& reserves, const MemoryHost& host);

/// The ordinary units of a multiprocessor, or its matrix units.
enum class ComputeUnit { vector, tensor };

/// The format in which a matrix unit accumulates fp16 products. Training accumulates in fp32; GeForce cards do that at
/// half the rate.
enum class Accumulation { fp32, fp16 };

/// Peak rate of the whole board without structured sparsity. Empty if the unit does not support the format or no figure
/// is known. fp32 on a tensor unit is empty: TF32 is a separate format. `accumulation` matters only for fp16 on tensor
/// units.
std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit,
                                         Accumulation accumulation = Accumulation::fp32);

/// Whether a GPU multiplies numbers of a format on its matrix units, or on ordinary ones at least as fast as fp32.
/// Pascal's GeForce and Tesla P4 and P40 have fp16 on ordinary units, at 1/64 of the rate of fp32.
bool multiplies_at_full_rate(const Gpu& gpu, NumberFormat format);

/// Whether a GPU has units that multiply numbers of a format, from its rates or the formats that its record excludes;
/// empty if the record gives neither.
std::optional<bool> multiplies(const Gpu& gpu, NumberFormat format);

/// Whether a CPU has instructions that multiply numbers of a format; empty if its record does not say.
std::optional<bool> multiplies(const Cpu& cpu, NumberFormat format);

} // namespace rigwright
