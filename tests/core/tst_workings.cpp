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
