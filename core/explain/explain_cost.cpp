// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain_cost.h"

#include "core/explain/explained_rows.h"
#include "core/explain/nodes.h"

#include <array>

namespace rigwright {

namespace {

const CostTerms& cost_terms_of(const Evaluation& e) { return e.estimate->cost; }

Value amount_of(const Evaluation& e, double amount) { return money(amount, cost_terms_of(e).bill.currency); }
/// "gpus/rtx4090": where the record of a line stands.
std::string record_of(const BillLine& line)
{
    constexpr std::array folders{"gpus", "cpus", "memory", "storage", "chassis", "power_supplies", "interconnects"};
    static_assert(folders.size() == all_part_kinds.size());
    return std::string(folders[static_cast<std::size_t>(line.kind)]) + "/" + line.part;
}

std::string told(const Price& price)
{
    return price.date.empty() ? price.source : price.source + (price.source.empty() ? "" : ", ") + price.date;
}

Working exchange_node(const ExchangeRate& rate)
{
    Working node = leaf("rate", "exchange_rate", ratio_value(rate.rate),
                        rate.provenance.source.empty() ? rate.date : rate.provenance.source + ", " + rate.date);
    node.arguments = {{"from", rate.from}, {"to", rate.to}};
    node.assumption = true;
    return node;
}

Working line_node(const Evaluation& e, const BillLine& line)
{
    Working node;
    node.quantity = "quantity.bill_line." + std::string(key_of(line.kind));
    node.arguments = {{"name", line.name}};
    if (!line.amount) {
        node.quantity = "quantity.bill_line_unpriced." + std::string(key_of(line.kind));
        node.value = {line.quantity, Unit::ratio};
        node.source = "source.no-price";
        return node;
    }
    const bool same = line.exchange->from == line.exchange->to;
    node.value = amount_of(e, *line.amount);
    node.formula = same ? "formula.quantity-times-price" : "formula.quantity-times-price-converted";
    Working price = leaf("price", "unit_price", money(line.price->amount, line.price->currency), told(*line.price),
                         line.overridden   ? "build.price_overrides"
                         : line.price->own ? line.price->own_file
                                           : record_of(line));
    price.assumption = line.price->kind == PriceKind::estimate;
    node.inputs = {leaf("quantity", "bill_quantity", ratio_value(line.quantity)), std::move(price)};
    if (!same) node.inputs.push_back(exchange_node(*line.exchange));
    return node;
}

Working purchase(const Evaluation& e)
{
    const BillOfMaterials& bill = cost_terms_of(e).bill;
    std::vector<Working> lines;
    for (const BillLine& line : bill.lines) lines.push_back(line_node(e, line));
    const char* formula = bill.unpriced_lines > 0 ? "sum-of-priced-lines" : "sum-of-lines";
    return computed("purchase", "cost.purchase", amount_of(e, bill.total), formula, std::move(lines));
}

Working run_hours(const Evaluation& e)
{
    return leaf("time", "time.wall_seconds", value_of(*cost_terms_of(e).run_time));
}

Working hours_of_use(const Evaluation& e)
{
    const Economics& economics = e.scenario.economics;
    return computed("use", "hours_of_use", value_of(Seconds(cost_terms_of(e).hours_of_use * 3600.0)),
                    "years-times-utilisation",
                    {from_field("years", "economics.amortisation_years", ratio_value(economics.amortisation_years)),
                     leaf("year", "a_year", value_of(Seconds(hours_of_a_year * 3600.0))),
                     from_field("utilisation", "economics.utilisation", {economics.utilisation, Unit::share})});
}

Working depreciation(const Evaluation& e)
{
    Working node = computed("depreciation", "cost.depreciation", amount_of(e, *cost_terms_of(e).depreciation),
                            "purchase-for-its-share-of-use", {purchase(e), run_hours(e), hours_of_use(e)});
    node.source = "source.straight-line";
    return node;
}

Working maintenance(const Evaluation& e)
{
    const Economics& economics = e.scenario.economics;
    return computed("maintenance", "cost.maintenance", amount_of(e, *cost_terms_of(e).maintenance),
                    "maintenance-for-its-share-of-use",
                    {purchase(e),
                     from_field("share", "economics.maintenance_share", {economics.maintenance_share, Unit::share}),
                     run_hours(e), leaf("year", "a_year", value_of(Seconds(hours_of_a_year * 3600.0))),
                     from_field("utilisation", "economics.utilisation", {economics.utilisation, Unit::share})});
}

Working tariff(const Evaluation& e)
{
    const EnergyPrice& price = *cost_terms_of(e).energy_price;
    const Value value = amount_of(e, price.per_kwh);
    if (price.tariff.empty()) return from_field("price", "economics.electricity_price_per_kWh", value);
    Working node = leaf("price", "field.economics.electricity_price_per_kWh", value, price.source + ", " + price.date,
                        "economics.electricity_price_per_kWh");
    node.quantity = "field.economics.electricity_price_per_kWh";
    node.assumption = true;
    return node;
}

Working energy(const Evaluation& e)
{
    return computed("energy", "cost.energy", amount_of(e, *cost_terms_of(e).energy), "energy-times-price",
                    {leaf("energy", "energy.total_kWh", {*cost_terms_of(e).run_kwh, Unit::kilowatt_hours}), tariff(e)});
}

Working run(const Evaluation& e)
{
    return computed("run", "cost.run", amount_of(e, *cost_terms_of(e).run), "cost-of-run",
                    {depreciation(e), maintenance(e), energy(e)});
}

Working rent_price_node(const Evaluation& e)
{
    const RentPrice& rent = *cost_terms_of(e).rent;
    Working node = leaf("rent", "cost.rent_per_gpu_hour", amount_of(e, rent.per_gpu_hour), "source.cloud-offers");
    node.arguments = {{"offers", value_of(Count(rent.offers))},
                      {"lowest", amount_of(e, rent.lowest)},
                      {"highest", amount_of(e, rent.highest)},
                      {"date", rent.newest_date}};
    if (rent.exchange.from != rent.exchange.to) node.inputs.push_back(exchange_node(rent.exchange));
    return node;
}

Working gpus(const Evaluation& e) { return leaf("gpus", "gpus_of_build", value_of(Count(cost_terms_of(e).gpus))); }

Working rent(const Evaluation& e)
{
    return computed("", "cost.rent_equivalent", amount_of(e, *cost_terms_of(e).rent_equivalent), "rent-of-the-run",
                    {run_hours(e), gpus(e), rent_price_node(e)});
}

Working break_even(const Evaluation& e)
{
    const CostTerms& cost = cost_terms_of(e);
    return computed(
        "", "cost.break_even_hours", value_of(Seconds(*cost.break_even_hours * 3600.0)), "break-even",
        {purchase(e), gpus(e), rent_price_node(e),
         leaf("power", "energy.average_power_W", value_of(e.estimate->energy->average_power)), tariff(e),
         from_field("share", "economics.maintenance_share", {e.scenario.economics.maintenance_share, Unit::share}),
         leaf("year", "a_year", value_of(Seconds(hours_of_a_year * 3600.0))),
         from_field("utilisation", "economics.utilisation", {e.scenario.economics.utilisation, Unit::share})});
}

Working break_even_calendar(const Evaluation& e)
{
    Working hours = break_even(e);
    hours.symbol = "hours";
    return computed("", "cost.break_even_calendar",
                    value_of(Seconds(*cost_terms_of(e).break_even_calendar_hours * 3600.0)), "use-over-share",
                    {std::move(hours), from_field("utilisation", "economics.utilisation",
                                                  {e.scenario.economics.utilisation, Unit::share})});
}

Working upload_rent(const Evaluation& e)
{
    return computed(
        "", "cost.upload_rent", amount_of(e, *cost_terms_of(e).upload_rent), "rent-of-the-upload",
        {leaf("time", "time.upload_seconds", value_of(*cost_terms_of(e).upload_time)), gpus(e), rent_price_node(e)});
}

bool has_purchase(const CostTerms& cost) { return cost.bill.total > 0.0; }

/// One line a quantity: its id, whether it is known, and its working.
struct CostRow {
    std::string_view id;
    bool (*is_known)(const CostTerms&);
    Working (*explain)(const Evaluation&);
};

constexpr std::array cost_rows{
    CostRow{"cost.purchase", has_purchase, purchase},
    CostRow{"cost.depreciation", [](const CostTerms& c) { return c.depreciation.has_value(); }, depreciation},
    CostRow{"cost.maintenance", [](const CostTerms& c) { return c.maintenance.has_value(); }, maintenance},
    CostRow{"cost.energy", [](const CostTerms& c) { return c.energy.has_value(); }, energy},
    CostRow{"cost.run", [](const CostTerms& c) { return c.run.has_value(); }, run},
    CostRow{"cost.rent_per_gpu_hour", [](const CostTerms& c) { return c.rent.has_value(); }, rent_price_node},
    CostRow{"cost.rent_equivalent", [](const CostTerms& c) { return c.rent_equivalent.has_value(); }, rent},
    CostRow{"cost.break_even_hours", [](const CostTerms& c) { return c.break_even_hours.has_value(); }, break_even},
    CostRow{"cost.break_even_calendar", [](const CostTerms& c) { return c.break_even_calendar_hours.has_value(); },
            break_even_calendar},
    CostRow{"cost.upload_rent", [](const CostTerms& c) { return c.upload_rent.has_value(); }, upload_rent},
};

} // namespace

std::optional<Working> explain_cost(const Evaluation& e, const EngineData&, std::string_view quantity)
{
    if (!e.estimate) return std::nullopt;
    const CostRow* row = row_of(cost_rows, quantity);
    if (row == nullptr || !row->is_known(e.estimate->cost)) return std::nullopt;
    return row->explain(e);
}

const std::vector<std::string_view>& explained_cost_quantities()
{
    static const std::vector<std::string_view> ids = ids_of(cost_rows);
    return ids;
}

} // namespace rigwright
