// SPDX-License-Identifier: Apache-2.0
#include "core/recommend/gpu_builds.h"

#include "core/advise/smallest_card.h"
#include "core/cost/part_price.h"
#include "core/cost/run_cost.h"
#include "core/hardware/dates.h"
#include "core/quantities/ascii.h"
#include "core/scenario/json_findings.h"
#include "core/scenario/nearest.h"

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

constexpr std::int64_t full_machine = 8;
/// `first_day` counts years in steps of this.
constexpr int days_of_a_year = 10'000;
/// Drivers and frameworks drop a generation about so many years after its release: builds for CUDA 13 (2025) left out
/// Maxwell, Pascal and Volta (2014 to 2017).
constexpr int years_of_support = 8;
/// A vendor's list price of the release day says nothing once the card is no longer made; a generation is followed by
/// the next but one in about so many years.
constexpr int years_of_list_price = 5;

bool same_letter(char a, char b) { return lower(a) == lower(b); }

bool starts_with(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(), same_letter);
}

/// Architectures carry their chips in brackets: "Ampere (GA10x)" is also named by "Ampere".
bool names_generation(const std::vector<std::string>& list, std::string_view architecture)
{
    return list.empty() ||
           std::any_of(list.begin(), list.end(), [&](const auto& name) { return starts_with(architecture, name); });
}

/// The last day that the catalogue's prices know of: what counts as today, so that the same data gives the same answer.
int today_of(const Scenario& scenario, const Catalog& hardware)
{
    if (!scenario.economics.prices_as_of.empty()) return last_day(scenario.economics.prices_as_of);
    int today = 0;
    for (const Gpu& gpu : hardware.gpus)
        for (const Price& price : gpu.prices) today = std::max(today, first_day(price.date));
    return today;
}

bool is_older(std::string_view date, int years, int today)
{
    return !date.empty() && first_day(date) + years * days_of_a_year < today;
}

/// Of a card that may no longer be made: what its release cost, by the vendor or by an analyst, does not count.
bool has_current_price(const Scenario& scenario, const Gpu& gpu, int today)
{
    if (scenario.build.price_overrides.contains(gpu.id)) return true;
    const Price* price = newest_price(gpu.prices, scenario.economics.prices_as_of);
    if (price == nullptr || price->own) return price != nullptr;
    return price->kind != PriceKind::list && !is_older(price->date, years_of_list_price, today);
}

class Sorting {
public:
    Sorting(const Scenario& scenario, const EngineData& data, Outlay outlay)
        : scenario_(scenario),
          hardware_(data.hardware),
          outlay_(outlay),
          today_(today_of(scenario, data.hardware))
    {}

    /// Empty for a card that is searched.
    std::string reason_against(const Gpu& gpu) const
    {
        const Constraints& limits = scenario_.constraints;
        if (!is_named(limits.vendors, gpu.vendor)) return "vendor";
        if (!names_generation(limits.generations, gpu.architecture)) return "generation";
        if (!is_available(gpu)) return "availability";
        if (is_built_in(gpu)) return "built-in";
        if (gpu.devices_per_board > 1) return "several-devices";
        if (outlay_ == Outlay::rent) {
            Scenario asked;
            asked.economics = scenario_.economics;
            asked.build.gpu = gpu.id;
            return rent_price(asked, hardware_) ? "" : "no-offer";
        }
        return reason_against_buying(gpu);
    }

private:
    bool is_available(const Gpu& gpu) const
    {
        const std::vector<std::string>& named = scenario_.constraints.availability;
        const std::string_view own = word_of(gpu.availability);
        if (!named.empty()) return is_named(named, own);
        return outlay_ == Outlay::rent || gpu.availability == GpuAvailability::sold;
    }

    std::string reason_against_buying(const Gpu& gpu) const
    {
        if (gpu.availability == GpuAvailability::rent_only) return "availability";
        if (!is_priced(gpu)) return "no-price";
        const bool own = gpu.id == scenario_.build.gpu || !scenario_.constraints.generations.empty();
        if (own) return "";
        if (is_older(gpu.release, years_of_support, today_)) return "too-old";
        const bool out_of_list = is_older(gpu.release, years_of_list_price, today_);
        return out_of_list && !has_current_price(scenario_, gpu, today_) ? "no-current-price" : "";
    }

