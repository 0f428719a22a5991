// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/scenario_change.h"
#include "core/estimate/measured/measured_estimate.h"
#include "core/estimate/measured/measured_learning.h"
#include "core/estimate/measured/measured_model.h"
#include "core/estimate/run/sweep.h"
#include "core/scenario/measurement_settings.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>
#include <map>

namespace rigwright::test::tst_measured_correction {

constexpr std::int64_t giga = 1'000'000'000;

Measurement peak(std::int64_t batch, std::int64_t bytes, PeakKind kind = PeakKind::device)
{
    Measurement measurement;
    measurement.micro_batch = batch;
    measurement.peak_bytes = bytes;
    measurement.kind = kind;
    return measurement;
}

Measurement step(std::int64_t batch, double seconds)
{
    Measurement measurement;
    measurement.micro_batch = batch;
    measurement.step_seconds = seconds;
    return measurement;
}

/// 2 GB of memory and a quarter of a GB per sample, the same for each kind.
MeasuredModel plain_model(std::int64_t batch)
{
    MeasuredModel model;
    MemoryModel memory;
    memory.kinds.fill({2e9 + 0.25e9 * static_cast<double>(batch), 2e9});
    model.memory = memory;
    return model;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0.0 : values[values.size() / 2];
}

/// Own measurements: the line through them, their weight against the model, and their effect on an estimate.
class tst_measured_correction : public QObject {
    Q_OBJECT

private slots:
    void two_readings_give_the_line_of_the_article()
    {
        // 8 GB at batch 8 and 12 GB at batch 16: 4 GB and half a GB for each sample.
        const Rows<qint64, qint64> rows{
            {"4 GB", 4, 0}, {"6 GB", 6, 4}, {"8 GB", 8, 8}, {"12 GB", 12, 16}, {"16 GB", 16, 24},
        };
        rows.each([&](auto card, auto largest) {
            const auto line = line_through({peak(8, 8 * giga), peak(16, 12 * giga)}, PeakKind::device);
            QVERIFY(line.has_value());
            QCOMPARE(line->intercept, 4e9);
            QCOMPARE(line->slope, 0.5e9);
            const auto batch = line->largest_within(Bytes::of(card * giga));
            QVERIFY(batch.has_value());
            QCOMPARE(qint64{*batch}, largest);
        });
    }

    void readings_without_a_line_give_none()
    {
        QVERIFY(!line_through({}, PeakKind::device));
        QVERIFY(!line_through({peak(8, 8 * giga)}, PeakKind::device));
        QVERIFY(!line_through({peak(8, 8 * giga), peak(8, 9 * giga)}, PeakKind::device));
        QVERIFY(!line_through({peak(8, 8 * giga), peak(16, 12 * giga, PeakKind::allocated)}, PeakKind::device));
        const auto falling = line_through({peak(8, 12 * giga), peak(16, 8 * giga)}, PeakKind::device);
        QVERIFY(falling.has_value() && !falling->largest_within(Bytes::of(giga)));
    }

    void belief_is_the_normal_posterior()
    {
        // One cause with variance 1: mean = reading x 1 / (1 + noise), variance = noise / (1 + noise).
        Belief<1> equal;
        equal.learn({1.0}, 2.0, 1.0);
        QCOMPARE(equal.mean[0], 1.0);
        QCOMPARE(equal.covariance[0][0], 0.5);
        Belief<1> sharper;
        sharper.learn({1.0}, 2.0, 0.25);
        QCOMPARE(sharper.mean[0], 1.6);
        QCOMPARE(sharper.covariance[0][0], 0.2);
        // Two readings of noise 1 are one of noise 1/2.
        Belief<1> twice;
        twice.learn({1.0}, 2.0, 1.0);
        twice.learn({1.0}, 2.0, 1.0);
        QCOMPARE(twice.mean[0], 2.0 * 2.0 / 3.0);
        // A sum over two equal causes is split between them; their difference stays unknown.
        Belief<2> shared;
        shared.learn({1.0, 1.0}, 3.0, 1.0);
        QCOMPARE(shared.mean[0], 1.0);
        QCOMPARE(shared.mean[1], 1.0);
        QCOMPARE(shared.variance({1.0, -1.0}), 2.0);
    }

