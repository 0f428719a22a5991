// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_fixture.h"
#include "ui/panels/choices_column.h"

#include <QApplication>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <vector>

// The time from a new slider value to the painted window, and the time to build the window. Run with
// QT_QPA_PLATFORM=offscreen and RIGWRIGHT_DATA.

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// The given quantile of the tick times.
double quantile(std::vector<double> milliseconds, double share)
{
    if (milliseconds.empty()) return 0.0;
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(milliseconds.size() - 1));
    std::nth_element(milliseconds.begin(), milliseconds.begin() + place, milliseconds.end());
    return milliseconds[static_cast<std::size_t>(place)];
}

void drag_tick(benchmark::State& state, const QString& path, std::int64_t from, std::int64_t to)
{
    using Clock = std::chrono::steady_clock;
    WindowFixture fixture;
    if (!QTest::qWaitFor([&fixture] { return fixture.window.is_drawn(); }, 20000)) state.SkipWithError("not drawn");
    fixture.document.begin_gesture();
    // To the end and back, as in a drag by hand.
    std::int64_t value = from;
    std::int64_t step = 1;
    std::vector<double> ticks;
    for (auto _ : state) {
        const Clock::time_point start = Clock::now();
        fixture.document.set_field(path, value);
        QApplication::processEvents();
        ticks.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
        if (value == to) step = -1;
        if (value == from) step = 1;
        value += step;
    }
    fixture.document.end_gesture();
    state.counters["median_ms"] = quantile(ticks, 0.5);
    state.counters["p99_ms"] = quantile(ticks, 0.99);
}
BENCHMARK_CAPTURE(drag_tick, micro_batch, "training.micro_batch", 2, 31)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(drag_tick, image_height, "input.image_height", 640, 800)->Unit(benchmark::kMillisecond);

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
