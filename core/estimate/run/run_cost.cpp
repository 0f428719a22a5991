// SPDX-License-Identifier: Apache-2.0

#include "core/estimate/run/run_cost.h"

#include "core/estimate/estimate.h"
#include "core/estimate/run/run_estimate.h"
#include "core/estimate/time/step_time.h"
#include "core/hardware/dates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

namespace rigwright {

namespace {

/// Machines of the build.
Term machines(const Scenario& scenario, Trace& trace)
{
    return trace.field("build.nodes", static_cast<double>(scenario.build.nodes), Unit::count);
}

/// Power of one GPU: idle + (board power - idle) x load; the load is the sum of the step's shares, weighted by their
/// power.
Term gpu_power(const EnergyInputs& in, Trace& trace)
{
    const EnergyCoefficients& c = in.coefficients;
    const TimeTerms& t = in.terms;
    const double count = static_cast<double>(t.accumulation);
    const auto in_parts = [&t](TimePart which) { return t.part(which) / t.step; };
    const auto on_gpu = [&](Bound bound) { return t.gpu.bound_by(bound) * count / t.step; };
    const auto share = [&](const char* id, double amount) { return trace.given(id, amount, Unit::share); };
    const auto load_of = [&](const char* key, double amount) { return trace.coefficient(key, amount, Unit::share); };
    const Term load = share("gpu_matrix_share", on_gpu(Bound::matrix)) * load_of("gpu_matrix_load", c.gpu_matrix_load) +
                      share("gpu_traffic_share", on_gpu(Bound::traffic) + in_parts(TimePart::optimizer)) *
                          load_of("gpu_traffic_load", c.gpu_traffic_load) +
                      share("gpu_launch_share", on_gpu(Bound::launch)) * load_of("gpu_launch_load", c.gpu_launch_load) +
                      share("gpu_communication_share", in_parts(TimePart::exposed_communication)) *
                          load_of("gpu_communication_load", c.gpu_communication_load);
    const Term board = trace.given("gpu_board_power", in.gpu->power.board_power->base(), Unit::watts, {},
                                   trace.record("gpus", in.scenario.build.gpu));
    const Term idle = trace.name(
        "gpu_idle_power", board * trace.coefficient("gpu_idle_share", c.gpu_idle_share, Unit::share), Unit::watts);
    return trace.name("gpu_power", idle + (board - idle) * trace.name("gpu_load", load, Unit::share), Unit::watts);
}

/// Cores that prepare samples, plus one per GPU that launches its kernels.
double host_load(const EnergyInputs& in, double cores)
{
    if (in.gpu == nullptr) return 1.0;
    const LoadingTerms& loading = in.terms.loading;
    const Seconds work = loading.decode ? *loading.decode + loading.augment : Seconds();
    const double preparing = loading.samples * work.base() / (cores * in.terms.step.base());
    return std::min(1.0, preparing + static_cast<double>(in.scenario.build.gpus_per_node) / cores);
}

/// Power of one CPU: the published values for idle and for all cores, interpolated by the busy cores.
Term cpu_power(const EnergyInputs& in, Trace& trace)
{
    const EnergyCoefficients& c = in.coefficients;
    const std::string record = trace.record("cpus", in.scenario.build.cpu);
    const double base = in.cpu->power.base_power->base();
    const double turbo = in.cpu->power.turbo_power ? in.cpu->power.turbo_power->base() : base;
    const auto sockets = static_cast<double>(in.scenario.build.cpu_sockets);
    const double cores = static_cast<double>(in.cpu->compute.cores) * sockets;
    const Term idle = trace.given("cpu_idle_power", base * c.cpu_idle_share, Unit::watts, "source.cpu-idle", record);
    const Term full = trace.given("cpu_full_power", turbo * c.cpu_full_load, Unit::watts, "source.cpu-full", record);
    const Term load = trace.given("cpu_load", host_load(in, cores), Unit::share, "source.cpu-load");
    return trace.name("cpu_power", idle + (full - idle) * load, Unit::watts);
}

/// Each part is computed from those before it.
class PowerParts {
public:
    PowerParts(const EnergyInputs& in, Trace& trace) : in_(in), trace_(trace), machines_(machines(in.scenario, trace))
    {}

