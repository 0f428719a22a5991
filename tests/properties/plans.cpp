// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/properties/plans.h"

#include "core/scenario/scenario_json.h"
#include "tests/support/engine_case.h"

#include <algorithm>
#include <rapidcheck/Log.h>

namespace rigwright::test {

namespace {

template <typename Value>
Value one_of(std::initializer_list<Value> values)
{
    return *rc::gen::elementOf(std::vector<Value>(values));
}

std::int64_t number(std::int64_t lowest, std::int64_t highest)
{
    return *rc::gen::inRange<std::int64_t>(lowest, highest + 1);
}

void choose_transformer(Scenario& plan)
{
    const std::int64_t heads = one_of<std::int64_t>({2, 4, 8});
    plan.model.family = one_of<std::string>({"decoder-transformer", "encoder-transformer"});
    plan.model.shape = shape_from({{"layers", number(1, 6)},
                                   {"d_model", heads * one_of<std::int64_t>({16, 32, 64})},
                                   {"heads", heads},
                                   {"vocabulary", number(2, 40) * 64},
                                   {"max_positions", 2048}});
    plan.input.sequence_length = number(1, 32) * 16;
}

void choose_perceptron(Scenario& plan)
{
    plan.model.preset = one_of<std::string>({"mlp-784-512-256-10", "lenet5", "alexnet"});
}

void choose_training(Training& training)
{
    training.micro_batch = number(1, 64);
    training.gradient_accumulation = number(1, 4);
    training.epochs = number(1, 20);
    training.precision =
        one_of({Precision::fp32, Precision::fp16_amp, Precision::bf16_amp, Precision::bf16, Precision::bf16_master});
    training.optimizer = one_of({OptimizerKind::sgd, OptimizerKind::sgd_momentum, OptimizerKind::adam,
                                 OptimizerKind::adamw, OptimizerKind::lion, OptimizerKind::adafactor});
    training.recompute = one_of({Recompute::none, Recompute::selective, Recompute::full});
    training.execution = one_of({Execution::eager, Execution::compiled});
    training.stack = one_of({SoftwareStack::typical, SoftwareStack::tuned});
}

} // namespace

Scenario any_plan()
{
    Scenario plan;
    number(0, 3) > 0 ? choose_transformer(plan) : choose_perceptron(plan);
    choose_training(plan.training);
    if (!plan.model.preset.empty()) plan.training.recompute = Recompute::none;
    plan.dataset.samples = number(1, 100'000);
    plan.dataset.encoding = SampleEncoding::synthetic;
    plan.build.gpu = one_of<std::string>({"a100-sxm-80", "h100-sxm", "v100-sxm2-32"});
    plan.build.gpus_per_node = one_of<std::int64_t>({1, 1, 2, 8});
    plan.parallel.zero_stage = plan.build.gpus_per_node > 1 ? number(0, 3) : 0;
    if (plan.build.gpu == "v100-sxm2-32") plan.training.precision = one_of({Precision::fp32, Precision::fp16_amp});
    return plan;
}

Scenario any_language_plan()
{
    Scenario plan;
    choose_transformer(plan);
    plan.model.family = "decoder-transformer";
    const std::int64_t heads = 8;
    plan.model.shape["heads"] = heads;
    plan.model.shape["d_model"] = heads * one_of<std::int64_t>({16, 32, 64});
    choose_training(plan.training);
    plan.dataset.samples = number(1, 100'000);
    plan.dataset.encoding = SampleEncoding::synthetic;
    plan.build.gpu = one_of<std::string>({"a100-sxm-80", "h100-sxm"});
    plan.build.gpus_per_node = 8;
    return plan;
}

Estimate estimate_of(const Scenario& plan)
{
    RC_LOG() << write_scenario(plan).dump() << '\n';
    EstimateResult result = estimate(plan, engine_data());
    RC_PRE(result.estimate.has_value());
    return std::move(*result.estimate);
}

MemoryEstimate memory_of_plan(const Scenario& plan)
{
    const Estimate estimate = estimate_of(plan);
    RC_PRE(estimate.memory.has_value());
    return *estimate.memory;
}

TimeEstimate time_of(const Scenario& plan)
{
    const Estimate estimate = estimate_of(plan);
    RC_PRE(estimate.time.has_value());
    return *estimate.time;
}

Scenario with(const Scenario& plan, const std::function<void(Scenario&)>& change)
{
    Scenario changed = plan;
    change(changed);
    return changed;
}

bool is_close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace rigwright::test
