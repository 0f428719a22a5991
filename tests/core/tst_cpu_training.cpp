// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/cpu_time.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <bit>

namespace rigwright::test::tst_cpu_training {

Scenario on_cpu(const char* preset, std::int64_t micro_batch, const char* cpu)
{
    Scenario scenario = scenario_of(preset, micro_batch, "none");
    scenario.build.cpu = cpu;
    scenario.build.ram_gib = 64.0;
    return scenario;
}

/// Training and inference without a GPU.
class tst_cpu_training : public QObject {
    Q_OBJECT

private slots:
    void rates_by_hand()
    {
        CpuCoefficients c = engine_data().processor;
        c.product_efficiency = 0.5;
        c.bandwidth_efficiency = 0.5;
        c.half_rate_flops_per_core = 1000.0;
        Cpu cpu;
        cpu.compute.cores = 10;
        CpuCoreGroup group;
        group.cores = 10;
        group.base_clock = Hertz(2e9);
        group.fp32_flop_per_cycle = 32.0;
        cpu.compute.core_groups = {group};
        cpu.memory.bandwidth = BytesPerSecond(100e9);
        Scenario scenario;
        scenario.build.cpu_sockets = 2;
        Trace untraced(false);
        const CpuRates rates = *cpu_rates(scenario, cpu, c, untraced);
        QCOMPARE(rates.cores, 20.0);
        QCOMPARE(rates.peak, 2.0 * 10.0 * 2e9 * 32.0);
        QCOMPARE(rates.bandwidth, 100e9);
        DeviceRates device;
        device.processor = rates;
        Kernel kernel;
        kernel.kind = KernelKind::product;
        kernel.flops = 620e9;
        // 620e9 and 20 x 1,000 operations at half of 1.28 TFLOP/s.
        const KernelTime time = kernel_time(kernel, {}, device, engine_data().time);
        QCOMPARE(time.matrix, (620e9 + 20e3) / 640e9);
        QCOMPARE(time.launch, c.dispatch_seconds_pytorch);
        // fp64 has half the lanes.
        scenario.training.precision = Precision::fp64;
        QCOMPARE(cpu_rates(scenario, cpu, c, untraced)->format_peak, 640e9);
        cpu.memory.bandwidth.reset();
        QVERIFY(!cpu_rates(scenario, cpu, c, untraced));
    }

    void parts_add_up_to_the_last_bit()
    {
        const auto add_up = [](const char* preset, const char* cpu) {
            Scenario scenario = on_cpu(preset, 4, cpu);
            scenario.dataset.samples = 1000;
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY2(evaluation.estimate && evaluation.estimate->time && evaluation.estimate->memory, preset);
            const TimeEstimate& time = *evaluation.estimate->time;
            double sum = 0.0;
            for (const Seconds part : time.parts) {
                QVERIFY2(part.base() >= 0.0 && std::isfinite(part.base()), preset);
                sum += part.base();
            }
            QVERIFY2(std::bit_cast<std::uint64_t>(sum) == std::bit_cast<std::uint64_t>(time.step.base()), preset);
            QVERIFY2(time.low < time.step && time.step < time.high, preset);
            QVERIFY2(time.run && time.run->wall >= time.total, preset);
            QVERIFY2(finds(evaluation.estimate->findings, "processor-training-not-measured"), preset);
        };
        each_text({"i9-13900k", "graviton3", "graviton4", "epyc-9654"}, [&](const char* cpu) {
            for (const char* preset : {"mlp-784-512-256-10", "lenet5", "resnet18", "mobilenet_v2", "bert-base-uncased",
                                       "lstm-lm-medium", "detr_r50"})
                add_up(preset, cpu);
        });
    }

    void nothing_is_faster_than_the_peak()
    {
        for (const char* preset : {"resnet50", "vgg16", "bert-large-uncased", "mlp-3072-4096x3-1000"}) {
            const Evaluation evaluation = evaluated(on_cpu(preset, 64, "epyc-7742"));
            const double mfu = evaluation.estimate->time->mfu;
            QVERIFY2(mfu > 0.05 && mfu < 0.8, preset);
        }
    }

    void more_cores_are_never_slower()
    {
        const Evaluation known = evaluated(on_cpu("resnet18", 2, "epyc-7742"));
        double before = 1e9;
        for (const int cores : {1, 2, 4, 8, 32, 64, 128}) {
            Cpu cpu = *engine_data().hardware.cpu("epyc-7742");
            cpu.compute.cores = cores;
            cpu.compute.core_groups[0].cores = cores;
            const StepTimeInputs inputs{*known.network,
                                        *known.analysis,
                                        Flops(1.0),
                                        known.scenario,
                                        "residual-net",
                                        nullptr,
                                        &cpu,
                                        nullptr,
                                        nullptr,
                                        nullptr,
                                        nullptr,
                                        engine_data().time,
                                        &engine_data().processor};
            const double step = step_time(inputs).terms->step.base();
            QVERIFY(step <= before);
            before = step;
        }
    }

