// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/doubling.h"
#include "core/estimate/run/sweep.h"
#include "core/estimate/time/step_causes.h"
#include "core/estimate/working/explain.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <numeric>

namespace rigwright::test::tst_limits {

/// Plans that are limited by different things.
std::vector<std::pair<const char*, Scenario>> plans()
{
    Scenario language = scenario_of("llama-2-7b", 4);
    language.training.precision = Precision::bf16_amp;
    language.build.gpus_per_node = 8;
    Scenario pipeline = language;
    pipeline.parallel.pipeline = 4;
    pipeline.training.gradient_accumulation = 8;
    Scenario vision = scenario_of("resnet50", 64);
    vision.training.precision = Precision::fp16_amp;
    vision.training.gradient_accumulation = 2;
    Scenario small = scenario_of("detr_r50", 2);
    small.training.recompute = Recompute::full;
    Scenario loading = with_fields(vision, R"({"build.cpu": "i9-13900k", "build.storage": "nvme4",
        "build.gpus_per_node": 8})");
    loading.dataset = {.samples = 1281167,
                       .tokens = {},
                       .source_height = 2000,
                       .source_width = 3000,
                       .encoded_bytes_per_sample = 900000,
                       .encoding = SampleEncoding::jpeg};
    Scenario inference = scenario_of("bert-base-uncased", 8);
    inference.training.mode = RunMode::infer;
    return {{"language", language}, {"pipeline", pipeline}, {"vision", vision},
            {"small", small},       {"loading", loading},   {"inference", inference}};
}

double seconds_of(const std::vector<Derivation>& inputs)
{
    double sum = 0.0;
    for (const Derivation& input : inputs) sum += input.value.number;
    return sum;
}

/// Plans with GPUs have all levers but host memory, those without all but links and board power.
constexpr std::size_t levers_of_a_plan = what_if_target_count - 1;
constexpr std::size_t levers_of_a_processor = what_if_target_count - 2;

/// Photos on a slow drive in a small machine without a GPU.
Scenario processor_plan()
{
    Scenario scenario = with_fields(scenario_of("alexnet", 8, "none"), R"({"build.cpu": "i9-13900k",
        "build.ram_GiB": 32.0, "build.storage": "hdd"})");
    scenario.dataset = {300'000, {}, 500, 400, 110'000, SampleEncoding::jpeg};
    return scenario;
}

/// Runs a test on each of them.
void each_plan(const std::function<void(const Evaluation&)>& test)
{
    each_of(plans(), first_of, [&](const auto& plan) { test(evaluated(plan.second)); });
}

class LimitsTest : public QObject {
    Q_OBJECT
private slots:
    void the_knee_is_where_the_plateau_begins()
    {
        const std::vector<Throughput> curve{{1, 10},  {2, 19},  {4, 36},  {8, 60},
                                            {16, 80}, {32, 88}, {64, 90}, {128, 90}};
        // 90 % of 90 is 81.
        const auto found = saturation(curve, 0.9);
        QVERIFY(found);
        QCOMPARE(found->kind, Saturation::Kind::inside);
        QCOMPARE(found->knee.micro_batch, 32);
        QCOMPARE(found->best.samples_per_second, 90.0);
        // 60 % of 90 is 54.
        QCOMPARE(saturation(curve, 0.6)->knee.micro_batch, 8);
        QCOMPARE(saturation({{1, 85}, {2, 88}, {4, 90}}, 0.9)->kind, Saturation::Kind::at_start);
    }

    void a_knee_needs_a_plateau_behind_it()
    {
        QCOMPARE(saturation({{1, 10}, {2, 20}, {4, 40}, {8, 80}}, 0.9)->kind, Saturation::Kind::not_reached);
        QVERIFY(!saturation({{1, 10}}, 0.9));
        QVERIFY(!saturation({}, 0.9));
    }

