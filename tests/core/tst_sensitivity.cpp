// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/sensitivity.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <cmath>

namespace rigwright::test::tst_sensitivity {

Scenario plan()
{
    return with_fields({}, R"({"model.preset": "resnet50", "training.precision": "fp16-amp",
        "training.micro_batch": 32, "training.epochs": 10, "dataset.samples": 50000, "build.gpu": "rtx4090",
        "build.cpu": "i9-13900k"})");
}

const std::vector<Sensitivity>& settings()
{
    static const std::vector<Sensitivity> found = sensitivity(evaluated(plan()), {engine_data()});
    return found;
}

const Sensitivity* setting(std::string_view field)
{
    const auto known = std::ranges::find(settings(), field, &Sensitivity::field);
    return known == settings().end() ? nullptr : &*known;
}

Trial trial(double memory)
{
    Trial trial{{{"training.micro_batch", std::int64_t(1)}}, true, {}};
    trial.ratios[0] = memory;
    return trial;
}

class SensitivityTest : public QObject {
    Q_OBJECT
private slots:
    void a_trial_is_the_plan_with_one_change()
    {
        const Evaluation here = evaluated(plan());
        for (const Sensitivity& tried : settings()) {
            for (const Trial& trial : tried.trials) {
                const Evaluation there = evaluated(*changed(plan(), engine_data(), trial.changes));
                QVERIFY2(there.estimate, tried.field.c_str());
                if (trial.ratio(PlanFigure::memory))
                    QCOMPARE(*trial.ratio(PlanFigure::memory),
                             there.estimate->memory->total.as_double() / here.estimate->memory->total.as_double());
                if (trial.ratio(PlanFigure::run_time))
                    QCOMPARE(*trial.ratio(PlanFigure::run_time),
                             there.estimate->time->run->wall.base() / here.estimate->time->run->wall.base());
            }
        }
    }

    void twice_the_epochs_take_about_twice_the_time()
    {
        const Sensitivity* epochs = setting("training.epochs");
        QVERIFY(epochs != nullptr);
        QCOMPARE(epochs->trials.size(), std::size_t(2));
        QVERIFY(epochs->value == FieldValue(std::int64_t(10)));
        QVERIFY(epochs->highest(PlanFigure::run_time)->value() == FieldValue(std::int64_t(20)));
        const double factor = *epochs->highest(PlanFigure::run_time)->ratio(PlanFigure::run_time);
        QVERIFY2(factor > 1.9 && factor < 2.02, qPrintable(QString::number(factor)));
        QCOMPARE(*epochs->trials.front().ratio(PlanFigure::memory), 1.0);
    }

    void what_does_not_matter_reaches_nowhere()
    {
        const Sensitivity* price = setting("economics.electricity_price_per_kWh");
        QVERIFY(price != nullptr);
        QCOMPARE(price->reach(PlanFigure::memory), 0.0);
        QCOMPARE(price->reach(PlanFigure::run_time), 0.0);
        QVERIFY(price->reach(PlanFigure::run_cost) > 0.0);
        QVERIFY(price->lowest(PlanFigure::memory) == nullptr);
    }

    void the_ends_are_the_outermost_trials()
    {
        Sensitivity setting{"training.micro_batch", std::int64_t(2), {trial(0.5), trial(2.0), trial(4.0), trial(1.0)}};
        QCOMPARE(*setting.lowest(PlanFigure::memory)->ratio(PlanFigure::memory), 0.5);
        QCOMPARE(*setting.highest(PlanFigure::memory)->ratio(PlanFigure::memory), 4.0);
        QCOMPARE(setting.reach(PlanFigure::memory), std::log(8.0));
        QCOMPARE(setting.reach(PlanFigure::run_time), 0.0);
        setting.trials = {trial(1.5)};
        QVERIFY(setting.lowest(PlanFigure::memory) == nullptr);
        QCOMPARE(setting.reach(PlanFigure::memory), std::log(1.5));
    }

    void every_row_names_a_field()
    {
        for (const SensitivityRow& row : sensitivity_table()) QVERIFY2(field_of(row.field), row.field.data());
    }

    void a_plan_that_cannot_be_computed_has_no_settings()
    {
        Scenario scenario = plan();
        scenario.model.preset = "no-such-model";
        QVERIFY(sensitivity(evaluated(scenario), {engine_data()}).empty());
    }

    void a_card_is_exchanged_for_every_other_of_its_maker()
    {
        const Sensitivity* cards = setting("build.gpu");
        QVERIFY(cards != nullptr);
        QVERIFY(cards->trials.size() > 10);
        for (const Trial& card : cards->trials)
            QCOMPARE(engine_data().hardware.gpu(std::get<std::string>(card.value()))->vendor,
                     engine_data().hardware.gpu("rtx4090")->vendor);
    }

    void stops_when_nobody_wants_to_know()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(sensitivity(evaluated(plan()), {engine_data(), stop.get_token()}).empty());
    }
};

RIGWRIGHT_TEST(SensitivityTest)

} // namespace rigwright::test::tst_sensitivity

#include "tst_sensitivity.moc"
