// SPDX-License-Identifier: GPL-3.0-or-later
// How long the engine takes. Run by hand: build/release/tests/engine_benchmark
#include "core/estimate/working/explain.h"
#include "core/recommend/recommendation.h"
#include "core/scenario/resolved_model.h"
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

/// Eight machines of eight GPUs: tensor parallelism inside a machine, four pipeline stages, the rest holds copies.
void evaluate_cluster(benchmark::State& state, const char* preset)
{
    Scenario scenario = scenario_of(preset, 1, "h100-sxm");
    scenario.training.precision = Precision::bf16_master;
    scenario.training.gradient_accumulation = 16;
    scenario.build.gpus_per_node = 8;
    scenario.build.nodes = 8;
    scenario.parallel.tensor = 8;
    scenario.parallel.pipeline = 4;
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(scenario, engine_data()));
}

/// The network alone.
void build_preset(benchmark::State& state, const char* preset)
{
    const ResolvedModel model = resolve_model(scenario_of(preset), engine_data().presets);
    for (auto _ : state) benchmark::DoNotOptimize(build_network(model, {}));
}

/// The same plan again with the previous answer available, as in a drag or a sweep.
void evaluate_again(benchmark::State& state, const char* preset)
{
    Scenario scenario = scenario_of(preset, 8);
    scenario.training.precision = Precision::fp16_amp;
    const Evaluation before = evaluate(scenario, engine_data());
    scenario.training.micro_batch = 16;
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(scenario, engine_data(), before));
}

/// The fabric defects of the first article: DETR, 1,000 images of five megapixels, 300 epochs.
Scenario fabric_defects()
{
    Scenario scenario = scenario_of("detr_r50", 2, "rtx4090");
    scenario.input.image_height = 800;
    scenario.input.image_width = 1066;
    scenario.training.precision = Precision::fp16_amp;
    scenario.training.epochs = 300;
    scenario.dataset = {1000, {}, 1936, 2580, 2'500'000, SampleEncoding::jpeg};
    return scenario;
}

/// Searches the whole database once; also counts candidates and evaluations per second.
void search_database(benchmark::State& state, const Scenario& scenario)
{
    RecommendOptions options;
    options.threads = static_cast<unsigned>(state.range(0));
    std::int64_t candidates = 0;
    std::int64_t evaluated = 0;
    for (auto _ : state) {
        const Exploration found = explore(scenario, engine_data(), options);
        candidates += found.candidates;
        evaluated += found.evaluated;
    }
    const auto rate = benchmark::Counter::kIsRate;
    state.counters["candidates"] = benchmark::Counter(static_cast<double>(candidates), rate);
    state.counters["evaluations"] = benchmark::Counter(static_cast<double>(evaluated), rate);
}

void search_for_fabric(benchmark::State& state) { search_database(state, fabric_defects()); }

void search_for_gpt(benchmark::State& state)
{
    Scenario scenario = scenario_of("gpt2-medium", 4);
    scenario.training.precision = Precision::bf16_amp;
    scenario.training.gradient_accumulation = 16;
    scenario.dataset.tokens = 1'000'000'000;
    search_database(state, scenario);
}

/// The front under other limits, as while a slider is dragged.
void move_limits(benchmark::State& state)
{
    const Exploration found = explore(fabric_defects(), engine_data());
    Requirements need;
    need.budget = 15000.0;
    need.deadline_seconds = 30000.0;
    for (auto _ : state) benchmark::DoNotOptimize(recommendation_of(found, need, engine_data()));
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
BENCHMARK_CAPTURE(evaluate_preset, resnet50, "resnet50");
BENCHMARK_CAPTURE(evaluate_preset, resnet152, "resnet152");
BENCHMARK_CAPTURE(evaluate_preset, detr, "detr_r50");
BENCHMARK_CAPTURE(evaluate_preset, gpt3_175b, "gpt3-175b");
BENCHMARK_CAPTURE(evaluate_preset, bert_large, "bert-large-uncased");
BENCHMARK_CAPTURE(evaluate_preset, deepseek_v3, "deepseek-v3");
BENCHMARK_CAPTURE(evaluate_preset, yolov8x, "yolov8x");
BENCHMARK_CAPTURE(evaluate_cluster, llama_3_70b, "llama-3-70b");
BENCHMARK_CAPTURE(evaluate_again, alexnet, "alexnet");
BENCHMARK_CAPTURE(evaluate_again, resnet152, "resnet152");
BENCHMARK_CAPTURE(evaluate_again, detr, "detr_r50");
BENCHMARK_CAPTURE(evaluate_again, gpt3_175b, "gpt3-175b");
BENCHMARK_CAPTURE(build_preset, resnet152, "resnet152");
BENCHMARK_CAPTURE(build_preset, gpt3_175b, "gpt3-175b");
BENCHMARK(search_for_fabric)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(search_for_gpt)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(move_limits)->Unit(benchmark::kMicrosecond);
BENCHMARK(explain_total);
BENCHMARK(load_data);

BENCHMARK_MAIN();