    void exact_readings_pull_the_model_onto_their_line()
    {
        MeasuredCoefficients exact;
        exact.overhead_sd_mib = 1e5;
        exact.reading_sd_device = 1e-9;
        const MeasuredModel at_8 = plain_model(8);
        const MeasuredModel at_16 = plain_model(16);
        const Measurement eight = peak(8, 8 * giga);
        const Measurement sixteen = peak(16, 12 * giga);
        const MemoryLearned learned = learn_memory({{eight, at_8}, {sixteen, at_16}}, 100.0, false, exact);
        for (const auto& [batch, expected] :
             std::map<std::int64_t, double>{{4, 6e9}, {8, 8e9}, {16, 12e9}, {24, 16e9}}) {
            const MemoryModel model = *plain_model(batch).memory;
            const double corrected = model.of(PeakKind::device).total + correction_of(learned, model, PeakKind::device);
            QVERIFY2(is_within(corrected, expected, 1e-6), qPrintable(QString::number(corrected, 'g', 12)));
        }
    }

    void noisy_readings_leave_the_model()
    {
        MeasuredCoefficients noisy;
        noisy.overhead_sd_mib = 1.0;
        noisy.reading_sd_device = 1e6;
        const MeasuredModel at_8 = plain_model(8);
        const Measurement eight = peak(8, 8 * giga);
        const MemoryLearned learned = learn_memory({{eight, at_8}}, 0.2, false, noisy);
        QVERIFY(std::abs(correction_of(learned, *at_8.memory, PeakKind::device)) < 1.0);
    }

    void without_measurements_nothing_changes()
    {
        const Scenario scenario = scenario_of("resnet50", 8);
        const Estimate plain = *evaluated(scenario).estimate;
        QVERIFY(!plain.measured && !plain.memory->measured_correction && !plain.time->measured_correction);
        QVERIFY(file_of(plain).dump().find("measured") == std::string::npos);
        // A measurement that corrects nothing leaves every figure.
        Scenario refused = scenario;
        refused.measurements = {peak(8, 500 * giga)};
        Estimate same = *evaluated(refused).estimate;
        QVERIFY(finds(same.findings, "measurement-beyond-card"));
        same.measured.reset();
        same.findings = plain.findings;
        QVERIFY(file_of(same) == file_of(plain));
    }

    void a_reading_as_predicted_moves_the_range_alone()
    {
        Scenario scenario = scenario_of("resnet50", 32);
        scenario.dataset.samples = 10'000;
        const Estimate plain = *evaluated(scenario).estimate;
        Measurement as_predicted = peak(32, plain.memory->total.value());
        as_predicted.step_seconds = plain.time->step.base();
        scenario.measurements = {as_predicted};
        const Estimate measured = *evaluated(scenario).estimate;
        QCOMPARE(measured.memory->total.value(), plain.memory->total.value());
        QCOMPARE(measured.memory->measured_correction->value(), 0);
        QCOMPARE(measured.memory->max_micro_batch_without_margin, plain.memory->max_micro_batch_without_margin);
        // A narrower range is a smaller margin.
        QVERIFY(measured.memory->max_micro_batch > plain.memory->max_micro_batch);
        QCOMPARE(measured.time->step.base(), plain.time->step.base());
        QCOMPARE(measured.time->total.base(), plain.time->total.base());
        QVERIFY(measured.memory->low > plain.memory->low && measured.memory->high < plain.memory->high);
        QVERIFY(measured.time->low > plain.time->low && measured.time->high < plain.time->high);
        QVERIFY(measured.memory->low < measured.memory->total && measured.memory->total < measured.memory->high);
    }

