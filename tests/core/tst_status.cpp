// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/status.h"
#include "core/scenario/resolved_model.h"
#include "tests/support/need_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <limits>

namespace rigwright::test::tst_status {

constexpr double hour = 3600.0;

PlanStatus status_of_plan(const Scenario& scenario) { return status_of(evaluated(scenario), engine_data()); }

/// A build with an own price for every part.
Scenario priced_fabric()
{
    Scenario scenario = inspected_fabric();
    scenario.build.chassis = "generic-2u-4gpu";
    scenario.build.memory_kit = engine_data().hardware.memory_kits.front().id;
    const Evaluation plan = evaluated(scenario);
    for (const BillLine& line : plan.estimate->cost.bill.lines)
        scenario.build.price_overrides[line.part] = {1000.0, "CNY", "2026-11-01", "quote"};
    return scenario;
}

double value(const PlanStatus& status, Goal goal) { return status.goal(goal)->value->number; }
LimitState state(const PlanStatus& status, Goal goal) { return status.goal(goal)->state; }

class StatusTest : public QObject {
    Q_OBJECT

private slots:
    void without_limits_memory_alone_is_judged()
    {
        const PlanStatus status = status_of_plan(inspected_fabric());
        QCOMPARE(status.goals.size(), std::size_t{4});
        QCOMPARE(state(status, Goal::memory), LimitState::holds);
        QCOMPARE(state(status, Goal::time), LimitState::no_limit);
        QCOMPARE(state(status, Goal::price), LimitState::no_limit);
        QVERIFY(!status.goal(Goal::time)->limit);
        QVERIFY(status.goal(Goal::takt) == nullptr);
        QVERIFY(!status.hypothetical_time);
        QCOMPARE(status.bottleneck, std::optional(Bottleneck::memory_bandwidth));
    }

    void memory_has_the_range_and_the_limit_of_the_estimate()
    {
        const Evaluation plan = evaluated(inspected_fabric());
        const GoalStatus memory = *status_of(plan, engine_data()).goal(Goal::memory);
        QCOMPARE(memory.quantity, std::string("memory.total_bytes"));
        QVERIFY(*memory.value == value_of(plan.estimate->memory->total));
        QVERIFY(*memory.low == value_of(plan.estimate->memory->low));
        QVERIFY(*memory.high == value_of(plan.estimate->memory->high));
        QVERIFY(*memory.limit == value_of(plan.estimate->memory->usable));
    }

    void memory_within_its_margin_is_tight()
    {
        Scenario scenario = inspected_fabric();
        for (scenario.training.micro_batch = 2; scenario.training.micro_batch < 64; ++scenario.training.micro_batch) {
            const Evaluation plan = evaluated(scenario);
            const LimitState expected = plan.estimate->verdict == Verdict::fits    ? LimitState::holds
                                        : plan.estimate->verdict == Verdict::tight ? LimitState::tight
                                                                                   : LimitState::misses;
            QCOMPARE(state(status_of(plan, engine_data()), Goal::memory), expected);
            if (expected == LimitState::tight) return;
        }
        QFAIL("no plan is tight");
    }

    void too_much_memory_is_missed_and_its_time_hypothetical()
    {
        Scenario scenario = inspected_fabric();
        scenario.training.micro_batch = 32;
        scenario.requirements.deadline_seconds = 1.5 * hour;
        const PlanStatus status = status_of_plan(scenario);
        QCOMPARE(state(status, Goal::memory), LimitState::misses);
        QCOMPARE(state(status, Goal::time), LimitState::misses);
        QVERIFY(status.hypothetical_time);
        QCOMPARE(status.verdict, LimitState::misses);
        QVERIFY((status.decisive() == std::vector{Goal::memory, Goal::time}));
        // The finding about memory does not count as a build check.
        QCOMPARE(status.checks.blocking, std::int64_t{0});
    }

