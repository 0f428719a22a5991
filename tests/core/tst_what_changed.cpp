// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "core/report/comparison.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <QTest>

namespace tst_what_changed {

using namespace rigwright;
using namespace rigwright::test;

namespace {

Estimate answer(std::int64_t batch, OptimizerKind optimizer = OptimizerKind::adamw)
{
    Scenario scenario = scenario_of("resnet50", batch);
    scenario.training.optimizer = optimizer;
    return *estimate(scenario, engine_data()).estimate;
}

} // namespace

/// What moved the memory and the step between two answers.
class WhatChangedTest : public QObject {
    Q_OBJECT

private slots:
    void causes_add_up_to_the_difference()
    {
        const std::vector<ResultChange> changes = what_changed(answer(32), answer(64, OptimizerKind::sgd));
        QCOMPARE(changes.size(), 2U);
        for (const ResultChange& change : changes) {
            double sum = 0.0;
            for (const ChangeCause& cause : change.causes) sum += cause.difference.number;
            QVERIFY2(is_within(sum, change.difference().number, 1e-9), change.quantity.c_str());
        }
    }

    void a_larger_batch_shows_in_activations_first()
    {
        const std::vector<ResultChange> changes = what_changed(answer(32), answer(64));
        QCOMPARE(changes.front().quantity, std::string("memory.total_bytes"));
        QCOMPARE(changes.front().causes.front().quantity, std::string("memory.parts.activations"));
        QVERIFY(changes.front().causes.front().difference.number > 0.0);
        // Weights are what they were.
        for (const ChangeCause& cause : changes.front().causes) QVERIFY(cause.quantity != "memory.parts.weights");
    }

    void nothing_changed_is_nothing()
    {
        QVERIFY(what_changed(answer(32), answer(32)).empty());
        QVERIFY(what_changed(answer(32), Estimate{}).empty());
    }

    void there_and_back_are_opposite()
    {
        const std::vector<ResultChange> there = what_changed(answer(32), answer(48));
        const std::vector<ResultChange> back = what_changed(answer(48), answer(32));
        QCOMPARE(there.size(), back.size());
        for (std::size_t i = 0; i < there.size(); ++i) {
            QCOMPARE(there[i].difference().number, -back[i].difference().number);
            QCOMPARE(there[i].causes.size(), back[i].causes.size());
            for (std::size_t k = 0; k < there[i].causes.size(); ++k)
                QCOMPARE(there[i].causes[k].difference.number, -back[i].causes[k].difference.number);
        }
    }

    void every_cause_can_be_explained()
    {
        const Scenario scenario = scenario_of("resnet50", 32);
        const Evaluation evaluation = evaluate(scenario, engine_data());
        for (const ResultChange& change : what_changed(answer(64, OptimizerKind::sgd), *evaluation.estimate))
            for (const ChangeCause& cause : change.causes)
                QVERIFY2(explain(evaluation, engine_data(), cause.quantity), cause.quantity.c_str());
    }
};

RIGWRIGHT_TEST(WhatChangedTest)

} // namespace tst_what_changed

#include "tst_what_changed.moc"
