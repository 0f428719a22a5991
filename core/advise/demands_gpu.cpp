// SPDX-License-Identifier: Apache-2.0
#include "core/advise/demands.h"
#include "core/advise/requirements.h"
#include "core/estimate/checks/checks.h"

namespace rigwright {

namespace {

const MemoryEstimate* memory_of(const Evaluation& evaluation)
{
    return evaluation.estimate && evaluation.estimate->memory ? &*evaluation.estimate->memory : nullptr;
}

void add_memory(Requirement& row, const char* code, const std::string& workload, const Evaluation& evaluation)
{
    const MemoryEstimate* memory = memory_of(evaluation);
    if (memory == nullptr) return;
    Trace trace(true);
    const double needed = memory->needed.as_double();
    const Term margin =
        trace.given("memory_margin", memory->with_margin.as_double() - needed, Unit::bytes, "source.memory-margin");
    row.demands.push_back(demand_of(code, trace.given("memory.needed_bytes", needed, Unit::bytes) + margin, Unit::bytes,
                                    trace, workload));
}

/// The whole run within the deadline, at the share of the peak that this plan reaches while its GPUs work, and at the
/// upper end of the range.
void add_deadline(const NeedTerms& terms, FlopsPerSecond peak, Requirement& row)
{
    const TimeEstimate& time = *terms.training().estimate->time;
    if (!terms.need().deadline_seconds || !time.run) return;
    const Scenario& training = terms.training().scenario;
    const Flops work = terms.training().estimate->model.training_flops_per_sample *
                       (static_cast<double>(time.steps_per_epoch) * static_cast<double>(time.global_batch) *
                        static_cast<double>(training.training.epochs));
    const Seconds working = time.run->wall_high * (1.0 - waiting_share_of_run(terms.training()));
    if (working <= Seconds()) return;
    Trace trace(true);
    const Term reached =
        trace.given("share_of_peak_reached", work / (peak * working), Unit::share, "source.reached-while-working");
    const Term within = trace.field("requirements.deadline_seconds", *terms.need().deadline_seconds, Unit::seconds);
    row.demands.push_back(demand_of("deadline",
                                    trace.given("work_of_run", work.base(), Unit::flops) / (within * reached),
                                    Unit::flops_per_second, trace));
}

/// All tiles of one part within the rest of the takt after reading, decoding, cutting and copying.
void add_takt(const NeedTerms& terms, FlopsPerSecond peak, Requirement& row)
{
    const TaktEstimate* takt = terms.takt();
    if (takt == nullptr) return;
    const auto rounds = static_cast<double>(takt->rounds);
    const Seconds room = takt->limit - takt->read - takt->decode - takt->prepare - takt->copy * rounds;
    const Seconds device = takt->compute * (rounds * (1.0 - host_share_of_step(*terms.inspection())));
    if (room <= Seconds() || device <= Seconds()) return;
    const Flops work =
        terms.inspection()->estimate->model.forward_flops_per_sample * static_cast<double>(takt->tiles_per_part);
    Trace trace(true);
    const Term reached =
        trace.given("share_of_peak_reached", work / (peak * device), Unit::share, "source.part-while-working");
    const Term within = trace.given("takt_room", room.base(), Unit::seconds);
    row.demands.push_back(demand_of("takt", trace.given("work_of_part", work.base(), Unit::flops) / (within * reached),
                                    Unit::flops_per_second, trace));
}

void add_month(const NeedTerms& terms, FlopsPerSecond peak, Requirement& row)
{
    const auto& month = terms.answer.month;
    if (!month) return;
    double working = 0.0;
    for (const WorkloadShare& share : month->workloads)
        if (share.evaluation) working += share.share * (1.0 - waiting_share_of_run(*share.evaluation));
    if (working <= 0.0) return;
    Trace trace(true);
    const Term most = trace.coefficient("most_utilisation", terms.data.requirements.most_utilisation, Unit::share);
    const Term busy = trace.given("month_of_working_gpus", working, Unit::share, "source.waiting-left-out");
    row.demands.push_back(demand_of("month",
                                    trace.given("peak_of_build", peak.base(), Unit::flops_per_second) * (busy / most),
                                    Unit::flops_per_second, trace));
}

} // namespace

std::optional<FlopsPerSecond> peak_of_build(const Evaluation& evaluation)
{
    if (!evaluation.time || !evaluation.estimate || !evaluation.estimate->time) return std::nullopt;
    return evaluation.time->peak * static_cast<double>(gpu_count(evaluation.scenario.build));
}

Requirement gpu_memory_needed(const NeedTerms& terms)
{
    Requirement row{Resource::gpu_memory, {}, 0, {}};
    const Evaluation& training = terms.training();
    add_memory(row, training.scenario.training.mode == RunMode::train ? "training-memory" : "inference-memory", {},
               training);
    if (terms.inspection() != nullptr && training.scenario.training.mode == RunMode::train)
        add_memory(row, "inspection-memory", {}, *terms.inspection());
    if (terms.answer.month)
        for (const WorkloadShare& share : terms.answer.month->workloads)
            if (share.evaluation && share.evaluation != terms.answer.training)
                add_memory(row, "workload-memory", share.name, *share.evaluation);
    const MemoryEstimate* memory = memory_of(training);
    if (memory != nullptr && training.memory.usable)
        row.present = same("memory.usable_bytes", value_of(memory->usable));
    return row;
}

Requirement compute_needed(const NeedTerms& terms)
{
    Requirement row{Resource::compute, {}, 0, {}};
    const auto peak = peak_of_build(terms.training());
    if (!peak || !(peak->base() > 0.0)) return row;
    const auto gpus = static_cast<double>(gpu_count(terms.scenario().build));
    Trace trace(true);
    const Term all = trace.given("gpus_of_build", gpus, Unit::count) *
                     trace.given("peak_of_a_gpu", (*peak / gpus).base(), Unit::flops_per_second,
                                 "source.peaks-do-not-add", "build.gpu");
    row.present = demand_of("peak-of-gpus", all.rounded_as(peak->base()), Unit::flops_per_second, trace);
    add_deadline(terms, *peak, row);
    add_takt(terms, *peak, row);
    add_month(terms, *peak, row);
    return row;
}

namespace {

/// Power at the wall, with all machines at their limit.
Demand drawn(const NeedTerms& terms, Watts load)
{
    Trace trace(true);
    const Term machines = trace.field("build.nodes", static_cast<double>(terms.scenario().build.nodes), Unit::count);
    const Term efficiency = trace.coefficient("supply_efficiency", terms.data.energy.supply_efficiency, Unit::share);
    return demand_of("power-at-the-wall",
                     trace.given("load_of_a_machine", load.base(), Unit::watts) * machines / efficiency, Unit::watts,
                     trace);
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
    Trace trace(true);
    const Term share = trace.coefficient("takt_share", terms.data.run.takt_share, Unit::share);
    const Term takt = trace.field("requirements.takt_seconds", *terms.need().takt_seconds, Unit::seconds);
    row.demands.push_back(demand_of("takt-share", takt * share, Unit::seconds, trace));
    if (terms.takt() != nullptr) row.present = same("takt.part_latency_seconds", value_of(terms.takt()->part_latency));
    return row;
}

Requirement budget_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::budget, {}, 0, {}};
    if (!terms.need().budget) return row;
    const BillOfMaterials& bill = terms.training().estimate->cost.bill;
    row.demands.push_back(given("requirements.budget", money(*terms.need().budget, bill.currency)));
    if (bill.total > 0.0) row.present = same("cost.purchase", money(bill.total, bill.currency));
    row.present_is_lower_bound = bill.is_lower_bound();
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
    Trace trace(true);
    const Term units = trace.given("units_of_chassis", static_cast<double>(*chassis->body.rack_units), Unit::count, {},
                                   "build.chassis");
    const Term machines = trace.field("build.nodes", static_cast<double>(build.nodes), Unit::count);
    row.present = demand_of("units-times-machines", units * machines, Unit::count, trace);
    return row;
}

Requirement utilisation_allowed(const NeedTerms& terms)
{
    Requirement row{Resource::utilisation, {}, 0, {}};
    const auto& month = terms.answer.month;
    if (!month) return row;
    Trace trace(true);
    const Term most = trace.coefficient("most_utilisation", terms.data.requirements.most_utilisation, Unit::share);
    row.demands.push_back(demand_of("most-of-a-month", most, Unit::share, trace));
    if (!month->complete) return row;
    constexpr double all = hours_of_a_month * 3600.0;
    const Term busy = trace.given("busy_time", month->utilisation * all, Unit::seconds);
    row.present =
        demand_of("busy-of-a-month", (busy / trace.given("a_month", all, Unit::seconds)).rounded_as(month->utilisation),
                  Unit::share, trace);
    return row;
}

} // namespace rigwright
