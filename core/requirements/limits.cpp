// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/build_findings.h"
#include "core/requirements/demands.h"

namespace rigwright {

namespace {

Demand same(const char* quantity, Value value)
{
    return {"same", {}, value, {quantity_term("amount", quantity, value)}};
}

/// At the wall, all machines at their limit.
Demand drawn(const NeedTerms& terms, Watts load)
{
    const double efficiency = terms.data.energy.supply_efficiency;
    const auto machines = static_cast<double>(terms.scenario().build.nodes);
    return {"power-at-the-wall",
            {},
            value_of(load * machines / efficiency),
            {quantity_term("load", "load_of_a_machine", value_of(load)),
             field_term("machines", "build.nodes", {machines, Unit::count}),
             {"efficiency",
              "quantity.coefficient.supply_efficiency",
              {efficiency, Unit::share},
              "source.coefficient.supply_efficiency",
              "calibration/supply_efficiency",
              false}}};
}

} // namespace

Requirement deadline_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::deadline, {}, 0, {}};
    if (!terms.need().deadline_seconds) return row;
    row.demands.push_back(given("requirements.deadline_seconds", {*terms.need().deadline_seconds, Unit::seconds}));
    const auto& time = terms.training().estimate->time;
    if (time && time->run) row.present = same("time.wall_high_seconds", value_of(time->run->wall_high));
    return row;
}

Requirement takt_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::takt, {}, 0, {}};
    if (!terms.need().takt_seconds) return row;
    const double share = terms.data.run.takt_share;
    const Value takt{*terms.need().takt_seconds, Unit::seconds};
    row.demands.push_back({"takt-share",
                           {},
                           {takt.number * share, Unit::seconds},
                           {{"share",
                             "quantity.coefficient.takt_share",
                             {share, Unit::share},
                             "source.coefficient.takt_share",
                             "calibration/takt_share",
                             true},
                            field_term("takt", "requirements.takt_seconds", takt)}});
    if (terms.takt() != nullptr) row.present = same("takt.part_latency_seconds", value_of(terms.takt()->part));
    return row;
}

Requirement budget_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::budget, {}, 0, {}};
    if (!terms.need().budget) return row;
    const BillOfMaterials& bill = terms.training().estimate->cost.bill;
    row.demands.push_back(given("requirements.budget", money(*terms.need().budget, bill.currency)));
    if (bill.total > 0.0) row.present = same("cost.purchase", money(bill.total, bill.currency));
    row.present_is_lower_bound = bill.unpriced_lines > 0;
    return row;
}

Requirement power_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::power, {}, 0, {}};
    if (!terms.need().power_limit_w) return row;
    row.demands.push_back(given("requirements.power_limit_W", {*terms.need().power_limit_w, Unit::watts}));
    if (const auto load = full_load_of_a_machine(terms.scenario(), terms.data)) row.present = drawn(terms, *load);
    return row;
}

Requirement rack_units_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::rack_units, {}, 0, {}};
    if (!terms.need().rack_units) return row;
    row.demands.push_back(given("requirements.rack_units", value_of(Count(*terms.need().rack_units))));
    const BuildChoice& build = terms.scenario().build;
    const Chassis* chassis = terms.data.hardware.chassis(build.chassis);
    if (chassis == nullptr || !chassis->body.rack_units) return row;
    const Count units(*chassis->body.rack_units);
    row.present = Demand{"units-times-machines",
                         {},
                         value_of(units * Count(build.nodes)),
                         {quantity_term("units", "units_of_chassis", value_of(units), {}, "build.chassis"),
                          field_term("machines", "build.nodes", value_of(Count(build.nodes)))}};
    return row;
}

Requirement utilisation_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::utilisation, {}, 0, {}};
    const auto& month = terms.answer.month;
    if (!month) return row;
    const Value most{terms.data.requirements.most_utilisation, Unit::share};
    row.demands.push_back({"most-of-a-month", {}, most, {convention_term("most", "most_utilisation", most)}});
    if (!month->complete) return row;
    const Value hours{hours_of_a_month * 3600.0, Unit::seconds};
    row.present = Demand{"busy-of-a-month",
                         {},
                         {month->utilisation, Unit::share},
                         {quantity_term("busy", "busy_time", {month->utilisation * hours.number, Unit::seconds}),
                          quantity_term("month", "a_month", hours)}};
    return row;
}

} // namespace rigwright
