// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/kernels.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <random>

namespace rigwright::test::tst_evaluation_reuse {

using Edit = void (*)(Scenario&);

/// Edits after which more or less of the previous evaluation can be reused.
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
    [](Scenario& s) { s.economics.currency = "EUR"; },
    [](Scenario& s) { s.economics.currency = "USD"; },
    [](Scenario& s) { s.economics.currency = "euros"; },
    [](Scenario& s) { s.economics.prices_as_of = "2024-06"; },
    [](Scenario& s) { s.economics.prices_as_of = "some day"; },
    [](Scenario& s) { s.economics.purchase_date = "2026-02-30"; },
    [](Scenario& s) { s.economics.electricity_price_per_kwh = 0.31; },
    [](Scenario& s) {
        s.economics.exchange_rates = {{"USD", "EUR", 0.5, "2026-01-01"}};
    },
    [](Scenario& s) {
        s.build.price_overrides["a100-sxm-80"] = {9000.0, "USD", "2026-01-01", "a quotation"};
    },
    [](Scenario& s) { s.build.price_overrides["a100-sxm-80"].currency = "dollars"; },
    [](Scenario& s) { s.build.storage = "no-such-drive"; },
    [](Scenario& s) { s.training.micro_batch = -1; },
    [](Scenario& s) { s.model.head = "questions"; },
    [](Scenario& s) { s.parallel.pipeline_interleave = s.parallel.pipeline > 1 ? 2 : 1; },
    [](Scenario& s) { s.training.gradient_accumulation = 3; },
    [](Scenario& s) { s.training.gradient_accumulation = 4; },
};

std::string text_of(const Evaluation& evaluation)
{
    std::string text;
    if (evaluation.estimate) text = file_of(*evaluation.estimate).dump();
    for (const Finding& error : evaluation.errors) text += error.code + error.field;
    return text;
}

class tst_evaluation_reuse : public QObject {
    Q_OBJECT

private slots:
    /// Random edits: each answer that reuses the previous one equals the answer computed from scratch.
    void reused_answers_equal_fresh_ones()
    {
        for (unsigned seed = 1; seed <= 20; ++seed) {
            std::mt19937 random(seed);
            Scenario scenario = scenario_of("resnet50");
            Evaluation before = evaluated(scenario);
            for (int step = 0; step < 60; ++step) {
                const Scenario last = scenario;
                edits[random() % std::size(edits)](scenario);
                Evaluation now = evaluate(scenario, engine_data(), before);
                QVERIFY2(text_of(now) == text_of(evaluated(scenario)), qPrintable(QString::number(seed)));
                // A plan that cannot be computed is undone.
                if (!now.estimate)
                    scenario = last;
                else
                    before = std::move(now);
            }
        }
    }

    void another_batch_reuses_the_network()
    {
        Scenario scenario = scenario_of("resnet50");
        scenario.training.micro_batch = 8;
        const Evaluation before = evaluated(scenario);
        scenario.training.micro_batch = 16;
        const Evaluation after = evaluate(scenario, engine_data(), before);
        QCOMPARE(after.network.get(), before.network.get());
        QCOMPARE(after.analysis.get(), before.analysis.get());
        scenario.model.shape["classes"] = std::int64_t{10};
        QVERIFY(evaluate(scenario, engine_data(), before).network.get() != before.network.get());
    }

    /// The time of an operator is copied from the first with the same work, so both must launch the same kernels.
    void operators_of_the_same_work_launch_the_same_kernels()
    {
        each_of(engine_data().presets, &Preset::id, [&](const Preset& preset) {
            const auto same = [](const Kernel& a, const Kernel& b) {
                return a.kind == b.kind && a.direction == b.direction && a.small_window == b.small_window &&
                       a.groups == b.groups && a.rows == b.rows && a.columns == b.columns && a.depth == b.depth &&
                       a.flops == b.flops && a.activations == b.activations && a.weights == b.weights &&
                       a.element_bytes == b.element_bytes && a.window_rows == b.window_rows;
            };
            for (const Precision precision : {Precision::fp32, Precision::fp16_amp}) {
                Scenario scenario = scenario_of(preset.id, 4);
                scenario.training.precision = precision;
                const Evaluation evaluation = evaluated(scenario);
                QVERIFY(evaluation.analysis);
                const std::vector<OperatorFacts>& facts = evaluation.analysis->facts;
                QCOMPARE(evaluation.analysis->like.size(), facts.size());
                const BatchShare share{
                    .samples = 3.0, .tensor_parallel = 2.0, .expert_parallel = 2.0, .smallest_elements = 64.0};
                for (std::size_t i = 0; i < facts.size(); ++i) {
                    const std::size_t like = evaluation.analysis->like[i];
                    QVERIFY(like <= i);
                    const Kernels own = operator_kernels(*evaluation.network, facts[i], share);
                    const Kernels taken = operator_kernels(*evaluation.network, facts[like], share);
                    QVERIFY(std::ranges::equal(own, taken, same));
                }
            }
        });
    }

    /// Language models in pipelines, given the previous plan: partial results equal those of the full evaluation.
    void partial_results_equal_the_full_evaluation()
    {
        std::mt19937 random(7);
        Scenario scenario = with_fields(scenario_of("gpt2-medium"), R"({"dataset.tokens": 10000000,
            "build.gpus_per_node": 8, "parallel.pipeline": 4})");
        Evaluation before = evaluated(scenario);
        QVERIFY(before.estimate.has_value());
        int compared = 0;
        for (int step = 0; step < 200; ++step) {
            scenario.training.gradient_accumulation = 1 + static_cast<std::int64_t>(random() % 12);
            scenario.training.micro_batch = 1 + static_cast<std::int64_t>(random() % 4);
            scenario.parallel.pipeline_interleave = 1 + static_cast<std::int64_t>(random() % 3);
            scenario.build.cpu = random() % 2 == 0 ? "i9-13900k" : "epyc-9654";
            const Evaluation whole = evaluated(scenario);
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
            // A full answer is complete even if only a partial one was available.
            QCOMPARE(text_of(evaluate(scenario, engine_data(), unpaid)), text_of(whole));
            QCOMPARE(text_of(evaluate(scenario, engine_data(), timed)), text_of(whole));
            before = reused;
        }
        QVERIFY(compared > 50);
    }
};

RIGWRIGHT_TEST(tst_evaluation_reuse)

} // namespace rigwright::test::tst_evaluation_reuse

#include "tst_evaluation_reuse.moc"