    Term sum(EnergyEstimate& energy)
    {
        const Term gpus = named(PowerPart::gpus, "energy.parts_W.gpus", of_gpus(), energy);
        const Term processors = named(PowerPart::processors, "energy.parts_W.processors", of_processors(), energy);
        const Term memory = named(PowerPart::memory, "energy.parts_W.memory", of_memory(), energy);
        const Term storage = named(PowerPart::storage, "energy.parts_W.storage", of_storage(), energy);
        const EnergyCoefficients& c = in_.coefficients;
        const Term components = trace_.name("power_of_components", gpus + processors + memory + storage, Unit::watts);
        const Term board = named(PowerPart::board_and_fans, "energy.parts_W.board_and_fans",
                                 trace_.coefficient("board_watts", c.board_watts, Unit::watts) * machines_ +
                                     components * trace_.coefficient("board_share", c.board_share, Unit::share),
                                 energy);
        const Term supplied = components + board;
        const Term efficiency = trace_.coefficient("supply_efficiency", c.supply_efficiency, Unit::share);
        const Term loss =
            named(PowerPart::supply_loss, "energy.parts_W.supply_loss", supplied * (1.0 / efficiency - 1.0), energy);
        const Term pue = trace_.field("economics.pue", in_.scenario.economics.pue, Unit::ratio);
        const Term cooling =
            named(PowerPart::cooling, "energy.parts_W.cooling", (supplied + loss) * (pue - 1.0), energy);
        return gpus + processors + memory + storage + board + loss + cooling;
    }

private:
    Term named(PowerPart part, std::string_view id, const Term& power, EnergyEstimate& energy)
    {
        energy.part(part) = Watts(power.amount());
        return trace_.name(id, power, Unit::watts);
    }

    /// A part that draws no power, and the reason.
    Term none(std::string_view id, const char* source, const char* field)
    {
        return trace_.given(id, 0.0, Unit::watts, source, field);
    }

    Term per_machine(const char* field, double count) { return trace_.field(field, count, Unit::count) * machines_; }

    Term of_gpus()
    {
        if (in_.gpu == nullptr) return none("energy.parts_W.gpus", "source.no-gpu", "build.gpu");
        return gpu_power(in_, trace_) *
               per_machine("build.gpus_per_node", static_cast<double>(in_.scenario.build.gpus_per_node));
    }

    Term of_processors()
    {
        const BuildChoice& build = in_.scenario.build;
        if (in_.cpu == nullptr)
            return trace_.coefficient("assumed_cpu_watts_per_gpu", in_.coefficients.assumed_cpu_watts_per_gpu,
                                      Unit::watts) *
                   trace_.field("build.gpus_per_node", static_cast<double>(build.gpus_per_node), Unit::count) *
                   machines_;
        return cpu_power(in_, trace_) *
               trace_.field("build.cpu_sockets", static_cast<double>(build.cpu_sockets), Unit::count) * machines_;
    }

    Term of_memory()
    {
        const double gib = in_.scenario.build.ram_gib.value_or(0.0);
        if (gib <= 0.0) return none("energy.parts_W.memory", "source.memory-not-known", "build.ram_GiB");
        return trace_.given("gib_of_memory", gib, Unit::ratio, {}, "build.ram_GiB") *
               trace_.coefficient("memory_watts_per_gib", in_.coefficients.memory_watts_per_gib, Unit::watts) *
               machines_;
    }

    Term of_storage()
    {
        if (in_.scenario.build.storage.empty())
            return none("energy.parts_W.storage", "source.storage-not-known", "build.storage");
        return trace_.coefficient("storage_watts", in_.coefficients.storage_watts, Unit::watts) * machines_;
    }

