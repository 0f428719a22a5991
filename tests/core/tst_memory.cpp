// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/inverse.h"
#include "core/estimate/memory/activation_walk.h"
#include "core/estimate/memory/moments.h"
#include "core/estimate/recipes.h"
#include "core/network/network_builder.h"
#include "core/network/operator_counts.h"
#include "tests/support/engine_case.h"
#include "tests/support/naive_walk.h"
#include "tests/support/suite.h"
#include "tests/support/unrolled_network.h"
#include "tests/support/zoo_networks.h"

#include <algorithm>
#include <set>

namespace rigwright::test::tst_memory {

/// Two linear layers 4 -> 8 -> 2 with a ReLU that overwrites its input, no biases: 48 weights.
Network two_layers()
{
    NetworkBuilder builder;
    TensorId x = builder.input({4});
    x = builder.linear("up", x, 8, false);
    x = builder.activation("relu", x, ActivationFunction::relu, true);
    x = builder.linear("down", x, 2, false);
    return builder.finish({x});
}

struct Setting {
    const char* name;
    FormatPolicy policy;
    WalkOptions options;
};

std::vector<Setting> settings()
{
    Setting fp32{"fp32", {}, {}};
    fp32.options.loss.bytes_per_output_element = 12.0;
    Setting autocast{"autocast", {}, {}};
    autocast.policy.autocast = NumberFormat::fp16;
    autocast.options.weight_copies = NumberFormat::fp16;
    autocast.options.loss.holds_outputs = false;
    autocast.options.loss.lasting_bytes_per_sample = 1e8;
    Setting master{"16 bit, gradients in one buffer", {}, {}};
    master.policy.parameters = NumberFormat::bf16;
    master.options.weights = NumberFormat::bf16;
    master.options.gradients_always_alive = true;
    Setting late{"gradients freed after the forward pass", {}, {}};
    late.options.gradients_alive_in_forward = true;
    late.options.loss.bytes_per_output_element = 12.0;
    Setting inference{"inference", {}, {}};
    inference.policy.training = false;
    inference.options.training = false;
    return {fp32, autocast, master, late, inference};
}

std::vector<Moment> moments_of(const Network& network, const Setting& setting)
{
    return peak_moments(network, analyse(network, setting.policy), setting.options);
}

class tst_memory : public QObject {
    Q_OBJECT

private slots:
    void states_follow_the_precision_recipe()
    {
        const Rows<Precision, int, int, int, int> rows{
            {"fp32", Precision::fp32, 4, 4, 8, 0},
            {"autocast keeps everything in fp32", Precision::fp16_amp, 4, 4, 8, 0},
            {"pure 16 bit", Precision::bf16, 2, 2, 4, 0},
            {"16 bit with master", Precision::bf16_master, 2, 4, 8, 4},
            {"fp64", Precision::fp64, 8, 8, 16, 0},
        };
        rows.each([&](auto precision, auto weights, auto gradients, auto moments, auto master) {
            Scenario scenario = scenario_of("alexnet");
            scenario.training.precision = precision;
            const MemoryEstimate memory = memory_of(scenario);
            const std::int64_t parameters = 61'100'840;
            QCOMPARE(memory.states[0].value(), parameters * weights);
            QCOMPARE(memory.states[1].value(), parameters * gradients);
            QCOMPARE(memory.states[2].value(), parameters * moments);
            QCOMPARE(memory.states[3].value(), parameters * master);
        });
    }

    void inference_keeps_nothing_for_backward()
    {
        Scenario scenario = scenario_of("vgg16", 8);
        const MemoryEstimate trained = memory_of(scenario);
        scenario.training.mode = RunMode::infer;
        const MemoryEstimate inferred = memory_of(scenario);
        QCOMPARE(inferred.part(MemoryPart::gradients).value(), 0);
        QCOMPARE(inferred.part(MemoryPart::optimizer_state).value(), 0);
        // Only the batch of images itself: 8 x 3 x 224 x 224 x 4 bytes.
        QCOMPARE(inferred.part(MemoryPart::activations).value(), 8 * 3 * 224 * 224 * 4);
        // The widest pair of feature maps is conv1's in and out of block 1: 8 x (64 + 64) x 224 x 224 x 4 bytes.
        QCOMPARE(inferred.part(MemoryPart::temporary_buffers).value(), std::int64_t{8} * 128 * 224 * 224 * 4);
        QVERIFY(inferred.total < trained.total);
    }

