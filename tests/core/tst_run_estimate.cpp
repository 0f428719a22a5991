// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/run_estimate.h"
#include "core/estimate/working/explain.h"
#include "core/scenario/tiles.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <bit>

namespace rigwright::test::tst_run_estimate {

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

/// GPT-3 as it was trained: 300 billion tokens in sequences of 2,048.
Scenario gpt3()
{
    return with_fields(scenario_of("gpt3-175b", 1), R"({"input.sequence_length": 2048, "dataset.tokens": 300000000000,
        "training.precision": "bf16-master", "training.stack": "tuned", "build.gpus_per_node": 8, "build.nodes": 128,
        "parallel.tensor": 8, "parallel.pipeline": 16, "training.gradient_accumulation": 64})");
}

Scenario photographs()
{
    Scenario scenario = scenario_of("resnet50", 64);
    scenario.training.epochs = 90;
    scenario.dataset = {1'281'167, {}, 400, 500, 110'000, SampleEncoding::jpeg};
    return with_fields(scenario, R"({"build.gpus_per_node": 8, "build.cpu": "epyc-7742", "build.cpu_sockets": 2,
        "build.ram_GiB": 1024.0, "build.storage": "nvme4-990pro"})");
}

/// Parts inspected in 512-pixel tiles on a T4.
Scenario inspection()
{
    Scenario scenario = with_fields(scenario_of("resnet18", 4, "t4"), R"({"training.mode": "infer",
        "training.precision": "fp16-amp", "build.cpu": "i9-13900k"})");
    scenario.dataset = {{}, {}, 1936, 2580, 2'500'000, SampleEncoding::jpeg};
    scenario.requirements.takt_seconds = 2.0;
    scenario.requirements.tiling = Tiling{512, 512, 64};
    return scenario;
}

/// Terms with numbers computed by hand: 1,000 s of work saved every 100 s in 10 s, failures every 10,000 s.
RunEstimate by_hand(const Scenario& scenario, TimeEstimate& time)
{
    TimeTerms terms;
    terms.step = time.step = Seconds(1.0);
    terms.micro = Seconds(0.9);
    terms.gpu.forward = Seconds(0.3);
    terms.gpu.backward = Seconds(0.6);
    time.steps_per_epoch = 100;
    time.total = Seconds(1000.0);
    time.total_low = Seconds(900.0);
    time.total_high = Seconds(1500.0);
    ModelEstimate model;
    model.parameters = model.trainable_parameters = 1'000'000'000;
    Storage storage;
    storage.sequential_write = BytesPerSecond(1.2e9);
    Trace off(false);
    return run_estimate({scenario, model, time, terms, &storage, engine_data().run}, off);
}

