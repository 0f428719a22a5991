// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/provenance.h"
#include "core/quantities/quantity.h"

#include <optional>

namespace rigwright {

/// A drive, or a class of drives ("nvme4") that stands for one when the scenario names no model.
struct Storage {
    std::string id;
    std::string name;
    std::string interface;
    /// True for a class of drives.
    bool generic = false;
    std::optional<BytesPerSecond> sequential_read;
    std::optional<BytesPerSecond> sequential_write;
    std::optional<double> random_reads_per_second;
    std::optional<double> random_writes_per_second;
    /// Measured read rate over many 16 KiB files, far below the sequential figure of the label.
    std::optional<BytesPerSecond> small_file_read;
    /// Time to open one file.
    std::optional<Seconds> file_open;
    Provenance provenance;
    std::vector<Price> prices;
    std::vector<std::string> notes;
};

} // namespace rigwright
