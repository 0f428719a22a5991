// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/recommend/priced_parts.h"
#include "core/recommend/recommendation.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// The GPUs of a build.
struct GpuBuild {
    std::int64_t per_machine = 1;
    std::int64_t machines = 1;
    /// How the cards of a machine are joined, where that is a choice: cards that take a bridge.
    LinkChoice link = LinkChoice::automatic;

    std::int64_t gpus() const { return per_machine * machines; }
    bool operator==(const GpuBuild&) const = default;
};

/// A card that may be searched, or the reason why it is left out.
struct CardToSearch {
    const Gpu* gpu = nullptr;
    /// "recommend.rejected.<code>"; empty for a card that is searched.
    std::string rejected_by;
};

/// Every card of the catalog, by id. Left out are cards that the scenario's constraints exclude, that are no cards
/// (built into laptops or processors), that carry several devices, that nobody sells (or rents out, for rent), that
/// have no price, and that are older than software supports them; the scenario's own card may be of any age.
std::vector<CardToSearch> cards_to_search(const Scenario& scenario, const EngineData& data, Outlay outlay);

/// Numbers of GPUs and machines: powers of two in one machine, then further machines as full as the first, up to the
/// constraint's number of GPUs (without one, `most_gpus_unasked`), and the scenario's own. Modules come by the full
/// board when they are bought. Cards that take a bridge come without and with one for every two.
std::vector<GpuBuild> gpu_builds(const Scenario& scenario, const Gpu& gpu, Outlay outlay);

/// GPUs that are looked at where no constraint says a number: four machines of eight, what a department sets up without
/// planning a data centre.
inline constexpr std::int64_t most_gpus_unasked = 32;

/// Names in the constraints that no part of the catalog carries, as errors with the nearest ones that do.
std::vector<Finding> constraint_errors(const Constraints& constraints, const Catalog& hardware);

/// Whether a constraint's list names it; letters' case does not count. An empty list names everything.
bool is_named(const std::vector<std::string>& list, std::string_view name);

/// For each processor, whether another one costs and draws no more, takes the same memory and is no worse in anything
/// that the engine reads: clocks, cores, link to cards, memory bandwidth. Of equals the first one stays.
std::vector<bool> outdone_processors(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

/// What the engine reads of processors, each figure the best of all; no plan is faster on a real one.
Cpu best_of_all(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

/// Processors with nearly the same clock and the same link to cards.
struct ProcessorClass {
    /// A processor that does not exist, no worse in anything than any of the class; its id is empty.
    Cpu best;
    /// The class with the same link and the next higher clock; what is slow with that one is no faster with this one.
    std::optional<std::size_t> faster{};
};

/// Classes of all processors, and which class each belongs to.
struct ProcessorClasses {
    std::vector<ProcessorClass> classes;
    std::map<const Cpu*, std::size_t> class_of;
};
ProcessorClasses processor_classes(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

} // namespace rigwright