    const EnergyInputs& in_;
    Trace& trace_;
    Term machines_;
};

} // namespace

std::optional<EnergyEstimate> energy_estimate(const EnergyInputs& in, Trace& trace)
{
    if (in.gpu != nullptr && !in.gpu->power.board_power) return std::nullopt;
    if (in.cpu != nullptr && !in.cpu->power.base_power) return std::nullopt;
    EnergyEstimate energy;
    const Term power = trace.name("energy.average_power_W", PowerParts(in, trace).sum(energy), Unit::watts);
    energy.average_power = Watts(power.amount());
    const RunMode mode = in.scenario.training.mode;
    const auto run = run_time(in.time, mode);
    if (!run) return energy;
    const Term time = trace.given(in.time.run ? "time.wall_seconds" : "time.total_seconds", run->base(), Unit::seconds);
    const Term total = trace.name("energy.total_kWh", (power * time).in_units_of(joules_per_kwh), Unit::kilowatt_hours);
    energy.total_kwh = total.amount();
    const auto end = [&](const char* id, bool high) {
        return end_of_range(id, total, Unit::kilowatt_hours, in.time, high, trace).amount();
    };
    energy.total_low_kwh = end("energy.total_low_kWh", false);
    energy.total_high_kwh = end("energy.total_high_kWh", true);
    const std::optional<double>& own = in.scenario.economics.grid_kg_co2_per_kwh;
    const Term grid = own ? trace.field("economics.grid_kg_CO2_per_kWh", *own, Unit::ratio)
                          : trace.coefficient("grid_kg_co2_per_kwh", in.coefficients.grid_kg_co2_per_kwh, Unit::ratio);
    energy.co2_kg = trace.name("energy.co2_kg", total * grid, Unit::ratio).amount();
    return energy;
}

namespace {

constexpr double watts_of_a_kilowatt = 1000.0;

/// On-demand offers of one GPU from the newest year that has any, sorted by price, in the currency of the newest one;
/// the user's own offers if there are any. With a date, ignores those seen later. The catalog lists them in this order.
std::vector<const CloudOffer*> current_offers(const Catalog& hardware, std::string_view gpu, std::string_view as_of)
{
    const int day = last_day(as_of);
    std::vector<const CloudOffer*> offers;
    const CloudOffer* newest = nullptr;
    int newest_day = 0;
    const auto first = std::ranges::lower_bound(hardware.cloud_offers, gpu, {}, &CloudOffer::gpu);
    for (auto offer = first; offer != hardware.cloud_offers.end() && offer->gpu == gpu; ++offer) {
        const int seen = first_day(offer->date);
        if (offer->kind != RentKind::on_demand || seen > day) continue;
        if (newest != nullptr && (offer->own != newest->own || year_of(offer->date) != year_of(newest->date))) break;
        offers.push_back(&*offer);
        if (newest != nullptr && seen <= newest_day) continue;
        newest = &*offer;
        newest_day = seen;
    }
    std::erase_if(offers, [newest](const CloudOffer* offer) { return offer->currency != newest->currency; });
    return offers;
}

double middle(std::span<const CloudOffer* const> sorted)
{
    const std::size_t half = sorted.size() / 2;
    const double upper = sorted[half]->per_gpu_hour;
    return sorted.size() % 2 == 1 ? upper : (sorted[half - 1]->per_gpu_hour + upper) / 2.0;
}

std::string_view newest_date(std::span<const CloudOffer* const> offers)
{
    std::string_view newest;
    for (const CloudOffer* offer : offers) newest = std::max<std::string_view>(newest, offer->date);
    return newest;
}

/// Adds everything that depends only on build and economics.
void add_prices(CostTerms& terms, const CostInputs& in)
{
    if (in.same_purchase != nullptr) {
        terms.bill = in.same_purchase->bill;
        terms.energy_price = in.same_purchase->energy_price;
        terms.rent = in.same_purchase->rent;
        return;
    }
    terms.bill = bill_of_materials(in.scenario, in.hardware);
    terms.energy_price = energy_price(in.scenario.economics, in.hardware);
    terms.rent = rent_price(in.scenario, in.hardware);
}

std::string dated(const std::string& source, const std::string& date)
{
    return date.empty() ? source : source + (source.empty() ? "" : ", ") + date;
}

/// A source of the hardware database: a name with its date, or the code of a message that says the date itself.
void cite(Derivation& node, const std::string& source, const std::string& date)
{
    const bool is_code = source.starts_with("source.");
    node.source = is_code ? source : dated(source, date);
    if (is_code) node.arguments.emplace_back("date", date);
}

/// "gpus/rtx4090": the record with the price of a line.
std::string origin_of_price(const BillLine& line)
{
    // A whole machine has only the scenario's own price.
    constexpr std::array records{RecordKind::gpu,     RecordKind::cpu,     RecordKind::memory_kit,
                                 RecordKind::storage, RecordKind::chassis, RecordKind::power_supply,
                                 RecordKind::link};
    static_assert(records.size() + 1 == all_part_kinds.size());
    if (line.overridden) return "build.price_overrides";
    if (line.price->own) return line.price->own_file;
    return std::string(folder_of(records[static_cast<std::size_t>(line.kind)])) + "/" + line.part;
}

/// A rate between two currencies as a number of a formula.
Term exchange_term(const ExchangeRate& rate, Trace& trace)
{
    Derivation node;
    node.quantity = "quantity.exchange_rate";
    node.value = ratio_value(rate.rate);
    node.arguments = {{"from", rate.from}, {"to", rate.to}};
    cite(node, rate.provenance.source, rate.date);
    node.assumption = true;
    return trace.given(std::move(node), rate.rate);
}

/// The derivation of one line of the bill; a line without a price counts as zero and says so.
Term line_term(const BillLine& line, Measure currency, Trace& trace)
{
    Derivation head;
    head.quantity =
        (line.amount ? "quantity.bill_line." : "quantity.bill_line_unpriced.") + std::string(key_of(line.kind));
    head.arguments = {{"name", line.name}};
    if (!line.amount) {
        head.value = ratio_value(line.quantity);
        head.source = "source.no-price";
        return trace.given(std::move(head), 0.0);
    }
    Derivation price;
    price.quantity = "quantity.unit_price";
    price.source = dated(line.price->source, line.price->date);
    price.origin = origin_of_price(line);
    price.assumption = line.price->kind == PriceKind::estimate;
    const double seen = line.before_tax.value_or(line.price->amount);
    price.value = money(seen, line.price->currency);
    Derivation tax;
    tax.quantity = "prices.column.tax-rate";
    tax.value = Value{line.price->tax_rate.value_or(0.0), Unit::share};
    tax.source = price.source;
    Term amount = trace.given("bill_quantity", line.quantity, Unit::ratio) * trace.given(std::move(price), seen);
    if (line.before_tax) amount = amount * (1.0 + trace.given(std::move(tax), *line.price->tax_rate));
    if (line.exchange->from != line.exchange->to) amount = amount * exchange_term(*line.exchange, trace);
    return trace.name(std::move(head), amount, currency);
}

/// The sum of a bill; a lower bound if lines have no price.
Term purchase_term(const BillOfMaterials& bill, Measure currency, Trace& trace)
{
    if (!trace.keeps()) return bill.total;
    Term sum;
    Term unpriced;
    for (const BillLine& line : bill.lines) {
        const Term term = line_term(line, currency, trace);
        Term& into = line.amount ? sum : unpriced;
        into = into.has_working() ? into + term : term;
    }
    const char* source = bill.is_lower_bound() ? "source.priced-lines" : "";
    if (!sum.has_working()) return trace.name("cost.purchase", unpriced.rounded_as(bill.total), currency, source);
    return trace.name("cost.purchase", sum.beside(unpriced).rounded_as(bill.total), currency, source);
}

/// Savings per hour of use when buying, in the order of its formula: rent minus electricity and maintenance.
Term break_even_hours_of(const Term& purchase, const Term& rent, const Term& electricity, const Term& maintenance)
{
    return purchase / (rent - electricity - maintenance);
}

/// Names amounts of a run, each derived from those before.
class CostWorking {
public:
    CostWorking(CostTerms& terms, const CostInputs& in, Trace& trace)
        : terms_(terms),
          economics_(in.scenario.economics),
          trace_(trace),
          currency_(currency_code(terms.bill.currency)),
          purchase_(purchase_term(terms.bill, currency_, trace)),
          hours_of_year_(trace.given("hours_of_a_year", hours_of_a_year, Unit::ratio)),
          utilisation_(trace.field("economics.utilisation", economics_.utilisation, Unit::share)),
          gpus_(trace.given("gpus_of_build", static_cast<double>(terms.gpus), Unit::count)),
          rent_(rent()),
          tariff_(tariff()),
          is_bought_(terms.bill.total > 0.0 && !terms.bill.gpus_unpriced)
    {}

