// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "ui/format/axis_scale.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/time_plot.h"

#include <numeric>

namespace rigwright::test::tst_plot_series {

constexpr double gib = 1073741824.0;

/// 1 GiB of weights, 1 GiB of framework, 2 GiB of activations a sample, on a card with 10 GiB.
SweepPoint memory_point(std::int64_t micro_batch)
{
    MemoryEstimate memory;
    memory.parts[static_cast<std::size_t>(MemoryPart::weights)] = Bytes::gib(1.0);
    memory.parts[static_cast<std::size_t>(MemoryPart::framework_overhead)] = Bytes::gib(1.0);
    memory.parts[static_cast<std::size_t>(MemoryPart::activations)] =
        Bytes::gib(2.0 * static_cast<double>(micro_batch));
    memory.total = Bytes::gib(2.0 + 2.0 * static_cast<double>(micro_batch));
    memory.usable = Bytes::gib(10.0);
    memory.fits = memory.total <= memory.usable;
    Estimate estimate;
    estimate.memory = memory;
    return {micro_batch, estimate};
}

/// A step of `fixed` + micro_batch x 0.1 seconds over 1,200 samples on one GPU, known to -20 % / +50 %.
SweepPoint time_point(std::int64_t micro_batch, double fixed)
{
    TimeEstimate time;
    time.step = Seconds(fixed + 0.1 * static_cast<double>(micro_batch));
    time.low = time.step * 0.8;
    time.high = time.step * 1.5;
    time.global_batch = micro_batch;
    time.steps_per_epoch = (1200 + micro_batch - 1) / micro_batch;
    time.epoch = time.step * static_cast<double>(time.steps_per_epoch);
    time.samples_per_second = static_cast<double>(micro_batch) / time.step.base();
    SweepPoint point = memory_point(micro_batch);
    point.estimate->time = time;
    return point;
}

std::vector<SweepPoint> curve(SweepPoint (*point)(std::int64_t), const std::vector<std::int64_t>& micro_batches)
{
    std::vector<SweepPoint> points;
    for (const std::int64_t micro_batch : micro_batches) points.push_back(point(micro_batch));
    return points;
}

std::vector<SweepPoint> time_curve(double fixed, const std::vector<std::int64_t>& micro_batches)
{
    std::vector<SweepPoint> points;
    for (const std::int64_t micro_batch : micro_batches) points.push_back(time_point(micro_batch, fixed));
    return points;
}

const std::vector<std::int64_t> to_64{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};

class PlotSeriesTest : public QObject {
    Q_OBJECT

private slots:
    void areas_stack_up_to_the_total()
    {
        const MemorySeries series = memory_series(curve(memory_point, {1, 2, 4, 8}));
        QCOMPARE(series.bands.size(), std::size_t{3});
        QVERIFY(series.bands[0].part == MemoryPart::framework_overhead);
        QVERIFY(series.bands[1].part == MemoryPart::weights);
        QVERIFY(series.bands[2].part == MemoryPart::activations);
        QCOMPARE(series.bands[0].lower.front(), 0.0);
        for (std::size_t band = 1; band < series.bands.size(); ++band)
            QVERIFY(series.bands[band].lower == series.bands[band - 1].upper);
        QCOMPARE(series.bands[2].upper.front() / gib, 4.0);
        QCOMPARE(series.bands[2].upper.back() / gib, 18.0);
        QCOMPARE(series.usable / gib, 10.0);
        QCOMPARE(series.largest_total / gib, 18.0);
        for (const MemoryRow& row : series.rows) {
            QCOMPARE(std::accumulate(row.parts.begin(), row.parts.end(), Bytes()).value(), row.total.value());
        }
    }

    void zero_parts_are_left_out()
    {
        std::vector<SweepPoint> points = curve(memory_point, {1, 2});
        for (const MemoryBand& band : memory_series(points).bands) QVERIFY(band.part != MemoryPart::gradients);
        // Zero in one point only is a part all the same.
        points[1].estimate->memory->parts[static_cast<std::size_t>(MemoryPart::gradients)] = Bytes::of(1);
        QCOMPARE(memory_series(points).bands.size(), std::size_t{4});
    }

    void points_between_follow_the_batch()
    {
        const MemorySeries series = memory_series(curve(memory_point, {1, 2, 4}));
        QCOMPARE(series.micro_batch.size(), series.bands.back().upper.size());
        QVERIFY(series.micro_batch.size() > 10);
        for (std::size_t i = 0; i < series.micro_batch.size(); ++i) {
            QCOMPARE(series.bands.back().upper[i] / gib, 2.0 + 2.0 * series.micro_batch[i]);
            if (i > 0) QVERIFY(series.micro_batch[i] > series.micro_batch[i - 1]);
        }
        QCOMPARE(series.rows.size(), std::size_t{3});
    }