    void the_total_is_the_sum_of_the_parts()
    {
        for (const std::int64_t bytes : {1'500'000'001LL, 2'000'000'003LL, 4'000'000'007LL}) {
            Scenario scenario = scenario_of("resnet50", 8);
            scenario.measurements = {peak(8, bytes)};
            scenario.measurements.front().step_seconds = 0.0617;
            const nlohmann::ordered_json file = file_of(*evaluated(scenario).estimate);
            std::int64_t sum = 0;
            for (const auto& part : file["memory"]["parts"]) sum += part.get<std::int64_t>();
            QCOMPARE(sum, file["memory"]["total_bytes"].get<std::int64_t>());
            double seconds = 0.0;
            for (const char* part : {"forward", "backward", "recompute", "optimizer", "exposed_communication",
                                     "pipeline_bubble", "exposed_data_loading", "host_overhead", "measured_correction"})
                seconds += file["time"]["parts"][part].get<double>();
            QCOMPARE(seconds, file["time"]["step_seconds"].get<double>());
        }
    }

    void the_estimate_follows_two_peaks()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        const Evaluation plain = evaluated(scenario);
        // A fifth more for each sample and a third of a GB more from the start.
        const auto real = [&](std::int64_t batch) {
            const double fixed = plain.memory.device(0).as_double();
            return std::llround(fixed + 0.33e9 + 1.2 * (plain.memory.device(batch).as_double() - fixed));
        };
        scenario.measurements = {peak(16, real(16)), peak(64, real(64))};
        for (const std::int64_t batch : {4, 16, 32, 64, 128}) {
            scenario.training.micro_batch = batch;
            const Evaluation corrected = evaluated(scenario);
            const double total = corrected.estimate->memory->total.as_double();
            const double before = corrected.estimate->measured->model_total.as_double();
            const auto truth = static_cast<double>(real(batch));
            QVERIFY2(std::abs(total - truth) < 0.35 * std::abs(before - truth), qPrintable(QString::number(batch)));
            const std::int64_t largest = corrected.estimate->memory->max_micro_batch_without_margin;
            const Bytes usable = corrected.estimate->memory->usable;
            QVERIFY(corrected_need(corrected, largest, engine_data()).needed <= usable);
            QVERIFY(corrected_need(corrected, largest + 1, engine_data()).needed > usable);
            QVERIFY(largest < corrected.estimate->measured->model_max_micro_batch);
        }
    }

    void a_peak_by_kind_corrects_what_it_saw()
    {
        Scenario scenario = scenario_of("resnet50", 32);
        const Estimate plain = *evaluated(scenario).estimate;
        scenario.measurements = {peak(32, plain.memory->peak_allocated.value() + 200'000'000, PeakKind::allocated)};
        const Estimate tensors = *evaluated(scenario).estimate;
        // A peak of tensors gives no information about other memory of the process.
        QCOMPARE(tensors.measured->memory->amount(MemoryCause::overhead), 0.0);
        const std::int64_t rise = tensors.memory->peak_allocated.value() - plain.memory->peak_allocated.value();
        QVERIFY2(rise > 150'000'000 && rise <= 200'000'000, qPrintable(QString::number(rise)));
        scenario.measurements = {peak(32, plain.memory->total.value() + 200'000'000)};
        const Estimate device = *evaluated(scenario).estimate;
        QVERIFY(device.measured->memory->amount(MemoryCause::overhead) > 0.0);
        QVERIFY(device.memory->peak_allocated < tensors.memory->peak_allocated);
    }

    void the_idle_context_replaces_the_modelled_one()
    {
        Scenario scenario = scenario_of("resnet50", 32);
        const Evaluation plain = evaluated(scenario);
        scenario.build.context_bytes = 700'000'000;
        const Evaluation measured = evaluated(scenario);
        QCOMPARE(measured.memory.context.value(), 700'000'000);
        QCOMPARE(measured.estimate->memory->total.value(),
                 plain.estimate->memory->total.value() - plain.memory.context.value() + 700'000'000);
        // With a known context, a higher peak is attributed to the tensors.
        scenario.measurements = {peak(32, measured.estimate->memory->total.value() + 300'000'000)};
        const Estimate known = *evaluated(scenario).estimate;
        scenario.build.context_bytes.reset();
        scenario.measurements = {peak(32, plain.estimate->memory->total.value() + 300'000'000)};
        const Estimate unknown = *evaluated(scenario).estimate;
        QVERIFY(known.measured->memory->amount(MemoryCause::overhead) <
                0.3 * unknown.measured->memory->amount(MemoryCause::overhead));
    }