    void add_all(const CostInputs& in)
    {
        // Service and spares.
        const Term share = trace_.field("economics.maintenance_share", economics_.maintenance_share, Unit::share);
        maintenance_per_hour_ = named("maintenance_per_hour", purchase_ * share / (hours_of_year_ * utilisation_));
        const Term use = trace_.name(
            "hours_of_use",
            trace_.field("economics.amortisation_years", economics_.amortisation_years * hours_of_a_year, in_hours) *
                utilisation_,
            in_hours);
        terms_.hours_of_use = use.amount();
        add_run(use);
        add_upload(in);
        if (is_bought_) add_break_even(in);
    }

private:
    Term named(const char* id, const Term& amount, const char* source = "")
    {
        return trace_.name(id, amount, currency_, source);
    }

    Term tariff()
    {
        if (!terms_.energy_price) return {};
        const EnergyPrice& price = *terms_.energy_price;
        constexpr const char* field = "economics.electricity_price_per_kWh";
        if (price.tariff.empty() || !trace_.keeps()) return trace_.field(field, price.per_kwh, currency_);
        Derivation node;
        node.quantity = "field." + std::string(field);
        node.value = currency_.value(price.per_kwh);
        cite(node, price.source, price.date);
        node.assumption = true;
        node.origin = field;
        return trace_.given(std::move(node), price.per_kwh);
    }

