// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/fixes.h"
#include "core/advise/sufficient_build.h"
#include "tests/support/need_case.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_waiting {

/// What a need asks of a build whose GPUs wait for data or for the host.
class WaitingTest : public QObject {
    Q_OBJECT

private slots:
    /// Small networks on two weak cores, 20,000 photographs of 12 megapixels: the GPU waits nearly all the time.
    void waiting_asks_for_cores_and_not_for_compute()
    {
        Scenario scenario = scenario_of("resnet18", 32, "rtx4090");
        scenario.dataset = {20'000, {}, 3000, 4000, 4'000'000, SampleEncoding::jpeg};
        scenario.training.epochs = 10;
        scenario.training.precision = Precision::fp16_amp;
        scenario.build.cpu = "i5-10400";
        scenario.build.ram_gib = 32.0;
        scenario.build.storage = "nvme4";
        const double waiting = waiting_share_of_run(*answer_of(scenario).training);
        QVERIFY(waiting > 0.8 && waiting < 1.0);
        const double wall = answer_of(scenario).training->estimate->time->run->wall_high.base();
        scenario.requirements.deadline_seconds = 0.5 * wall;
        const NeedAnswer answer = answer_of(scenario);
        QVERIFY(!answer.row(Resource::deadline)->is_met());
        // In half the time the same GPU does the same work, at a fifth of its time or less for each.
        QVERIFY(is_within(needed(answer, Resource::compute), 2.0 * (1.0 - waiting) * present(answer, Resource::compute),
                          1e-9));
        QVERIFY(answer.row(Resource::compute)->is_met());
        QVERIFY(finds(answer.findings, "more-compute-does-not-help"));
        // Six cores take twice the time, so about twelve are asked for, and not as many as keep the GPU busy.
        const Requirement& cores = *answer.row(Resource::cpu_cores);
        QCOMPARE(present(answer, Resource::cpu_cores), 6.0);
        QCOMPARE(cores.demands[cores.binding].code, std::string("deadline-loading"));
        QVERIFY(cores.needed().number >= 11.0 && cores.needed().number <= 13.0);
        Scenario without = scenario;
        without.requirements.deadline_seconds.reset();
        without.requirements.growth = 1.0;
        QVERIFY(needed(answer_of(without), Resource::cpu_cores) > 100.0);
        // Other processors meet the deadline with the same GPU.
        const auto build = sufficient_build(evaluated(scenario), {engine_data()});
        QVERIFY(build && build->missed.empty());
        for (const BuildStep& step : build->steps) QVERIFY(step.resource != Resource::gpu_memory);
        // So the first that is offered for the deadline is a processor, not more GPUs.
        const auto offered = fixes(evaluated(scenario), {engine_data()});
        const auto missed =
            std::ranges::find_if(offered, [](const FindingFixes& each) { return each.code == "deadline-missed"; });
        QVERIFY(missed != offered.end());
        QCOMPARE(missed->fixes.front().what.code, std::string("processor"));
        const auto faster = changed(scenario, engine_data(), missed->fixes.front().changes);
        QVERIFY(faster);
        const Seconds sooner = answer_of(*faster).training->estimate->time->run->wall;
        QVERIFY(sooner <= Seconds(*scenario.requirements.deadline_seconds));
        QCOMPARE(faster->build.gpus_per_node * faster->build.nodes, std::int64_t{1});
        // A loose deadline is met, and nothing is said.
        scenario.requirements.deadline_seconds = 2.0 * wall;
        QVERIFY(!finds(answer_of(scenario).findings, "more-compute-does-not-help"));
    }

    void shares_are_those_of_the_parts()
    {
        // One small image a step: the host needs longer to start the kernels than the GPU to run them.
        Scenario scenario = scenario_of("resnet18", 1);
        scenario.training.precision = Precision::fp16_amp;
        scenario.dataset.samples = 1000;
        const Evaluation plan = evaluated(scenario);
        const TimeEstimate& time = *plan.estimate->time;
        QVERIFY(!time.measured_correction);
        QCOMPARE(time.bottleneck, Bottleneck::host);
        const double host = time.part(TimePart::host_overhead) / time.step;
        QVERIFY(host > 0.3 && host < 1.0);
        QVERIFY(is_within(host_share_of_step(plan), host, 1e-12));
        QVERIFY(is_within(waiting_share_of_step(plan), host, 1e-12));
        QVERIFY(is_within(waiting_share_of_run(plan), host, 1e-12));
        QCOMPARE(waiting_share_of_run(Evaluation{}), 0.0);
        // A faster GPU starts its kernels no sooner, so what is asked of it by a month does not grow with the waiting.
        scenario.requirements.runs_per_month = 1000.0;
        const NeedAnswer answer = answer_of(scenario);
        QVERIFY(is_within(needed(answer, Resource::compute),
                          present(answer, Resource::compute) * answer.month->utilisation * (1.0 - host) / 0.8, 1e-9));
    }
};

RIGWRIGHT_TEST(WaitingTest)

} // namespace rigwright::test::tst_waiting

#include "tst_waiting.moc"
