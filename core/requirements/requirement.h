// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"
#include "core/quantities/words.h"
#include "core/scenario/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// What a need asks of a build. Of the first seven a build has to have at least so much; of the others it may take at
/// most so much.
enum class Resource {
    gpu_memory,
    compute,
    cpu_cores,
    host_memory,
    storage,
    storage_rate,
    network,
    deadline,
    takt,
    budget,
    power,
    rack_units,
    utilisation
};
/// "gpu_memory": the key in files, and the last part of "quantity.requirements.<key>".
template <>
inline constexpr std::array<std::string_view, 13> words<Resource>{
    "gpu_memory", "compute", "cpu_cores", "host_memory", "storage",    "storage_rate", "network",
    "deadline",   "takt",    "budget",    "power",       "rack_units", "utilisation"};
inline constexpr std::size_t resource_count = 13;

bool is_limit(Resource resource);
/// The scenario field that a build would change.
const char* field_of(Resource resource);

/// A number that a demand is computed from.
struct DemandTerm {
    /// Its place in the formula.
    std::string symbol;
    /// Message code of its name: "quantity.…" or "field.…".
    std::string name;
    Value value;
    /// "source.<id>" or empty.
    std::string source;
    /// The scenario field or coefficient that it stands for, or empty.
    std::string origin;
    /// A judgement rather than a measurement or a definition.
    bool assumption = false;
};

/// One reason for an amount of a resource: "demand.<code>" says which, "formula.demand.<code>" how it is computed. Also
/// what a build has of one.
struct Demand {
    std::string code;
    /// Name of the workload that asks; empty for the scenario's own.
    std::string workload;
    Value amount;
    std::vector<DemandTerm> terms;
};

/// One resource: what is needed (or allowed), what the build has (or takes), and by how much it suffices.
struct Requirement {
    Resource resource = Resource::gpu_memory;
    /// At least one; of a limit exactly one.
    std::vector<Demand> demands;
    /// The largest of them.
    std::size_t binding = 0;
    /// What the build has of it, or takes of the limit; empty where that is not known.
    std::optional<Demand> present;
    /// The build may take more than `present`: parts of its bill have no price.
    bool present_is_lower_bound = false;
    /// Message code of its name.
    std::string name{};

    const Value& needed() const { return demands[binding].amount; }
    /// Share by which the build has more than needed, or stays below the limit; below zero where it falls short.
    std::optional<double> margin() const;
    /// Whether the build can be judged by it. A lower bound tells only that a limit is exceeded.
    bool is_judged() const;
    /// True as well where that is not known.
    bool is_met() const;
};

} // namespace rigwright