    Term rent()
    {
        if (!terms_.rent || !trace_.keeps()) return terms_.rent ? Term(terms_.rent->per_gpu_hour) : Term();
        const RentPrice& rent = *terms_.rent;
        Derivation node;
        node.quantity = "quantity.cost.rent_per_gpu_hour";
        node.value = currency_.value(rent.per_gpu_hour);
        node.source = "source.cloud-offers";
        node.arguments = {{"offers", whole_value(rent.offers)},
                          {"lowest", currency_.value(rent.lowest)},
                          {"highest", currency_.value(rent.highest)},
                          {"date", rent.newest_date}};
        if (rent.exchange.from == rent.exchange.to)
            return trace_.keep("cost.rent_per_gpu_hour", trace_.given(std::move(node), rent.per_gpu_hour));
        const Term middle = trace_.given("offered_price", rent.per_gpu_hour / rent.exchange.rate,
                                         Measure(currency_code(rent.exchange.from)));
        return trace_.keep("cost.rent_per_gpu_hour",
                           trace_.name(std::move(node),
                                       (middle * exchange_term(rent.exchange, trace_)).rounded_as(rent.per_gpu_hour),
                                       currency_));
    }

    void add_run(const Term& use)
    {
        if (!terms_.run_time) return;
        const Term hours = trace_.known("time.wall_seconds", terms_.run_time->base() / seconds_per_hour, in_hours);
        if (terms_.rent) terms_.rent_equivalent = named("cost.rent_equivalent", hours * gpus_ * rent_).amount();
        Term energy;
        if (terms_.run_kwh && terms_.energy_price) {
            energy =
                named("cost.energy", trace_.known("energy.total_kWh", *terms_.run_kwh, Unit::kilowatt_hours) * tariff_);
            terms_.energy = energy.amount();
        }
        if (!is_bought_) return;
        const Term depreciation = named("cost.depreciation", purchase_ * hours / use, "source.straight-line");
        const Term maintenance = named("cost.maintenance", maintenance_per_hour_ * hours);
        terms_.depreciation = depreciation.amount();
        terms_.maintenance = maintenance.amount();
        if (terms_.energy) terms_.run = named("cost.run", depreciation + maintenance + energy).amount();
    }

    void add_break_even(const CostInputs& in)
    {
        if (!terms_.rent || !terms_.energy_price || !in.power) return;
        const Term power = trace_.known("energy.average_power_W", in.power->base(), Unit::watts);
        const Term electricity = named("electricity_per_hour", power.in_units_of(watts_of_a_kilowatt) * tariff_);
        const Term hours =
            break_even_hours_of(purchase_, named("rent_per_hour", gpus_ * rent_), electricity, maintenance_per_hour_);
        if (!(hours.amount() > 0.0) || !std::isfinite(hours.amount())) return;
        const Term use = trace_.name("cost.break_even_hours", hours, in_hours);
        const Term calendar = trace_.name("cost.break_even_calendar", use / utilisation_, in_hours);
        terms_.break_even_hours = use.amount();
        terms_.break_even_calendar_hours = calendar.amount();
        terms_.break_even_date = day_after(economics_.purchase_date, calendar.amount());
    }

    void add_upload(const CostInputs& in)
    {
        terms_.upload_time = in.upload_time;
        if (!in.upload_time || !terms_.rent) return;
        const Term hours = trace_.given("time.upload_seconds", in.upload_time->base() / seconds_per_hour, in_hours);
        terms_.upload_rent = named("cost.upload_rent", hours * gpus_ * rent_).amount();
    }

