// SPDX-License-Identifier: Apache-2.0
#include "core/report/ratio_table.h"

#include "core/scenario/scenario.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace rigwright {

namespace {

/// One of the times: of a whole run, or the rate where nothing ends.
constexpr auto ratio_quantities = std::to_array<std::string_view>(
    {"time.wall_seconds", "time.samples_per_second", "cost.purchase", "cost.run", "energy.total_kWh",
     "energy.average_power_W", "memory.total_bytes", "memory.max_micro_batch"});

bool trains(const Evaluation& build) { return build.estimate && build.scenario.training.mode == RunMode::train; }

std::vector<UnpricedKind> unpriced_kinds(const std::vector<std::optional<Evaluation>>& builds)
{
    std::vector<UnpricedKind> unpriced;
    for (const PartKind kind : all_part_kinds) {
        UnpricedKind found{kind, {}};
        for (std::size_t i = 0; i < builds.size(); ++i) {
            if (!builds[i] || builds[i]->estimate->cost.bill.gpus_unpriced) continue;
            const auto lacks = [kind](const BillLine& line) { return line.kind == kind && !line.amount; };
            if (std::ranges::any_of(builds[i]->estimate->cost.bill.lines, lacks)) found.builds.push_back(i);
        }
        if (!found.builds.empty()) unpriced.push_back(std::move(found));
    }
    return unpriced;
}

/// The costs without those kinds. A machine that is sold complete has no price for its GPUs alone.
void leave_out(CostTerms& cost, const std::vector<UnpricedKind>& unpriced)
{
    BillOfMaterials& bill = cost.bill;
    const double before = bill.total;
    const bool has_gpus = std::ranges::find(bill.lines, PartKind::gpu, &BillLine::kind) != bill.lines.end();
    const auto left_out = [&](const BillLine& line) {
        return std::ranges::find(unpriced, line.kind, &UnpricedKind::kind) != unpriced.end();
    };
    const bool lacks_its_gpus = std::ranges::any_of(bill.lines, [&](const BillLine& line) {
        return line.kind == PartKind::chassis && !has_gpus && left_out(line);
    });
    std::erase_if(bill.lines, left_out);
    bill.unpriced_lines = 0;
    bill.total = 0.0;
    for (const BillLine& line : bill.lines) bill.total += line.amount.value_or(0.0);
    if (bill.gpus_unpriced || lacks_its_gpus) bill.total = 0.0;
    // Both are shares of the purchase.
    if (cost.run && before > 0.0)
        *cost.run -= (*cost.depreciation + *cost.maintenance) * (before - bill.total) / before;
    if (bill.total <= 0.0) cost.run.reset();
}

} // namespace

RatioTable ratio_table(const std::vector<const Evaluation*>& builds, std::size_t baseline, const EngineData& data)
{
    RatioTable table;
    table.baseline = baseline;
    const std::vector<bool> same_task = compare(builds, baseline, data).has_baseline_task;
    std::vector<std::optional<Evaluation>> answers(builds.size());
    for (std::size_t i = 0; i < builds.size(); ++i) {
        const Evaluation& build = *builds[i];
        if (!build.estimate || !same_task[i]) {
            table.standing.push_back(build.estimate ? RatioStanding::own_task : RatioStanding::no_answer);
            continue;
        }
        answers[i] = build;
        if (trains(build) && trains(*builds[baseline])) {
            const std::int64_t batch = global_batch(builds[baseline]->scenario);
            if (global_batch(build.scenario) != batch) {
                answers[i] = at_global_batch(batch, build, data);
                if (answers[i] && !answers[i]->estimate) answers[i].reset();
                table.global_batch = batch;
            }
        }
        table.standing.push_back(answers[i] ? RatioStanding::compared : RatioStanding::undivided_batch);
    }
    table.unpriced = unpriced_kinds(answers);
    std::vector<const Evaluation*> alike;
    for (std::size_t i = 0; i < builds.size(); ++i) {
        if (answers[i] && !table.unpriced.empty()) leave_out(answers[i]->estimate->cost, table.unpriced);
        alike.push_back(answers[i] ? &*answers[i] : builds[i]);
    }
    Comparison comparison = compare(alike, baseline, data);
    bool has_time = false;
    for (const std::string_view quantity : ratio_quantities) {
        const auto found = std::ranges::find(comparison.rows, quantity, &ComparedRow::quantity);
        const bool is_time = quantity.starts_with("time.");
        if (found == comparison.rows.end() || (is_time && has_time)) continue;
        has_time = has_time || is_time;
        RatioRow row{found->quantity, found->direction, std::move(found->values), {}};
        for (std::size_t i = 0; i < builds.size(); ++i) {
            if (!answers[i]) row.values[i].reset();
            const auto& own = row.values[i];
            const auto& base = row.values[baseline];
            const bool known = own && base && !own->hypothetical && !base->hypothetical && found->deltas[i];
            row.ratios.push_back(known ? found->deltas[i]->ratio : std::nullopt);
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace rigwright