    /// A28: scikit-learn means the processor and its multi-layer perceptron. 784-512-256-10 has 535,818 parameters.
    void scikit_learns_perceptron()
    {
        Scenario scenario = with_fields(on_cpu("mlp-784-512-256-10", 200, "i9-13900k"), R"({
            "training.framework": "scikit-learn", "training.optimizer": "adam", "dataset.samples": 60000,
            "training.epochs": 20})");
        const Evaluation evaluation = evaluated(scenario);
        const TimeEstimate& time = *evaluation.estimate->time;
        QCOMPARE(time.steps_per_epoch, std::int64_t{300});
        // 6 x 535,818 x 200 operations are 0.64 GFLOP: about a millisecond on a desktop, an epoch below two seconds.
        qInfo("step %.6f s", time.step.base());
        QVERIFY(time.step > Seconds(0.0003) && time.step < Seconds(0.006));
        QVERIFY(evaluation.estimate->verdict == Verdict::fits);
        scenario.training.framework = Framework::pytorch;
        QVERIFY(evaluated(scenario).estimate->time->step < time.step);
    }

    /// Convolutions, attention and GPUs are unsupported: they get no verdict and no time.
    void scikit_learn_trains_perceptrons_only()
    {
        const auto answers = [](const char* preset, bool gpu) {
            Scenario scenario = on_cpu(preset, 4, "i9-13900k");
            scenario.training.framework = Framework::scikit_learn;
            if (gpu) scenario.build.gpu = "rtx4090";
            return evaluated(scenario);
        };
        const Evaluation on_gpu = answers("mlp-784-512-256-10", true);
        QVERIFY(finds(on_gpu.estimate->findings, "scikit-learn-without-gpus"));
        QVERIFY(!finds(on_gpu.estimate->findings, "scikit-learn-trains-perceptrons"));
        QVERIFY(!on_gpu.estimate->time && !on_gpu.estimate->verdict);
        for (const char* preset : {"detr_r50", "resnet50", "bert-base-uncased", "lstm-lm-medium"}) {
            const Evaluation convolutions = answers(preset, false);
            QVERIFY2(finds(convolutions.estimate->findings, "scikit-learn-trains-perceptrons"), preset);
            QVERIFY2(!convolutions.estimate->time && !convolutions.estimate->verdict, preset);
            QVERIFY2(finds(answers(preset, true).estimate->findings, "scikit-learn-without-gpus"), preset);
        }
        const Evaluation perceptron = answers("mlp-3072-4096x3-1000", false);
        QVERIFY(perceptron.estimate->time && perceptron.estimate->verdict);
    }