    void the_step_corrects_the_nearest_cause()
    {
        const Rows<std::string, qint64, double, QString> rows{
            // Small batches wait for the host, large ones for the GPU.
            {"host", "resnet50", 2, 1.5, "host"},
            {"GPU", "resnet50", 512, 1.2, "device"},
            {"GPU, faster", "resnet50", 512, 0.9, "device"},
        };
        rows.each([&](const auto& preset, auto batch, auto factor, const auto& cause) {
            Scenario scenario = scenario_of(preset, batch);
            scenario.training.framework_year = 2021;
            const Estimate plain = *evaluated(scenario).estimate;
            const double measured = factor * plain.time->step.base();
            scenario.measurements = {step(batch, measured)};
            const Estimate corrected = *evaluated(scenario).estimate;
            QCOMPARE(QString::fromLatin1(key_of(corrected.measured->time_cause)), cause);
            // Between the model and the reading, nearer to the reading.
            const double moved =
                (corrected.time->step.base() - plain.time->step.base()) / (measured - plain.time->step.base());
            QVERIFY2(moved > 0.5 && moved < 1.0, qPrintable(QString::number(moved)));
            QVERIFY(corrected.time->high / corrected.time->low < plain.time->high / plain.time->low);
            QVERIFY(is_within(corrected.time->mfu * corrected.time->step.base(),
                              plain.time->mfu * plain.time->step.base(), 1e-12));
        });
    }

    void impossible_and_contradictory_readings_are_named()
    {
        using List = std::vector<Measurement>;
        const Rows<List, std::string, std::string, qint64> rows{
            {"more than the card", List{peak(8, 100 * giga)}, "measurement-beyond-card", "measurements[0]", 0},
            {"less than the context", List{peak(8, giga / 2)}, "measurement-below-context", "measurements[0]", giga},
            {"larger batch, less memory", List{peak(8, 4 * giga), peak(16, 3 * giga)}, "measurement-contradiction",
             "measurements[1]", 0},
            {"one batch, two peaks", List{peak(8, 3 * giga), peak(8, 4 * giga)}, "measurement-contradiction",
             "measurements[1]", 0},
            {"more allocated than shown", List{peak(8, 4 * giga, PeakKind::allocated), peak(8, 3 * giga)},
             "measurement-kinds-contradict", "measurements[1]", 0},
            {"faster than the units", List{step(64, 1e-5)}, "measurement-faster-than-peak", "measurements[0]", 0},
            {"larger batch, shorter step", List{step(64, 0.5), step(128, 0.3)}, "measurement-steps-contradict",
             "measurements[1]", 0},
        };
        rows.each([](const auto& measurements, const auto& code, const auto& field, auto context) {
            Scenario scenario = scenario_of("resnet50", 8);
            if (context > 0) scenario.build.context_bytes = context;
            const Estimate plain = *evaluated(scenario).estimate;
            scenario.measurements = measurements;
            const Estimate judged = *evaluated(scenario).estimate;
            const auto found = std::ranges::find(judged.findings, code, &Finding::code);
            QVERIFY(found != judged.findings.end());
            QCOMPARE(found->field, field);
            // It is not clamped to a usable value: it corrects nothing.
            QCOMPARE(judged.memory->total.value(), plain.memory->total.value());
            QCOMPARE(judged.time->step.base(), plain.time->step.base());
        });
    }

    void readings_far_from_the_model_are_flagged_data()
    {
        const auto row = add_columns<double, bool>("factor", "flagged");
        row("a little more", 1.05, false);
        row("a little less", 0.95, false);
        row("half more", 1.6, true);
        row("half", 0.5, true);
    }

