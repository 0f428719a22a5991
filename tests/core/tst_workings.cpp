// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/pipeline_memory.h"
#include "core/estimate/working/explain.h"
#include "core/text/number_text.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <set>

namespace rigwright::test::tst_workings {

/// GPT-2, whose output makes the last stage the slowest, and ten layers of its width with few words, whose inner stages
/// have more layers than the outer two; on eight cards in pipelines of 2, 4 and 8 stages.
std::vector<Scenario> pipelines()
{
    Scenario narrow;
    narrow.model.family = "decoder-transformer";
    narrow.model.shape = shape_from(
        {{"layers", 10}, {"d_model", 768}, {"heads", 12}, {"vocabulary", 256}, {"max_positions", 1024}});
    narrow.input.sequence_length = 1024;
    narrow.training.micro_batch = 2;
    narrow.build.gpu = "a100-sxm-80";
    std::vector<Scenario> plans;
    for (const Scenario& model : {scenario_of("gpt2-small", 2), narrow}) {
        for (const Recompute recompute : {Recompute::none, Recompute::full}) {
            for (const std::int64_t stages : {2, 4, 8}) {
                Scenario plan = with_fields(model, R"({"build.gpus_per_node": 8,
                    "training.precision": "bf16-master", "training.gradient_accumulation": 8})");
                plan.training.recompute = recompute;
                plan.parallel.pipeline = stages;
                plans.push_back(plan);
            }
        }
    }
    return plans;
}

/// The first node with that quantity; fails the program where there is none.
Derivation found(const Evaluation& plan, std::string_view id, const std::string& quantity)
{
    std::optional<Derivation> result;
    for_each_node(*explain(plan, engine_data(), id), [&](const Derivation& node) {
        if (!result && node.quantity == quantity) result = node;
    });
    return result.value();
}

/// "h.3" of "h.3.mlp.fc" and of "h.{}.mlp.fc", as layers of a network are named; empty outside of layers.
std::optional<std::int64_t> layer_number(const std::string& name)
{
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
        if (dot + 1 < name.size() && std::isdigit(static_cast<unsigned char>(name[dot + 1])) != 0)
            return std::stoll(name.substr(dot + 1));
    return std::nullopt;
}

class tst_workings : public QObject {
    Q_OBJECT

private slots:
    void passes_of_a_pipeline_are_those_of_its_slowest_stage()
    {
        for (const Scenario& scenario : pipelines()) {
            const Evaluation plan = evaluated(scenario);
            for (const char* pass : {"forward", "backward"}) {
                const Derivation working =
                    found(plan, std::string("time.parts.") + pass, std::string("quantity.micro_") + pass);
                double sum = 0.0;
                for (const Derivation& input : working.inputs)
                    if (input.quantity != "quantity.slowest_operator") sum += input.value.number;
                QVERIFY2(is_within(sum, working.value.number, 1e-9), pass);
            }
        }
    }

    /// 2 TiB at 0.2 W a GiB are 410 W; 50,700 GPU-hours on 8 GPUs 264 days; three years at 60% of 8,766 hours.
    void lines_with_values_have_the_unit_of_their_result()
    {
        const Scenario scenario = with_fields(scenario_of("gpt2-small", 2), R"({"build.gpus_per_node": 8,
            "build.cpu": "xeon-platinum-8480+", "build.ram_GiB": 2048, "build.storage": "nvme4",
            "dataset.samples": 1000000, "economics.utilisation": 0.6})");
        const Evaluation plan = evaluated(scenario);
        const auto line = [&plan](std::string_view id, const std::string& quantity) {
            const Derivation working = found(plan, id, quantity);
            return render(working, messages(Language::english)).substituted;
        };
        QCOMPARE(line("energy.parts_W.memory", "quantity.energy.parts_W.memory"), std::string("2,048 × 0.200 W × 1"));
        QCOMPARE(line("time.mtbf_seconds", "quantity.time.mtbf_seconds"), std::string("50,700 × 1 h ÷ 8"));
        QCOMPARE(line("cost.depreciation", "quantity.hours_of_use"), std::string("3 years × 60%"));
        QVERIFY(line("cost.maintenance", "quantity.maintenance_per_hour").ends_with(" ÷ (8766 × 60%)"));
    }

    /// A drive reads so many files in a second, a core decodes so many pixels.
    void rates_of_pixels_and_reads_say_so()
    {
        const Evaluation plan = evaluated(fabric_in_a_desktop());
        const auto shown = [&plan](const char* quantity) {
            const Derivation working = found(plan, "time.loading.needed_seconds", quantity);
            return render(working, messages(Language::english)).value;
        };
        QVERIFY(shown("quantity.coefficient.jpeg_pixels_per_second").ends_with("/s"));
        QVERIFY(shown("quantity.coefficient.augment_pixels_per_second").ends_with("/s"));
        const std::string reads = shown("quantity.storage_random_reads");
        QVERIFY2(reads.ends_with("/s") && reads.find("samples") == std::string::npos, reads.c_str());
    }

    void the_range_without_a_gpu_is_its_own()
    {
        const Evaluation plan =
            evaluated(with_fields(scenario_of("resnet50", 8, "none"), R"({"build.cpu": "i9-13900k"})"));
        for (const char* end : {"low", "high"}) {
            const Derivation factor = found(plan, std::string("memory.") + end + "_bytes",
                                            std::string("quantity.memory_factor_") + end);
            QCOMPARE(factor.origin, std::string("calibration/memory_range/processor"));
            QVERIFY(factor.assumption);
            for (const Language language : all_languages) {
                const WorkingText text = render(factor, messages(language));
                QVERIFY2(text.name.find("GPU") != std::string::npos, text.name.c_str());
                QVERIFY2(text.source.find("GPU") != std::string::npos, text.source.c_str());
            }
        }
    }

    void the_slowest_operator_is_on_the_slowest_stage()
    {
        std::set<std::size_t> stages;
        for (const Scenario& scenario : pipelines()) {
            const Evaluation plan = evaluated(scenario);
            const LayerRange layers = stage_layers(static_cast<std::int64_t>(plan.time->slowest),
                                                   scenario.parallel.pipeline, count_layers(*plan.network));
            stages.insert(plan.time->slowest);
            const bool has_output = plan.time->slowest + 1 == plan.time->stages.size();
            const Derivation slowest = found(plan, "time.parts.forward", "quantity.slowest_operator");
            const auto name = std::get<std::string>(slowest.arguments.front().second);
            const std::optional<std::int64_t> layer = layer_number(name);
            QVERIFY2(layer ? layers.first <= *layer && *layer < layers.last : has_output, name.c_str());
        }
        QVERIFY(stages.size() > 2);
    }
};

RIGWRIGHT_TEST(tst_workings)

} // namespace rigwright::test::tst_workings

#include "tst_workings.moc"
