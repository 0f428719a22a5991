// SPDX-License-Identifier: Apache-2.0
#include "core/advise/status.h"

#include "core/estimate/quantities.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rigwright {

namespace {

/// Judges only by value, range and limit. A NaN value misses its limit.
LimitState judged(const GoalStatus& status)
{
    if (!status.limit) return LimitState::no_limit;
    if (!status.value) return LimitState::open;
    const double limit = status.limit->number;
    if (!(status.value->number <= limit)) return LimitState::misses;
    if (!status.high) return LimitState::open;
    return status.high->number <= limit ? LimitState::holds : LimitState::tight;
}

void set_value(GoalStatus& status, const Value& value) { status.value = status.low = status.high = value; }

GoalStatus memory_status(const Estimate& estimate)
{
    GoalStatus status{Goal::memory, LimitState::unknown, "memory.total_bytes"};
    if (estimate.memory_at_least) status.value = status.low = value_of(*estimate.memory_at_least);
    if (!estimate.memory) return status;
    const MemoryEstimate& memory = *estimate.memory;
    status.value = value_of(memory.total);
    status.low = value_of(memory.low);
    status.high = value_of(memory.high);
    // Without a verdict the capacity is unknown.
    if (!estimate.verdict) {
        status.state = LimitState::open;
        return status;
    }
    if (*estimate.verdict == Verdict::incomplete) return status;
    status.limit = value_of(memory.usable);
    status.state = *estimate.verdict == Verdict::fits    ? LimitState::holds
                   : *estimate.verdict == Verdict::tight ? LimitState::tight
                                                         : LimitState::misses;
    return status;
}

/// The wall-clock time of the requested run, including growth and balanced epochs. An inference has a total time
/// without a deadline.
GoalStatus time_status(const Evaluation& plan, const NeedAnswer* answer)
{
    GoalStatus status{Goal::time, LimitState::unknown, "time.wall_seconds"};
    const bool trains_more = answer != nullptr && answer->trains_more_than(plan);
    const Estimate& estimate = trains_more ? *answer->training->estimate : *plan.estimate;
    if (const auto& deadline = plan.scenario.requirements.deadline_seconds) status.limit = seconds_value(*deadline);
    if (trains_more) status.quantity = "requirements.deadline_present";
    if (estimate.time && estimate.time->run) {
        status.value = value_of(estimate.time->run->wall);
        status.low = value_of(estimate.time->run->wall_low);
        status.high = value_of(estimate.time->run->wall_high);
        status.state = judged(status);
        return status;
    }
    if (estimate.time && estimate.time->knows_run()) {
        status.quantity = "time.total_seconds";
        status.value = value_of(estimate.time->total);
        status.low = value_of(estimate.time->total_low);
        status.high = value_of(estimate.time->total_high);
    }
    status.state = status.limit ? LimitState::open : LimitState::no_limit;
    if (status.limit && estimate.verdict == Verdict::incomplete) status.state = LimitState::unknown;
    return status;
}

/// A limit whose amounts have no range: the row of its resource.
struct LimitGoal {
    Goal goal;
    Resource resource;
    const char* quantity;
};
constexpr std::array limit_goals{
    LimitGoal{Goal::takt, Resource::takt, "requirements.takt_present"},
    LimitGoal{Goal::power, Resource::power, "requirements.power_present"},
    LimitGoal{Goal::rack_units, Resource::rack_units, "requirements.rack_units_present"},
    LimitGoal{Goal::utilisation, Resource::utilisation, "requirements.utilisation_present"},
};

void add_limits(const NeedAnswer& answer, std::vector<GoalStatus>& goals)
{
    for (const LimitGoal& asked : limit_goals) {
        const Requirement* row = answer.row(asked.resource);
        if (row == nullptr) continue;
        GoalStatus status{asked.goal, LimitState::unknown, asked.quantity};
        status.limit = row->needed();
        if (row->present) set_value(status, row->present->amount());
        status.state = judged(status);
        goals.push_back(std::move(status));
    }
}

GoalStatus price_status(const Evaluation& plan)
{
    GoalStatus status{Goal::price, LimitState::unknown, "cost.purchase"};
    const BillOfMaterials& bill = plan.estimate->cost.bill;
    if (const auto& budget = plan.scenario.requirements.budget) status.limit = money(*budget, bill.currency);
    if (const auto purchase = number_of("cost.purchase", *plan.estimate)) {
        set_value(status, *purchase);
        if (is_lower_bound(*quantity_of("cost.purchase"), *plan.estimate)) status.high.reset();
    }
    status.state = judged(status);
    return status;
}

PriceOrigins price_origins(const BillOfMaterials& bill)
{
    PriceOrigins origins;
    for (const BillLine& line : bill.lines) {
        if (!line.amount) continue;
        ++(line.price->kind == PriceKind::quotation ? origins.quoted : origins.listed);
    }
    origins.missing = kinds_left_out(bill);
    return origins;
}

/// Goals with their own state report these; the state of the memory covers missing parts of an imported file.
bool is_of_another_goal(const Finding& finding)
{
    for (std::size_t i = 0; i < resource_count; ++i) {
        const auto resource = static_cast<Resource>(i);
        const bool about_limit = is_limit(resource) && finding.field == field_of(resource);
        if (about_limit || ((resource == Resource::gpu_memory || is_limit(resource)) && says_short(finding, resource)))
            return true;
    }
    return finding.field == "model.embedded" && finding.severity == Finding::Severity::blocks;
}

void count_checks(const std::vector<Finding>& findings, CheckCounts& counts)
{
    for (const Finding& finding : findings) {
        if (is_of_another_goal(finding)) continue;
        switch (finding.severity) {
        case Finding::Severity::error:
        case Finding::Severity::blocks: ++counts.blocking; break;
        case Finding::Severity::loses: ++counts.warnings; break;
        case Finding::Severity::unchecked: ++counts.notes; break;
        }
    }
}

GoalStatus checks_status(const CheckCounts& counts)
{
    GoalStatus status{Goal::build_checks, LimitState::holds};
    set_value(status, whole_value(counts.blocking + counts.warnings));
    if (counts.warnings > 0) status.state = LimitState::tight;
    if (counts.blocking > 0) status.state = LimitState::misses;
    return status;
}

} // namespace

