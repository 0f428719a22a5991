// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rigwright {

/// What a pair of PCI numbers stands for. Cards that share a pair differ in the size of their memory.
struct PciDevice {
    std::uint16_t vendor = 0;
    std::uint16_t device = 0;
    /// Ids of GPUs in the database, the usual one first.
    std::vector<std::string> gpus;
};

} // namespace rigwright
