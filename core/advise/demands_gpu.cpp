// SPDX-License-Identifier: Apache-2.0
#include "core/advise/demands.h"
#include "core/advise/requirements.h"
#include "core/estimate/checks/build_findings.h"

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
    const Value needed = value_of(memory->needed);
    const Value with_margin = value_of(memory->with_margin);
    row.demands.push_back({code,
                           workload,
                           with_margin,
                           {quantity_term("total", "memory.needed_bytes", needed),
                            quantity_term("margin", "memory_margin", {with_margin.number - needed.number, Unit::bytes},
                                          "source.memory-margin")}});
}

/// The whole run within the deadline, at the share of the peak that this plan reaches while its GPUs work, with the
/// range's upper end.
void add_deadline(const NeedTerms& terms, FlopsPerSecond peak, Requirement& row)
{
    const TimeEstimate& time = *terms.training().estimate->time;
    if (!terms.need().deadline_seconds || !time.run) return;
    const Seconds deadline(*terms.need().deadline_seconds);
    const Scenario& training = terms.training().scenario;
    const Flops work = terms.training().estimate->model.training_flops_per_sample *
                       (static_cast<double>(time.steps_per_epoch) * static_cast<double>(time.global_batch) *
                        static_cast<double>(training.training.epochs));
    const Seconds working = time.run->wall_high * (1.0 - waiting_share_of_run(terms.training()));
    if (working <= Seconds()) return;
    const double reached = work / (peak * working);
    row.demands.push_back(
        {"deadline",
         {},
         value_of(FlopsPerSecond(work.base() / (deadline.base() * reached))),
         {quantity_term("work", "work_of_run", value_of(work)),
          field_term("deadline", "requirements.deadline_seconds", value_of(deadline)),
          quantity_term("reached", "share_of_peak_reached", {reached, Unit::share}, "source.reached-while-working")}});
}

/// All tiles of one part within what the cycle leaves after reading, decoding, cutting and copying.
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
    const double reached = work / (peak * device);
    row.demands.push_back(
        {"takt",
         {},
         value_of(FlopsPerSecond(work.base() / (room.base() * reached))),
         {quantity_term("work", "work_of_part", value_of(work)), quantity_term("room", "takt_room", value_of(room)),
          quantity_term("reached", "share_of_peak_reached", {reached, Unit::share}, "source.part-while-working")}});
}

void add_month(const NeedTerms& terms, FlopsPerSecond peak, Requirement& row)
{
    const auto& month = terms.answer.month;
    if (!month) return;
    double working = 0.0;
    for (const WorkloadShare& share : month->workloads)
        if (share.evaluation) working += share.share * (1.0 - waiting_share_of_run(*share.evaluation));
    if (working <= 0.0) return;
    const double most = terms.data.requirements.most_utilisation;
    row.demands.push_back(
        {"month",
         {},
         value_of(peak * (working / most)),
         {quantity_term("peak", "peak_of_build", value_of(peak)),
          quantity_term("utilisation", "month_of_working_gpus", {working, Unit::share}, "source.waiting-left-out"),
          convention_term("most", "most_utilisation", {most, Unit::share})}});
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
    if (memory != nullptr && training.memory.usable) {
        const Value usable = value_of(memory->usable);
        row.present = Demand{"same", {}, usable, {quantity_term("amount", "memory.usable_bytes", usable)}};
    }
    return row;
}

Requirement compute_needed(const NeedTerms& terms)
{
    Requirement row{Resource::compute, {}, 0, {}};
    const auto peak = peak_of_build(terms.training());
    if (!peak || !(peak->base() > 0.0)) return row;
    const auto gpus = static_cast<double>(gpu_count(terms.scenario().build));
    row.present = Demand{
        "peak-of-gpus",
        {},
        value_of(*peak),
        {quantity_term("gpus", "gpus_of_build", {gpus, Unit::count}),
         quantity_term("peak", "peak_of_a_gpu", value_of(*peak / gpus), "source.peaks-do-not-add", "build.gpu")}};
    add_deadline(terms, *peak, row);
    add_takt(terms, *peak, row);
    add_month(terms, *peak, row);
    return row;
}

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