    void the_walk_of_two_layers_can_be_followed_by_hand()
    {
        const Network network = two_layers();
        const Analysis analysis = analyse(network, {});
        // Kept: the input (16 bytes a sample) by the first layer, the ReLU output (32) by itself and the second layer.
        QCOMPARE(analysis.kept.per_sample.value(), 16 + 32);
        WalkOptions options;
        const std::vector<Moment> moments = peak_moments(network, analysis, options);
        // The input is counted with the batch. Backward of "down": 32 kept + 8 output gradient + 32 input gradient, its
        // 16 weights' gradient (64 bytes). Backward of the ReLU holds 32 kept + 32 + 32 beside the same 64 bytes, which
        // is the largest slope. Backward of "up" holds its output's gradient (32) and all 48 weights' gradients (192
        // bytes): the largest constant.
        QCOMPARE(peak_at(moments, 1).total(1).value(), 32 + 192);
        QCOMPARE(peak_at(moments, 1'000'000).total(1'000'000).value(), std::int64_t{1'000'000} * (32 + 64) + 64);
        QCOMPARE(peak_at(moments, 1'000'000).op, std::size_t{1});
        // Where the last step's gradients are there until backward, the end of forward holds them, what is kept and the
        // output.
        options.gradients_alive_in_forward = true;
        QCOMPARE(peak_at(peak_moments(network, analysis, options), 1).total(1).value(), 192 + 32 + 8);
    }

    void full_recomputation_holds_boundaries_and_one_block()
    {
        // Three copies of a layer 4 -> 4 and a GELU, 16 bytes a tensor and sample.
        NetworkBuilder builder;
        const TensorId x = builder.input({4});
        builder.begin_block("layers.{}", 3);
        const TensorId y = builder.activation("gelu", builder.linear("linear", x, 4, false), ActivationFunction::gelu);
        builder.end_block({{x, y}});
        const Network network = builder.finish({y});
        const Analysis analysis = analyse(network, {});
        WalkOptions options;
        const std::int64_t batch = 1'000'000;
        // Kept at the last GELU: the inputs of three GELUs and of the two layers that do not read the batch; then its
        // two gradients.
        QCOMPARE(peak_at(peak_moments(network, analysis, options), batch).total(batch).value(), batch * (5 + 2) * 16);
        options.recompute = Recompute::full;
        // Two boundaries, the one GELU's input, and its two gradients.
        QCOMPARE(peak_at(peak_moments(network, analysis, options), batch).total(batch).value(),
                 batch * (2 + 1 + 2) * 16);
    }

    void the_timeline_ends_with_the_update_and_holds_the_peak()
    {
        for (const char* preset : {"resnet50", "gpt3-175b"}) {
            const Evaluation evaluation = evaluated(scenario_of(preset, 4));
            const std::vector<TimelineMoment> timeline = memory_timeline(evaluation);
            QVERIFY(timeline.size() > 20 && timeline.size() < 2000);
            QCOMPARE(int(timeline.front().phase), int(Phase::forward));
            QCOMPARE(int(timeline.back().phase), int(Phase::optimizer));
            const auto peak = std::ranges::max_element(timeline, {}, &TimelineMoment::allocated);
            QCOMPARE(peak->allocated.value(), evaluation.estimate->memory->peak_allocated.value());
            QCOMPARE(peak->layer, evaluation.estimate->memory->peak_layer);
            QVERIFY(std::ranges::is_sorted(timeline, {}, &TimelineMoment::phase));
        }
    }