    void causes_sum_to_the_step()
    {
        each_plan([&](const Evaluation& e) {
            QVERIFY(e.time);
            const auto causes = step_causes(*e.time);
            double sum = 0.0;
            for (std::size_t i = 0; i < causes.size(); ++i) {
                sum += causes[i].time.base();
                QVERIFY(causes[i].time >= Seconds());
                if (i > 0) QVERIFY(causes[i].time <= causes[i - 1].time);
            }
            QVERIFY(is_within(sum, e.time->step.base(), 1e-9));
            QCOMPARE(e.estimate->time->bottleneck, causes.front().cause);
        });
    }

    void the_gap_sums_to_the_step()
    {
        each_plan([&](const Evaluation& e) {
            const PeakGap gap = peak_gap(*e.network, *e.analysis, *e.time, e.scenario);
            double sum = gap.bound.base();
            for (const Seconds term : gap.terms) sum += term.base();
            QVERIFY(is_within(sum, e.time->step.base(), 1e-9));
            // The bound is what the utilisation of the peak is counted against.
            QVERIFY(is_within(gap.bound / e.time->step, e.estimate->time->mfu, 1e-9));
        });
    }

    void doubling_never_hurts_and_halves_at_most()
    {
        each_plan([&](const Evaluation& e) {
            const std::vector<WhatIfResult> all = doublings(e, engine_data());
            QCOMPARE(all.size(), levers_of_a_plan);
            for (const WhatIfResult& doubled : all) {
                // Loading that is no longer hidden may take over a little of what another part gives up, never more.
                QVERIFY2(doubled.gain >= -1e-9, key_of(doubled.lever));
                QVERIFY2(doubled.gain <= 0.5 + 1e-9, key_of(doubled.lever));
                const double sum = std::accumulate(doubled.parts.begin(), doubled.parts.end(), 0.0,
                                                   [](double before, Seconds part) { return before + part.base(); });
                QVERIFY(is_within(sum, doubled.step.base(), 1e-9));
            }
        });
    }

    void doubling_the_bottleneck_helps_most()
    {
        const auto best = [](const Evaluation& e) {
            const std::vector<WhatIfResult> all = doublings(e, engine_data());
            return std::ranges::max_element(all, {}, &WhatIfResult::gain)->lever;
        };
        const Evaluation language = evaluated(plans()[0].second);
        QCOMPARE(language.estimate->time->bottleneck, Bottleneck::matrix);
        QCOMPARE(best(language), WhatIfTarget::matrix_rate);
        const Evaluation loading = evaluated(plans()[4].second);
        QCOMPARE(loading.estimate->time->bottleneck, Bottleneck::data_loading);
        QCOMPARE(best(loading), WhatIfTarget::processor_cores);
    }

    /// Long products of an H100 hold the clock that 700 W allow, so a higher peak alone brings nothing.
    void power_binds_where_it_decides_the_clock()
    {
        Scenario scenario = scenario_of("llama-3-8b", 1);
        scenario.build.gpu = "h100-sxm";
        scenario.training.precision = Precision::bf16;
        const std::vector<WhatIfResult> all = doublings(evaluated(scenario), engine_data());
        QVERIFY(all[static_cast<std::size_t>(WhatIfTarget::matrix_rate)].gain < 0.02);
        QVERIFY(all[static_cast<std::size_t>(WhatIfTarget::board_power)].gain > 0.1);
    }

    void one_gpu_has_no_links_to_double()
    {
        const std::vector<WhatIfResult> all = doublings(evaluated(scenario_of("resnet50", 32)), engine_data());
        QCOMPARE(all[static_cast<std::size_t>(WhatIfTarget::links)].gain, 0.0);
        QCOMPARE(all[static_cast<std::size_t>(WhatIfTarget::storage)].gain, 0.0);
    }

