// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "tests/properties/plans.h"
#include "tests/support/engine_case.h"
#include "tests/support/formula_check.h"
#include "tests/support/suite.h"

namespace rigwright::test::tst_properties_workings {

template <typename Value>
Value any_of(std::initializer_list<Value> values)
{
    return *rc::gen::elementOf(std::vector<Value>(values));
}

void divide(Scenario& plan)
{
    Parallel& parallel = plan.parallel;
    plan.build.nodes = any_of<std::int64_t>({1, 1, 2});
    parallel.pipeline = any_of<std::int64_t>({1, 2, 4});
    parallel.tensor = any_of<std::int64_t>({1, 2});
    parallel.context = any_of<std::int64_t>({1, 1, 2});
    parallel.zero_stage = any_of<std::int64_t>({0, 1, 2, 3});
    parallel.offload = any_of({Offload::none, Offload::none, Offload::optimizer, Offload::parameters});
}

/// A plan of any kind that names all its parts, so that every number has a working.
Scenario any_whole_plan()
{
    const bool language = *rc::gen::arbitrary<bool>();
    Scenario plan = language ? any_language_plan() : any_plan();
    if (language) divide(plan);
    if (*rc::gen::inRange(0, 4) == 0) plan.training.mode = RunMode::infer;
    if (!language && *rc::gen::inRange(0, 4) == 0) {
        plan.model = {};
        plan.model.preset = any_of<std::string>({"resnet50", "retinanet_r50_fpn", "vit_b_16"});
        plan.input = {};
        plan.training.recompute = Recompute::none;
    }
    if (language && *rc::gen::inRange(0, 4) == 0) plan.training.lora = Lora{8, LoraTargets::attention};
    if (*rc::gen::inRange(0, 8) == 0) {
        plan.build.gpu = "none";
        plan.build.gpus_per_node = plan.build.nodes = 1;
        plan.parallel = {};
        plan.training.precision = Precision::fp32;
    }
    plan.build.cpu = any_of<std::string>({"i9-13900k", "epyc-7763"});
    plan.build.ram_gib = *rc::gen::inRange(16, 512);
    plan.build.storage = any_of<std::string>({"hdd", "nvme4"});
    plan.dataset.encoding = any_of({SampleEncoding::jpeg, SampleEncoding::raw, SampleEncoding::text});
    plan.dataset.encoded_bytes_per_sample = *rc::gen::inRange<std::int64_t>(100, 10'000'000);
    plan.dataset.source_height = plan.dataset.source_width = *rc::gen::inRange<std::int64_t>(32, 4000);
    return plan;
}

Evaluation evaluation_of(const Scenario& plan)
{
    RC_LOG() << write_scenario(plan).dump() << '\n';
    Evaluation evaluation = evaluated(plan);
    RC_PRE(evaluation.estimate.has_value());
    return evaluation;
}

/// What a working says is what was computed.
class WorkingPropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void formulas_give_their_numbers()
    {
        QVERIFY(rc::check("the formula of every number gives that number", [] {
            const Evaluation evaluation = evaluation_of(any_whole_plan());
            QStringList problems;
            for (const std::string_view id : explained_quantities())
                if (const auto working = explain(evaluation, engine_data(), id)) check_formulas(*working, problems);
            problems.removeDuplicates();
            RC_LOG() << problems.join('\n').toStdString() << '\n';
            RC_ASSERT(problems.isEmpty());
        }));
    }

    void passes_are_the_sums_of_their_operators()
    {
        QVERIFY(rc::check("the listed times of a pass add up to it", [] {
            const Evaluation evaluation = evaluation_of(any_whole_plan());
            for (const char* id : {"time.parts.forward", "time.parts.backward"}) {
                const auto working = explain(evaluation, engine_data(), id);
                if (!working) continue;
                for_each_node(*working, [](const Derivation& node) {
                    if (!node.quantity.starts_with("quantity.micro_") || !node.formula.starts_with("formula.sum-over"))
                        return;
                    double sum = 0.0;
                    for (const Derivation& input : node.inputs)
                        if (input.quantity != "quantity.slowest_operator") sum += input.value.number;
                    RC_LOG() << node.quantity << ": " << sum << ", " << node.value.number << '\n';
                    RC_ASSERT(is_close(sum, node.value.number));
                });
            }
        }));
    }
};

RIGWRIGHT_TEST(WorkingPropertiesTest)

} // namespace rigwright::test::tst_properties_workings

#include "tst_properties_workings.moc"