    void limit_is_the_largest_batch_that_fits()
    {
        QCOMPARE(memory_series(curve(memory_point, {1, 2, 3, 4, 5, 8})).limit, std::optional<std::int64_t>(4));
        QCOMPARE(memory_series(curve(memory_point, {1, 2})).limit, std::optional<std::int64_t>());
        QCOMPARE(memory_series(curve(memory_point, {8, 16})).limit, std::optional<std::int64_t>(0));
    }

    void points_that_cannot_be_drawn_are_left_out()
    {
        QVERIFY(memory_series({}).is_empty());
        QVERIFY(time_points({}, Timed::epoch).empty());
        std::vector<SweepPoint> points = curve(memory_point, {1, 2, 4});
        points[0].estimate.reset();
        points[1].estimate->memory->total = Bytes(Count::out_of_range());
        const MemorySeries series = memory_series(points);
        QCOMPARE(series.rows.size(), std::size_t{1});
        QCOMPARE(series.rows.front().micro_batch, std::int64_t{4});
        QVERIFY(time_points(points, Timed::epoch).empty());

        std::vector<SweepPoint> times = time_curve(1.0, {1, 2, 4, 8});
        times[0].estimate->time->steps_per_epoch = 0;
        times[1].estimate->time->epoch = Seconds(std::numeric_limits<double>::infinity());
        times[2].estimate->time->low = Seconds(0.0);
        QCOMPARE(time_points(times, Timed::epoch).size(), std::size_t{1});
    }

    void a_training_has_the_times_of_the_whole()
    {
        std::vector<SweepPoint> points = time_curve(1.0, {1, 2});
        for (SweepPoint& point : points) {
            TimeEstimate& time = *point.estimate->time;
            time.total = Seconds(30.0 * time.epoch.base());
            time.total_low = Seconds(20.0 * time.epoch.base());
            time.total_high = Seconds(50.0 * time.epoch.base());
        }
        const std::vector<TimePoint> training = time_points(points, Timed::training);
        QCOMPARE(training.size(), std::size_t{2});
        QCOMPARE(training[0].seconds, points[0].estimate->time->total.base());
        QCOMPARE(training[0].low, points[0].estimate->time->total_low.base());
        QCOMPARE(training[0].high, points[0].estimate->time->total_high.base());
        points[0].estimate->time->steps_per_epoch = 0;
        QCOMPARE(time_points(points, Timed::training).size(), std::size_t{1});
    }

    void memory_axis_shows_capacity_and_present_total()
    {
        const MemorySeries series = memory_series(curve(memory_point, to_64));
        QCOMPARE(memory_axis_end(series, 4.0 * gib) / gib, 13.0);
        QVERIFY(memory_axis_end(series, 66.0 * gib) > 66.0 * gib);
        // A curve that stays far below the capacity: both are seen.
        const MemorySeries low = memory_series(curve(memory_point, {1}));
        QVERIFY(memory_axis_end(low, 4.0 * gib) > 10.0 * gib);
        QVERIFY(memory_axis_end(low, 4.0 * gib) < 13.1 * gib);
    }

    void epoch_band_has_the_proportions_of_the_step()
    {
        const std::vector<TimePoint> points = time_points(time_curve(1.0, to_64), Timed::epoch);
        QCOMPARE(points.size(), to_64.size());
        const TimePoint& second = points[1];
        QCOMPARE(second.micro_batch, std::int64_t{2});
        QCOMPARE(second.seconds, 720.0); // 600 steps of 1.2 s
        QCOMPARE(second.low, 576.0);
        QCOMPARE(second.high, 1080.0);
        QVERIFY(second.fits);
        QVERIFY(!points.back().fits);
    }

    void epochs_end_with_the_data_set()
    {
        const std::vector<TimePoint> points = time_points(time_curve(1.0, {512, 1024, 2048, 4096}), Timed::epoch);
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points.back().micro_batch, std::int64_t{2048});
    }

