// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/memory/moments.h"
#include "tests/support/suite.h"
#include "tests/ui/plot_fixture.h"
#include "ui/plots/point_plot.h"

#include <algorithm>

namespace rigwright::test::tst_memory_plots {

Scenario pipeline_of_four()
{
    Scenario scenario = scenario_of("llama-2-7b");
    scenario.input.sequence_length = 2048;
    scenario.training.precision = Precision::bf16_master;
    scenario.training.gradient_accumulation = 8;
    scenario.parallel.pipeline = 4;
    scenario.build.gpus_per_node = 4;
    return scenario;
}

TimelineMoment peak_of(const Document& document)
{
    const std::vector<TimelineMoment> moments = memory_timeline(document.evaluation());
    return *std::ranges::max_element(moments, {}, &TimelineMoment::allocated);
}

class MemoryPlotsTest : public QObject {
    Q_OBJECT

private slots:
    void a_step_runs_through_its_phases()
    {
        Shown<PointPlot> shown(resnet(), "memory_timeline");
        const std::vector<TimelineMoment> moments = memory_timeline(shown.document.evaluation());
        QVERIFY(moments.size() > 100);
        QCOMPARE(moments.front().phase, Phase::forward);
        QCOMPARE(moments.back().phase, Phase::optimizer);
        for (std::size_t i = 1; i < moments.size(); ++i) QVERIFY(moments[i - 1].phase <= moments[i].phase);
        // The table behind the picture has a line for each moment.
        shown.plot.show_table(true);
        QCOMPARE(shown.plot.table_view().model()->rowCount(), static_cast<int>(moments.size()));
    }

    void the_peak_is_that_of_the_estimate()
    {
        Shown<PointPlot> shown(resnet(), "memory_timeline");
        const MemoryEstimate& memory = *shown.document.evaluation().estimate->memory;
        const TimelineMoment peak = peak_of(shown.document);
        QCOMPARE(peak.allocated.value(), memory.peak_allocated.value());
        QCOMPARE(peak.phase, memory.peak_phase);
        QCOMPARE(peak.layer, memory.peak_layer);
        QVERIFY(shown.plot.caption().contains(QString::fromStdString(memory.peak_layer)));
    }

    void recomputation_changes_the_picture()
    {
        Shown<PointPlot> shown(resnet(), "memory_timeline");
        const Bytes before = peak_of(shown.document).allocated;
        Scenario scenario = resnet();
        scenario.training.recompute = Recompute::full;
        QVERIFY(shown.document.set_scenario(scenario, QStringLiteral("recompute")));
        QVERIFY(shown.settle());
        QVERIFY(peak_of(shown.document).allocated < before);
    }

    void keys_and_pointer_read_moments_out()
    {
        Shown<PointPlot> shown(resnet(), "memory_timeline");
        const std::vector<TimelineMoment> moments = memory_timeline(shown.document.evaluation());
        PlotCanvas& canvas = shown.plot.canvas();
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Right);
        QVERIFY(shown.plot.readout_box().isVisible());
        const QString first = shown.plot.readout_box().readout().heading;
        QVERIFY(first.contains(QString::fromStdString(moments.front().layer)));
        QTest::keyClick(&canvas, Qt::Key_End);
        QVERIFY(shown.plot.readout_box().readout().heading != first);
        const double x =
            static_cast<double>(std::ranges::max_element(moments, {}, &TimelineMoment::allocated) - moments.begin()) +
            1.0;
        const QRect axes = canvas.axisRect()->rect();
        QTest::mouseMove(&canvas, QPoint(qRound(canvas.xAxis->coordToPixel(x)), axes.center().y()));
        QTRY_COMPARE(shown.plot.readout_box().readout().note, QStringLiteral("Peak"));
    }

    void stages_of_a_pipeline_stand_side_by_side()
    {
        Shown<PointPlot> shown(pipeline_of_four(), "memory_stages");
        const std::vector<StageMemory> stages = stage_memory(shown.document.evaluation());
        QCOMPARE(stages.size(), std::size_t{3});
        QCOMPARE(stages[0].layers, 8);
        // One forward, one backward in turn: the first of four stages holds four micro-batches, the last one.
        QVERIFY(stages[0].memory.part(MemoryPart::activations) > stages[2].memory.part(MemoryPart::activations));
        const Bytes fullest = shown.document.evaluation().estimate->memory->total;
        QVERIFY(std::ranges::any_of(stages, [&](const StageMemory& s) { return s.memory.total == fullest; }));
        shown.plot.show_table(true);
        QAbstractItemModel& table = *shown.plot.table_view().model();
        QCOMPARE(table.rowCount(), 3);
        // The same figures in the table from the bottom of the stack up, in the readout from the top down.
        PlotCanvas& canvas = shown.plot.canvas();
        shown.plot.show_table(false);
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Home);
        const auto& lines = shown.plot.readout_box().readout().lines;
        const int parts = table.columnCount() - 3;
        QCOMPARE(lines.size(), static_cast<std::size_t>(parts) + 1);
        for (int part = 0; part < parts; ++part) {
            const auto& [name, value] = lines[static_cast<std::size_t>(parts - 1 - part)];
            QCOMPARE(table.headerData(2 + part, Qt::Horizontal).toString(), name);
            QCOMPARE(table.index(0, 2 + part).data().toString(), value);
        }
        QCOMPARE(table.headerData(2 + parts, Qt::Horizontal).toString(), lines.back().first);
        QCOMPARE(table.index(0, 2 + parts).data().toString(), lines.back().second);
    }

    void only_pipelines_have_stages()
    {
        Shown<PointPlot> shown(resnet(), "memory_stages");
        QCOMPARE(shown.rows(), 1);
        QVERIFY(!shown.plot.caption().isEmpty());
    }
};

RIGWRIGHT_STYLED_TEST(MemoryPlotsTest)

} // namespace rigwright::test::tst_memory_plots

#include "tst_memory_plots.moc"
