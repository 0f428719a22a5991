// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/sufficient_build.h"
#include "core/hardware/host_link.h"
#include "tests/support/need_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_sufficient_build {

/// The smallest parts that meet a need.
class SufficientBuildTest : public QObject {
    Q_OBJECT

private slots:
    void the_smallest_sufficient_parts_suffice()
    {
        Scenario scenario = inspected_fabric();
        scenario.build.gpu = "rtx3060-8g";
        scenario.build.ram_gib = 4.0;
        scenario.build.storage_tb = 0.005;
        scenario.training.micro_batch = 8;
        scenario.requirements.deadline_seconds = 48.0 * 3600.0;
        const Evaluation plan = evaluated(scenario);
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build && !build->steps.empty());
        QVERIFY2(build->missed.empty(), build->missed.empty() ? "" : key_of(build->missed.front()));
        const auto there = changed(scenario, engine_data(), build->changes);
        QVERIFY(there);
        const NeedAnswer answer = answer_of(*there);
        QVERIFY(answer.is_met());
        QVERIFY(there->build.gpu != scenario.build.gpu);
        QCOMPARE(engine_data().hardware.gpu(there->build.gpu)->vendor, std::string("NVIDIA"));
        QCOMPARE(there->build.gpus_per_node, 1);
        // The first size sold above what is needed.
        QVERIFY(needed(answer, Resource::host_memory) > 16.0 * 1073741824.0);
        QCOMPARE(*there->build.ram_gib, 32.0);
        QCOMPARE(*there->build.storage_tb, 1.0);
        QCOMPARE(there->training, scenario.training);
    }

    void machines_get_the_network_that_hides_their_exchange()
    {
        Scenario scenario = scenario_of("resnet50", 64, "rtx4090");
        scenario.build.gpus_per_node = 2;
        scenario.build.nodes = 2;
        scenario.build.node_link = "eth-1";
        const Evaluation plan = evaluated(scenario);
        QVERIFY(!answer_of(scenario).row(Resource::network)->is_met());
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build);
        const auto there = changed(scenario, engine_data(), build->changes);
        QVERIFY(there && there->build.node_link != scenario.build.node_link);
        // The slowest that is fast enough.
        const double rate = needed(answer_of(*there), Resource::network);
        const Link* chosen = engine_data().hardware.link(there->build.node_link);
        QVERIFY(chosen->per_direction.base() >= rate);
        for (const Link& link : engine_data().hardware.links)
            QVERIFY(!joins_machines(link) || link.per_direction.base() < rate ||
                    link.per_direction >= chosen->per_direction);
    }

    void nothing_is_bought_without_need()
    {
        const Evaluation plan = evaluated(inspected_fabric());
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build);
        QVERIFY(build->steps.empty());
        QVERIFY(build->missed.empty());
        // No larger part makes a purchase cheaper.
        Scenario poor = inspected_fabric();
        poor.requirements.budget = 100.0;
        const auto still = sufficient_build(evaluated(poor), {engine_data()});
        QCOMPARE(still->missed, std::vector<Resource>{Resource::budget});
    }

    void a_budget_takes_no_card_without_a_price()
    {
        Scenario scenario = scenario_of("gpt2-xl", 1, "rtx3060-8g");
        scenario.requirements.budget = 40000.0;
        const Evaluation plan = evaluated(scenario);
        const auto build = sufficient_build(plan, {engine_data()});
        QVERIFY(build);
        const auto there = changed(scenario, engine_data(), build->changes);
        const Evaluation bought = evaluated(*there);
        QVERIFY(build->changes.empty() || !bought.estimate->cost.bill.gpus_unpriced);
        QVERIFY(bought.estimate->cost.bill.total <= 40000.0);
        // With more GPUs, the training is the same.
        QCOMPARE(global_batch(*there), global_batch(scenario));
    }
};

RIGWRIGHT_TEST(SufficientBuildTest)

} // namespace rigwright::test::tst_sufficient_build

#include "tst_sufficient_build.moc"