    void cpu_plans_have_their_own_targets()
    {
        const Evaluation plan = evaluated(processor_plan());
        const auto gain = [](const std::vector<WhatIfResult>& all, WhatIfTarget lever) {
            const auto found = std::ranges::find(all, lever, &WhatIfResult::lever);
            return found == all.end() ? -1.0 : found->gain;
        };
        const std::vector<WhatIfResult> slow = doublings(plan, engine_data());
        QCOMPARE(slow.size(), levers_of_a_processor);
        QCOMPARE(gain(slow, WhatIfTarget::links), -1.0);
        // 33 GB of photos: a disk finds 75 files a second or so, and 64 GiB hold them where 32 GiB do not.
        QVERIFY(gain(slow, WhatIfTarget::storage) > 0.1);
        QVERIFY(gain(slow, WhatIfTarget::host_memory) > 0.1);
        // Without files to wait for, a step is computing: products first, then traffic and starts.
        Scenario quiet = processor_plan();
        quiet.model.preset = "resnet50";
        quiet.dataset = {};
        const Evaluation computing = evaluated(quiet);
        const std::vector<WhatIfResult> all = doublings(computing, engine_data());
        QVERIFY(gain(all, WhatIfTarget::matrix_rate) > 0.2);
        QVERIFY(gain(all, WhatIfTarget::memory_bandwidth) > 0.05);
        QVERIFY(gain(all, WhatIfTarget::host_speed) > 0.0);
        QCOMPARE(gain(all, WhatIfTarget::storage), 0.0);
        QCOMPARE(gain(all, WhatIfTarget::host_memory), 0.0);
        QCOMPARE(gain(all, WhatIfTarget::processor_cores), 0.0);
        for (const std::string_view id : {"time.doubled.matrix_rate", "time.doubled.host_memory"})
            QVERIFY(explain(plan, engine_data(), id));
    }

    void workings_show_the_same_numbers()
    {
        each_plan([&](const Evaluation& e) {
            // Host memory is for plans that train on the processor.
            for (const std::string_view id :
                 {"time.bottleneck_seconds", "time.bottleneck_share", "time.peak_bound_seconds", "time.step_from_bound",
                  "time.doubled.matrix_rate", "time.doubled.board_power", "time.doubled.memory_bandwidth",
                  "time.doubled.host_speed", "time.doubled.links", "time.doubled.processor_cores",
                  "time.doubled.storage", "time.saturation_micro_batch"}) {
                const auto working = explain(e, engine_data(), id);
                QVERIFY2(working, std::string(id).c_str());
                QCOMPARE(working->quantity, "quantity." + std::string(id));
            }
            const auto from_bound = explain(e, engine_data(), "time.step_from_bound");
            QVERIFY(is_within(seconds_of(from_bound->inputs), from_bound->value.number, 1e-9));
            const auto doubled = explain(e, engine_data(), "time.doubled.memory_bandwidth");
            // The last input is the present step.
            std::vector<Derivation> parts = doubled->inputs;
            parts.pop_back();
            QVERIFY(is_within(seconds_of(parts), doubled->value.number, 1e-9));
            // A step that waits for data stays as long, but for the rounding of its sum.
            constexpr double rounding = 1e-12;
            QVERIFY(doubled->value.number <= e.time->step.base() * (1.0 + rounding));
        });
    }

    void layers_lie_under_the_roofs()
    {
        Scenario scenario = scenario_of("gpt2-small", 8);
        scenario.training.precision = Precision::bf16_amp;
        const Roofline roof = roofline(evaluated(scenario), engine_data().time);
        // A100: 312 TFLOP/s in bf16.
        QCOMPARE(roof.peak.base(), 312e12);
        QVERIFY(roof.points.size() >= 5);
        QVERIFY(roof.share > 0.3 && roof.share <= 1.0);
        for (const RooflinePoint& point : roof.points) {
            QVERIFY(!point.layer.empty());
            const double limit = std::min(roof.peak.base(), point.intensity() * roof.bandwidth.base());
            QVERIFY2(point.rate().base() <= limit * (1.0 + 1e-9), point.layer.c_str());
        }
    }

    void copies_of_a_layer_are_one_point()
    {
        Scenario scenario = scenario_of("gpt2-small", 8);
        scenario.training.precision = Precision::bf16_amp;
        const Roofline roof = roofline(evaluated(scenario), engine_data().time);
        const auto copied = std::ranges::count(roof.points, 12, &RooflinePoint::copies);
        // Four products and the attention of each of twelve layers.
        QVERIFY(copied >= 5);
    }
};

RIGWRIGHT_TEST(LimitsTest)

} // namespace rigwright::test::tst_limits

#include "tst_limits.moc"