/// Whole runs, cycles and power, computed from the step.
class tst_run_estimate : public QObject {
    Q_OBJECT

private slots:
    void run_by_hand()
    {
        Scenario scenario = with_fields({}, R"({"training.epochs": 10, "training.optimizer": "adamw",
            "run.checkpoint_interval_seconds": 100.0})");
        scenario.run.gpu_hours_per_failure = 10'000.0 / 3600.0;
        scenario.run.restart_seconds = 0.0;
        TimeEstimate time;
        const RunEstimate terms = by_hand(scenario, time);
        // Weights and two moments in fp32: 12 GB at 1.2 GB/s.
        QCOMPARE(terms.checkpoint.count().value(), std::int64_t{12'000'000'000});
        QCOMPARE(terms.write->base(), 10.0);
        QCOMPARE(terms.mtbf.base(), 10'000.0);
        QCOMPARE(terms.useful.base(), 1000.0);
        QCOMPARE(terms.parts[3].base(), 100.0);
        // 10,000 x (e^0.011 - 1) x 10 = 1106.07: ten segments of 110 s of which each loses half of 110 x 110 / 10,000.
        QVERIFY(is_within(terms.wall.base(), 1106.0722, 1e-6));
        QVERIFY(is_within(terms.parts[4].base(), 6.0722, 1e-3));
        QCOMPARE(terms.goodput, 1000.0 / terms.wall.base());
        QVERIFY(is_within(terms.wall_low.base(), terms.wall.base() * 0.9, 1e-12));
        QVERIFY(is_within(terms.wall_high.base(), terms.wall.base() * 1.5, 1e-12));
    }

    void youngs_interval()
    {
        // sqrt(2 x 10 x 720) = 120. It loses least: a third more or less costs time.
        Scenario scenario;
        scenario.training.epochs = 10;
        scenario.run.gpu_hours_per_failure = 0.2;
        TimeEstimate time;
        const RunEstimate best = by_hand(scenario, time);
        QCOMPARE(best.checkpoint_interval->base(), 120.0);
        for (const double factor : {0.7, 1.4}) {
            scenario.run.checkpoint_interval_seconds = best.checkpoint_interval->base() * factor;
            QVERIFY(by_hand(scenario, time).wall > best.wall);
        }
    }

    void checkpoints_hold_the_states()
    {
        const Rows<Precision, OptimizerKind, int> rows{
            {"fp32, AdamW", Precision::fp32, OptimizerKind::adamw, 4 + 8},
            {"autocast, AdamW", Precision::fp16_amp, OptimizerKind::adamw, 4 + 8},
            {"16 bit with master copy, AdamW", Precision::bf16_master, OptimizerKind::adamw, 2 + 4 + 8},
            {"fp32, momentum", Precision::fp32, OptimizerKind::sgd_momentum, 4 + 4},
            {"fp32, 8-bit AdamW", Precision::fp32, OptimizerKind::adam_8bit, 4 + 2},
            {"fp32, SGD", Precision::fp32, OptimizerKind::sgd, 4},
        };
        rows.each([&](auto precision, auto optimizer, auto bytes_per_parameter) {
            ModelEstimate model;
            model.parameters = model.trainable_parameters = 1000;
            Training training;
            training.precision = precision;
            training.optimizer = optimizer;
            Trace off(false);
            QCOMPARE(checkpoint_bytes(model, training, off).amount(), 1000.0 * bytes_per_parameter);
            // Adapters are saved without the base model.
            model.trainable_parameters = 10;
            training.lora = Lora{};
            QCOMPARE(checkpoint_bytes(model, training, off).amount(), 10.0 * bytes_per_parameter);
        });
    }

    /// arXiv 2407.21783: 16,384 H100, 419 unexpected interruptions in 54 days, more than 90 % effective training time.
    void goodput_of_llama_3()
    {
        Scenario scenario = with_fields({}, R"({"build.gpus_per_node": 8, "build.nodes": 2048,
            "training.precision": "bf16-master"})");
        ModelEstimate model;
        model.parameters = model.trainable_parameters = 405'000'000'000;
        TimeEstimate time;
        TimeTerms terms;
        terms.step = time.step = Seconds(10.0);
        time.steps_per_epoch = 466'560;
        time.total = Seconds(54.0 * 86400.0);
        Storage storage;
        // 2 TB/s sustained by 7,500 servers, shared out among 2,048 machines.
        storage.sequential_write = BytesPerSecond(2e12 / 2048.0);
        Trace off(false);
        const RunEstimate run = run_estimate({scenario, model, time, terms, &storage, engine_data().run}, off);
        QVERIFY(is_within(time.total / run.mtbf, 419.0, 0.01));
        const double goodput = run.useful / run.wall;
        qInfo("goodput %.3f, interval %.0f s", goodput, run.checkpoint_interval->base());
        QVERIFY(goodput > 0.90 && goodput < 0.96);
    }

    void goodput_lies_between_nothing_and_all()
    {
        for (const double hours : {0.1, 1.0, 100.0, 1e5, 1e9}) {
            for (const double interval : {1.0, 100.0, 1e6}) {
                Scenario scenario;
                scenario.training.epochs = 10;
                scenario.run.gpu_hours_per_failure = hours;
                scenario.run.checkpoint_interval_seconds = interval;
                TimeEstimate time;
                const RunEstimate terms = by_hand(scenario, time);
                QVERIFY(terms.ends());
                const double goodput = terms.goodput;
                QVERIFY(goodput > 0.0 && goodput <= 1.0);
                for (const Seconds part : terms.parts) QVERIFY(part >= Seconds());
                double sum = 0.0;
                for (const Seconds part : terms.parts) sum += part.base();
                QVERIFY(same_bits(sum, terms.wall.base()));
            }
        }
    }

    void more_gpus_never_fail_less_often()
    {
        double before = 1e30;
        for (const std::int64_t nodes : {1, 2, 4, 16, 64, 256}) {
            Scenario scenario = photographs();
            scenario.build.nodes = nodes;
            const Evaluation evaluation = evaluated(scenario);
            QVERIFY(evaluation.estimate->time->run->mtbf.base() < before);
            before = evaluation.estimate->time->run->mtbf.base();
        }
    }

    void runs_that_do_not_end()
    {
        Scenario scenario = photographs();
        scenario.run.gpu_hours_per_failure = 1e-4;
        scenario.run.restart_seconds = 1e6;
        const Evaluation evaluation = evaluated(scenario);
        QVERIFY(finds(evaluation.estimate->findings, "run-does-not-end"));
        QVERIFY(!evaluation.estimate->time->run && evaluation.estimate->time->total > Seconds());
        QVERIFY(evaluation.estimate->energy && !evaluation.estimate->energy->total_kwh);
    }

    void validation_takes_forward_passes()
    {
        Scenario scenario;
        scenario.training.epochs = 10;
        scenario.run.validation_share = 0.2;
        TimeEstimate time;
        const RunEstimate terms = by_hand(scenario, time);
        // A third of 0.9 s, twenty steps after each of ten epochs.
        QVERIFY(is_within(terms.parts[2].base(), 0.3 * 20 * 10, 1e-12));
    }

    void first_epoch_reads_the_files()
    {
        Scenario scenario = photographs();
        scenario.build.storage = "hdd";
        scenario.dataset.read_pattern = ReadPattern::in_sequence;
        const Evaluation slow = evaluated(scenario);
        const TimeEstimate& time = *slow.estimate->time;
        QVERIFY(slow.time->loading.in_page_cache());
        QVERIFY(time.run->part(RunPart::cold_cache) > Seconds());
        // 141 GB at 200 MB/s take 705 s, of which the epoch's own time hides a part.
        QVERIFY(time.run->part(RunPart::cold_cache) < Seconds(705.0));
        QVERIFY(is_within((time.run->part(RunPart::cold_cache) + time.epoch).base(), 704.6, 0.02));
        // 64 GiB do not hold them: every epoch reads, and none is longer than the others.
        scenario.build.ram_gib = 64.0;
        const Evaluation cold = evaluated(scenario);
        QCOMPARE(cold.estimate->time->run->part(RunPart::cold_cache).base(), 0.0);
        QVERIFY(cold.estimate->time->epoch > time.epoch);
    }

    /// Brown et al. 2020, table D.1: 3,640 PF-days and 3.14e23 FLOPs, which is 6 x parameters x tokens.
    void gpt3_in_petaflop_days()
    {
        const Evaluation evaluation = evaluated(gpt3());
        QVERIFY(evaluation.estimate && evaluation.estimate->time);
        const TimeEstimate& time = *evaluation.estimate->time;
        QVERIFY(is_within(*time.six_n_d_pf_days, 3640.0, 0.002));
        QVERIFY(is_within(*time.six_n_d_pf_days * flops_per_pf_day, 3.14e23, 0.002));
        // The engine counts attention too.
        QVERIFY(is_within(*time.pf_days * flops_per_pf_day, 3.23e23, 0.005));
        QCOMPARE(3640.0 * flops_per_pf_day, 3640.0 * 8.64e19);
    }

    /// A sample is one sequence of 1,024 tokens, whether each of them passes through one, two or eight experts.
    void experts_do_not_multiply_tokens()
    {
        each_text(
            {"gpt2-small", "mixtral-8x7b", "gpt-oss-120b", "qwen3-30b-a3b", "deepseek-v3"}, [&](const char* preset) {
                Scenario scenario = scenario_of(preset, 2);
                scenario.input.sequence_length = 1024;
                scenario.dataset.tokens = 1024 * 2 * 500;
                scenario.training.epochs = 3;
                const Evaluation evaluation = evaluated(scenario);
                QVERIFY(evaluation.estimate && evaluation.estimate->time);
                const TimeEstimate& time = *evaluation.estimate->time;
                QCOMPARE(time.steps_per_epoch, std::int64_t{500});
                QVERIFY(is_within(time.total.base(), time.step.base() * 1500.0, 1e-12));
                QVERIFY(is_within(*time.tokens_per_second, time.samples_per_second * 1024.0, 1e-12));
                QVERIFY(is_within(*time.pf_days * flops_per_pf_day,
                                  evaluation.estimate->model.training_flops_per_sample.base() * 1000.0 * 3.0, 1e-12));
            });
    }

    void upload_by_hand()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.dataset.samples = 1000;
        scenario.dataset.encoded_bytes_per_sample = 2'500'000;
        QVERIFY(!evaluated(scenario).estimate->time->upload);
        scenario.run.upload_mbit_per_second = 20.0;
        // 2.5 GB are 20,000 Mbit.
        QCOMPARE(evaluated(scenario).estimate->time->upload->base(), 1000.0);
    }

