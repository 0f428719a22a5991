// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/hardware/price_list.h"
#include "core/quantities/words.h"
#include "core/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rigwright {

/// Kind of part that a line of a bill pays for.
enum class PartKind { gpu, cpu, memory, storage, chassis, power_supply, network, machine };
/// The word of a kind in estimate files ("power_supply"), and the last part of its message code.
template <>
inline constexpr std::array<std::string_view, 8> words<PartKind>{"gpu",     "cpu",          "memory",  "storage",
                                                                 "chassis", "power_supply", "network", "machine"};
inline constexpr std::array all_part_kinds{PartKind::gpu,     PartKind::cpu,     PartKind::memory,
                                           PartKind::storage, PartKind::chassis, PartKind::power_supply,
                                           PartKind::network, PartKind::machine};

/// One kind of part in all machines of a build.
struct BillLine {
    PartKind kind = PartKind::gpu;
    /// Id and name of the record; empty if the build gives only the amount (memory, network). Of a whole machine,
    /// `whole_machine` and the names of its parts.
    std::string part;
    std::string name;
    /// Boards, processors, kits, terabytes of storage (in whole drives if the price is that of a drive), machines,
    /// ports of the network between them.
    double quantity = 0.0;
    /// With tax, in its own currency, of storage for a terabyte; empty if no price is known.
    std::optional<Price> price;
    /// Whether it is the user's own price.
    bool overridden = false;
    /// Units of the bill's currency per unit of the price's; empty if no rate is known.
    std::optional<ExchangeRate> exchange;
    /// In the currency of the bill: `quantity` x price x rate.
    std::optional<double> amount;
    /// The published price, if that excludes tax.
    std::optional<double> before_tax = {};
    /// False if the size of the storage is not set; `quantity` is then one terabyte per machine.
    bool is_quantity_known = true;
    /// Of memory, GiB a machine.
    double capacity_gib = 0.0;
};

/// Purchase cost of a build. Amounts in different currencies are added only with a dated rate.
struct BillOfMaterials {
    std::string currency;
    std::vector<BillLine> lines;
    /// Sum of the amounts in the order of the lines.
    double total = 0.0;
    std::int64_t unpriced_lines = 0;
    /// The price of the GPUs, or of the machine that is sold complete with them, is unknown: the total is not a useful
    /// bound.
    bool gpus_unpriced = false;
    /// Parts that every machine needs and that the build does not name: the total leaves them out.
    std::vector<PartKind> not_chosen;
    /// One line pays for the GPUs, processors, memory and chassis: that of a machine sold complete, or quoted as a
    /// whole.
    bool one_price = false;

    /// Whether the total leaves out parts: they have no price, or the build does not name them.
    bool is_lower_bound() const { return unpriced_lines > 0 || !not_chosen.empty(); }
};

/// The bill of the scenario's build in `economics.currency`.
///
/// Prices: the scenario's own, else one of the user's own catalog, else one of the record (`newest_price`, as of
/// `economics.prices_as_of`). The price of a complete machine includes its GPUs, processors and memory; the scenario's
/// price of a whole machine, all of its parts. Memory is counted in kits, rounded up. Multiple machines need a network,
/// with `network_ports` each. Assumes that all machines are identical.
BillOfMaterials bill_of_materials(const Scenario& scenario, const Catalog& hardware);

/// The kinds of parts that the total leaves out, each once: without a price, then not chosen.
std::vector<PartKind> kinds_left_out(const BillOfMaterials& bill);

/// The scenario's price of a whole machine; null without one, and if its parts are not those of the build.
const PriceOverride* price_of_whole_machine(const BuildChoice& build);

/// Whether the difference of two totals is that of the purchases: both name the same kinds of parts, and all lines have
/// prices, or both lack prices for the same parts in the same quantities.
bool difference_is_known(const BillOfMaterials& a, const BillOfMaterials& b);

/// Ports of one machine's network: the build's own number, else that of its chassis, else one.
std::int64_t network_ports(const BuildChoice& build, const Catalog& hardware);
/// Whether neither the build nor its machine gives the number of ports. The default is the number per GPU of machines
/// that are sold with these GPUs, or of the class of machines with such a baseboard; one where cards are plugged in.
bool network_ports_assumed(const BuildChoice& build, const Catalog& hardware);

/// From `from` to `to`: the scenario's own rate, else the dated rate of the database.
std::optional<ExchangeRate> exchange_rate(const Economics& economics, const Catalog& hardware, std::string_view from,
                                          std::string_view to);

/// Unit price of a part, as in `bill_of_materials`: the price as seen, and the rate to the currency of the scenario's
/// economics.
struct PartPrice {
    double amount = 0.0;
    double rate = 1.0;
    /// Of storage: the terabytes of a whole drive.
    std::optional<double> drive_tb = {};

    /// The amount of a line of the bill, to the last bit.
    double of(double quantity) const { return quantity * amount * rate; }
};

/// Empty if no price is published or it cannot be converted. `prices` are those of the record with that id.
std::optional<PartPrice> part_price(const Scenario& scenario, const Catalog& hardware, const std::string& id,
                                    const std::vector<Price>& prices);

template <typename Record>
std::optional<PartPrice> part_price(const Scenario& scenario, const Catalog& hardware, const Record& record)
{
    return part_price(scenario, hardware, record.id, record.prices);
}

/// Bridges in one machine of a build with `gpu_link` "nvlink", one per two cards.
struct Bridges {
    /// Null if the catalog has none with the card's rate.
    const Link* link = nullptr;
    /// Zero if the cards take no bridge or the build does not request one.
    std::int64_t count = 0;
};
Bridges bridges_of(const BuildChoice& build, const Catalog& hardware);

} // namespace rigwright
