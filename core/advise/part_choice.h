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

/// GPUs of one machine that a proposal has at most.
inline constexpr std::int64_t most_gpus_of_a_machine = 8;
/// Host memory of one machine as it is sold, in GiB; 48 and 96 are pairs of 24 and 48 GB modules.
inline constexpr std::array sold_memory_sizes{16.0,  32.0,  48.0,  64.0,   96.0,   128.0,  192.0,  256.0,
                                              384.0, 512.0, 768.0, 1024.0, 1536.0, 2048.0, 3072.0, 4096.0};

/// A part, or an amount of it, in place of the one that a build has.
struct PartChoice {
    ScenarioChanges changes;
    /// What it becomes, as people call it ("PSU 1000 W, 80 PLUS Gold"); empty where the amount says it.
    std::string name;
    std::optional<Value> amount;
};
using PartFound = std::optional<PartChoice>;

// The smallest part of its kind that suffices; nothing where the database holds none, or the build has it already.

/// Host memory in sizes that are sold; whole kits where the build names one.
PartFound memory_for(const Scenario& scenario, const Catalog& hardware, Bytes needed);
/// Drive capacity for one machine, in sizes that are sold.
PartFound drive_space_for(const Scenario& scenario, double bytes);
/// The slowest class of drives that reads such samples at the rate.
PartFound drive_for(const Scenario& scenario, const Catalog& hardware, BytesPerSecond rate, const SampleFiles& files);
/// Loaded with at most `share` of its output.
PartFound supply_for(const Scenario& scenario, const Catalog& hardware, Watts load, double share);
/// The same with the lowest price that is known.
PartFound cheapest_supply_for(const Scenario& scenario, const Catalog& hardware, Watts load, double share);
PartFound circuit_for(const Scenario& scenario, const Catalog& hardware, Watts drawn);
/// A processor with at least so many cores in all sockets: of the same socket if there is one, else of the same vendor
/// and segment.
PartFound processor_with_cores(const Scenario& scenario, const Catalog& hardware, double cores);
/// A processor whose sockets together offer each card so many lanes.
PartFound processor_with_lanes(const Scenario& scenario, const Catalog& hardware, int lanes);
/// Other machines that take the build's GPUs, processors, memory and load; generic ones first, then by size. Power
/// supplies that a machine brings replace the build's own.
std::vector<PartChoice> chassis_for(const Scenario& scenario, const EngineData& data,
                                    std::optional<ChassisForm> form = {});

struct ChassisWithProcessor {
    PartChoice chassis;
    std::string processor;
};
/// The same, each with a processor that it takes in place of the build's: of the same vendor and with as many cores and
/// lanes, where there is one.
std::vector<ChassisWithProcessor> chassis_with_processor_for(const Scenario& scenario, const EngineData& data,
                                                             std::optional<ChassisForm> form = {});
/// A processor that the build's chassis takes in place of its own.
PartFound processor_for_the_chassis(const Scenario& scenario, const Catalog& hardware);
/// Network between machines.
PartFound network_for(const Scenario& scenario, const Catalog& hardware, BytesPerSecond rate);
/// Modules that fill every channel of every processor, and at least the memory that the build has.
PartFound kit_for_all_channels(const Scenario& scenario, const Catalog& hardware);
/// The smallest card of the same vendor that is sold and has at least as much memory.
PartFound sold_card_for(const Scenario& scenario, const Catalog& hardware);

/// Degrees of parallelism that a plan could take one at a time, the others left as they are: each divides what it has
/// to divide (GPUs, heads, tokens, experts, layers). Ascending from 1, never empty.
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

/// What divides `number`, ascending from 1; only 1 for a number below one.
std::vector<std::int64_t> divisors_of(std::int64_t number);

} // namespace rigwright