    void tiles_along_a_side()
    {
        const Rows<int, int, int> rows{
            {"smaller than a tile", 400, 0, 1},  {"exactly one", 512, 64, 1},    {"two without overlap", 1024, 0, 2},
            {"three with overlap", 1024, 64, 3}, {"one pixel more", 1025, 0, 3},
        };
        rows.each([&](auto side, auto overlap, auto tiles) {
            QCOMPARE(tiles_along(side, 512, overlap), std::int64_t{tiles});
        });
    }

    void takt_of_an_inspection()
    {
        Scenario scenario = inspection();
        const Evaluation evaluation = evaluated(scenario);
        const TaktEstimate& takt = *evaluation.estimate->takt;
        // 1936 x 2580 pixels in tiles of 512 that share 64: 5 x 6, eight batches of four.
        QCOMPARE(takt.tiles_per_part, std::int64_t{30});
        QCOMPARE(takt.batches_per_part, std::int64_t{8});
        QCOMPARE(takt.limit.base(), 0.7 * 2.0);
        QVERIFY(is_within(takt.part_latency.base(),
                          (takt.read + takt.decode + takt.prepare + takt.batch_latency * 8.0).base(), 1e-12));
        QVERIFY(takt.met && !finds(evaluation.estimate->findings, "takt-missed"));
        QVERIFY(takt.parts_per_second * takt.part_latency.base() >= 1.0);
        // Two cards share the batches.
        scenario.build.gpus_per_node = 2;
        const Evaluation two = evaluated(scenario);
        QCOMPARE(two.estimate->takt->rounds, std::int64_t{4});
        QVERIFY(two.estimate->takt->part_latency < takt.part_latency);
        scenario.requirements.takt_seconds = 0.05;
        const Evaluation missed = evaluated(scenario);
        QVERIFY(!missed.estimate->takt->met && finds(missed.estimate->findings, "takt-missed"));
    }