    void readings_far_from_the_model_are_flagged()
    {
        QFETCH(double, factor);
        QFETCH(bool, flagged);
        Scenario scenario = scenario_of("resnet50", 128, "rtx4090");
        const Estimate plain = *evaluated(scenario).estimate;
        Measurement reading = peak(128, std::llround(factor * plain.memory->total.as_double()));
        reading.step_seconds = factor * plain.time->step.base();
        scenario.measurements = {reading};
        const Estimate measured = *evaluated(scenario).estimate;
        QCOMPARE(finds(measured.findings, "measurement-far-from-model"), flagged);
        QCOMPARE(finds(measured.findings, "measurement-step-far-from-model"), flagged);
    }

    void a_reservation_is_no_reading()
    {
        Scenario scenario = scenario_of("resnet50", 32, "rtx4090");
        const auto refuses = [&](PeakKind kind) {
            // 22.8 of 24 GiB.
            scenario.measurements = {peak(32, 24'481'363'558, kind)};
            return finds(evaluated(scenario).estimate->findings, "measurement-may-be-reservation");
        };
        QVERIFY(!refuses(PeakKind::device));
        scenario.training.framework = Framework::tensorflow;
        QVERIFY(refuses(PeakKind::device));
        QVERIFY(!evaluated(scenario).estimate->memory->measured_correction);
        QVERIFY(!refuses(PeakKind::allocated));
    }

    void the_largest_batch_does_not_follow_the_present_one_data()
    {
        const auto row = add_columns<QString, double>("gpu", "factor");
        row("measured", "rtx4090", 1.1);
        row("never measured", "ascend910b1", 1.3);
    }

    void the_largest_batch_does_not_follow_the_present_one()
    {
        QFETCH(QString, gpu);
        QFETCH(double, factor);
        Scenario scenario = scenario_of("resnet50", 16, gpu.toStdString());
        scenario.training.precision = Precision::fp16_amp;
        const double total = evaluated(scenario).estimate->memory->total.as_double();
        scenario.measurements = {peak(16, std::llround(factor * total))};
        const std::int64_t largest = evaluated(scenario).estimate->memory->max_micro_batch;
        QVERIFY(largest > 16);
        for (const std::int64_t batch : {std::int64_t{2}, std::int64_t{64}, largest, largest + 1}) {
            scenario.training.micro_batch = batch;
            const Estimate there = *evaluated(scenario).estimate;
            QCOMPARE(there.memory->max_micro_batch, largest);
            QCOMPARE(there.verdict == Verdict::fits, batch <= largest);
        }
    }

    void the_range_narrows_near_a_measured_step()
    {
        for (const char* gpu : {"rtx4090", "ascend910b1"}) {
            Scenario scenario = scenario_of("resnet50", 64, gpu);
            scenario.training.precision = Precision::fp16_amp;
            scenario.measurements = {step(64, 1.1 * evaluated(scenario).estimate->time->step.base())};
            double before = 0.0;
            for (const std::int64_t batch : {64, 128, 512}) {
                scenario.training.micro_batch = batch;
                const TimeEstimate time = *evaluated(scenario).estimate->time;
                const double half_width = std::log(time.high / time.low) / 2.0;
                QVERIFY2(half_width > before, qPrintable(QString::number(half_width)));
                before = half_width;
            }
            // Three doublings of 6.6 %, each 1.28 standard deviations wide: 0.25.
            QVERIFY2(before > 0.25 && before < 0.33, qPrintable(QString::number(before)));
        }
    }

    void a_measured_batch_improves_the_step_of_another()
    {
        // Published runs that differ in their micro-batch alone: each as the reading for the others.
        struct Run {
            Scenario scenario;
            double seconds = 0.0;
        };
        std::map<std::string, std::vector<Run>> tables;
        for (const char* file : {"truth/time/cases.jsonl", "truth/runs/cases.jsonl", "truth/runs/collected.jsonl",
                                 "truth/runs/later.jsonl", "truth/runs/fresh.jsonl", "truth/runs/kept.jsonl"})
            for (const nlohmann::json& line : json_lines(file)) {
                if (!line["measured"].contains("samples_per_second")) continue;
                const Scenario scenario = read_scenario(line["scenario"]).scenario;
                const double seconds =
                    static_cast<double>(global_batch(scenario)) / line["measured"]["samples_per_second"].get<double>();
                const std::string settings = write_scenario(run_settings(scenario)).dump();
                tables[line["source"].dump() + settings].push_back({scenario, seconds});
            }
        int pairs = 0;
        int held = 0;
        for (const auto& [settings, runs] : tables)
            for (const Run& plan : runs)
                for (const Run& other : runs) {
                    if (plan.scenario.training.micro_batch <= other.scenario.training.micro_batch) continue;
                    Scenario scenario = plan.scenario;
                    scenario.measurements = {step(other.scenario.training.micro_batch, other.seconds)};
                    const TimeEstimate time = *evaluated(scenario).estimate->time;
                    pairs += 1;
                    if (time.low.base() <= plan.seconds && plan.seconds <= time.high.base()) held += 1;
                }
        QVERIFY2(pairs >= 80, qPrintable(QString::number(pairs)));
        const double share = static_cast<double>(held) / pairs;
        QVERIFY2(share >= 0.76 && share <= 0.92, qPrintable(QString::number(share)));
    }

    void what_was_measured_stays_when_the_plan_changes()
    {
        Scenario scenario = scenario_of("gpt2-small", 4);
        const Estimate plain = *evaluated(scenario).estimate;
        scenario.measurements = {peak(4, std::llround(1.1 * plain.memory->total.as_double()))};
        anchor_measurements(scenario);
        const Estimate measured = *evaluated(scenario).estimate;
        Scenario recomputed = scenario;
        recomputed.training.recompute = Recompute::full;
        const Estimate lighter = *evaluated(recomputed).estimate;
        recomputed.measurements.clear();
        const Estimate lighter_plain = *evaluated(recomputed).estimate;
        // The remedy keeps its effect, and the correction carries over in part.
        const double saved = measured.memory->total.as_double() - lighter.memory->total.as_double();
        const double promised = plain.memory->total.as_double() - lighter_plain.memory->total.as_double();
        QVERIFY2(saved > 0.9 * promised, qPrintable(QString::number(saved / promised)));
        const double share = lighter.memory->total.as_double() / lighter_plain.memory->total.as_double();
        QVERIFY2(share > 1.01 && share < 1.1, qPrintable(QString::number(share)));
        // A sweep anchors the measurements itself.
        scenario.measurements.front().settings.reset();
        const auto points = sweep(scenario, engine_data(), "input.sequence_length", {512, 1024}, {});
        QVERIFY(points[0].estimate->memory->total < points[1].estimate->memory->total);
    }

    void other_models_are_not_corrected()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.measurements = {peak(8, 3 * giga)};
        anchor_measurements(scenario);
        scenario.model.preset = "resnet18";
        const Estimate other = *evaluated(scenario).estimate;
        QVERIFY(finds(other.findings, "measurement-of-another-model"));
        QVERIFY(!other.memory->measured_correction.has_value());
    }

    void settings_survive_a_file()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.measurements = {peak(8, 3 * giga)};
        const std::string before = write_scenario(scenario).dump();
        anchor_measurements(scenario);
        // The same measurement with and without its own settings.
        QCOMPARE(write_scenario(scenario).dump(), before);
        scenario.training.precision = Precision::bf16_amp;
        scenario.training.micro_batch = 64;
        const nlohmann::ordered_json written = write_scenario(scenario);
        QCOMPARE(written["measurements"][0]["settings"]["training"].dump(), std::string("{}"));
        const ScenarioReading read = parse_scenario(written.dump());
        QVERIFY(read.errors.empty());
        QVERIFY(read.scenario == scenario);
        QVERIFY(file_of(*evaluated(read.scenario).estimate) == file_of(*evaluated(scenario).estimate));
        // Own settings that equal the plan's have no effect.
        nlohmann::json spelt_out = nlohmann::json::parse(before);
        spelt_out["measurements"][0]["settings"] = {{"training", {{"precision", "fp32"}}}};
        const ScenarioReading own = parse_scenario(spelt_out.dump());
        QVERIFY(own.errors.empty());
        QVERIFY(!own.scenario.measurements.front().settings);
        QCOMPARE(write_scenario(own.scenario).dump(), before);
    }

