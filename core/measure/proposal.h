// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"
#include "core/scenario/fields.h"
#include "core/scenario/finding.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// A GPU or accelerator on the PCI bus.
struct FoundGpu {
    /// "0000:01:00.0"
    std::string address;
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    /// PCIe lanes in use, and lanes of the card; empty if the system does not report them.
    std::optional<int> lanes;
    std::optional<int> most_lanes;
    /// From the vendor's driver, if it responds.
    std::string name;
    std::optional<Bytes> memory;
};

enum class DriveKind { rotating, sata_ssd, nvme3, nvme4, nvme5, nvme };

struct FoundDrive {
    /// "nvme0n1"
    std::string device;
    std::string model;
    DriveKind kind = DriveKind::rotating;
    Bytes size;
};

/// The machine as reported by the operating system. Unreported values stay empty.
struct Machine {
    /// The processor's own name.
    std::string cpu;
    int sockets = 0;
    /// Per socket.
    int cores = 0;
    /// Memory usable by the system: less than is installed.
    std::optional<Bytes> memory;
    /// Sorted by address.
    std::vector<FoundGpu> gpus;
    /// Sorted by device.
    std::vector<FoundDrive> drives;
    /// Paths that could not be read, relative to the root.
    std::vector<std::string> unreadable;
};

/// Reads <root>/proc/cpuinfo, <root>/proc/meminfo, <root>/sys/bus/pci/devices and <root>/sys/block in Linux format.
/// Files of another system, or with invalid content, leave their members empty; nothing is guessed.
Machine read_machine(const std::filesystem::path& root);

/// A GPU as reported by its driver.
struct DriverGpu {
    std::string name;
    std::string address;
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    Bytes memory;
};

/// Result of the NVIDIA driver's library.
struct DriverAnswer {
    enum class State { answered, no_library, wrong_library, refused };
    State state = State::no_library;
    std::vector<DriverGpu> gpus;
};
/// Suffix of the message about the driver's result.
template <>
inline constexpr std::array<std::string_view, 4> words<DriverAnswer::State>{
    "found.driver-answered", "found.driver-absent", "found.driver-not-understood", "found.driver-refused"};

/// Opens the library (NVML) for the duration of the call; a missing library is not an error.
DriverAnswer ask_nvidia_driver(const std::string& library = "libnvidia-ml.so.1");

/// Adds name and memory to the cards that the driver reports, and cards missing from the bus listing.
void add_driver_answer(const DriverAnswer& answer, Machine& machine);

/// How well a part of the machine matches the database.
enum class CatalogMatch { exact, nearest, none };
/// "exact", "nearest", "none".
template <>
inline constexpr std::array<std::string_view, 3> words<CatalogMatch>{"exact", "nearest", "none"};

/// One detected part, and the corresponding value of the build.
struct FoundPart {
    /// "gpu", "gpu-count", "processor", "sockets", "memory", "drive", "drive-size", "circuit": the message
    /// "found.<code>".
    std::string code;
    /// Text from the machine ("13th Gen Intel(R) Core(TM) i9-13900K"): data, never markup.
    std::string found;
    /// The scenario field and its value; no value if nothing in the database is close.
    std::string field;
    FieldValue value;
    /// Name of the value ("GeForce RTX 4090"), or the amount.
    std::string name;
    std::optional<Value> amount;
    CatalogMatch match = CatalogMatch::exact;
    /// Differences from the nearest part, or other remarks: messages "found.<code>".
    std::vector<Finding> remarks;
};

/// The detected parts, in the order of a build's parts. With multiple kinds of cards, the most numerous is proposed and
/// the others get a remark. With multiple drives, the fastest kind with its total size.
std::vector<FoundPart> propose_build(const Machine& machine, const Catalog& hardware);

/// The circuit of an ordinary socket in the user's territory ("CN"), which cannot be detected; empty if unknown.
std::optional<FoundPart> propose_circuit(const Catalog& hardware, const std::string& territory);

/// The next commercial memory size: the usable memory is a little less than the installed memory.
double installed_gib(Bytes usable);

} // namespace rigwright