    void takt_needs_inference_and_a_size()
    {
        Scenario scenario = inspection();
        scenario.training.mode = RunMode::train;
        const Evaluation training = evaluated(scenario);
        QVERIFY(!training.estimate->takt && finds(training.estimate->findings, "takt-needs-inference"));
        scenario = inspection();
        scenario.dataset.source_height.reset();
        const Evaluation no_size = evaluated(scenario);
        QVERIFY(!no_size.estimate->takt && finds(no_size.estimate->findings, "takt-needs-source-size"));
        scenario = inspection();
        scenario.dataset.encoding.reset();
        const Evaluation unknown = evaluated(scenario);
        QVERIFY(unknown.estimate->takt && finds(unknown.estimate->findings, "takt-decoding-not-known"));
        scenario.requirements.takt_seconds.reset();
        QVERIFY(!evaluated(scenario).estimate->takt);
    }

    /// Board power is a limit, not the power of a training run.
    void power_stays_below_the_boards()
    {
        for (const char* preset : {"resnet50", "bert-base-uncased", "mobilenet_v2", "gpt2-small"}) {
            for (const char* gpu : {"t4", "a100-sxm-80", "h100-sxm", "rtx4090"}) {
                Scenario scenario = scenario_of(preset, 32, gpu);
                scenario.training.precision = Precision::fp16_amp;
                const Evaluation evaluation = evaluated(scenario);
                // The power of a GPU: idle + (board power - idle) x load.
                const Derivation working = *explain(evaluation, engine_data(), "energy.parts_W.gpus");
                const Derivation& power = working.inputs.front();
                const auto value = [&power](std::size_t input) { return power.inputs[input].value.number; };
                QVERIFY(value(2) > 0.0 && value(2) <= 1.0);
                QVERIFY(power.value.number < value(1) && power.value.number > value(0));
            }
        }
    }

