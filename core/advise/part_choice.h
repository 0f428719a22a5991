// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/advise/scenario_change.h"
#include "core/estimate/engine_data.h"
#include "core/estimate/evaluation.h"
#include "core/estimate/run/data_loading.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Maximum number of GPUs per machine in a proposal.
inline constexpr std::int64_t most_gpus_of_a_machine = 8;
/// Commercial sizes of system memory per machine, in GiB; 48 and 96 are pairs of 24 and 48 GB modules.
inline constexpr std::array sold_memory_sizes{16.0,  32.0,  48.0,  64.0,   96.0,   128.0,  192.0,  256.0,
                                              384.0, 512.0, 768.0, 1024.0, 1536.0, 2048.0, 3072.0, 4096.0};

/// A part, or an amount of it, to replace the build's.
struct PartChoice {
    ScenarioChanges changes;
    /// Name of the new part for users ("PSU 1000 W, 80 PLUS Gold"); empty if the amount is enough.
    std::string name;
    std::optional<Value> amount;
};
using PartFound = std::optional<PartChoice>;

// The smallest sufficient part of its kind; empty if the database has none, or the build already has it.

/// System memory in commercial sizes; in whole kits if the build names one.
PartFound memory_for(const Scenario& scenario, const Catalog& hardware, Bytes needed);
/// Drive capacity for one machine, in commercial sizes.
PartFound drive_space_for(const Scenario& scenario, double bytes);
/// The slowest class of drives that reads such samples at the rate.
PartFound drive_for(const Scenario& scenario, const Catalog& hardware, BytesPerSecond rate, const SampleFiles& files);
/// A supply loaded with at most `share` of its output.
PartFound supply_for(const Scenario& scenario, const Catalog& hardware, Watts load, double share);
/// The cheapest such supply with a known price.
PartFound cheapest_supply_for(const Scenario& scenario, const Catalog& hardware, Watts load, double share);
PartFound circuit_for(const Scenario& scenario, const Catalog& hardware, Watts drawn);
/// A CPU with at least `cores` in all sockets: of the same socket if possible, else of the same vendor and segment.
PartFound processor_with_cores(const Scenario& scenario, const Catalog& hardware, double cores);
/// A CPU whose sockets together provide each card with `lanes`.
PartFound processor_with_lanes(const Scenario& scenario, const Catalog& hardware, int lanes);
/// Other machines that take the build's GPUs, CPUs, memory and load; generic ones first, then by size. Power supplies
/// included with a machine replace the build's own.
std::vector<PartChoice> chassis_for(const Scenario& scenario, const EngineData& data,
                                    std::optional<ChassisForm> form = {});

struct ChassisWithProcessor {
    PartChoice chassis;
    std::string processor;
};
/// Such machines, each with a matching CPU in place of the build's: of the same vendor and with at least as many cores
/// and lanes, if possible.
std::vector<ChassisWithProcessor> chassis_with_processor_for(const Scenario& scenario, const EngineData& data,
                                                             std::optional<ChassisForm> form = {});
/// A replacement for the CPU that the build's chassis takes.
PartFound processor_for_the_chassis(const Scenario& scenario, const Catalog& hardware);
/// Network between machines.
PartFound network_for(const Scenario& scenario, const Catalog& hardware, BytesPerSecond rate);
/// Modules that fill every channel of every CPU and provide at least the build's memory.
PartFound kit_for_all_channels(const Scenario& scenario, const Catalog& hardware);
/// The smallest card of the same vendor that is for sale and has at least as much memory.
PartFound sold_card_for(const Scenario& scenario, const Catalog& hardware);

/// Degrees of parallelism that a plan could change one at a time, the others unchanged: each divides its dimension
/// (GPUs, heads, tokens, experts, layers). Ascending from 1, never empty.
struct LegalDegrees {
    std::vector<std::int64_t> tensor;
    std::vector<std::int64_t> pipeline;
    std::vector<std::int64_t> context;
    std::vector<std::int64_t> expert;
    /// Chunks of layers on one GPU of a pipeline.
    std::vector<std::int64_t> interleave;
};

/// Precondition: the evaluation has a network.
LegalDegrees legal_degrees(const Evaluation& evaluation);

/// Divisors of `number`, ascending from 1; only 1 for a number below one.
std::vector<std::int64_t> divisors_of(std::int64_t number);

} // namespace rigwright