    void a_gpu_edited_in_the_file_leaves_measurements_where_they_were()
    {
        // 20 GB where a few were predicted: more than the GPU entered in the saved file has.
        Scenario scenario = scenario_of("resnet50", 8, "rtx4090");
        scenario.measurements = {peak(8, 20 * giga)};
        nlohmann::ordered_json file = write_scenario(scenario);
        file["build"]["gpu"] = "rtx3060-12g";
        const ScenarioReading read = parse_scenario(file.dump());
        QVERIFY(read.errors.empty());
        const Estimate edited = *evaluated(read.scenario).estimate;
        QVERIFY(!finds(edited.findings, "measurement-beyond-card"));
        QVERIFY(edited.verdict == Verdict::does_not_fit);
        // As when the GPU is changed in the program.
        const Estimate changed_inside =
            *evaluated(*changed(scenario, engine_data(), {{"build.gpu", std::string("rtx3060-12g")}})).estimate;
        QVERIFY(file_of(edited) == file_of(changed_inside));
        // It is not applied to another model either.
        file["model"]["preset"] = "resnet18";
        const Estimate other = *evaluated(parse_scenario(file.dump()).scenario).estimate;
        QVERIFY(finds(other.findings, "measurement-of-another-model"));
    }

    void a_reading_that_cannot_be_of_this_plan_corrects_nothing()
    {
        Scenario scenario = scenario_of("resnet50", 8, "rtx3060-12g");
        const Estimate plain = *evaluated(scenario).estimate;
        Measurement elsewhere = peak(8, 20 * giga);
        elsewhere.step_seconds = 3.0 * plain.time->step.base();
        scenario.measurements = {elsewhere};
        const Estimate judged = *evaluated(scenario).estimate;
        QVERIFY(finds(judged.findings, "measurement-beyond-card"));
        QVERIFY(judged.verdict == plain.verdict);
        QCOMPARE(judged.memory->total.value(), plain.memory->total.value());
        // The step beside the peak is of the same run.
        QCOMPARE(judged.time->step.base(), plain.time->step.base());
    }

