// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "core/estimate/working/method.h"
#include "core/network/operator_counts.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <algorithm>

namespace rigwright::test::tst_readings {

Evaluation answer(const Scenario& scenario) { return evaluated(scenario); }

double value(const Evaluation& evaluation, std::string_view quantity)
{
    const std::optional<Derivation> working = explain(evaluation, engine_data(), quantity);
    return working ? working->value.number : -1.0;
}

std::vector<std::string> words_of(const std::vector<QuantityReading>& readings)
{
    std::vector<std::string> words;
    for (const QuantityReading& reading : readings) words.emplace_back(reading.word);
    return words;
}

Scenario alexnet(OptimizerKind optimizer)
{
    Scenario scenario = scenario_of("alexnet", 8);
    scenario.training.precision = Precision::fp32;
    scenario.training.optimizer = optimizer;
    return scenario;
}

/// Alternative ways of counting one quantity, side by side.
class ReadingsTest : public QObject {
    Q_OBJECT

private slots:
    void every_reading_has_words_and_a_working()
    {
        Scenario language = scenario_of("gpt2-small", 2);
        language.dataset.samples = 1000;
        language.build.gpus_per_node = 2;
        std::vector<Evaluation> answers{answer(language), answer(scenario_of("transformer-base", 2))};
        std::vector<Messages> tables;
        for (const Language each : all_languages) tables.push_back(messages(each));
        std::size_t shown = 0;
        for (const std::vector<std::string_view>& family : all_readings()) {
            QVERIFY(family.size() > 1);
            for (const std::string_view quantity : family) {
                const bool known = std::ranges::any_of(
                    answers, [&](const Evaluation& e) { return explain(e, engine_data(), quantity).has_value(); });
                QVERIFY2(known, std::string(quantity).c_str());
            }
            for (const Evaluation& evaluation : answers) {
                for (const QuantityReading& reading : readings_of(evaluation, engine_data(), family.front())) {
                    ++shown;
                    for (const Messages& table : tables) QVERIFY(table.has("convention." + std::string(reading.word)));
                }
            }
        }
        QVERIFY(shown >= 30);
    }

