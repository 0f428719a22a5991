// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <cmath>

namespace rigwright::test::tst_worked_examples {

/// Claims of published sizing articles, with the answer the program gives instead.
class tst_worked_examples : public QObject {
    Q_OBJECT

private slots:
    void fabric_inspection_on_one_card()
    {
        const EstimateResult result = estimate(fabric(1), engine_data());
        QVERIFY(result.estimate && result.estimate->memory && result.estimate->time);
        QCOMPARE(int(*result.estimate->verdict), int(Verdict::fits));
        // 23.65 of the 24 GiB can be used; a training at batch 2 needs a few GiB of them.
        QVERIFY(is_within(result.estimate->memory->usable.as_gib(), 23.65, 0.01));
        QVERIFY(result.estimate->memory->total.as_gib() > 2.0 && result.estimate->memory->total.as_gib() < 5.0);
        const TimeEstimate& time = *result.estimate->time;
        QCOMPARE(time.steps_per_epoch, std::int64_t{500});
        QCOMPARE(time.total.base(), time.step.base() * 500 * 300);
        // A few hours, not the days that scaling published COCO times would suggest.
        QVERIFY(time.total.base() > 1.5 * 3600 && time.total_high.base() < 12 * 3600.0);
        QVERIFY(time.low < time.step && time.step < time.high);
    }

    void fabric_inspection_on_two_cards()
    {
        const Estimate one = *estimate(fabric(1), engine_data()).estimate;
        const Estimate two = *estimate(fabric(2), engine_data()).estimate;
        QCOMPARE(two.time->global_batch, std::int64_t{4});
        QCOMPARE(two.time->steps_per_epoch, std::int64_t{250});
        // No NVLink on this card: gradients cross PCIe, so the second card gives less than twice the speed.
        QVERIFY(two.time->part(TimePart::exposed_communication).base() > 0.0);
        const double speed_up = one.time->total / two.time->total;
        QVERIFY2(speed_up > 1.5 && speed_up < 2.0, qPrintable(QString::number(speed_up)));
        QVERIFY(two.memory->total > one.memory->total);
    }

    void detr_has_41_million_parameters()
    {
        const ModelEstimate model = estimate(fabric(1), engine_data()).estimate->model;
        QCOMPARE(model.parameters.value(), 41'524'768);
        QCOMPARE(model.trainable_parameters.value(), 41'302'368);
        QVERIFY(is_within(model.forward_macs_per_sample.as_double(), 81.2e9, 0.005));
        QCOMPARE(model.forward_flops_per_sample.base(), 2.0 * model.forward_macs_per_sample.as_double());
        Scenario wide = fabric(1);
        wide.input.image_width = 1333;
        QVERIFY(is_within(estimate(wide, engine_data()).estimate->model.forward_macs_per_sample.as_double(), 101.7e9,
                          0.005));
    }

