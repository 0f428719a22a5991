// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// A graphics card or accelerator on the PCI bus.
struct FoundGpu {
    /// "0000:01:00.0"
    std::string address;
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    /// PCIe lanes in use, and those that the card has; empty where the system does not say.
    std::optional<int> lanes;
    std::optional<int> most_lanes;
    /// From the vendor's driver, where it answers.
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

/// What the operating system tells of the machine it runs on. What it does not tell stays empty.
struct Machine {
    /// As the processor names itself.
    std::string cpu;
    int sockets = 0;
    /// Of one socket.
    int cores = 0;
    /// What the system can use: less than is installed.
    std::optional<Bytes> memory;
    /// Sorted by address.
    std::vector<FoundGpu> gpus;
    /// Sorted by device.
    std::vector<FoundDrive> drives;
    /// Places that were looked at and could not be read, relative to the root.
    std::vector<std::string> unreadable;
};

/// Reads <root>/proc/cpuinfo, <root>/proc/meminfo, <root>/sys/bus/pci/devices and <root>/sys/block as Linux lays them
/// out. Files of another system, or with nonsense in them, leave their members empty; nothing is guessed.
Machine read_machine(const std::filesystem::path& root);

/// A GPU as its driver describes it.
struct DriverGpu {
    std::string name;
    std::string address;
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    Bytes memory;
};

/// What the library of the NVIDIA driver says.
struct DriverAnswer {
    enum class State { answered, no_library, wrong_library, refused };
    State state = State::no_library;
    std::vector<DriverGpu> gpus;
};
/// The message that says whether the driver answered.
template <>
inline constexpr std::array<std::string_view, 4> words<DriverAnswer::State>{
    "found.driver-answered", "found.driver-absent", "found.driver-not-understood", "found.driver-refused"};

/// Opens the library (NVML) for the time of the call; a machine without it is no error.
DriverAnswer ask_nvidia_driver(const std::string& library = "libnvidia-ml.so.1");

/// Adds name and memory to the cards that the driver knows, and cards that the bus listing lacks.
void add_driver_answer(const DriverAnswer& answer, Machine& machine);

} // namespace rigwright
