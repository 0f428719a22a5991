// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/cpu.h"
#include "core/hardware/small_records.h"
#include "core/quantities/number_format.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <optional>

namespace rigwright {

/// The market a card is made for; decides defaults such as error correction and display use.
enum class GpuSegment { consumer, laptop, professional, datacenter, integrated };

template <>
inline constexpr std::array<std::string_view, 5> words<GpuSegment>{"consumer", "laptop", "professional", "datacenter",
                                                                   "integrated"};

/// Whether one can buy it: from its vendor, only for rent, only rebuilt by third parties, or hardly at all.
enum class GpuAvailability { sold, rent_only, unofficial, rare };

template <>
inline constexpr std::array<std::string_view, 4> words<GpuAvailability>{"sold", "rent-only", "unofficial", "rare"};

/// How GPUs of one machine reach each other beside the host bus.
enum class PeerLinkKind { none, nvlink_bridge, nvlink_mesh, nvswitch, infinity_fabric, other };

template <>
inline constexpr std::array<std::string_view, 6> words<PeerLinkKind>{"none",     "nvlink-bridge",   "nvlink-mesh",
                                                                     "nvswitch", "infinity-fabric", "other"};

struct GpuMemory {
    /// The size on the label, read as GiB (an "80 GB" card carries 80 GiB of memory cells).
    Bytes capacity;
    std::string type;
    std::optional<int> bus_width_bit;
    std::optional<BytesPerSecond> bandwidth;
    std::optional<Bytes> l2_cache;
    Provenance provenance;
};

/// Peak rates without structured sparsity; int8 counts integer operations. Formulas ask `dense_peak` instead of these
/// members.
struct GpuCompute {
    /// Streaming multiprocessors (NVIDIA), compute units (AMD) or GPU cores (Apple).
    std::optional<int> multiprocessors;
    std::optional<int> shaders;
    /// Zero where the generation has none.
    std::optional<int> tensor_cores;
    std::optional<Hertz> boost_clock;
    /// Clock behind the tensor peaks where the vendor computes them at another one (Hopper).
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
    /// Formats whose products the card has no units for. One that is neither here nor has a rate is not published.
    std::vector<NumberFormat> formats_without_units;
    Provenance provenance;
};

/// Best matrix product that users report; bounds a real training step from above.
struct GpuMeasuredMatmul {
    std::optional<FlopsPerSecond> fp32;
    std::optional<FlopsPerSecond> fp16;
    std::optional<FlopsPerSecond> bf16;
    Provenance provenance;
};

struct GpuLink {
    std::optional<int> pcie_generation;
    std::optional<int> pcie_lanes;
    /// Whether the vendor's own driver lets two such cards copy over PCIe without passing through host memory.
    std::optional<bool> pcie_peer_to_peer;
    std::optional<PeerLinkKind> peer_kind;
    std::optional<int> peer_generation;
    /// Both directions added, per GPU, as vendors print it; `peer_bandwidth` halves it.
    std::optional<BytesPerSecond> peer_bidirectional;
    /// The largest number of GPUs that reach each other over the peer link.
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

/// One accelerator as it is bought. On boards with several devices every amount is that of the whole board.
struct Gpu {
    std::string id;
    std::string name;
    std::string vendor;
    std::string architecture;
    std::string compute_capability;
    GpuSegment segment = GpuSegment::consumer;
    /// Month of release, "2018-09"; empty where unknown.
    std::string release;
    GpuAvailability availability = GpuAvailability::sold;
    /// Devices that software sees on one board (Tesla K80 2, A16 4, MI250X 2).
    int devices_per_board = 1;
    GpuMemory memory;
    GpuCompute compute;
    GpuMeasuredMatmul measured;
    GpuLink link;
    GpuPower power;
    GpuBoard board;
    std::vector<Price> prices;
    /// Codes of remarks; their words are in hardware_db/notes.json.
    std::vector<std::string> notes;
};

/// What one of the board's devices has: memory, cache, units, peaks and power divided by `devices_per_board`. The host
/// and peer links stay those of the board, since the devices share them.
Gpu single_device(const Gpu& board);

/// A card that goes into a slot, not a module, a chip of a laptop or a part of a processor.
bool is_card(const Gpu& gpu);

/// One direction of the peer link, per GPU; nullopt where there is none or its rate is unknown.
std::optional<BytesPerSecond> peer_bandwidth(const Gpu& gpu);

/// `gnu_linux` because GNU compilers predefine a macro called linux.
enum class OperatingSystem { gnu_linux, windows, macos };

template <>
inline constexpr std::array<std::string_view, 3> words<OperatingSystem>{"linux", "windows", "macos"};

/// What a driver and a display keep of the memory of a group of cards. Empty conditions match everything.
struct MemoryReserveRule {
    std::string vendor;
    std::vector<std::string> architectures;
    std::optional<OperatingSystem> operating_system;
    /// Cards of at least this size; zero for all.
    Bytes smallest_capacity;
    /// The driver keeps `driver_fixed` plus this share of the label.
    Bytes driver_fixed;
    double driver_share = 0.0;
    /// A desktop on the same card keeps this on top.
    Bytes display;
    Provenance provenance;
};

/// Error correction that stores its bits in the same memory. HBM has cells of its own for them.
struct InBandEccRule {
    std::vector<std::string> memory_types;
    /// Segments whose cards leave the factory with it switched on.
    std::vector<GpuSegment> on_by_default;
    double share = 0.0;
    Provenance provenance;
};

/// Content of hardware_db/usable_memory.json. The first rule that matches a card applies.
struct MemoryReserves {
    std::vector<MemoryReserveRule> rules;
    InBandEccRule in_band_ecc;
};

/// The machine that a card sits in, as far as it takes memory from it.
struct MemoryHost {
    OperatingSystem operating_system = OperatingSystem::gnu_linux;
    /// The card also draws the desktop.
    bool draws_display = false;
    /// Error correction switched by hand; left out, the card's default.
    std::optional<bool> error_correction;
};

/// usable = nominal - driver - error_correction - display, each in whole bytes; `usable` is zero where they exceed the
/// label.
struct UsableMemory {
    Bytes nominal;
    Bytes driver;
    Bytes error_correction;
    Bytes display;
    Bytes usable;
    /// Where the driver's and the display's share come from.
    Provenance provenance;
};

/// What programs can allocate on one device of `gpu`, framework context included. Nullopt when no rule matches.
std::optional<UsableMemory> usable_memory(const Gpu& gpu, const MemoryReserves& reserves, const MemoryHost& host);

/// The ordinary units of a multiprocessor, or its matrix units.
enum class ComputeUnit { vector, tensor };

/// The format in which a matrix unit sums fp16 products. Training sums in fp32; GeForce cards do that at half the rate.
enum class Accumulation { fp32, fp16 };

/// Peak rate of the whole board without structured sparsity. Nullopt where the unit does not take the format or no
/// figure is known. fp32 on a tensor unit is nullopt: TF32 is a format of its own. `accumulation` matters for fp16 on
/// tensor units only.
std::optional<FlopsPerSecond> dense_peak(const Gpu& gpu, NumberFormat format, ComputeUnit unit,
                                         Accumulation accumulation = Accumulation::fp32);

/// Whether a GPU multiplies numbers of a format on its matrix units, or on ordinary ones at least as fast as fp32.
/// Pascal's GeForce and Tesla P4 and P40 have fp16 on ordinary units, at 1/64 of the rate of fp32.
bool multiplies_at_full_rate(const Gpu& gpu, NumberFormat format);

/// Whether a GPU has units that multiply numbers of a format, by its rates or by what its record says it lacks; nullopt
/// where the record tells neither.
std::optional<bool> multiplies(const Gpu& gpu, NumberFormat format);

/// Whether a processor has instructions that multiply numbers of a format; nullopt where its record does not tell.
std::optional<bool> multiplies(const Cpu& cpu, NumberFormat format);

} // namespace rigwright