    void time_of_what_was_never_measured_is_rough()
    {
        Scenario scenario = inspected_fabric();
        QVERIFY(!status_of_plan(scenario).rough_time);
        scenario.build.gpu = "ascend910a";
        QVERIFY(status_of_plan(scenario).rough_time);
        scenario = inspected_fabric();
        scenario.parallel.zero_stage = 2;
        scenario.parallel.offload = Offload::optimizer;
        const Evaluation plan = evaluated(scenario);
        QVERIFY(status_of(plan, engine_data()).rough_time);
        QVERIFY(finds(plan.estimate->findings, "offload-not-measured"));
    }

    void memory_of_what_was_never_measured_is_rough()
    {
        const auto plan_of = [](const char* gpu, Framework framework) {
            Scenario scenario = inspected_fabric();
            scenario.build.gpu = gpu;
            scenario.training.framework = framework;
            return evaluated(scenario);
        };
        for (const auto& [gpu, framework, rough] : {std::tuple{"rtx4090", Framework::pytorch, false},
                                                    {"rtx4090", Framework::tensorflow, true},
                                                    {"ascend910a", Framework::pytorch, true},
                                                    {"mi300x", Framework::pytorch, false}}) {
            const Evaluation plan = plan_of(gpu, framework);
            QCOMPARE(status_of(plan, engine_data()).rough_memory, rough);
            const MemoryEstimate& memory = *plan.estimate->memory;
            QCOMPARE(memory.high.as_double() > 1.9 * memory.total.as_double(), rough);
            QCOMPARE(memory.with_margin.as_double() > 1.9 * memory.needed.as_double(), rough);
            QCOMPARE(finds(plan.estimate->findings, "memory-not-measured"), rough);
        }
    }

    void the_time_of_a_measured_step_is_not_rough()
    {
        Scenario scenario = inspected_fabric();
        scenario.build.gpu = "ascend910a";
        const auto is_rough = [](const Evaluation& plan) {
            return finds(plan.estimate->findings, "generation-not-measured");
        };
        const Evaluation before = evaluated(scenario);
        QVERIFY(is_rough(before));
        Measurement step;
        step.micro_batch = scenario.training.micro_batch;
        step.step_seconds = before.estimate->time->step.base();
        scenario.measurements = {step};
        const Evaluation after = evaluated(scenario);
        QVERIFY(!after.estimate->time->order_of_magnitude);
        QVERIFY(!is_rough(after));
    }

    void unknown_capacity_is_open()
    {
        Scenario scenario = inspected_fabric();
        scenario.build.gpu = "none";
        scenario.build.ram_gib.reset();
        const Evaluation plan = evaluated(scenario);
        QVERIFY(plan.estimate->memory && !plan.estimate->verdict);
        const PlanStatus status = status_of(plan, engine_data());
        QCOMPARE(state(status, Goal::memory), LimitState::open);
        QVERIFY(status.goal(Goal::memory)->value && !status.goal(Goal::memory)->limit);
        QVERIFY(status.verdict >= LimitState::open);
    }

    void a_deadline_holds_only_over_the_whole_range()
    {
        Scenario scenario = inspected_fabric();
        const RunEstimate run = *evaluated(scenario).estimate->time->run;
        const auto with_deadline = [&](Seconds deadline) {
            scenario.requirements.deadline_seconds = deadline.base();
            return status_of_plan(scenario);
        };
        const PlanStatus held = with_deadline(run.wall_high);
        QCOMPARE(state(held, Goal::time), LimitState::holds);
        QCOMPARE(held.goal(Goal::time)->quantity, std::string("time.wall_seconds"));
        QCOMPARE(value(held, Goal::time), run.wall.base());
        QCOMPARE(held.goal(Goal::time)->low->number, run.wall_low.base());
        QCOMPARE(held.goal(Goal::time)->high->number, run.wall_high.base());
        QCOMPARE(held.goal(Goal::time)->limit->number, run.wall_high.base());
        QCOMPARE(state(with_deadline(run.wall_high * 0.999), Goal::time), LimitState::tight);
        QCOMPARE(state(with_deadline(run.wall), Goal::time), LimitState::tight);
        const PlanStatus missed = with_deadline(run.wall * 0.999);
        QCOMPARE(state(missed, Goal::time), LimitState::misses);
        QVERIFY(missed.decisive() == std::vector{Goal::time});
    }

