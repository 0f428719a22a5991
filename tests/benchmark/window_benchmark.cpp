// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_fixture.h"
#include "ui/panels/choices_column.h"

#include <QApplication>

#include <benchmark/benchmark.h>

// What one tick of a slider costs from the new value to the painted window, and what the window costs to build. Run
// with QT_QPA_PLATFORM=offscreen and RIGWRIGHT_DATA.

using namespace rigwright;
using namespace rigwright::test;

namespace {

void drag_tick(benchmark::State& state, const QString& path, std::int64_t from, std::int64_t to)
{
    WindowFixture fixture;
    if (!QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000)) state.SkipWithError("not drawn");
    fixture.document.begin_gesture();
    std::int64_t value = from;
    for (auto _ : state) {
        fixture.document.set_field(path, value);
        QApplication::processEvents();
        value = value < to ? value + 1 : from;
    }
    fixture.document.end_gesture();
}
BENCHMARK_CAPTURE(drag_tick, micro_batch, QStringLiteral("training.micro_batch"), 2, 31)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(drag_tick, image_height, QStringLiteral("input.image_height"), 640, 800)
    ->Unit(benchmark::kMillisecond);

void window_is_built(benchmark::State& state)
{
    for (auto _ : state) {
        WindowFixture fixture;
        benchmark::DoNotOptimize(&fixture);
    }
}
BENCHMARK(window_is_built)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    install_style(application);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