    void a_coco_epoch_of_detr_takes_about_half_an_hour()
    {
        // The authors report 28 minutes for an epoch of COCO (118,287 images) on eight V100, in fp32; their command
        // leaves the batch at two images a GPU (github.com/facebookresearch/detr, README and main.py).
        Scenario scenario = fabric(8);
        scenario.dataset = {118'287, {}, {}, {}, {}, SampleEncoding::synthetic};
        scenario.training.precision = Precision::fp32;
        scenario.training.micro_batch = 2;
        scenario.build.gpu = "v100-sxm2-32";
        scenario.build.cpu.clear();
        const TimeEstimate time = *estimate(scenario, engine_data()).estimate->time;
        const double published = 28.0 * 60.0;
        QVERIFY(time.low.base() * double(time.steps_per_epoch) < published);
        QVERIFY(time.high.base() * double(time.steps_per_epoch) > published);
    }

    void the_figures_of_the_guide_are_those_of_the_program()
    {
        // "Figures from articles, checked": minutes of a COCO epoch, hours of 300, seconds of 1,000 images.
        Scenario scenario = scenario_of("detr_r50", 4, "v100-sxm2-16");
        scenario.dataset = {118'287, {}, {}, {}, {}, SampleEncoding::synthetic};
        scenario.training.epochs = 300;
        scenario.training.precision = Precision::fp32;
        scenario.build.gpus_per_node = 8;
        const TimeEstimate coco = *estimate(scenario, engine_data()).estimate->time;
        QCOMPARE(std::round(coco.epoch.base() / 60.0), 15.0);
        QCOMPARE(std::round(coco.total.base() / 3600.0), 77.0);
        scenario.dataset.samples = 1000;
        QCOMPARE(std::round(estimate(scenario, engine_data()).estimate->time->epoch.base()), 8.0);
    }

    void one_image_a_step_makes_a_thousand_steps()
    {
        Scenario scenario = fabric(1);
        scenario.training.micro_batch = 1;
        QCOMPARE(estimate(scenario, engine_data()).estimate->time->steps_per_epoch, std::int64_t{1000});
    }

    void accumulation_splits_the_batch_and_keeps_the_updates()
    {
        Scenario plain = fabric(1);
        plain.training.micro_batch = 10;
        Scenario accumulated = fabric(1);
        accumulated.training.micro_batch = 5;
        accumulated.training.gradient_accumulation = 2;
        const Estimate a = *estimate(plain, engine_data()).estimate;
        const Estimate b = *estimate(accumulated, engine_data()).estimate;
        QCOMPARE(a.time->steps_per_epoch, std::int64_t{100});
        QCOMPARE(b.time->steps_per_epoch, std::int64_t{100});
        QCOMPARE(a.time->global_batch, b.time->global_batch);
        QVERIFY(b.memory->total < a.memory->total);
        QVERIFY(b.time->step > a.time->step);
    }

    void a_4090_beats_an_a100_in_fp32_but_not_where_it_trains()
    {
        const Gpu& ada = *engine_data().hardware.gpu("rtx4090");
        const Gpu& ampere = *engine_data().hardware.gpu("a100-sxm-80");
        const auto tera = [](const Gpu& gpu, NumberFormat format, ComputeUnit unit, Accumulation accumulation) {
            return dense_peak(gpu, format, unit, accumulation)->base() / 1e12;
        };
        QVERIFY(is_within(tera(ada, NumberFormat::fp32, ComputeUnit::vector, Accumulation::fp32), 82.6, 0.005));
        QVERIFY(is_within(tera(ampere, NumberFormat::fp32, ComputeUnit::vector, Accumulation::fp32), 19.5, 0.005));
        QVERIFY(is_within(tera(ada, NumberFormat::fp16, ComputeUnit::tensor, Accumulation::fp32), 165.2, 0.005));
        QVERIFY(is_within(tera(ada, NumberFormat::fp16, ComputeUnit::tensor, Accumulation::fp16), 330.3, 0.005));
        QVERIFY(is_within(tera(ampere, NumberFormat::fp16, ComputeUnit::tensor, Accumulation::fp32), 312.0, 0.005));
    }

    void alexnet_in_both_conventions()
    {
        const ModelEstimate model = estimate(scenario_of("alexnet"), engine_data()).estimate->model;
        QCOMPARE(model.parameters.value(), 61'100'840);
        QCOMPARE(model.forward_macs_per_sample.value(), 714'188'480);
        QCOMPARE(model.forward_flops_per_sample.base(), 2.0 * 714'188'480);
    }

private:
    /// 1,000 images of five megapixels, DETR, 300 epochs, i9-13900K, RTX 4090, 64 GB.
    static Scenario fabric(std::int64_t gpus)
    {
        Scenario scenario = fabric_in_a_desktop();
        scenario.build.gpus_per_node = gpus;
        return scenario;
    }
};

RIGWRIGHT_TEST(tst_worked_examples)

} // namespace rigwright::test::tst_worked_examples

#include "tst_worked_examples.moc"