    /// By itself, or in a machine that is sold with it.
    bool is_priced(const Gpu& gpu) const
    {
        if (part_price(scenario_, hardware_, gpu)) return true;
        return std::any_of(hardware_.chassis_list.begin(), hardware_.chassis_list.end(), [&](const Chassis& machine) {
            return machine.sold_complete &&
                   std::count(machine.gpus.gpus.begin(), machine.gpus.gpus.end(), gpu.id) > 0 &&
                   part_price(scenario_, hardware_, machine);
        });
    }

    const Scenario& scenario_;
    const Catalog& hardware_;
    Outlay outlay_;
    int today_ = 0;
};

Finding unknown_name(const char* field, const std::string& found, const std::set<std::string>& known)
{
    const std::vector<std::string> names(known.begin(), known.end());
    return input_error("constraint-names-nothing", field,
                       {{"found", json_excerpt(found)}, {"nearest", joined(closest_names(found, names))}});
}

} // namespace

bool is_named(const std::vector<std::string>& list, std::string_view name)
{
    return list.empty() || std::any_of(list.begin(), list.end(), [name](const std::string& each) {
               return each.size() == name.size() && starts_with(name, each);
           });
}

std::vector<CardToSearch> cards_to_search(const Scenario& scenario, const EngineData& data, Outlay outlay)
{
    const Sorting sorting(scenario, data, outlay);
    std::vector<CardToSearch> cards;
    cards.reserve(data.hardware.gpus.size());
    for (const Gpu& gpu : data.hardware.gpus) cards.push_back({&gpu, sorting.reason_against(gpu)});
    return cards;
}

std::vector<GpuBuild> gpu_builds(const Scenario& scenario, const Gpu& gpu, Outlay outlay)
{
    const bool whole_board = !is_card(gpu) && outlay == Outlay::purchase;
    const bool takes_bridge = outlay == Outlay::purchase && gpu.link.peer_kind == PeerLinkKind::nvlink_bridge;
    const GpuBuild own{scenario.build.gpus_per_node, scenario.build.nodes};
    const std::int64_t most =
        scenario.constraints.maximum_gpus.value_or(std::max(most_gpus_unasked, gpu_count(scenario.build)));
    std::vector<GpuBuild> builds;
    const auto add = [&](GpuBuild build) {
        if (takes_bridge && build.per_machine > 1) build.link = LinkChoice::pcie;
        const bool known = std::find(builds.begin(), builds.end(), build) != builds.end();
        if (build.gpus() > most || known) return;
        builds.push_back(build);
        if (build.link == LinkChoice::pcie) builds.push_back({build.per_machine, build.machines, LinkChoice::nvlink});
    };
    for (std::int64_t count = whole_board ? full_machine : 1; count <= full_machine; count *= 2) add({count, 1});
    for (std::int64_t machines = 2; full_machine * machines <= most; machines *= 2) add({full_machine, machines});
    if (!whole_board) add(own);
    return builds;
}

std::vector<Finding> constraint_errors(const Constraints& constraints, const Catalog& hardware)
{
    std::set<std::string> vendors;
    std::set<std::string> generations;
    for (const Gpu& gpu : hardware.gpus) {
        vendors.insert(gpu.vendor);
        generations.insert(gpu.architecture);
    }
    for (const Cpu& cpu : hardware.cpus) vendors.insert(cpu.vendor);
    const std::set<std::string> availability(words<GpuAvailability>.begin(), words<GpuAvailability>.end());
    std::vector<Finding> errors;
    const auto check = [&errors](const std::vector<std::string>& list, const std::set<std::string>& known,
                                 const char* field, auto names) {
        for (const std::string& each : list)
            if (std::none_of(known.begin(), known.end(), [&](const auto& name) { return names({each}, name); }))
                errors.push_back(unknown_name(field, each, known));
    };
    check(constraints.vendors, vendors, "constraints.vendors", is_named);
    check(constraints.generations, generations, "constraints.generations", names_generation);
    check(constraints.availability, availability, "constraints.availability", is_named);
    return errors;
}

} // namespace rigwright
