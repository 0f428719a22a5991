// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/doubling.h"
#include "core/estimate/time/step_causes.h"
#include "tests/support/suite.h"
#include "tests/ui/plot_fixture.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/window/palette.h"

#include <QLineEdit>

#include <algorithm>
#include <map>

namespace rigwright::test::tst_time_plots {

Scenario gpt()
{
    Scenario scenario = scenario_of("gpt2-small", 8);
    scenario.training.precision = Precision::bf16_amp;
    scenario.build.gpus_per_node = 8;
    return scenario;
}

Scenario without_time() { return scenario_of("resnet50", 16, "none"); }

/// "−25 %" beside the lever.
QString gain_text(const QScrollArea& limits, WhatIfTarget lever)
{
    return child<QLabel>(limits, (std::string("time.doubled.") + key_of(lever) + ".note").c_str())->text();
}

/// A row of the table behind the plot of GPU counts.
struct GpuCount {
    std::int64_t gpus;
    std::int64_t machines;
    std::int64_t global_batch;
    double samples_per_second;
    double efficiency;
    /// Samples per second at the plan's own global batch.
    std::optional<double> at_same_batch;
};

std::vector<GpuCount> gpu_counts(const PlotPane& plot)
{
    const PlotTable table = plot.table();
    const auto named = [&table](const QString& title) { return column_of(table, title); };
    const std::size_t gpus = 0;
    const std::size_t machines = named(QStringLiteral("Machines"));
    const std::size_t batch = named(QStringLiteral("Global batch"));
    const std::size_t throughput = named(QStringLiteral("Throughput"));
    const std::size_t efficiency = named(QStringLiteral("Efficiency"));
    std::vector<GpuCount> counts;
    for (const std::vector<PlotCell>& row : table.rows) {
        const QString same_batch = row[batch + 1].exact;
        counts.push_back({row[gpus].exact.toLongLong(), row[machines].exact.toLongLong(), row[batch].exact.toLongLong(),
                          row[throughput].exact.toDouble(), row[efficiency].exact.toDouble(),
                          same_batch.isEmpty() ? std::nullopt : std::optional(same_batch.toDouble())});
    }
    return counts;
}

/// The value at the marker in windows of several sizes, the first one small, and at several counts of GPUs.
void for_each_value(Shown<PointPlot>& shown, const std::function<void(const QRectF& value, const QString& where)>& test)
{
    for (const QSize size : {QSize(728, 640), QSize(900, 560), QSize(1200, 640)}) {
        shown.plot.resize(size);
        for (const std::int64_t gpus : {1, 2, 4, 8}) {
            QVERIFY(shown.document.set_field("build.gpus_per_node", gpus));
            QVERIFY(shown.settle());
            QVERIFY(shown.plot.marker()->tag().has_value());
            test(*shown.plot.marker()->tag(), QStringLiteral("%1 GPUs, %2 px").arg(gpus).arg(size.width()));
        }
    }
}

class TimePlotsTest : public QObject {
    Q_OBJECT

private slots:
    void the_knee_is_named()
    {
        Shown<PointPlot> shown(resnet(), "step_time");
        const std::optional<Saturation>& saturation = curves_of(shown.document).known()->saturation;
        QVERIFY(saturation);
        QCOMPARE(saturation->kind, Saturation::Kind::inside);
        const QString batch = QString::number(saturation->knee.micro_batch);
        QVERIFY2(shown.plot.caption().contains(QStringLiteral("Before micro-batch ") + batch),
                 qPrintable(shown.plot.caption()));
        QVERIFY(shown.plot.caption().contains(QStringLiteral("90")));
        QVERIFY(shown.rows() >= 8);
        PlotCanvas& canvas = shown.plot.canvas();
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Right);
        QVERIFY(shown.plot.readout_box().isVisible());
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("Micro-batch 16"));
        QTest::keyClick(&canvas, Qt::Key_Right);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QCOMPARE(shown.document.scenario().training.micro_batch, 24);
        QCOMPARE(shown.document.undo_stack().count(), 1);
    }

    void linear_axes_are_a_click_away()
    {
        Shown<PointPlot> shown(resnet(), "step_time");
        PlotCanvas& canvas = shown.plot.canvas();
        QCOMPARE(canvas.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QToolButton& button = shown.plot.scale_button();
        QVERIFY(button.isVisible());
        QTest::mouseClick(&button, Qt::LeftButton);
        QVERIFY(shown.settle());
        QCOMPARE(canvas.yAxis->scaleType(), QCPAxis::stLinear);
        QCOMPARE(canvas.xAxis->scaleType(), QCPAxis::stLinear);
        QCOMPARE(canvas.yAxis->range().lower, 0.0);
        QTest::mouseClick(&button, Qt::LeftButton);
        QVERIFY(shown.settle());
        QCOMPARE(canvas.yAxis->scaleType(), QCPAxis::stLogarithmic);
        // Plots that have one kind of axes offer no other.
        Shown<PointPlot> parts(resnet(), "step_parts");
        QVERIFY(!parts.plot.scale_button().isVisible());
    }

    void a_dragged_count_of_gpus_is_one_undo_step()
    {
        Shown<PointPlot> shown(gpt(), "gpu_count");
        PlotCanvas& canvas = shown.plot.canvas();
        QVERIFY(shown.plot.marker());
        const auto at = [&canvas](double gpus) { return qRound(canvas.xAxis->coordToPixel(gpus)); };
        const int middle = canvas.axisRect()->rect().center().y();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(at(8), middle));
        for (int x = at(8); x <= at(32); x += 4) QTest::mouseMove(&canvas, QPoint(x, middle));
        QTest::mouseMove(&canvas, QPoint(at(32), middle));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(at(32), middle));
        QCOMPARE(gpu_count(shown.document.scenario().build), 32);
        QCOMPARE(shown.document.scenario().build.nodes, 4);
        shown.document.undo_stack().undo();
        QCOMPARE(gpu_count(shown.document.scenario().build), 8);
    }

    void efficiency_is_one_at_the_smallest_build()
    {
        Shown<PointPlot> shown(gpt(), "gpu_count");
        const std::vector<GpuCount> points = gpu_counts(shown.plot);
        QVERIFY(points.size() >= 8);
        QCOMPARE(points.front().gpus, 1);
        QCOMPARE(points.front().efficiency, 1.0);
        for (const GpuCount& point : points) {
            QCOMPARE(point.gpus % point.machines, 0);
            QVERIFY(point.efficiency > 0.0 && point.efficiency <= 1.0 + 1e-9);
        }
        QVERIFY(points.back().efficiency < 1.0);
        QCOMPARE(shown.rows(), static_cast<int>(points.size()));
    }

    void gpus_that_share_the_batch_have_their_own_line()
    {
        Scenario scenario = gpt();
        Shown<PointPlot> shown(scenario, "gpu_count");
        const std::int64_t batch = global_batch(scenario);
        for (const GpuCount& point : gpu_counts(shown.plot)) {
            Scenario there = scenario;
            there.build.gpus_per_node = point.gpus / point.machines;
            there.build.nodes = point.machines;
            const std::int64_t copies = data_parallel_degree(there);
            QCOMPARE(point.at_same_batch.has_value(), batch % copies == 0);
            if (point.global_batch == batch) QCOMPARE(*point.at_same_batch, point.samples_per_second);
            // A larger batch amortizes the fixed cost of a step.
            if (point.global_batch > batch && point.at_same_batch)
                QVERIFY(*point.at_same_batch < point.samples_per_second);
        }
        QVERIFY(shown.plot.caption().contains(QStringLiteral("global batch %1").arg(batch)));
    }

    void the_value_covers_no_percentage()
    {
        Shown<PointPlot> shown(gpt(), "gpu_count");
        int percentages = 0;
        for_each_value(shown, [&](const QRectF& value, const QString& where) {
            const PlotCanvas& canvas = shown.plot.canvas();
            for (int i = 0; i < canvas.itemCount(); ++i) {
                const auto* text = qobject_cast<QCPItemText*>(canvas.item(i));
                if (text == nullptr || !text->text().endsWith(QLatin1Char('%'))) continue;
                ++percentages;
                const QRectF area(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
                QVERIFY2(!area.intersects(value), qPrintable(text->text() + " at " + where));
            }
        });
        QVERIFY2(percentages > 40, qPrintable(QString::number(percentages)));
    }

    void the_value_covers_no_point()
    {
        Shown<PointPlot> shown(gpt(), "gpu_count");
        int points = 0;
        for_each_value(shown, [&](const QRectF& value, const QString& where) {
            for (int i = 0; i < shown.plot.canvas().graphCount(); ++i) {
                const QCPGraph& line = *shown.plot.canvas().graph(i);
                if (line.scatterStyle().isNone()) continue;
                for (const QCPGraphData& point : *line.data()) {
                    ++points;
                    QVERIFY2(!value.contains(line.coordsToPixels(point.key, point.value)), qPrintable(where));
                }
            }
        });
        QVERIFY(points > 40);
    }

    void the_grip_covers_no_name_of_the_axis()
    {
        Shown<PointPlot> shown(gpt(), "gpu_count");
        shown.plot.resize(900, 560);
        QVERIFY(shown.settle());
        const PlotCanvas& canvas = shown.plot.canvas();
        const QCPAxis& axis = *canvas.xAxis;
        const int name = canvas.axisRect()->bottom() + axis.tickLabelPadding() +
                         QFontMetrics(axis.tickLabelFont()).height() + axis.labelPadding();
        QVERIFY(shown.plot.marker()->handle().bottom() <= name);
    }

    void degrees_leave_out_builds_that_they_do_not_divide()
    {
        Scenario scenario = gpt();
        scenario.parallel.tensor = 4;
        Shown<PointPlot> shown(scenario, "gpu_count");
        QCOMPARE(gpu_counts(shown.plot).front().gpus, 4);
        QCOMPARE(gpu_counts(shown.plot).front().efficiency, 1.0);
    }

    void a_step_is_shown_three_times()
    {
        Shown<PointPlot> shown(gpt(), "step_parts");
        const double step = shown.document.evaluation().time->step.base();
        // A row of the table is a piece of a bar.
        const PlotTable table = static_cast<const PlotPane&>(shown.plot).table();
        std::map<QString, double> sums;
        for (const std::vector<PlotCell>& piece : table.rows) sums[piece[0].shown] += piece[2].exact.toDouble();
        QCOMPARE(sums.size(), std::size_t{3});
        for (const auto& [bar, sum] : sums) QVERIFY2(std::abs(sum - step) <= 1e-9 * step, qPrintable(bar));
        PlotCanvas& canvas = shown.plot.canvas();
        // Names beside the bars have room in a small window, and none covers another.
        shown.plot.resize(680, 420);
        QApplication::processEvents();
        canvas.replot(QCustomPlot::rpImmediateRefresh);
        std::vector<QRectF> names;
        for (int i = 0; i < canvas.itemCount(); ++i) {
            const auto* name = qobject_cast<const QCPItemText*>(canvas.item(i));
            if (name == nullptr) continue;
            QVERIFY2(name->right->pixelPosition().x() <= canvas.axisRect()->right(), qPrintable(name->text()));
            const QRectF area(name->topLeft->pixelPosition(), name->bottomRight->pixelPosition());
            for (const QRectF& other : names)
                QVERIFY2(!area.adjusted(1, 3, -1, -3).intersects(other), qPrintable(name->text()));
            names.push_back(area);
        }
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("By phase"));
        QTest::keyClick(&canvas, Qt::Key_End);
        QCOMPARE(shown.plot.readout_box().readout().heading, QStringLiteral("From peak FLOPS"));
        QVERIFY(shown.plot.caption().contains(QStringLiteral("Bottleneck of the")));
    }

    void layers_are_named_at_their_points()
    {
        Shown<PointPlot> shown(gpt(), "roofline");
        Roofline roof = roofline(shown.document.evaluation(), shown.document.data()->time);
        std::ranges::stable_sort(roof.points, {}, &RooflinePoint::intensity);
        QVERIFY(roof.points.size() >= 5);
        PlotCanvas& canvas = shown.plot.canvas();
        const RooflinePoint& wanted = roof.points[roof.points.size() / 2];
        const QPoint place(qRound(canvas.xAxis->coordToPixel(wanted.intensity())),
                           qRound(canvas.yAxis->coordToPixel(wanted.rate().base())));
        QTest::mouseMove(&canvas, place);
        QTRY_VERIFY(shown.plot.readout_box().isVisible());
        const QString heading = shown.plot.readout_box().readout().heading;
        // The table distinguishes points at the same place.
        const bool named = std::ranges::any_of(roof.points, [&](const RooflinePoint& point) {
            return heading.startsWith(QString::fromStdString(point.layer)) &&
                   std::abs(point.intensity() / wanted.intensity() - 1.0) < 0.1;
        });
        QVERIFY2(named, qPrintable(heading));
        QCOMPARE(shown.rows(), static_cast<int>(roof.points.size()));
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Home);
        QVERIFY(
            shown.plot.readout_box().readout().heading.startsWith(QString::fromStdString(roof.points.front().layer)));
    }

    void longer_samples_take_longer()
    {
        Shown<PointPlot> tokens(gpt(), "time_sequence");
        const std::vector<double> steps = numbers(tokens.plot, QStringLiteral("Step time"));
        QVERIFY(steps.size() >= 4);
        for (std::size_t i = 1; i < steps.size(); ++i) QVERIFY(steps[i] > steps[i - 1]);
        QVERIFY2(tokens.plot.caption().contains(QStringLiteral("1,024")) ||
                     tokens.plot.caption().contains(QStringLiteral("1024")),
                 qPrintable(tokens.plot.caption()));
        Shown<PointPlot> images(resnet(), "time_image");
        QVERIFY(images.rows() >= 4);
        QVERIFY2(images.plot.caption().contains(QStringLiteral("×.")), qPrintable(images.plot.caption()));
    }

    void empty_plans_name_what_is_missing()
    {
        Shown<PointPlot> parts(without_time(), "step_parts");
        QVERIFY(!parts.plot.canvas().has_axes());
        QCOMPARE(parts.rows(), 0);
        Shown<PointPlot> roof(without_time(), "roofline");
        QVERIFY(!roof.plot.canvas().has_axes());
        QCOMPARE(roof.rows(), 0);
        // A table without points has no headings either.
        QCOMPARE(roof.plot.table_view().model()->columnCount(), 0);
        Shown<PointPlot> steps(without_time(), "step_time");
        QVERIFY(!steps.plot.canvas().has_axes());
        QVERIFY(steps.plot.caption().isEmpty());
        Shown<PointPlot> counts(without_time(), "gpu_count");
        QVERIFY(!counts.plot.canvas().has_axes());
    }

    void limits_name_the_bottleneck_and_the_peaks()
    {
        WindowFixture fixture;
        QScrollArea& limits = page<QScrollArea>(fixture.window, "limits");
        QTRY_VERIFY(limits.isVisible());
        const auto causes = step_causes(*fixture.document.evaluation().time);
        const auto text_of = [&](const char* quantity) { return number(limits, quantity)->text(); };
        QVERIFY2(text_of("time.bottleneck_share")
                     .contains(fixture.words.text(std::string("bottleneck.") + key_of(causes.front().cause))),
                 qPrintable(text_of("time.bottleneck_share")));
        // What the machine could compute: i9-13900K and one RTX 4090.
        QCOMPARE(text_of("machine.cpu_fp32_flops"), QStringLiteral("2.586 TFLOP/s"));
        QCOMPARE(text_of("machine.gpu_fp16_flops"), QStringLiteral("165.2 TFLOP/s"));
        QCOMPARE(text_of("machine.fp32_flops"), QStringLiteral("85.19 TFLOP/s"));
        QVERIFY(text_of("time.pf_days").contains(QStringLiteral("FLOP = ")));
        // DETR at batch 2: most of its kernels wait for the memory of the GPU.
        QCOMPARE(causes.front().cause, Bottleneck::memory_bandwidth);
        QVERIFY(gain_text(limits, WhatIfTarget::memory_bandwidth).startsWith(QStringLiteral("−")));
        QCOMPARE(gain_text(limits, WhatIfTarget::storage), QStringLiteral("No effect"));
    }

    void the_bottleneck_of_a_processor_plan()
    {
        WindowFixture fixture;
        Scenario scenario = fixture.document.scenario();
        scenario.build = {};
        scenario.build.gpu = "none";
        scenario.build.cpu = "i9-13900k";
        scenario.build.ram_gib = 64.0;
        scenario.training.precision = Precision::fp32;
        QVERIFY(fixture.document.set_scenario(scenario, QStringLiteral("processor alone")));
        QScrollArea& limits = page<QScrollArea>(fixture.window, "limits");
        QTRY_VERIFY(limits.isVisible());
        for (const WhatIfTarget lever :
             {WhatIfTarget::matrix_rate, WhatIfTarget::memory_bandwidth, WhatIfTarget::host_speed,
              WhatIfTarget::processor_cores, WhatIfTarget::storage, WhatIfTarget::host_memory})
            QVERIFY2(!gain_text(limits, lever).isEmpty(), key_of(lever));
        QVERIFY(gain_text(limits, WhatIfTarget::matrix_rate).startsWith(QStringLiteral("−")));
        for (const char* language : {"en", "zh_CN"}) {
            fixture.language.use(QString::fromLatin1(language));
            QStringList texts;
            for (const QWidget* part :
                 {static_cast<QWidget*>(&limits), fixture.window.findChild<QWidget*>(QStringLiteral("findings"))}) {
                QVERIFY(part);
                for (const QLabel* label : part->findChildren<QLabel*>())
                    if (!label->isHidden()) texts << label->text();
            }
            QVERIFY(texts.size() > 20);
            for (const char* word :
                 {"GPU memory", "VRAM", "atrix unit", "ensor core", "显存", "矩阵单元", "矩阵算力", "GPUs compute"})
                QVERIFY2(texts.filter(word).isEmpty(), qPrintable(texts.filter(word).join(QLatin1Char('\n'))));
        }
    }

    void every_plot_is_found_by_its_title()
    {
        WindowFixture fixture;
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        QTest::keyClick(&fixture.window, Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(fixture.window.findChild<QDialog*>(QStringLiteral("palette")) != nullptr);
        auto* query = child<QLineEdit>(fixture.window, "palette_query");
        QTest::keyClicks(query, plot_of(QStringLiteral("roofline"))->title());
        QTest::keyClick(query, Qt::Key_Return);
        QTRY_VERIFY(fixture.window.findChild<PointPlot*>(QStringLiteral("roofline")) != nullptr);
        QVERIFY(fixture.window.findChild<PointPlot*>(QStringLiteral("roofline"))->isVisible());
        for (const PlotEntry& plot : plot_list())
            if (plot.applies == nullptr || plot.applies(fixture.document))
                QVERIFY2(fixture.window.page_ids().contains(QLatin1String(plot.id)), plot.id);
    }

    void ticks_are_round_numbers()
    {
        PlotCanvas canvas;
        const auto ticks = [&canvas](const AxisTicker& ticker, double lower, double upper) {
            QVector<double> found;
            QVector<QString> labels;
            set_axis(canvas.xAxis, ticker, {});
            canvas.xAxis->ticker()->generate(QCPRange(lower, upper), QLocale::c(), QLatin1Char('g'), 6, found, nullptr,
                                             &labels);
            return QStringList(labels.begin(), labels.end());
        };
        QCOMPARE(ticks(decimal_ticker(8), 0.0, 2.3), (QStringList{"0", "0.5", "1", "1.5", "2"}));
        QCOMPARE(ticks(decimal_ticker(8), 0.0, 700.0),
                 (QStringList{"0", "100", "200", "300", "400", "500", "600", "700"}));
        QCOMPARE(ticks(decade_ticker(), 0.8, 20.0), (QStringList{"1", "2", "5", "10", "20"}));
        QCOMPARE(ticks(decade_ticker(), 0.5, 100.0), (QStringList{"1", "3", "10", "30", "100"}));
        QCOMPARE(ticks(decade_ticker(1e12), 1e11, 1e15), (QStringList{"0.1", "1", "10", "100", "1,000"}));
    }

    /// In plots of any size; a large one has all labels.
    void tick_labels_never_touch()
    {
        PlotCanvas canvas;
        set_axis(canvas.xAxis, decade_ticker(), {}, QCPAxis::stLogarithmic);
        set_axis(canvas.yAxis, duration_ticker(7), {}, QCPAxis::stLogarithmic);
        qsizetype most = 0;
        for (const QSize& size : {QSize(260, 150), QSize(260, 200), QSize(400, 260), QSize(900, 600)}) {
            canvas.resize(size);
            canvas.show();
            canvas.set_full_view(QCPRange(4000.0, 600000.0), QCPRange(3000.0, 60000.0));
            QApplication::processEvents();
            canvas.replot();
            for (const QCPAxis* axis : {canvas.xAxis, canvas.yAxis}) {
                QVERIFY(axis->tickVector().size() >= 2);
                QVERIFY(!texts_touch(*axis, axis->tickVector(), axis->tickVectorLabels()));
            }
            const qsizetype shown = canvas.yAxis->tickVector().size();
            QVERIFY(shown >= most);
            most = shown;
        }
        QCOMPARE(most, 7);
    }
};

RIGWRIGHT_STYLED_TEST(TimePlotsTest)

} // namespace rigwright::test::tst_time_plots

#include "tst_time_plots.moc"