    void the_envelope_has_every_peak()
    {
        const auto line = [](std::int64_t fixed, std::int64_t slope, std::size_t op) {
            Moment moment;
            moment.op = op;
            moment.activations = {Bytes::of(fixed), Bytes::of(slope)};
            return moment;
        };
        // The fourth and fifth are never on top.
        const std::vector<Moment> all{line(100, 0, 0), line(90, 1, 1), line(50, 3, 2),
                                      line(0, 3, 3),   line(40, 2, 4), line(0, 4, 5)};
        const std::vector<Moment> envelope = upper_envelope(all);
        for (std::int64_t batch = 1; batch < 500; ++batch)
            QCOMPARE(peak_at(envelope, batch).total(batch).value(), peak_at(all, batch).total(batch).value());
        // 100 up to batch 10 (both at 100), 90 + b up to 20, 50 + 3 b up to 50, then 4 b.
        QCOMPARE(envelope.size(), std::size_t{4});
        QVERIFY(upper_envelope({}).empty());
        QCOMPARE(upper_envelope({line(1, 1, 0), line(1, 1, 1)}).front().op, std::size_t{0});
    }

    void the_total_is_the_sum_of_its_parts()
    {
        for (const char* preset : {"alexnet", "resnet50", "gpt2-small"}) {
            for (const Precision precision : {Precision::fp32, Precision::fp16_amp, Precision::bf16_master}) {
                Scenario scenario = scenario_of(preset, 3);
                scenario.training.precision = precision;
                const MemoryEstimate memory = memory_of(scenario);
                std::int64_t sum = 0;
                for (const Bytes part : memory.parts) sum += part.value();
                QCOMPARE(memory.total.value(), sum);
                QVERIFY(memory.peak_allocated < memory.peak_reserved && memory.peak_reserved < memory.total);
                QVERIFY(memory.low < memory.total && memory.total < memory.high);
            }
        }
    }

    void data_parallelism_adds_buckets_and_sharding_divides_states()
    {
        Scenario scenario = scenario_of("alexnet");
        scenario.build.gpus_per_node = 4;
        const MemoryEstimate replicated = memory_of(scenario);
        // The bucket copy of the gradients, plus the collective library's buffers over NVLink (1,024 MiB).
        QCOMPARE(replicated.part(MemoryPart::communication_buffers).value(),
                 std::int64_t{61'100'840} * 4 + (std::int64_t{1} << 30));
        scenario.parallel.zero_stage = 1;
        const MemoryEstimate sharded = memory_of(scenario);
        QCOMPARE(sharded.states[2].value(), std::int64_t{61'100'840} * 8 / 4);
        QCOMPARE(sharded.states[1].value(), std::int64_t{61'100'840} * 4);
        scenario.parallel.zero_stage = 3;
        QCOMPARE(memory_of(scenario).states[0].value(), std::int64_t{61'100'840});
    }

    void recomputation_trades_activations()
    {
        Scenario scenario = scenario_of("gpt2-small", 16);
        scenario.training.attention = AttentionChoice::standard;
        const Bytes none = memory_of(scenario).total;
        scenario.training.recompute = Recompute::selective;
        const Bytes selective = memory_of(scenario).total;
        scenario.training.recompute = Recompute::full;
        const Bytes full = memory_of(scenario).total;
        QVERIFY(full < selective && selective < none);
    }

    void the_largest_micro_batch_fits_and_the_next_does_not()
    {
        for (const char* preset : {"resnet50", "alexnet", "bert-base-uncased"}) {
            Scenario scenario = scenario_of(preset);
            scenario.build.gpu = "t4";
            const std::int64_t largest = memory_of(scenario).max_micro_batch;
            QVERIFY2(largest > 1, preset);
            scenario.training.micro_batch = largest;
            QVERIFY2(memory_of(scenario).fits, preset);
            QCOMPARE(memory_of(scenario).max_micro_batch, largest);
            scenario.training.micro_batch = largest + 1;
            QVERIFY2(!memory_of(scenario).fits, preset);
        }
    }

    void the_same_rule_decides_what_fits()
    {
        Scenario scenario = scenario_of("resnet50");
        scenario.build.gpu = "t4";
        const MemoryEstimate first = memory_of(scenario);
        const std::int64_t bare = first.max_micro_batch_without_margin;
        QVERIFY(first.max_micro_batch < bare);
        std::set<Verdict> seen;
        for (std::int64_t batch = first.max_micro_batch - 1; batch < bare * 3 / 2; ++batch) {
            scenario.training.micro_batch = batch;
            const Estimate plan = *evaluated(scenario).estimate;
            seen.insert(*plan.verdict);
            QCOMPARE(plan.memory->fits, *plan.verdict == Verdict::fits);
            QCOMPARE(plan.memory->fits, batch <= first.max_micro_batch);
            QCOMPARE(plan.memory->needed <= plan.memory->usable, batch <= bare);
            // The value compared with the margin never exceeds it.
            QVERIFY(plan.memory->needed < plan.memory->with_margin);
            for (const Finding& finding : plan.findings)
                if (finding.code == "memory-tight") QCOMPARE(finding.arguments.front().first, std::string("needed"));
        }
        QCOMPARE(seen.size(), std::size_t{3});
    }

