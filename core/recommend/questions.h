// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recommend/recommendation.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Replacement of one part of a build, everything else unchanged.
struct Upgrade {
    /// The field that changes ("build.gpu").
    std::string field;
    /// The name of the new part.
    std::string name;
    ScenarioChanges changes;
    /// Time of the run if known, else of one sample.
    Seconds time;
    /// Relative to the current build, below one if it helps.
    double time_ratio = 1.0;
    /// Difference between the new bill and the old one, in the currency of the scenario; empty if a price is missing.
    std::optional<double> added_cost;
};

/// For each field of the build (GPU, number of GPUs, CPU, memory, drive) the replacement that shortens the run most,
/// best first. Excludes replacements that the engine's checks block, that do not fit, that save less than 1%, and
/// numbers of GPUs that change the global batch. Empty if the plan has no time.
std::vector<Upgrade> upgrades(const Scenario& scenario, const EngineData& data, std::stop_token stop = {});

/// Purchase of a build compared with renting its GPUs.
struct RentOrBuy {
    double purchase = 0.0;
    /// Rent of the same GPUs for one run.
    double rent_of_run = 0.0;
    /// Runs after which buying is cheaper, including electricity and maintenance; empty if renting stays cheaper.
    std::optional<double> runs_to_break_even;
};

/// Empty if price, offer or time is unknown.
std::optional<RentOrBuy> rent_or_buy(const Candidate& candidate, const EngineData& data);

/// Fields of a build with replaceable parts other than the card: processors, memory kits, drives, machines, power
/// supplies, bridges between cards, networks between machines.
inline constexpr std::array part_fields{"build.cpu",          "build.memory_kit", "build.storage",  "build.chassis",
                                        "build.power_supply", "build.gpu_link",   "build.node_link"};

/// A catalog record with its name.
struct NamedPart {
    std::string id;
    std::string name;
};

/// The possible parts of a field, by name.
std::vector<NamedPart> parts_of(std::string_view field, const Catalog& hardware);

/// The field of a record; empty for an unknown id, for cards, and for links that are included with the parts that they
/// connect.
std::string field_of_part(std::string_view id, const Catalog& hardware);

/// The reason why a part is not in a candidate: the candidate with that part.
struct PartAnswer {
    std::string field;
    std::string part;
    std::string name;
    /// The candidate's own plan with the part replaced. A different CPU also changes the memory, machine and supply.
    /// Empty if nothing was computed.
    std::optional<Candidate> with;
    /// Conclusions, messages "recommend.why-not.<code>".
    std::vector<Remark> remarks;
    /// The reasons why the engine rejects it, or its findings beyond those of the candidate.
    std::vector<Finding> findings;
};

/// `candidate` is one of `found`; `requirements` are the current limits. Empty for an id that no field has.
std::optional<PartAnswer> why_not(const Candidate& candidate, std::string_view part, const Exploration& found,
                                  const Requirements& requirements, const EngineData& data);

} // namespace rigwright