const GoalStatus* PlanStatus::goal(Goal which) const
{
    const auto found = std::ranges::find(goals, which, &GoalStatus::goal);
    return found == goals.end() ? nullptr : &*found;
}

std::vector<Goal> PlanStatus::decisive() const
{
    std::vector<Goal> found;
    for (const GoalStatus& status : goals)
        if (status.state == verdict) found.push_back(status.goal);
    return found;
}

PlanStatus status_of(const Evaluation& plan, const NeedAnswer* answer)
{
    PlanStatus status;
    if (!plan.estimate) {
        for (const Goal goal : {Goal::memory, Goal::time, Goal::price, Goal::build_checks})
            status.goals.push_back({goal, LimitState::unknown});
        return status;
    }
    const Estimate& estimate = *plan.estimate;
    status.incomplete_model = estimate.verdict == Verdict::incomplete;
    status.hypothetical_time = estimate.verdict == Verdict::does_not_fit;
    status.rough_time = estimate.time && estimate.time->order_of_magnitude;
    status.rough_memory = estimate.memory && estimate.memory->order_of_magnitude;
    if (estimate.time) status.bottleneck = estimate.time->bottleneck;
    status.prices = price_origins(estimate.cost.bill);
    count_checks(estimate.findings, status.checks);
    if (answer != nullptr) count_checks(answer->findings, status.checks);

    status.goals = {memory_status(estimate), time_status(plan, answer), price_status(plan),
                    checks_status(status.checks)};
    if (answer != nullptr) add_limits(*answer, status.goals);
    std::ranges::sort(status.goals, {}, &GoalStatus::goal);
    status.verdict = std::ranges::max(status.goals, {}, &GoalStatus::state).state;
    return status;
}

PlanStatus status_of(const Evaluation& plan, const EngineData& data)
{
    if (!plan.estimate || !states_need(plan.scenario)) return status_of(plan, nullptr);
    const std::optional<NeedAnswer> answer = answer_need(plan, data);
    return status_of(plan, answer ? &*answer : nullptr);
}

std::optional<Seconds> beyond_deadline(const Evaluation& plan)
{
    const std::optional<double>& deadline = plan.scenario.requirements.deadline_seconds;
    if (!deadline || !plan.estimate || !plan.estimate->time || !plan.estimate->time->knows_run()) return std::nullopt;
    const Seconds late = plan.estimate->time->total - Seconds(*deadline);
    return late > Seconds() ? std::optional(late) : std::nullopt;
}

} // namespace rigwright