    void a_measured_context_replaces_the_stated_one()
    {
        Scenario scenario = scenario_of("resnet50");
        const Bytes stated = memory_of(scenario).total;
        scenario.build.context_bytes = std::int64_t{300} << 20;
        QCOMPARE((stated - memory_of(scenario).total).value(), std::int64_t{512 - 300} << 20);
    }

    void the_solver_finds_the_last_that_passes()
    {
        for (const std::int64_t limit : {1, 2, 3, 7, 64, 100, 999'999, 1'000'000}) {
            int calls = 0;
            const auto passes = [&](std::int64_t n) {
                ++calls;
                return n <= limit;
            };
            QCOMPARE(largest_that(1, 1'000'000, passes).value_or(0), limit);
            QVERIFY2(calls <= 45, qPrintable(QString::number(calls)));
        }
        QVERIFY(!largest_that(1, 10, [](std::int64_t) { return false; }).has_value());
        QVERIFY(!largest_that(5, 4, [](std::int64_t) { return true; }).has_value());
        const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(largest_that(0, huge, [](std::int64_t) { return true; }).value_or(0), huge);
    }

    void sizes_beyond_the_range_stay_marked()
    {
        Scenario scenario = scenario_of("gpt2-small", 1'000'000);
        scenario.model.shape["positions"] = std::string("none");
        scenario.input.sequence_length = std::int64_t{1} << 28;
        scenario.training.attention = AttentionChoice::standard;
        const Evaluation evaluation = evaluated(scenario);
        QVERIFY(!evaluation.estimate.has_value());
        QCOMPARE(evaluation.errors.size(), std::size_t{1});
        QCOMPARE(evaluation.errors.front().code, std::string("beyond-computable-range"));
    }

    void repeated_blocks_peak_as_if_written_out()
    {
        each_of(engine_data().presets, &Preset::id, [&](const Preset& preset) {
            BuildOptions options;
            for (const Setting& setting : settings()) {
                options.training = setting.options.training;
                const Network network = built(preset, {}, {}, options);
                const Network flat = unrolled(network);
                const Analysis analysis = analyse(flat, setting.policy);
                const std::vector<Moment> moments = moments_of(network, setting);
                for (const std::int64_t batch : {1, 7, 4096}) {
                    const std::int64_t played = NaiveWalk(flat, analysis, setting.options, batch).peak();
                    const std::int64_t walked = peak_at(moments, batch).total(batch).value();
                    QVERIFY2(walked == played, qPrintable(QStringLiteral("%1, batch %2: %3 instead of %4")
                                                              .arg(setting.name)
                                                              .arg(batch)
                                                              .arg(walked)
                                                              .arg(played)));
                }
            }
        });
    }

    void the_timeline_peaks_where_the_front_does()
    {
        each_of(engine_data().presets, &Preset::id, [&](const Preset& preset) {
            const Network network = built(preset);
            const Setting setting = settings().front();
            const Analysis analysis = analyse(network, setting.policy);
            for (const Recompute recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
                WalkOptions options = setting.options;
                options.recompute = recompute;
                const std::vector<Moment> front = peak_moments(network, analysis, options);
                const std::vector<Moment> all = all_moments(network, analysis, options, 5);
                for (const std::int64_t batch : {1, 100})
                    QCOMPARE(peak_at(all, batch).total(batch).value(), peak_at(front, batch).total(batch).value());
                // At the end of the step only the last operator's memory is left.
                QVERIFY(all.size() < 20 * network.operators.size() + 10);
                for (const Moment& moment : all)
                    QVERIFY(moment.activations.at(7).value() >= 0 && moment.temporary.at(7).value() >= 0);
            }
        });
    }
};

RIGWRIGHT_TEST(tst_memory)

} // namespace rigwright::test::tst_memory

#include "tst_memory.moc"
