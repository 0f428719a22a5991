// SPDX-License-Identifier: GPL-3.0-or-later
// How long the engine takes. Run by hand: build/release/tests/engine_benchmark
#include "core/explain/explain.h"
#include "tests/support/engine_case.h"

#include <benchmark/benchmark.h>

using namespace rigwright;
using namespace rigwright::test;

namespace {

void evaluate_preset(benchmark::State& state, const char* preset)
{
    Scenario scenario = scenario_of(preset, 8);
    scenario.training.precision = Precision::fp16_amp;
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(scenario, engine_data()));
}

/// The same question again, as a drag or a sweep asks it: with the answer before at hand.
void evaluate_again(benchmark::State& state, const char* preset)
{
    Scenario scenario = scenario_of(preset, 8);
    scenario.training.precision = Precision::fp16_amp;
    const Evaluation before = evaluate(scenario, engine_data());
    scenario.training.micro_batch = 16;
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(scenario, engine_data(), before));
}

void explain_total(benchmark::State& state)
{
    const Evaluation evaluation = evaluate(scenario_of("resnet50", 8), engine_data());
    for (auto _ : state) benchmark::DoNotOptimize(explain(evaluation, engine_data(), "memory.total_bytes"));
}

void load_data(benchmark::State& state)
{
    for (auto _ : state) benchmark::DoNotOptimize(load_engine_data(find_data_directory().value_or(DataDirectory({}))));
}

} // namespace

BENCHMARK_CAPTURE(evaluate_preset, alexnet, "alexnet");
BENCHMARK_CAPTURE(evaluate_preset, resnet152, "resnet152");
BENCHMARK_CAPTURE(evaluate_preset, detr, "detr_r50");
BENCHMARK_CAPTURE(evaluate_preset, gpt3_175b, "gpt3-175b");
BENCHMARK_CAPTURE(evaluate_again, alexnet, "alexnet");
BENCHMARK_CAPTURE(evaluate_again, resnet152, "resnet152");
BENCHMARK_CAPTURE(evaluate_again, detr, "detr_r50");
BENCHMARK_CAPTURE(evaluate_again, gpt3_175b, "gpt3-175b");
BENCHMARK(explain_total);
BENCHMARK(load_data);

BENCHMARK_MAIN();