    void real_readings_come_closer_at_other_batches()
    {
        // Readings of one network at several batches (GPUMemNet, timm models): two of them correct the prediction of a
        // third.
        std::map<std::string, std::vector<std::pair<Scenario, double>>> networks;
        for (const nlohmann::json& line : json_lines("truth/memory/cases.jsonl")) {
            if (line["group"] != "gpumemnet-timm" || line["measured"]["kind"] != "device") continue;
            const Scenario scenario = read_scenario(line["scenario"]).scenario;
            networks[network_fingerprint(scenario)].push_back({scenario, line["measured"]["bytes"].get<double>()});
        }
        std::vector<double> before;
        std::vector<double> after;
        for (auto& [name, runs] : networks) {
            std::ranges::sort(runs, [](const auto& a, const auto& b) {
                return a.first.training.micro_batch < b.first.training.micro_batch;
            });
            for (std::size_t left_out = 1; left_out + 1 < runs.size(); ++left_out) {
                Scenario scenario = runs[left_out].first;
                before.push_back(std::abs(
                    std::log(evaluated(scenario).estimate->memory->total.as_double() / runs[left_out].second)));
                for (const std::size_t other : {left_out - 1, left_out + 1})
                    scenario.measurements.push_back(
                        peak(runs[other].first.training.micro_batch, std::llround(runs[other].second)));
                after.push_back(std::abs(
                    std::log(evaluated(scenario).estimate->memory->total.as_double() / runs[left_out].second)));
            }
        }
        QVERIFY2(before.size() >= 15, qPrintable(QString::number(before.size())));
        QVERIFY2(median(after) < 0.75 * median(before),
                 qPrintable(QStringLiteral("%1 -> %2").arg(median(before)).arg(median(after))));
    }
};

RIGWRIGHT_TEST(tst_measured_correction)

} // namespace rigwright::test::tst_measured_correction

#include "tst_measured_correction.moc"
