// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/working/nodes.h"
#include "core/estimate/working/workings.h"

#include <array>

namespace rigwright {

namespace {

using Explained = std::optional<Derivation>;

Derivation with_symbol(Derivation node, const char* symbol)
{
    node.symbol = symbol;
    return node;
}

const RunEstimate& run_of(const Evaluation& e) { return *e.estimate->time->run; }

Derivation epochs(const Evaluation& e)
{
    return from_field("epochs", "training.epochs", value_of(Count(e.scenario.training.epochs)));
}

Derivation steps(const Evaluation& e)
{
    return leaf("steps", "time.steps_per_epoch", value_of(Count(e.estimate->time->steps_per_epoch)));
}

Derivation training_part(const Evaluation& e, const EngineData&)
{
    return computed("training", "time.run_parts.training", value_of(run_of(e).parts[0]), "training-time",
                    {epochs(e), steps(e), leaf("step", "time.step_seconds", value_of(run_of(e).step))});
}

Derivation cold_part(const Evaluation& e, const EngineData& data)
{
    const RunEstimate& r = run_of(e);
    const Value value = value_of(r.parts[1]);
    if (r.cold_wait <= Seconds()) return leaf("cold_cache", "time.run_parts.cold_cache", value, "source.no-cold-cache");
    return computed("cold_cache", "time.run_parts.cold_cache", value, "steps-times-wait",
                    {steps(e), leaf("wait", "cold_wait", value_of(r.cold_wait)),
                     with_symbol(explain_loading_needed(e, data, true), "")});
}

Derivation validation_part(const Evaluation& e, const EngineData&)
{
    const RunEstimate& r = run_of(e);
    const double share = e.scenario.run.validation_share;
    Derivation share_of = from_field("share", "run.validation_share", ratio_value(share));
    if (share <= 0.0)
        return computed("validation", "time.run_parts.validation", value_of(r.parts[2]), "no-validation",
                        {std::move(share_of)});
    return computed("validation", "time.run_parts.validation", value_of(r.parts[2]), "validation",
                    {epochs(e), steps(e), std::move(share_of),
                     leaf("step", "validation_step", value_of(r.validation_step), "source.validation-step")});
}

Derivation checkpoint_bytes(const Evaluation& e, const EngineData&)
{
    const CheckpointTerms& c = run_of(e).checkpoint;
    const auto each = [](double bytes) { return Value{bytes, Unit::bytes_per_element}; };
    return computed(
        "checkpoint", "time.checkpoint_bytes", value_of(c.total), "checkpoint-bytes",
        {leaf("weights", "saved_weights", value_of(c.weights)),
         leaf("weight", "bytes_of_weight", each(c.bytes_of_weight), "source.precision-recipe", "training.precision"),
         leaf("trainable", "model.trainable_parameters", value_of(c.trainable)),
         leaf("master", "bytes_of_master", each(c.bytes_of_master), "source.precision-recipe", "training.precision"),
         leaf("moments", "bytes_of_moments", each(c.bytes_of_moments), "source.optimizer", "training.optimizer")});
}

Derivation write_time(const Evaluation& e, const EngineData& data)
{
    const RunEstimate& r = run_of(e);
    return computed("write", "checkpoint_write", value_of(*r.write), "bytes-over-write-rate",
                    {checkpoint_bytes(e, data),
                     leaf("rate", "write_rate", value_of(*r.write_rate), "source.all-drives", "build.storage")});
}

Derivation mtbf(const Evaluation& e, const EngineData&)
{
    const RunEstimate& r = run_of(e);
    const Value hours = count_value(r.gpu_hours_per_failure);
    Derivation rate = e.scenario.run.gpu_hours_per_failure ? from_field("hours", "run.gpu_hours_per_failure", hours)
                                                           : coefficient("hours", "gpu_hours_per_failure", hours);
    return computed("mtbf", "time.mtbf_seconds", value_of(r.mtbf), "mtbf",
                    {std::move(rate), leaf("gpus", "gpus_of_build", count_value(r.gpus))});
}

Explained interval(const Evaluation& e, const EngineData& data)
{
    const RunEstimate& r = run_of(e);
    if (!r.checkpoint_interval) return std::nullopt;
    const Value value = value_of(*r.checkpoint_interval);
    Derivation whole = leaf("useful", "useful_time", value_of(r.useful));
    if (e.scenario.run.checkpoint_interval_seconds) {
        return computed("interval", "time.checkpoint_interval_seconds", value, "interval-given",
                        {from_field("given", "run.checkpoint_interval_seconds",
                                    {*e.scenario.run.checkpoint_interval_seconds, Unit::seconds}),
                         std::move(whole)});
    }
    return computed("interval", "time.checkpoint_interval_seconds", value, "young-interval",
                    {write_time(e, data), mtbf(e, data), std::move(whole)});
}

Derivation checkpoint_part(const Evaluation& e, const EngineData& data)
{
    const RunEstimate& r = run_of(e);
    const Value value = value_of(r.parts[3]);
    if (!r.checkpoint_interval || !r.write)
        return leaf("checkpoints", "time.run_parts.checkpoints", value, "source.write-rate-not-known", "build.storage");
    return computed("checkpoints", "time.run_parts.checkpoints", value, "checkpoints",
                    {leaf("useful", "useful_time", value_of(r.useful)), *interval(e, data), write_time(e, data)});
}

Derivation restart(const Evaluation& e)
{
    const Value value = value_of(run_of(e).restart);
    return e.scenario.run.restart_seconds ? from_field("restart", "run.restart_seconds", value)
                                          : coefficient("restart", "restart_seconds", value);
}

Derivation failure_part(const Evaluation& e, const EngineData& data)
{
    const RunEstimate& r = run_of(e);
    const Value value = value_of(r.parts[4]);
    std::vector<Derivation> inputs{leaf("useful", "useful_time", value_of(r.useful)), mtbf(e, data), restart(e)};
    if (!r.checkpoint_interval)
        return computed("failures", "time.run_parts.failures", value, "failures-without-checkpoints",
                        std::move(inputs));
    inputs.push_back(*interval(e, data));
    inputs.push_back(leaf("write", "checkpoint_write", value_of(r.write.value_or(Seconds()))));
    inputs.push_back(leaf("checkpoints", "time.run_parts.checkpoints", value_of(r.parts[3])));
    return computed("failures", "time.run_parts.failures", value, "failures", std::move(inputs));
}

template <bool High>
Derivation wall_bound(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    const Seconds total = High ? time.total_high : time.total_low;
    return computed("", High ? "time.wall_high_seconds" : "time.wall_low_seconds",
                    value_of(High ? time.run->wall_high : time.run->wall_low), "follows-total",
                    {leaf("amount", "time.wall_seconds", value_of(time.run->wall)),
                     leaf("bound", High ? "time.total_high_seconds" : "time.total_low_seconds", value_of(total)),
                     leaf("total", "time.total_seconds", value_of(time.total))});
}

Derivation goodput(const Evaluation& e, const EngineData& data)
{
    return computed("", "time.goodput", {e.estimate->time->run->goodput, Unit::share}, "goodput",
                    {leaf("useful", "useful_time", value_of(run_of(e).useful)), explain_wall(e, data)});
}

Derivation pf_days(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    Derivation samples =
        e.scenario.dataset.samples
            ? explain_samples_of_epoch(e)
            : leaf("samples", "samples_of_epoch", count_value(samples_of_epoch(e.scenario, time).value_or(0.0)));
    return computed(
        "", "time.pf_days", ratio_value(*time.pf_days), "pf-days",
        {leaf("flops", "model.training_flops_per_sample", value_of(e.estimate->model.training_flops_per_sample)),
         std::move(samples), epochs(e)});
}

Derivation six_n_d(const Evaluation& e, const EngineData&)
{
    const TimeEstimate& time = *e.estimate->time;
    return computed("", "time.six_n_d_pf_days", ratio_value(*time.six_n_d_pf_days), "six-n-d",
                    {leaf("parameters", "model.active_parameters", value_of(e.estimate->model.active_parameters)),
                     leaf("tokens", "tokens_of_run", count_value(tokens_of_run(e.scenario, time).value_or(0.0))),
                     leaf("counted", "time.pf_days", ratio_value(time.pf_days.value_or(0.0)), "source.six-n-d")});
}

Derivation upload(const Evaluation& e, const EngineData&)
{
    return computed("", "time.upload_seconds", value_of(*e.estimate->time->upload), "upload",
                    {explain_samples_as_read(e), explain_bytes_as_read(e),
                     from_field("rate", "run.upload_Mbit_per_second",
                                ratio_value(e.scenario.run.upload_mbit_per_second.value_or(0.0)))});
}

Derivation exposed_copy(const Evaluation& e, const EngineData& data)
{
    const LoadingTerms& l = e.time->loading;
    Derivation node = computed("", "time.loading.exposed_copy_seconds", value_of(l.exposed_copy),
                               l.copy_overlaps ? "copy-overlapped" : "copy-in-turn", {explain_copy(e, data)});
    if (l.copy_overlaps)
        node.inputs.push_back(
            leaf("step", "step_without_loading", value_of(e.time->undisturbed * (1.0 + e.time->straggler_share))));
    return node;
}

template <bool FirstEpoch>
Derivation loading_needed(const Evaluation& e, const EngineData& data)
{
    return explain_loading_needed(e, data, FirstEpoch);
}

constexpr auto run_workings = std::to_array<ExplainedRow>({
    {"time.loading.needed_seconds", working_by<loading_needed<false>>},
    {"time.loading.first_epoch_needed_seconds", working_by<loading_needed<true>>},
    {"time.loading.host_to_device_copy_seconds", working_by<explain_copy>},
    {"time.loading.exposed_copy_seconds", working_by<exposed_copy>},
    {"time.pf_days", working_by<pf_days>},
    {"time.six_n_d_pf_days", working_by<six_n_d>},
    {"time.upload_seconds", working_by<upload>},
    {"time.run_parts.training", working_by<training_part>},
    {"time.run_parts.cold_cache", working_by<cold_part>},
    {"time.run_parts.validation", working_by<validation_part>},
    {"time.run_parts.checkpoints", working_by<checkpoint_part>},
    {"time.run_parts.failures", working_by<failure_part>},
    {"time.wall_seconds", working_by<explain_wall>},
    {"time.wall_low_seconds", working_by<wall_bound<false>>},
    {"time.wall_high_seconds", working_by<wall_bound<true>>},
    {"time.goodput", working_by<goodput>},
    {"time.mtbf_seconds", working_by<mtbf>},
    {"time.checkpoint_bytes", working_by<checkpoint_bytes>},
    {"time.checkpoint_interval_seconds", interval},
});

} // namespace

Derivation explain_wall(const Evaluation& e, const EngineData& data)
{
    return computed("wall", "time.wall_seconds", value_of(e.estimate->time->run->wall), "wall-time",
                    {training_part(e, data), cold_part(e, data), validation_part(e, data), checkpoint_part(e, data),
                     failure_part(e, data)});
}

ExplainedRows explained_run() { return run_workings; }

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

std::string provenance_text(const Price& price)
{
    return price.date.empty() ? price.source : price.source + (price.source.empty() ? "" : ", ") + price.date;
}

Derivation exchange_node(const ExchangeRate& rate)
{
    Derivation node = leaf("rate", "exchange_rate", ratio_value(rate.rate),
                           rate.provenance.source.empty() ? rate.date : rate.provenance.source + ", " + rate.date);
    node.arguments = {{"from", rate.from}, {"to", rate.to}};
    node.assumption = true;
    return node;
}

Derivation line_node(const Evaluation& e, const BillLine& line)
{
    Derivation node;
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
    Derivation price =
        leaf("price", "unit_price", money(line.price->amount, line.price->currency), provenance_text(*line.price),
             line.overridden   ? "build.price_overrides"
             : line.price->own ? line.price->own_file
                               : record_of(line));
    price.assumption = line.price->kind == PriceKind::estimate;
    node.inputs = {leaf("quantity", "bill_quantity", ratio_value(line.quantity)), std::move(price)};
    if (!same) node.inputs.push_back(exchange_node(*line.exchange));
    return node;
}

Derivation purchase(const Evaluation& e)
{
    const BillOfMaterials& bill = cost_terms_of(e).bill;
    std::vector<Derivation> lines;
    for (const BillLine& line : bill.lines) lines.push_back(line_node(e, line));
    const char* formula = bill.unpriced_lines > 0 ? "sum-of-priced-lines" : "sum-of-lines";
    return computed("purchase", "cost.purchase", amount_of(e, bill.total), formula, std::move(lines));
}

Derivation run_hours(const Evaluation& e)
{
    return leaf("time", "time.wall_seconds", value_of(*cost_terms_of(e).run_time));
}

Derivation hours_of_use(const Evaluation& e)
{
    const Economics& economics = e.scenario.economics;
    return computed("use", "hours_of_use", value_of(Seconds(cost_terms_of(e).hours_of_use * 3600.0)),
                    "years-times-utilisation",
                    {from_field("years", "economics.amortisation_years", ratio_value(economics.amortisation_years)),
                     leaf("year", "a_year", value_of(Seconds(hours_of_a_year * 3600.0))),
                     from_field("utilisation", "economics.utilisation", {economics.utilisation, Unit::share})});
}

Derivation depreciation(const Evaluation& e)
{
    Derivation node = computed("depreciation", "cost.depreciation", amount_of(e, *cost_terms_of(e).depreciation),
                               "purchase-for-its-share-of-use", {purchase(e), run_hours(e), hours_of_use(e)});
    node.source = "source.straight-line";
    return node;
}

Derivation maintenance(const Evaluation& e)
{
    const Economics& economics = e.scenario.economics;
    return computed("maintenance", "cost.maintenance", amount_of(e, *cost_terms_of(e).maintenance),
                    "maintenance-for-its-share-of-use",
                    {purchase(e),
                     from_field("share", "economics.maintenance_share", {economics.maintenance_share, Unit::share}),
                     run_hours(e), leaf("year", "a_year", value_of(Seconds(hours_of_a_year * 3600.0))),
                     from_field("utilisation", "economics.utilisation", {economics.utilisation, Unit::share})});
}

Derivation tariff(const Evaluation& e)
{
    const EnergyPrice& price = *cost_terms_of(e).energy_price;
    const Value value = amount_of(e, price.per_kwh);
    if (price.tariff.empty()) return from_field("price", "economics.electricity_price_per_kWh", value);
    Derivation node = leaf("price", "field.economics.electricity_price_per_kWh", value,
                           price.source + ", " + price.date, "economics.electricity_price_per_kWh");
    node.quantity = "field.economics.electricity_price_per_kWh";
    node.assumption = true;
    return node;
}

Derivation energy(const Evaluation& e)
{
    return computed("energy", "cost.energy", amount_of(e, *cost_terms_of(e).energy), "energy-times-price",
                    {leaf("energy", "energy.total_kWh", {*cost_terms_of(e).run_kwh, Unit::kilowatt_hours}), tariff(e)});
}

Derivation cost_of_run(const Evaluation& e)
{
    return computed("run", "cost.run", amount_of(e, *cost_terms_of(e).run), "cost-of-run",
                    {depreciation(e), maintenance(e), energy(e)});
}

Derivation rent_price_node(const Evaluation& e)
{
    const RentPrice& rent = *cost_terms_of(e).rent;
    Derivation node = leaf("rent", "cost.rent_per_gpu_hour", amount_of(e, rent.per_gpu_hour), "source.cloud-offers");
    node.arguments = {{"offers", value_of(Count(rent.offers))},
                      {"lowest", amount_of(e, rent.lowest)},
                      {"highest", amount_of(e, rent.highest)},
                      {"date", rent.newest_date}};
    if (rent.exchange.from != rent.exchange.to) node.inputs.push_back(exchange_node(rent.exchange));
    return node;
}

Derivation gpus(const Evaluation& e) { return leaf("gpus", "gpus_of_build", value_of(Count(cost_terms_of(e).gpus))); }

Derivation rent(const Evaluation& e)
{
    return computed("", "cost.rent_equivalent", amount_of(e, *cost_terms_of(e).rent_equivalent), "rent-of-the-run",
                    {run_hours(e), gpus(e), rent_price_node(e)});
}

Derivation break_even(const Evaluation& e)
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

Derivation break_even_calendar(const Evaluation& e)
{
    Derivation hours = break_even(e);
    hours.symbol = "hours";
    return computed("", "cost.break_even_calendar",
                    value_of(Seconds(*cost_terms_of(e).break_even_calendar_hours * 3600.0)), "use-over-share",
                    {std::move(hours), from_field("utilisation", "economics.utilisation",
                                                  {e.scenario.economics.utilisation, Unit::share})});
}

Derivation upload_rent(const Evaluation& e)
{
    return computed(
        "", "cost.upload_rent", amount_of(e, *cost_terms_of(e).upload_rent), "rent-of-the-upload",
        {leaf("time", "time.upload_seconds", value_of(*cost_terms_of(e).upload_time)), gpus(e), rent_price_node(e)});
}

/// A bill without prices has no total.
Explained known_purchase(const Evaluation& e)
{
    return cost_terms_of(e).bill.total > 0.0 ? Explained(purchase(e)) : std::nullopt;
}

Explained known_break_even_calendar(const Evaluation& e)
{
    return cost_terms_of(e).break_even_calendar_hours ? Explained(break_even_calendar(e)) : std::nullopt;
}

constexpr auto cost_workings = std::to_array<ExplainedRow>({
    {"cost.purchase", working_by<known_purchase>},
    {"cost.depreciation", working_by<depreciation>},
    {"cost.maintenance", working_by<maintenance>},
    {"cost.energy", working_by<energy>},
    {"cost.run", working_by<cost_of_run>},
    {"cost.rent_per_gpu_hour", working_by<rent_price_node>},
    {"cost.rent_equivalent", working_by<rent>},
    {"cost.break_even_hours", working_by<break_even>},
    {"cost.break_even_calendar", working_by<known_break_even_calendar>},
    {"cost.upload_rent", working_by<upload_rent>},
});

} // namespace