    void a_deadline_without_samples_is_open()
    {
        Scenario scenario = inspected_fabric();
        scenario.dataset.samples.reset();
        QCOMPARE(state(status_of_plan(scenario), Goal::time), LimitState::no_limit);
        scenario.requirements.deadline_seconds = hour;
        const PlanStatus status = status_of_plan(scenario);
        QCOMPARE(state(status, Goal::time), LimitState::open);
        QVERIFY(!status.goal(Goal::time)->value);
        QCOMPARE(status.goal(Goal::time)->limit->number, 3600.0);
    }

    void growth_counts_for_the_deadline()
    {
        Scenario scenario = inspected_fabric();
        const RunEstimate run = *evaluated(scenario).estimate->time->run;
        scenario.requirements.deadline_seconds = run.wall_high.base() * 1.01;
        QCOMPARE(state(status_of_plan(scenario), Goal::time), LimitState::holds);
        scenario.requirements.growth = 3.0;
        const PlanStatus status = status_of_plan(scenario);
        QCOMPARE(state(status, Goal::time), LimitState::misses);
        QVERIFY(value(status, Goal::time) > 2.0 * run.wall.base());
        QCOMPARE(status.goal(Goal::time)->quantity, std::string("requirements.deadline_present"));
    }

    void a_takt_time_is_a_separate_goal()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.takt_seconds = 100.0;
        const PlanStatus slow = status_of_plan(scenario);
        QCOMPARE(state(slow, Goal::takt), LimitState::holds);
        // The computer may take a share of the cycle.
        QCOMPARE(slow.goal(Goal::takt)->limit->number, 100.0 * engine_data().run.takt_share);
        scenario.requirements.takt_seconds = 1e-4;
        const PlanStatus fast = status_of_plan(scenario);
        QCOMPARE(state(fast, Goal::takt), LimitState::misses);
        QCOMPARE(fast.verdict, LimitState::misses);
        QVERIFY(fast.decisive() == std::vector{Goal::takt});
    }

    void a_missing_price_keeps_the_price_open()
    {
        Scenario scenario = priced_fabric();
        const double total = value(status_of_plan(scenario), Goal::price);
        scenario.build.chassis = "generic-4u-8gpu-pcie";
        scenario.requirements.budget = total + 500.0;
        const Evaluation plan = evaluated(scenario);
        const BillOfMaterials& bill = plan.estimate->cost.bill;
        QVERIFY(bill.unpriced_lines > 0 && bill.total <= total);
        const PlanStatus status = status_of(plan, engine_data());
        const GoalStatus& price = *status.goal(Goal::price);
        QCOMPARE(price.state, LimitState::open);
        QCOMPARE(price.value->number, bill.total);
        QVERIFY(!price.high);
        QCOMPARE(price.limit->number, total + 500.0);
        QCOMPARE(price.limit->unit, Unit::money);
        QCOMPARE(static_cast<std::int64_t>(status.prices.missing.size()), bill.unpriced_lines);
        QVERIFY(std::ranges::count(status.prices.missing, PartKind::chassis) == 1);
        QVERIFY(status.verdict != LimitState::holds);
    }

    void a_known_part_above_the_budget_is_missed()
    {
        Scenario scenario = priced_fabric();
        scenario.build.chassis = "generic-4u-8gpu-pcie";
        scenario.requirements.budget = 1.0;
        const PlanStatus status = status_of_plan(scenario);
        QCOMPARE(state(status, Goal::price), LimitState::misses);
        QCOMPARE(status.verdict, LimitState::misses);
    }