    void energy_is_power_times_time()
    {
        Scenario inferring = photographs();
        inferring.training.mode = RunMode::infer;
        for (const Scenario& scenario : {photographs(), gpt3(), inferring}) {
            const Evaluation evaluation = evaluated(scenario);
            const EnergyEstimate& energy = *evaluation.estimate->energy;
            const TimeEstimate& time = *evaluation.estimate->time;
            const Seconds run = time.run ? time.run->wall : time.total;
            QVERIFY(same_bits(*energy.total_kwh, energy.average_power.base() * run.base() / 3.6e6));
            QVERIFY(same_bits(energy.co2_kg, *energy.total_kwh * engine_data().energy.grid_kg_co2_per_kwh));
            QVERIFY(is_within(energy.total_high_kwh / *energy.total_kwh, time.total_high / time.total, 1e-12));
            QVERIFY(energy.total_low_kwh < *energy.total_kwh && *energy.total_kwh < energy.total_high_kwh);
        }
    }

    /// Measured under heavy load: 76 % of 10.2 kW on average (arXiv 2506.14551), never above 8.48 kW (arXiv 2412.08602).
    void h100_node_as_measured()
    {
        Scenario scenario = with_fields(scenario_of("llama-2-13b", 1, "h100-sxm"), R"({"input.sequence_length": 4096,
            "training.precision": "bf16-master", "training.stack": "tuned", "parallel.tensor": 2,
            "parallel.zero_stage": 1, "training.gradient_accumulation": 16, "build.gpus_per_node": 8,
            "build.cpu": "xeon-platinum-8480+", "build.cpu_sockets": 2, "build.ram_GiB": 2048.0,
            "build.storage": "nvme4"})");
        const Evaluation evaluation = evaluated(scenario);
        const double watts = evaluation.estimate->energy->average_power.base();
        qInfo("%.0f W", watts);
        QVERIFY(is_within(watts, 0.76 * 10'200.0, 0.15));
        QVERIFY(watts < 8480.0);
    }

    void grid_and_site_multiply()
    {
        Scenario scenario = photographs();
        const EnergyEstimate plain = *evaluated(scenario).estimate->energy;
        QCOMPARE(plain.part(PowerPart::cooling).base(), 0.0);
        scenario.economics.pue = 1.5;
        scenario.economics.grid_kg_co2_per_kwh = 0.1;
        const EnergyEstimate site = *evaluated(scenario).estimate->energy;
        QVERIFY(is_within(site.average_power / plain.average_power, 1.5, 1e-12));
        QVERIFY(is_within(*site.total_kwh / *plain.total_kwh, 1.5, 1e-12));
        QVERIFY(same_bits(site.co2_kg, *site.total_kwh * 0.1));
    }
};

RIGWRIGHT_TEST(tst_run_estimate)

} // namespace rigwright::test::tst_run_estimate

#include "tst_run_estimate.moc"