    void saving_beyond_memory_is_a_share()
    {
        // Up to 4 fits: 300 steps of 1.4 s. At 64: 19 steps of 7.4 s.
        const std::optional<double> saving = saving_beyond_memory(time_points(time_curve(1.0, to_64), Timed::epoch));
        QVERIFY(saving.has_value());
        QVERIFY(std::abs(*saving - (1.0 - 19.0 * 7.4 / (300.0 * 1.4))) < 1e-9);
        QVERIFY(!saving_beyond_memory(time_points(time_curve(1.0, {8, 16}), Timed::epoch)).has_value());
        QCOMPARE(saving_beyond_memory(time_points(time_curve(1.0, {1, 2}), Timed::epoch)).value_or(1.0), 0.0);
    }

    void time_axis_spans_a_factor_of_four()
    {
        const QCPRange flat = time_axis_range(time_points(time_curve(0.0, {1, 2, 3, 4}), Timed::epoch));
        QVERIFY(flat.upper / flat.lower >= 3.999);
        QVERIFY(flat.lower < 96.0 && flat.upper > 180.0); // 120 s, -20 % / +50 %
        const QCPRange steep = time_axis_range(time_points(time_curve(100.0, to_64), Timed::epoch));
        QVERIFY(steep.lower < 0.8 * 19 * 106.4);
        QVERIFY(steep.upper > 1.5 * 1200 * 100.1);
    }

    void ticks_data()
    {
        using List = QList<double>;
        add_columns<QList<double>, QList<double>>("found", "expected");
        const auto list = [](const std::vector<double>& values) { return List(values.begin(), values.end()); };
        QTest::newRow("32 GiB") << list(even_ticks(30.7, 6)) << List{0, 8, 16, 24};
        QTest::newRow("13 GiB") << list(even_ticks(13.0, 7)) << List{0, 2, 4, 6, 8, 10, 12};
        QTest::newRow("1.1 GiB") << list(even_ticks(1.1, 6)) << List{0, 0.2, 0.4, 3 * 0.2, 0.8, 1.0};
        QTest::newRow("nothing") << list(even_ticks(0.0, 6)) << List{};
        QTest::newRow("infinite") << list(even_ticks(std::numeric_limits<double>::infinity(), 6)) << List{};
        QTest::newRow("batches") << list(doubling_ticks(1.0, 32.0, 8)) << List{1, 2, 4, 8, 16, 32};
        QTest::newRow("many batches") << list(doubling_ticks(1.0, 4096.0, 8)) << List{1, 4, 16, 64, 256, 1024, 4096};
        QTest::newRow("from zero") << list(doubling_ticks(0.0, 4096.0, 8)) << List{};
        QTest::newRow("minutes") << list(duration_ticks(50.0, 400.0, 6)) << List{60, 120, 180, 300};
        QTest::newRow("hours") << list(duration_ticks(3000.0, 50000.0, 6)) << List{3600, 7200, 10800, 21600, 43200};
    }

    void ticks()
    {
        QFETCH(QList<double>, found);
        QFETCH(QList<double>, expected);
        QCOMPARE(found, expected);
    }

    void tick_texts()
    {
        QCOMPARE(memory_axis_unit(30.7 * gib).symbol, QStringLiteral("GiB"));
        QCOMPARE(memory_axis_unit(30.7 * gib).size, gib);
        QCOMPARE(memory_axis_unit(1000.0 * 1024.0).symbol, QStringLiteral("KiB"));
        QCOMPARE(memory_axis_unit(3e12).symbol, QStringLiteral("TiB"));
        QCOMPARE(even_tick_text(12.0, 4.0), QStringLiteral("12"));
        QCOMPARE(even_tick_text(0.5, 0.5), QStringLiteral("0.5"));
        QCOMPARE(even_tick_text(0.04, 0.02), QStringLiteral("0.04"));
        QCOMPARE(plain_tick_text(8192.0), QStringLiteral("8,192"));
        QCOMPARE(plain_tick_text(65536.0), QStringLiteral("65,536"));
        QCOMPARE(duration_tick_text(0.0005), QStringLiteral("500 µs"));
        QCOMPARE(duration_tick_text(0.02), QStringLiteral("20 ms"));
        QCOMPARE(duration_tick_text(45.0), QStringLiteral("45 s"));
        QCOMPARE(duration_tick_text(300.0), QStringLiteral("5 min"));
        QCOMPARE(duration_tick_text(7200.0), QStringLiteral("2 h"));
        QCOMPARE(duration_tick_text(864000.0), QStringLiteral("10 d"));
        QCOMPARE(duration_tick_text(864e6), QStringLiteral("10,000 d"));
    }
};

RIGWRIGHT_WIDGET_TEST(PlotSeriesTest)

} // namespace rigwright::test::tst_plot_series

#include "tst_plot_series.moc"
