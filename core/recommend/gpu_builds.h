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
    /// Interconnect of the cards in a machine, if there is a choice: cards with a bridge connector.
    LinkChoice link = LinkChoice::automatic;

    std::int64_t gpus() const { return per_machine * machines; }
    bool operator==(const GpuBuild&) const = default;
};

/// A card that is searched, or the reason why it is excluded.
struct CardToSearch {
    const Gpu* gpu = nullptr;
    /// "recommend.rejected.<code>"; empty for a card that is searched.
    std::string rejected_by;
};

/// Every card of the catalog, by id. Excluded are cards that the scenario's constraints exclude, that are not add-in
/// cards (built into laptops or processors), that have several devices, that are not sold (or rented out, for rent),
/// that have no price, and that software no longer supports; the scenario's own card may be of any age.
std::vector<CardToSearch> cards_to_search(const Scenario& scenario, const EngineData& data, Outlay outlay);

/// Makers with a price in the scenario's currency, of the catalog or of a quote, in alphabetical order: they sell in
/// its country. Empty where no price is in it.
std::vector<std::string> makers_in_currency(const Scenario& scenario, const Catalog& hardware);

/// Whether only cards of `makers_in_currency`, and the scenario's own, are searched.
bool is_limited_to_market(const Scenario& scenario, const Catalog& hardware, Outlay outlay);

/// Numbers of GPUs and machines: powers of two in one machine, then further machines as full as the first, up to the
/// constraint's number of GPUs (without one, `most_gpus_unasked`), and the scenario's own. Purchased modules come in
/// full boards. Cards with a bridge connector come without bridges and with one per two cards.
std::vector<GpuBuild> gpu_builds(const Scenario& scenario, const Gpu& gpu, Outlay outlay);

/// Maximum number of GPUs without a constraint: four machines of eight, which a department can set up without planning
/// a data centre.
inline constexpr std::int64_t most_gpus_unasked = 32;

/// Names in the constraints that match no part of the catalog, as errors with the nearest existing ones.
std::vector<Finding> constraint_errors(const Constraints& constraints, const Catalog& hardware);

/// Whether a constraint's list contains the name, ignoring case. An empty list contains everything.
bool is_named(const std::vector<std::string>& list, std::string_view name);

/// For each processor, whether another one is no more expensive, draws no more power, takes the same memory and is no
/// worse in any property that the engine reads: clocks, cores, link to cards, memory bandwidth. The first of equals
/// stays.
std::vector<bool> outdone_processors(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

/// The processor with the best value of each property that the engine reads; no plan is faster on a real one.
Cpu best_of_all(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

/// Processors with nearly the same clock and the same link to cards.
struct ProcessorClass {
    /// A hypothetical processor, no worse than any of the class; its id is empty.
    Cpu best;
    /// The class with the same link and the next higher clock; a plan that is slow with that one is no faster with this
    /// one.
    std::optional<std::size_t> faster{};
};

/// Classes of all processors, and the class of each.
struct ProcessorClasses {
    std::vector<ProcessorClass> classes;
    std::map<const Cpu*, std::size_t> class_of;
};
ProcessorClasses processor_classes(const std::vector<PricedCpu>& cpus, const TimeCoefficients& coefficients);

} // namespace rigwright