    void a_budget_with_all_prices_holds()
    {
        Scenario scenario = priced_fabric();
        scenario.requirements.budget = 1e7;
        const PlanStatus status = status_of_plan(scenario);
        QCOMPARE(state(status, Goal::price), LimitState::holds);
        QVERIFY(status.prices.missing.empty());
        QCOMPARE(status.prices.quoted, static_cast<std::int64_t>(evaluated(scenario).estimate->cost.bill.lines.size()));
        QCOMPARE(status.prices.listed, std::int64_t{0});
        scenario.requirements.budget = value(status, Goal::price);
        QCOMPARE(state(status_of_plan(scenario), Goal::price), LimitState::holds);
        // A price of the database is listed, a quotation in the own catalog quoted.
        scenario.build.price_overrides.erase("rtx4090");
        QCOMPARE(status_of_plan(scenario).prices.listed, std::int64_t{1});
        EngineData imported = engine_data();
        const auto card = std::ranges::find(imported.hardware.gpus, "rtx4090", &Gpu::id);
        Price& price = card->prices.emplace_back(card->prices.front());
        price.date = "2026-11-01";
        price.kind = PriceKind::quotation;
        price.own = true;
        QCOMPARE(status_of(evaluate(scenario, imported), imported).prices.listed, std::int64_t{0});
    }