    void multiply_accumulates_and_flops()
    {
        const Evaluation e = answer(alexnet(OptimizerKind::sgd));
        const auto readings = readings_of(e, engine_data(), "model.forward_macs_per_sample");
        QCOMPARE(words_of(readings), (std::vector<std::string>{"mac", "flop", "thop"}));
        QCOMPARE(readings[0].value, (Value{714'188'480.0, Unit::macs}));
        QCOMPARE(readings[1].value, (Value{1'428'376'960.0, Unit::flops}));
        QCOMPARE(readings[2].value, (Value{714'206'912.0, Unit::macs}));
        // All are offered, whichever is requested.
        QCOMPARE(words_of(readings_of(e, engine_data(), "model.thop_macs_per_sample")), words_of(readings));
        QCOMPARE(2.0 * value(e, "model.training_macs_per_sample"), value(e, "model.training_flops_per_sample"));
    }

    void causal_attention_is_half_of_the_square()
    {
        // GPT-2 small: 12 layers of 12 heads, 1,024 tokens, 64 wide for the scores and 64 for the values. Each query
        // misses the keys after it: 1,024 × 1,023 ÷ 2.
        constexpr double hidden = 12.0 * 12 * (1024.0 * 1023 / 2) * 128;
        for (const AttentionChoice kernel : {AttentionChoice::standard, AttentionChoice::fused}) {
            Scenario scenario = scenario_of("gpt2-small", 2);
            scenario.training.attention = kernel;
            const Evaluation e = answer(scenario);
            QCOMPARE(value(e, "model.forward_macs_per_sample") - value(e, "model.causal_forward_macs_per_sample"),
                     hidden);
            // Forward once and backward twice, two FLOPs each.
            QCOMPARE(value(e, "model.training_flops_per_sample") - value(e, "model.causal_training_flops_per_sample"),
                     6.0 * hidden);
        }
    }

    void a_mask_hides_what_lies_beyond_its_reach()
    {
        // Eight tokens that see three keys each: 1 + 2 + 3 × 6 = 21 of 64 pairs; 5 + 7 numbers each, 2 heads, 3 layers.
        FusedAttention kernel;
        kernel.heads = 2;
        kernel.query_tokens = kernel.key_tokens = 8;
        kernel.head_width = 5;
        kernel.value_width = 7;
        kernel.causal = true;
        kernel.reach = 3;
        Network network;
        network.operators.emplace_back();
        network.blocks.emplace_back();
        network.blocks.front().last = 1;
        network.blocks.front().repeat = 3;
        const auto masked = [&] {
            network.operators.front().kind = kernel;
            return masked_macs(network).value();
        };
        QCOMPARE(masked(), 43 * 12 * 2 * 3);
        kernel.reach = 0;
        QCOMPARE(masked(), 28 * 12 * 2 * 3);
        kernel.causal = false;
        QCOMPARE(masked(), 0);
    }

    void copies_of_the_parameters()
    {
        // 61,100,840 parameters; layer outputs of 1,098,216 numbers, twice, for 8 samples.
        constexpr double parameters = 4.0 * 61'100'840;
        constexpr double maps = 2.0 * 4 * 1'098'216 * 8;
        const auto textbook = [](const Scenario& scenario) { return value(answer(scenario), "memory.textbook_bytes"); };
        QCOMPARE(textbook(alexnet(OptimizerKind::sgd)), 2 * parameters + maps);
        QCOMPARE(textbook(alexnet(OptimizerKind::sgd_momentum)), 3 * parameters + maps);
        QCOMPARE(textbook(alexnet(OptimizerKind::adam)), 4 * parameters + maps);
        Scenario inference = alexnet(OptimizerKind::adam);
        inference.training.mode = RunMode::infer;
        QCOMPARE(textbook(inference), parameters);
        QCOMPARE(words_of(readings_of(answer(inference), engine_data(), "memory.total_bytes")),
                 (std::vector<std::string>{"engine", "textbook", "rule"}));
    }

    void replicas_and_gpus()
    {
        Scenario scenario = with_fields(scenario_of("gpt2-small", 3), R"({"build.nodes": 2, "build.gpus_per_node": 8,
            "parallel.tensor": 4, "training.gradient_accumulation": 2})");
        const Evaluation e = answer(scenario);
        QVERIFY(e.estimate.has_value());
        QCOMPARE(value(e, "time.global_batch"), 2.0 * 4 * 3);
        QCOMPARE(value(e, "time.every_gpu_batch"), 2.0 * 2 * 8 * 3);
        QVERIFY(readings_of(answer(scenario_of("gpt2-small", 3)), engine_data(), "time.global_batch").empty());
    }

    void time_by_the_closed_form()
    {
        Scenario scenario = scenario_of("resnet50", 8);
        scenario.dataset.samples = 1001;
        scenario.training.epochs = 7;
        const Evaluation e = answer(scenario);
        QCOMPARE(value(e, "time.closed_form_seconds"), 7.0 * 126 * e.estimate->time->step.base());
        QVERIFY(is_within(value(e, "time.closed_form_seconds"), value(e, "time.total_seconds"), 1e-12));
        QVERIFY(!readings_of(e, engine_data(), "time.wall_seconds").empty());
        scenario.dataset.samples.reset();
        QVERIFY(readings_of(answer(scenario), engine_data(), "time.total_seconds").empty());
    }

    void memory_in_either_prefix()
    {
        const auto decimal = [](double bytes) {
            return text_of({bytes, Unit::bytes}, Language::english, BytePrefixes::decimal);
        };
        QCOMPARE(decimal(1073741824.0), std::string("1.07 GB"));
        QCOMPARE(decimal(24e9), std::string("24 GB"));
        QCOMPARE(decimal(999.0), std::string("999 bytes"));
        QCOMPARE(decimal(1010.0), std::string("1.01 kB"));
        QCOMPARE(text_of({1010.0, Unit::bytes}, Language::english), std::string("1,010 bytes"));
        const Evaluation e = answer(alexnet(OptimizerKind::adam));
        const Messages& words = messages(Language::english);
        const Derivation working = *explain(e, engine_data(), "memory.parts.weights");
        QCOMPARE(render(working, words).value, std::string("233 MiB"));
        QCOMPARE(render(working, words, BytePrefixes::decimal).value, std::string("244 MB"));
    }

    void one_way_has_no_others()
    {
        const Evaluation e = answer(alexnet(OptimizerKind::sgd));
        for (const char* quantity : {"", "nonsense", "time.epoch_seconds", "model.parameters"})
            QVERIFY2(readings_of(e, engine_data(), quantity).empty(), quantity);
    }
};

RIGWRIGHT_TEST(ReadingsTest)

} // namespace rigwright::test::tst_readings

#include "tst_readings.moc"
