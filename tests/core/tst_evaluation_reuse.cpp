// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimate_json.h"
#include "core/estimate/partial_evaluation.h"
#include "tests/support/engine_case.h"

#include <QTest>

#include <random>

using namespace rigwright;
using namespace rigwright::test;

namespace {

using Edit = void (*)(Scenario&);

/// Edits after which more or less of the evaluation before can be taken over.
constexpr Edit edits[]{
    [](Scenario& s) { s.training.micro_batch = 1; },
    [](Scenario& s) { s.training.micro_batch *= 2; },
    [](Scenario& s) { s.training.epochs += 1; },
    [](Scenario& s) { s.training.precision = Precision::bf16_amp; },
    [](Scenario& s) { s.training.precision = Precision::fp32; },
    [](Scenario& s) { s.training.recompute = Recompute::full; },
    [](Scenario& s) { s.training.recompute = Recompute::none; },
    [](Scenario& s) { s.training.optimizer = OptimizerKind::sgd; },
    [](Scenario& s) { s.training.mode = RunMode::infer; },
    [](Scenario& s) { s.training.mode = RunMode::train; },
    [](Scenario& s) { s.build.gpu = "t4"; },
    [](Scenario& s) { s.build.gpu = "a100-sxm-80"; },
    [](Scenario& s) { s.build.gpus_per_node = 4; },
    [](Scenario& s) { s.parallel.zero_stage = 3; },
    [](Scenario& s) { s.parallel.zero_stage = 0; },
    [](Scenario& s) { s.build.gpu = "no-such-card"; },
    [](Scenario& s) { s.model.preset = "resnet50"; },
    [](Scenario& s) { s.model.preset = "gpt2-small"; },
    [](Scenario& s) { s.dataset.samples = 5000; },
    [](Scenario& s) { s.training.gradient_accumulation = 1; },
    [](Scenario& s) { s.training.gradient_accumulation = 2; },
    [](Scenario& s) { s.training.gradient_accumulation = 8; },
    [](Scenario& s) { s.training.recompute = Recompute::selective; },
    [](Scenario& s) { s.build.cpu = "i9-13900k"; },
    [](Scenario& s) { s.build.cpu = "epyc-9654"; },
    [](Scenario& s) { s.build.ram_gib = 512.0; },
    [](Scenario& s) { s.build.gpu = "none"; },
    [](Scenario& s) { s.parallel.offload = Offload::optimizer; },
    [](Scenario& s) { s.parallel.pipeline = s.build.gpus_per_node == 4 ? 2 : 1; },
    [](Scenario& s) { s.parallel.pipeline_interleave = s.parallel.pipeline > 1 ? 2 : 1; },
    [](Scenario& s) { s.training.gradient_accumulation = 3; },
    [](Scenario& s) { s.training.gradient_accumulation = 4; },
};

std::string text_of(const Evaluation& evaluation)
{
    std::string text;
    if (evaluation.estimate)
        text = estimate_json(*evaluation.estimate, [](const Finding& found) { return found.code; }).dump();
    for (const Finding& error : evaluation.errors) text += error.code + error.field;
    return text;
}

} // namespace

class tst_evaluation_reuse : public QObject {
    Q_OBJECT

private slots:
    void reused_answers_are_fresh_ones_data();
    void reused_answers_are_fresh_ones();
    void a_further_batch_takes_the_network_over();
    void parts_are_those_of_the_whole();
};

void tst_evaluation_reuse::reused_answers_are_fresh_ones_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed) QTest::addRow("walk %u", seed) << seed;
}

/// A walk of random edits: each answer with the one before at hand equals the answer without.
void tst_evaluation_reuse::reused_answers_are_fresh_ones()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    Scenario scenario = scenario_of("resnet50");
    scenario.build.gpu = "a100-sxm-80";
    Evaluation before = evaluate(scenario, engine_data());
    for (int step = 0; step < 60; ++step) {
        const Scenario last = scenario;
        edits[random() % std::size(edits)](scenario);
        Evaluation now = evaluate(scenario, engine_data(), before);
        QCOMPARE(text_of(now), text_of(evaluate(scenario, engine_data())));
        // A plan that cannot be computed is taken back, as an undone edit is.
        if (!now.estimate)
            scenario = last;
        else
            before = std::move(now);
    }
}

void tst_evaluation_reuse::a_further_batch_takes_the_network_over()
{
    Scenario scenario = scenario_of("resnet50");
    scenario.training.micro_batch = 8;
    const Evaluation before = evaluate(scenario, engine_data());
    scenario.training.micro_batch = 16;
    const Evaluation after = evaluate(scenario, engine_data(), before);
    QCOMPARE(after.network.get(), before.network.get());
    QCOMPARE(after.analysis.get(), before.analysis.get());
    scenario.model.shape["classes"] = std::int64_t{10};
    QVERIFY(evaluate(scenario, engine_data(), before).network.get() != before.network.get());
}

/// Language models in pipelines, with the plan before at hand: what a part holds is what the whole holds.
void tst_evaluation_reuse::parts_are_those_of_the_whole()
{
    std::mt19937 random(7);
    Scenario scenario = scenario_of("gpt2-medium");
    scenario.dataset.tokens = 10'000'000;
    scenario.build.gpu = "a100-sxm-80";
    scenario.build.gpus_per_node = 8;
    scenario.parallel.pipeline = 4;
    Evaluation before = evaluate(scenario, engine_data());
    QVERIFY(before.estimate.has_value());
    int compared = 0;
    for (int step = 0; step < 200; ++step) {
        scenario.training.gradient_accumulation = 1 + static_cast<std::int64_t>(random() % 12);
        scenario.training.micro_batch = 1 + static_cast<std::int64_t>(random() % 4);
        scenario.parallel.pipeline_interleave = 1 + static_cast<std::int64_t>(random() % 3);
        scenario.build.cpu = random() % 2 == 0 ? "i9-13900k" : "epyc-9654";
        const Evaluation whole = evaluate(scenario, engine_data());
        const Evaluation reused = evaluate(scenario, engine_data(), before);
        QCOMPARE(text_of(reused), text_of(whole));
        if (!whole.estimate) continue;
        ++compared;
        const Evaluation unpaid = evaluate_part(scenario, engine_data(), before, EvaluationPart::without_cost);
        QCOMPARE(unpaid.estimate->memory->total, whole.estimate->memory->total);
        QCOMPARE(unpaid.estimate->time->run->wall.base(), whole.estimate->time->run->wall.base());
        QCOMPARE(unpaid.largest_micro_batch, whole.largest_micro_batch);
        const Evaluation timed = evaluate_part(scenario, engine_data(), before, EvaluationPart::time_alone);
        QCOMPARE(timed.estimate->time->step.base(), whole.estimate->time->step.base());
        QCOMPARE(timed.estimate->time->run->wall.base(), whole.estimate->time->run->wall.base());
        before = reused;
    }
    QVERIFY(compared > 50);
}

QTEST_GUILESS_MAIN(tst_evaluation_reuse)
#include "tst_evaluation_reuse.moc"