    void power_is_a_goal_where_it_is_limited()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.power_limit_w = 5000.0;
        const PlanStatus held = status_of_plan(scenario);
        QCOMPARE(state(held, Goal::power), LimitState::holds);
        QCOMPARE(held.goal(Goal::power)->limit->number, 5000.0);
        QVERIFY(value(held, Goal::power) > 450.0 && value(held, Goal::power) < 2000.0);
        scenario.requirements.power_limit_w = 100.0;
        const PlanStatus missed = status_of_plan(scenario);
        QCOMPARE(state(missed, Goal::power), LimitState::misses);
        QCOMPARE(missed.checks.blocking, held.checks.blocking);
    }

    void unknown_rack_space_is_open()
    {
        Scenario scenario = inspected_fabric();
        scenario.requirements.rack_units = 2;
        QCOMPARE(state(status_of_plan(scenario), Goal::rack_units), LimitState::open);
        scenario.build.chassis = "generic-2u-4gpu";
        QCOMPARE(state(status_of_plan(scenario), Goal::rack_units), LimitState::holds);
        scenario.requirements.rack_units = 1;
        QCOMPARE(state(status_of_plan(scenario), Goal::rack_units), LimitState::misses);
    }

    void build_checks_count_only_other_findings()
    {
        Scenario scenario = inspected_fabric();
        const PlanStatus before = status_of_plan(scenario);
        const auto& supplies = engine_data().hardware.power_supplies;
        scenario.build.power_supply =
            std::ranges::min(supplies, {}, [](const PowerSupply& supply) { return supply.output; }).id;
        const PlanStatus after = status_of_plan(scenario);
        QCOMPARE(after.checks.blocking, before.checks.blocking + 1);
        QCOMPARE(state(after, Goal::build_checks), LimitState::misses);
        QCOMPARE(value(after, Goal::build_checks), static_cast<double>(after.checks.blocking + after.checks.warnings));
        QVERIFY(after.decisive() == std::vector{Goal::build_checks});
    }

    void a_plan_that_cannot_be_computed_is_unknown()
    {
        Scenario scenario = inspected_fabric();
        scenario.model.preset = "no-such-model";
        scenario.requirements.budget = 1.0;
        const PlanStatus status = status_of_plan(scenario);
        QCOMPARE(status.verdict, LimitState::unknown);
        for (const GoalStatus& goal : status.goals) QCOMPARE(goal.state, LimitState::unknown);
        QVERIFY(!status.bottleneck);
    }

    void an_incomplete_model_is_unknown()
    {
        Evaluation plan = evaluated(inspected_fabric());
        plan.scenario.requirements.deadline_seconds = 100.0 * hour;
        plan.estimate->memory_at_least = plan.estimate->memory->total;
        plan.estimate->memory.reset();
        plan.estimate->time.reset();
        plan.estimate->verdict = Verdict::incomplete;
        const PlanStatus status = status_of(plan, nullptr);
        QVERIFY(status.incomplete_model);
        QCOMPARE(state(status, Goal::memory), LimitState::unknown);
        QVERIFY(status.goal(Goal::memory)->value && !status.goal(Goal::memory)->high);
        QCOMPARE(state(status, Goal::time), LimitState::unknown);
        QCOMPARE(status.verdict, LimitState::unknown);
    }

    void the_verdict_is_the_worst_state()
    {
        Evaluation plan = evaluated(inspected_fabric());
        plan.estimate->findings.clear();
        plan.scenario.requirements.deadline_seconds = 100.0 * hour;
        QCOMPARE(status_of(plan, nullptr).verdict, LimitState::holds);
        plan.estimate->findings = {{Finding::Severity::unchecked, "gpu-hardly-sold", "build.gpu", {}}};
        QCOMPARE(status_of(plan, nullptr).verdict, LimitState::holds);
        QCOMPARE(status_of(plan, nullptr).checks.notes, std::int64_t{1});
        plan.estimate->findings.push_back({Finding::Severity::loses, "fewer-lanes", "build.gpus_per_node", {}});
        QCOMPARE(status_of(plan, nullptr).verdict, LimitState::tight);
        // An undecided budget outweighs a warning.
        plan.scenario.requirements.budget = 1e9;
        plan.estimate->cost.bill.unpriced_lines = 1;
        QCOMPARE(status_of(plan, nullptr).verdict, LimitState::open);
        QVERIFY(status_of(plan, nullptr).decisive() == std::vector{Goal::price});
        plan.scenario.requirements.budget = 1.0;
        QCOMPARE(status_of(plan, nullptr).verdict, LimitState::misses);
        QVERIFY(status_of(plan, nullptr).decisive() == std::vector{Goal::price});
        plan.estimate->time->run->wall = Seconds(std::numeric_limits<double>::quiet_NaN());
        QVERIFY((status_of(plan, nullptr).decisive() == std::vector{Goal::time, Goal::price}));
    }

    void no_green_over_a_missed_goal()
    {
        each_text({"detr_r50", "resnet18", "gpt2-small", "bert-base-uncased", "llama-2-7b", "yolov8n"},
                  [&](const char* preset) {
                      int missed = 0;
                      int held = 0;
                      for (const char* gpu : {"rtx4090", "a100-sxm-80", "h100-sxm", "none"}) {
                          for (const double limit : {1e-3, 1.0, 1e4, 1e6, 1e9}) {
                              for (const std::int64_t batch : {1, 512}) {
                                  Scenario scenario = scenario_of(preset, batch, gpu);
                                  scenario.build.ram_gib = 64.0;
                                  scenario.dataset.samples = 1000;
                                  scenario.requirements.deadline_seconds = limit;
                                  scenario.requirements.budget = limit;
                                  scenario.requirements.power_limit_w = limit;
                                  const Evaluation plan = evaluated(scenario);
                                  const PlanStatus status = status_of(plan, engine_data());
                                  bool all_hold = true;
                                  for (const GoalStatus& goal : status.goals) {
                                      // Memory is judged by probability: an estimate just above the limit may still
                                      // fit.
                                      if (goal.limit && goal.value && goal.value->number > goal.limit->number)
                                          QVERIFY(goal.state == LimitState::misses ||
                                                  (goal.goal == Goal::memory && goal.state == LimitState::tight));
                                      if (goal.state == LimitState::holds && goal.limit)
                                          QVERIFY(goal.high && goal.high->number <= goal.limit->number);
                                      all_hold = all_hold && goal.state <= LimitState::holds;
                                  }
                                  QCOMPARE(status.verdict == LimitState::holds, all_hold);
                                  if (!plan.estimate) continue;
                                  const std::optional<NeedAnswer> answer = answer_need(plan, engine_data());
                                  if (!answer->is_met()) QVERIFY(status.verdict > LimitState::holds);
                                  const auto& findings = plan.estimate->findings;
                                  const bool blocked = std::ranges::any_of(findings, [](const Finding& finding) {
                                      return finding.severity == Finding::Severity::blocks;
                                  });
                                  if (blocked) QCOMPARE(status.verdict, LimitState::misses);
                                  missed += status.verdict == LimitState::misses ? 1 : 0;
                                  held += status.goal(Goal::time)->state == LimitState::holds ? 1 : 0;
                              }
                          }
                      }
                      QVERIFY(missed > 0 && held > 0);
                  });
    }
};

RIGWRIGHT_TEST(StatusTest)

} // namespace rigwright::test::tst_status

#include "tst_status.moc"