    /// A25: inference on AWS Graviton.
    void graviton_infers()
    {
        Scenario scenario = on_cpu("resnet50", 1, "graviton3");
        scenario.training.mode = RunMode::infer;
        const Evaluation one = evaluated(scenario);
        qInfo("ResNet-50 on Graviton3: %.1f images/s", one.estimate->time->samples_per_second);
        // 8.2 GFLOP an image against 5.3 TFLOP/s: some milliseconds.
        QVERIFY(one.estimate->time->step > Seconds(0.002) && one.estimate->time->step < Seconds(0.05));
        scenario.build.cpu = "graviton4";
        QVERIFY(evaluated(scenario).estimate->time->step < one.estimate->time->step);
        scenario.requirements.takt_seconds = 1.0;
        scenario.dataset = {{}, {}, 1000, 1000, 200'000, SampleEncoding::jpeg};
        QVERIFY(evaluated(scenario).estimate->takt->met);
    }

    /// "Has no units" is reported exactly for the formats without multiply instructions on the processor.
    void sixteen_bit_products()
    {
        const Rows<QString, bool, bool> rows{
            {"graviton3", "graviton3", true, true},
            {"graviton4", "graviton4", true, true},
            {"xeon-platinum-8480+", "xeon-platinum-8480+", true, true},
            // AMX-BF16, AVX512-FP16
            {"xeon-6980p", "xeon-6980p", true, true},
            {"epyc-9654", "epyc-9654", true, false},
            // Zen 4: AVX512-BF16, no AVX512-FP16
            {"ryzen-9-9950x", "ryzen-9-9950x", true, false},
            {"ryzen-threadripper-7970x", "ryzen-threadripper-7970x", true, false},
            {"epyc-7763", "epyc-7763", false, false},
            {"xeon-platinum-8380", "xeon-platinum-8380", false, false},
            // Ice Lake came after Cooper Lake, without its AVX512-BF16
            {"i9-13900k", "i9-13900k", false, false},
            {"core-ultra-9-285k", "core-ultra-9-285k", false, false},
            // converts bf16, does not multiply it
        };
        rows.each([&](const auto& cpu, auto bf16, auto fp16) {
            Scenario scenario = on_cpu("bert-base-uncased", 4, cpu.toUtf8());
            for (const Precision precision : {Precision::bf16_amp, Precision::fp16_amp}) {
                scenario.training.precision = precision;
                const Evaluation plan = evaluated(scenario);
                const bool multiplies = precision == Precision::bf16_amp ? bf16 : fp16;
                QCOMPARE(finds(plan.estimate->findings, "format-without-units"), !multiplies);
                QCOMPARE(finds(plan.estimate->findings, "processor-format-not-measured"), multiplies);
            }
            scenario.training.precision = Precision::fp32;
            const Evaluation plain = evaluated(scenario);
            QVERIFY(!finds(plain.estimate->findings, "format-without-units") &&
                    !finds(plain.estimate->findings, "processor-format-not-measured"));
        });
    }

    void memory_is_the_hosts()
    {
        Scenario scenario = on_cpu("resnet50", 32, "i9-13900k");
        const Evaluation evaluation = evaluated(scenario);
        const MemoryEstimate& memory = *evaluation.estimate->memory;
        QVERIFY(memory.usable == Bytes::gib(64.0) - Bytes::gib(2.0));
        // Weights, gradients and moments are those of a GPU's memory.
        const Evaluation on_gpu = evaluated(scenario_of("resnet50", 32));
        QVERIFY(memory.states == on_gpu.estimate->memory->states);
        QVERIFY(evaluation.estimate->verdict == Verdict::fits);
        QVERIFY(memory.host >= memory.total);
        scenario.build.ram_gib = 4.0;
        QVERIFY(evaluated(scenario).estimate->verdict == Verdict::does_not_fit);
        scenario.build.ram_gib.reset();
        const Evaluation unknown = evaluated(scenario);
        QVERIFY(!unknown.estimate->verdict && unknown.estimate->time);
    }

    void loading_is_not_hidden()
    {
        Scenario scenario = on_cpu("resnet18", 8, "i9-13900k");
        scenario.dataset = {1000, {}, 1000, 1000, 200'000, SampleEncoding::jpeg};
        const Evaluation evaluation = evaluated(scenario);
        const LoadingTerms& loading = evaluation.time->loading;
        QVERIFY(loading.needed > Seconds() && !loading.copy);
        QVERIFY(evaluation.estimate->time->part(TimePart::exposed_data_loading) == loading.needed);
    }

    void the_widest_range_applies()
    {
        const Evaluation evaluation = evaluated(on_cpu("resnet18", 8, "i9-13900k"));
        const TimeEstimate& time = *evaluation.estimate->time;
        QVERIFY(is_within(time.high / time.step, std::exp(engine_data().time.range.order_of_magnitude), 1e-12));
        QVERIFY(is_within(time.low / time.step, std::exp(-engine_data().time.range.order_of_magnitude), 1e-12));
    }

    void unknown_or_impossible_plans_get_no_time()
    {
        const auto refused = [](const Scenario& scenario, const char* code) {
            const Evaluation evaluation = evaluated(scenario);
            return evaluation.estimate && !evaluation.estimate->time && finds(evaluation.estimate->findings, code);
        };
        Scenario scenario = on_cpu("resnet18", 8, "");
        QVERIFY(refused(scenario, "processor-not-named"));
        scenario.build.cpu = "kunpeng-920-6426";
        QVERIFY(refused(scenario, "processor-rates-not-published"));
        scenario.build.cpu = "epyc-9654";
        scenario.build.nodes = 2;
        QVERIFY(refused(scenario, "processor-training-on-one-machine"));
    }

    void power_without_a_gpu()
    {
        Scenario scenario = on_cpu("resnet18", 8, "i9-13900k");
        scenario.dataset.samples = 1000;
        const EnergyEstimate energy = *evaluated(scenario).estimate->energy;
        QCOMPARE(energy.part(PowerPart::gpus).base(), 0.0);
        // 0.9 of 253 W.
        QCOMPARE(energy.part(PowerPart::processors).base(), 0.9 * 253.0);
        QVERIFY(energy.average_power > Watts(230.0) && energy.average_power < Watts(400.0));
        QVERIFY(*energy.total_kwh > 0.0);
    }
};

RIGWRIGHT_TEST(tst_cpu_training)

} // namespace rigwright::test::tst_cpu_training

#include "tst_cpu_training.moc"