    CostTerms& terms_;
    const Economics& economics_;
    Trace& trace_;
    Measure currency_;
    Term purchase_;
    Term hours_of_year_;
    Term utilisation_;
    Term gpus_;
    Term rent_;
    Term tariff_;
    Term maintenance_per_hour_;
    bool is_bought_;
};

} // namespace

OwnershipCosts ownership_costs(const CostTerms& terms, const Economics& economics, std::optional<Watts> power)
{
    OwnershipCosts costs;
    if (terms.bill.total > 0.0 && !terms.bill.gpus_unpriced) costs.purchase = terms.bill.total;
    costs.maintenance_of_a_year = terms.bill.total * economics.maintenance_share;
    if (terms.energy_price && power)
        costs.electricity = power->base() / watts_of_a_kilowatt * terms.energy_price->per_kwh;
    if (terms.rent) costs.rent = static_cast<double>(terms.gpus) * terms.rent->per_gpu_hour;
    costs.is_lower_bound = terms.bill.is_lower_bound() || !costs.electricity;
    return costs;
}

std::optional<double> OwnershipCosts::bought_after(double hours, double utilisation) const
{
    if (!purchase) return std::nullopt;
    return *purchase + hours * (maintenance_of_a_year / hours_of_a_year + electricity.value_or(0.0) * utilisation);
}

std::optional<double> OwnershipCosts::rented_after(double hours, double utilisation) const
{
    if (!rent) return std::nullopt;
    return hours * utilisation * *rent;
}

std::optional<double> OwnershipCosts::break_even_hours(double utilisation) const
{
    if (!purchase || !rent || !electricity) return std::nullopt;
    const double hours =
        break_even_hours_of(*purchase, *rent, *electricity, maintenance_of_a_year / (hours_of_a_year * utilisation))
            .amount();
    return hours > 0.0 && std::isfinite(hours) ? std::optional(hours) : std::nullopt;
}

std::optional<double> OwnershipCosts::utilisation_for(double hours) const
{
    if (!purchase || !rent || !electricity || !(*rent > *electricity) || !(hours > 0.0)) return std::nullopt;
    const double share = (*purchase / hours + maintenance_of_a_year / hours_of_a_year) / (*rent - *electricity);
    return std::min(share, 1.0);
}

std::optional<EnergyPrice> energy_price(const Economics& economics, const Catalog& hardware)
{
    if (economics.electricity_price_per_kwh) return EnergyPrice{*economics.electricity_price_per_kwh, {}, {}, {}};
    const std::vector<ElectricityTariff>& tariffs = hardware.operating_costs.electricity;
    const auto own = std::ranges::find(tariffs, economics.currency, &ElectricityTariff::currency);
    const auto chosen = own != tariffs.end() ? own : tariffs.begin();
    if (chosen == tariffs.end()) return std::nullopt;
    const auto rate = exchange_rate(economics, hardware, chosen->currency, economics.currency);
    if (!rate) return std::nullopt;
    return EnergyPrice{chosen->per_kwh * rate->rate, chosen->id, chosen->date, chosen->provenance.source};
}

std::optional<RentPrice> rent_price(const Scenario& scenario, const Catalog& hardware)
{
    const std::vector<const CloudOffer*> offers =
        current_offers(hardware, scenario.build.gpu, scenario.economics.prices_as_of);
    if (offers.empty()) return std::nullopt;
    auto rate = exchange_rate(scenario.economics, hardware, offers.front()->currency, scenario.economics.currency);
    if (!rate) return std::nullopt;
    RentPrice rent;
    rent.per_gpu_hour = middle(offers) * rate->rate;
    rent.lowest = offers.front()->per_gpu_hour * rate->rate;
    rent.highest = offers.back()->per_gpu_hour * rate->rate;
    rent.offers = static_cast<std::int64_t>(offers.size());
    rent.newest_date = newest_date(offers);
    rent.exchange = std::move(*rate);
    return rent;
}

CostTerms cost_terms(const CostInputs& in, Trace& trace)
{
    CostTerms terms;
    add_prices(terms, in);
    terms.run_time = in.run_time;
    terms.run_kwh = in.run_kwh;
    terms.gpus = gpu_count(in.scenario.build);
    CostWorking(terms, in, trace).add_all(in);
    return terms;
}

} // namespace rigwright