ExplainedRows explained_cost() { return cost_workings; }

namespace {

Value share_value(double amount) { return {amount, Unit::share}; }
Value kwh(double amount) { return {amount, Unit::kilowatt_hours}; }

const EnergyEstimate& energy_of(const Evaluation& e) { return *e.estimate->energy; }

Value power_of(const Evaluation& e, PowerPart part) { return value_of(energy_of(e).part(part)); }

Derivation gpu_load(const Evaluation& e, const EngineData& data)
{
    const GpuPowerTerms& g = energy_of(e).gpu;
    const EnergyCoefficients& c = data.energy;
    return computed(
        "load", "gpu_load", share_value(g.load), "gpu-load",
        {leaf("matrix", "gpu_matrix_share", share_value(g.matrix_share)),
         coefficient("at_matrix", "gpu_matrix_load", share_value(c.gpu_matrix_load)),
         leaf("traffic", "gpu_traffic_share", share_value(g.traffic_share)),
         coefficient("at_traffic", "gpu_traffic_load", share_value(c.gpu_traffic_load), true),
         leaf("launch", "gpu_launch_share", share_value(g.launch_share)),
         coefficient("at_launch", "gpu_launch_load", share_value(c.gpu_launch_load), true),
         leaf("exchange", "gpu_communication_share", share_value(g.communication_share)),
         coefficient("at_exchange", "gpu_communication_load", share_value(c.gpu_communication_load), true)});
}

Derivation power_of_gpus(const Evaluation& e, const EngineData& data)
{
    const EnergyEstimate& t = energy_of(e);
    const Value value = power_of(e, PowerPart::gpus);
    if (t.gpus_per_machine <= 0.0) return leaf("gpus", "energy.parts_W.gpus", value, "source.no-gpu", "build.gpu");
    Derivation idle =
        computed("idle", "gpu_idle_power", value_of(t.gpu.idle), "share-of",
                 {coefficient("share", "gpu_idle_share", share_value(data.energy.gpu_idle_share), true),
                  leaf("whole", "gpu_board_power", value_of(t.gpu.board), {}, "gpus/" + e.scenario.build.gpu)});
    Derivation one = computed(
        "one", "gpu_power", value_of(t.gpu.power), "power-at-load",
        {std::move(idle), leaf("full", "gpu_board_power", value_of(t.gpu.board), {}, "gpus/" + e.scenario.build.gpu),
         gpu_load(e, data)});
    return computed("gpus", "energy.parts_W.gpus", value, "each-times-machines",
                    {from_field("count", "build.gpus_per_node", count_value(t.gpus_per_machine)),
                     machines_field(e.scenario), std::move(one)});
}

Derivation processors(const Evaluation& e, const EngineData& data)
{
    const EnergyEstimate& t = energy_of(e);
    const Value value = power_of(e, PowerPart::processors);
    if (t.cpu.assumed) {
        return computed("processors", "energy.parts_W.processors", value, "each-times-machines",
                        {from_field("count", "build.gpus_per_node",
                                    count_value(static_cast<double>(e.scenario.build.gpus_per_node))),
                         machines_field(e.scenario),
                         coefficient("one", "assumed_cpu_watts_per_gpu",
                                     {data.energy.assumed_cpu_watts_per_gpu, Unit::watts}, true)});
    }
    const std::string record = "cpus/" + e.scenario.build.cpu;
    Derivation one = computed("one", "cpu_power", value_of(t.cpu.power / t.cpu.sockets), "power-at-load",
                              {leaf("idle", "cpu_idle_power", value_of(t.cpu.idle), "source.cpu-idle", record),
                               leaf("full", "cpu_full_power", value_of(t.cpu.full), "source.cpu-full", record),
                               leaf("load", "cpu_load", share_value(t.cpu.load), "source.cpu-load")});
    return computed("processors", "energy.parts_W.processors", value, "each-times-machines",
                    {from_field("count", "build.cpu_sockets", count_value(t.cpu.sockets)), machines_field(e.scenario),
                     std::move(one)});
}

Derivation memory(const Evaluation& e, const EngineData& data)
{
    const EnergyEstimate& t = energy_of(e);
    const Value value = power_of(e, PowerPart::memory);
    if (t.memory_gib <= 0.0)
        return leaf("memory", "energy.parts_W.memory", value, "source.memory-not-known", "build.ram_GiB");
    return computed("memory", "energy.parts_W.memory", value, "each-times-machines",
                    {from_field("count", "build.ram_GiB", ratio_value(t.memory_gib)), machines_field(e.scenario),
                     coefficient("one", "memory_watts_per_gib", {data.energy.memory_watts_per_gib, Unit::watts})});
}

Derivation storage(const Evaluation& e, const EngineData& data)
{
    const Value value = power_of(e, PowerPart::storage);
    if (e.scenario.build.storage.empty())
        return leaf("storage", "energy.parts_W.storage", value, "source.storage-not-known", "build.storage");
    return computed(
        "storage", "energy.parts_W.storage", value, "one-a-machine",
        {machines_field(e.scenario), coefficient("one", "storage_watts", {data.energy.storage_watts, Unit::watts})});
}

Derivation components(const Evaluation& e)
{
    return leaf("components", "power_of_components", value_of(energy_of(e).components), "source.components");
}

Derivation board(const Evaluation& e, const EngineData& data)
{
    return computed("board", "energy.parts_W.board_and_fans", power_of(e, PowerPart::board_and_fans), "board-and-fans",
                    {machines_field(e.scenario),
                     coefficient("fixed", "board_watts", {data.energy.board_watts, Unit::watts}, true),
                     coefficient("share", "board_share", share_value(data.energy.board_share)), components(e)});
}

Derivation supply(const Evaluation& e, const EngineData& data)
{
    return computed("supply", "energy.parts_W.supply_loss", power_of(e, PowerPart::supply_loss), "supply-loss",
                    {components(e),
                     leaf("board", "energy.parts_W.board_and_fans", power_of(e, PowerPart::board_and_fans)),
                     coefficient("efficiency", "supply_efficiency", share_value(data.energy.supply_efficiency))});
}

Derivation cooling(const Evaluation& e, const EngineData&)
{
    return computed("cooling", "energy.parts_W.cooling", power_of(e, PowerPart::cooling), "cooling",
                    {components(e),
                     leaf("board", "energy.parts_W.board_and_fans", power_of(e, PowerPart::board_and_fans)),
                     leaf("supply", "energy.parts_W.supply_loss", power_of(e, PowerPart::supply_loss)),
                     from_field("pue", "economics.pue", ratio_value(energy_of(e).pue))});
}

Derivation average(const Evaluation& e, const EngineData& data)
{
    return computed("power", "energy.average_power_W", value_of(energy_of(e).average_power), "power-sum",
                    {power_of_gpus(e, data), processors(e, data), memory(e, data), storage(e, data), board(e, data),
                     supply(e, data), cooling(e, data)});
}

Derivation total_energy(const Evaluation& e, const EngineData& data)
{
    Derivation time = e.estimate->time->run ? explain_wall(e, data)
                                            : leaf("wall", "time.total_seconds", value_of(e.estimate->time->total));
    return computed("energy", "energy.total_kWh", kwh(*energy_of(e).total_kwh), "power-times-time",
                    {average(e, data), std::move(time)});
}

template <bool High>
Derivation energy_bound(const Evaluation& e, const EngineData&)
{
    const EnergyEstimate& energy = energy_of(e);
    const TimeEstimate& time = *e.estimate->time;
    return computed("", High ? "energy.total_high_kWh" : "energy.total_low_kWh",
                    kwh(High ? energy.total_high_kwh : energy.total_low_kwh), "follows-total",
                    {leaf("amount", "energy.total_kWh", kwh(*energy.total_kwh)),
                     leaf("bound", High ? "time.total_high_seconds" : "time.total_low_seconds",
                          value_of(High ? time.total_high : time.total_low)),
                     leaf("total", "time.total_seconds", value_of(time.total))});
}

Derivation co2(const Evaluation& e, const EngineData& data)
{
    const double each = energy_of(e).kg_co2_per_kwh;
    return computed("", "energy.co2_kg", ratio_value(energy_of(e).co2_kg), "energy-times-grid",
                    {total_energy(e, data), e.scenario.economics.grid_kg_co2_per_kwh
                                                ? from_field("grid", "economics.grid_kg_CO2_per_kWh", ratio_value(each))
                                                : coefficient("grid", "grid_kg_co2_per_kwh", ratio_value(each), true)});
}

constexpr auto energy_workings = std::to_array<ExplainedRow>({
    {"energy.average_power_W", working_by<average>},
    {"energy.parts_W.gpus", working_by<power_of_gpus>},
    {"energy.parts_W.processors", working_by<processors>},
    {"energy.parts_W.memory", working_by<memory>},
    {"energy.parts_W.storage", working_by<storage>},
    {"energy.parts_W.board_and_fans", working_by<board>},
    {"energy.parts_W.supply_loss", working_by<supply>},
    {"energy.parts_W.cooling", working_by<cooling>},
    {"energy.total_kWh", working_by<total_energy>},
    {"energy.total_low_kWh", working_by<energy_bound<false>>},
    {"energy.total_high_kWh", working_by<energy_bound<true>>},
    {"energy.co2_kg", working_by<co2>},
});

} // namespace

ExplainedRows explained_energy() { return energy_workings; }

} // namespace rigwright
