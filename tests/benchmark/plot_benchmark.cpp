// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/data_directory.h"
#include "ui/document/curves.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/plot_list.h"

#include <QApplication>
#include <QTest>

#include <benchmark/benchmark.h>

// The time of a drag from the mouse event to the painted plot. Run with QT_QPA_PLATFORM=offscreen and RIGWRIGHT_DATA.

using namespace rigwright;

namespace {

Scenario example()
{
    Scenario scenario;
    scenario.model.preset = "detr_r50";
    scenario.build.gpu = "rtx4090";
    scenario.training.micro_batch = 2;
    scenario.dataset.samples = 1000;
    return scenario;
}

std::shared_ptr<const EngineData> engine_data()
{
    static const auto data = std::make_shared<const EngineData>(load_engine_data(*find_data_directory()).data);
    return data;
}

/// A plot in a window, ready when it is drawn.
struct Window {
    explicit Window(QSize size)
        : document(engine_data(), example()),
          words(*find_data_directory()),
          own(memory_plot().create(document, words, nullptr)),
          plot(*own)
    {
        plot.resize(size);
        plot.show();
        drawn = QTest::qWaitFor([this] { return plot.is_drawn(); }, 20000);
    }

    Document document;
    Localization words;
    std::unique_ptr<PlotPane> own;
    PlotPane& plot;
    bool drawn = false;
};

void one_evaluation(benchmark::State& state)
{
    for (auto _ : state) benchmark::DoNotOptimize(evaluate(example(), *engine_data()));
}
BENCHMARK(one_evaluation)->Unit(benchmark::kMillisecond);

void curves(benchmark::State& state)
{
    const Scenario scenario = example();
    const CurveRequest request =
        curve_request(scenario, evaluate(scenario, *engine_data()).estimate->memory->max_micro_batch);
    for (auto _ : state) benchmark::DoNotOptimize(compute_curves(request, *engine_data(), {}));
    state.counters["points"] = static_cast<double>(request.micro_batches.size());
}
BENCHMARK(curves)->Unit(benchmark::kMillisecond);

void series(benchmark::State& state)
{
    const Scenario scenario = example();
    const auto answer = compute_curves(curve_request(scenario, 8), *engine_data(), {});
    for (auto _ : state) benchmark::DoNotOptimize(memory_series(answer.batch));
}
BENCHMARK(series)->Unit(benchmark::kMicrosecond);

void replot(benchmark::State& state)
{
    Window window(QSize(static_cast<int>(state.range(0)), static_cast<int>(state.range(1))));
    if (!window.drawn) state.SkipWithError("the plot was not drawn");
    for (auto _ : state) window.plot.canvas().replot(QCustomPlot::rpImmediateRefresh);
}
BENCHMARK(replot)->Args({800, 500})->Args({1600, 900})->Args({3200, 1800})->Unit(benchmark::kMillisecond);

void marker_layer_alone(benchmark::State& state)
{
    Window window(QSize(800, 500));
    if (!window.drawn) state.SkipWithError("the plot was not drawn");
    for (auto _ : state) window.plot.canvas().marker_layer()->replot();
}
BENCHMARK(marker_layer_alone)->Unit(benchmark::kMillisecond);

/// One step of a drag: the document takes the micro-batch, the marker moves, the window is painted.
void drag_step(benchmark::State& state)
{
    Window window(QSize(800, 500));
    if (!window.drawn) state.SkipWithError("the plot was not drawn");
    std::int64_t micro_batch = 2;
    window.document.begin_gesture();
    for (auto _ : state) {
        micro_batch = micro_batch == 2 ? 3 : 2;
        window.document.set_field("training.micro_batch", FieldValue(micro_batch));
        QApplication::processEvents();
    }
    window.document.end_gesture();
}
BENCHMARK(drag_step)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
