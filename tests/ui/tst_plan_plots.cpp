// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/step_schedule.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/rent_or_buy_plot.h"
#include "ui/plots/sensitivity_plot.h"
#include "ui/plots/step_parts_plot.h"

#include <map>
#include <set>

namespace rigwright::test::tst_plan_plots {

struct Plots : WindowFixture {
    template <typename Plot>
    Plot& front()
    {
        return page<Plot>(window, Plot::id);
    }
    /// One, two and four cards with a price each.
    void add_builds()
    {
        Project project;
        for (const std::int64_t cards : {4, 1, 2}) {
            Build build;
            build.scenario = fabric_scenario();
            build.scenario.name = std::to_string(cards) + " cards";
            build.scenario.build.gpus_per_node = cards;
            build.scenario.build.price_overrides["rtx4090"] = {10000.0, "CNY", "2026-11-01", "quotation"};
            project.builds.push_back(std::move(build));
        }
        QVERIFY(document.replace(project));
    }
};

/// A language model over tensor and pipeline degrees, with many micro-batches.
Scenario many_ways_to_exchange()
{
    Scenario scenario;
    scenario.model.preset = "gpt2-small";
    scenario.training.precision = Precision::bf16_amp;
    scenario.training.micro_batch = 4;
    scenario.training.gradient_accumulation = 64;
    scenario.build.gpu = "a100-sxm-80";
    scenario.build.gpus_per_node = 8;
    scenario.parallel.tensor = 2;
    scenario.parallel.pipeline = 2;
    return scenario;
}

/// The plots about whole plans: which setting matters, which build is cheaper and faster, and plots in windows.
class PlanPlotsTest : public QObject {
    Q_OBJECT
private slots:
    void the_setting_that_moves_most_stands_first()
    {
        Plots plots;
        auto& plot = plots.front<SensitivityPlot>();
        QTRY_VERIFY(plot.is_drawn());
        QVERIFY(plot.drawn().size() > 5);
        const auto most = [](const Sensitivity& s) {
            double reach = 0.0;
            for (const PlanFigure figure : all_plan_figures) reach = std::max(reach, s.reach(figure));
            return reach;
        };
        for (std::size_t i = 1; i < plot.drawn().size(); ++i)
            QVERIFY(most(plot.drawn()[i - 1]) >= most(plot.drawn()[i]));
        QCOMPARE(plot.table_view().model()->rowCount(), static_cast<int>(plot.drawn().size()));
        QVERIFY(plot.caption().contains(QStringLiteral("Memory depends most on")));
        // A trial that changes several fields is still named after its own: the plan on two GPUs keeps its global batch.
        QStringList names;
        for (int row = 0; row < plot.table_view().model()->rowCount(); ++row)
            names << plot.table_view().model()->index(row, 0).data().toString();
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
    }

    void sensitivity_follows_the_plan()
    {
        Plots plots;
        auto& plot = plots.front<SensitivityPlot>();
        QTRY_VERIFY(plot.is_drawn());
        QVERIFY(plots.document.set_field(QStringLiteral("training.epochs"), std::int64_t(8)));
        QVERIFY(!plot.is_drawn());
        QTRY_VERIFY(plot.is_drawn());
        const auto epochs = std::ranges::find(plot.drawn(), "training.epochs", &Sensitivity::field);
        QVERIFY(epochs != plot.drawn().end());
        QVERIFY(epochs->value == FieldValue(std::int64_t(8)));
    }

    void a_setting_is_read_out_by_key_and_by_mouse()
    {
        Plots plots;
        auto& plot = plots.front<SensitivityPlot>();
        QTRY_VERIFY(plot.is_drawn());
        plot.canvas().setFocus();
        QTest::keyClick(&plot.canvas(), Qt::Key_Home);
        QVERIFY(plot.readout_box().isVisible());
        const QString first = plot.readout_box().readout().heading;
        QTest::keyClick(&plot.canvas(), Qt::Key_Right);
        QVERIFY(plot.readout_box().readout().heading != first);
        const double top = static_cast<double>(plot.drawn().size());
        const QPoint place(static_cast<int>(plot.canvas().xAxis->coordToPixel(1.0)) + 3,
                           static_cast<int>(plot.canvas().yAxis->coordToPixel(top)));
        QTest::mouseMove(&plot.canvas(), place);
        QTRY_COMPARE(plot.readout_box().readout().heading, first);
    }

    void builds_stand_by_price()
    {
        Plots plots;
        plots.add_builds();
        auto& plot = plots.front<CostTimePlot>();
        QTRY_VERIFY(plot.is_drawn());
        QCOMPARE(plot.drawn().size(), std::size_t(3));
        QCOMPARE(plot.drawn()[0].name, QStringLiteral("1 cards"));
        QCOMPARE(plot.drawn()[2].name, QStringLiteral("4 cards"));
        // Three more cards at 10,000 each; the rest of the build is the same.
        QCOMPARE(plot.drawn()[2].price - plot.drawn()[0].price, 30000.0);
        for (const CostTimePlot::Point& point : plot.drawn()) {
            QVERIFY(point.low <= point.time && point.time <= point.high);
            // Four cards exchange over PCIe for longer than two, and cost more.
            const bool beaten = std::ranges::any_of(plot.drawn(), [&point](const CostTimePlot::Point& other) {
                return other.price < point.price && other.time < point.time;
            });
            QCOMPARE(point.undominated, !beaten);
        }
        QVERIFY(plot.drawn()[2].worked_on);
        QCOMPARE(plot.table_view().model()->rowCount(), 3);
    }

    void a_build_beaten_in_both_is_off_the_line()
    {
        Plots plots;
        plots.add_builds();
        auto& plot = plots.front<CostTimePlot>();
        // The four cards of the build in front cost most; with so much validation they take longer than one card.
        QVERIFY(plots.document.set_field(QStringLiteral("run.validation_share"), 100.0));
        QTRY_VERIFY(plot.is_drawn());
        QVERIFY(plot.drawn()[0].undominated);
        QVERIFY(!plot.drawn()[2].undominated);
    }

    void a_build_without_a_price_is_counted()
    {
        Plots plots;
        plots.add_builds();
        auto& plot = plots.front<CostTimePlot>();
        const Project& project = plots.document.project();
        plots.document.edit_project(with_exception(project, project.current).value(), QString());
        QVERIFY(plots.document.set_field(QStringLiteral("economics.currency"), std::string("EUR")));
        QTRY_VERIFY(plot.is_drawn());
        QVERIFY(plot.drawn().size() < 3);
        QVERIFY(plot.caption().contains(QStringLiteral("without a price in this currency")) || plot.drawn().empty());
    }

    void a_plot_has_a_window_of_its_own()
    {
        Plots plots;
        plots.front<CostTimePlot>();
        QTest::keyClick(&plots.window, Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        QPointer<PlotWindow> opened = plots.window.findChild<PlotWindow*>();
        QVERIFY(opened);
        QVERIFY(QTest::qWaitForWindowExposed(opened));
        QVERIFY(opened->windowTitle().startsWith(CostTimePlot::plot_title()));
        auto* inside = opened->findChild<CostTimePlot*>();
        QVERIFY(inside != nullptr);
        QTRY_VERIFY(inside->is_drawn());
        plots.speak(QStringLiteral("zh_CN"));
        QVERIFY(opened->windowTitle().startsWith(QStringLiteral("价格 · 时间")));
        opened->close();
        QTRY_VERIFY(!opened);
    }

    void a_page_without_a_plot_has_none()
    {
        Plots plots;
        plots.window.open_page(QStringLiteral("layers"));
        QTest::keyClick(&plots.window, Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(plots.window.findChild<PlotWindow*>() == nullptr);
    }

    void zoom_leaves_the_lines_of_a_schedule()
    {
        Plots plots;
        QVERIFY(plots.document.replace(many_ways_to_exchange()));
        auto& plot = *child<PointPlot>(page<QWidget>(plots.window, "step_schedule"), "step_schedule");
        QTRY_VERIFY(plot.is_drawn());
        PlotCanvas& canvas = plot.canvas();
        const QCPRange lines = canvas.yAxis->range();
        const QCPRange times = canvas.xAxis->range();
        canvas.setFocus();
        QTest::keyClick(&canvas, Qt::Key_Plus);
        QVERIFY(canvas.is_zoomed());
        QVERIFY(canvas.xAxis->range().size() < times.size());
        QCOMPARE(canvas.yAxis->range(), lines);
        const QPoint from = canvas.axisRect()->rect().center();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(&canvas, from + QPoint(20, 60));
        QTest::mouseMove(&canvas, from + QPoint(40, 80));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, from + QPoint(40, 80));
        QCOMPARE(canvas.yAxis->range(), lines);
        QTest::keyClick(&canvas, Qt::Key_0);
        QCOMPARE(canvas.xAxis->range(), times);
    }

    void each_kind_of_a_schedule_has_a_pattern_of_its_own()
    {
        Plots plots;
        QVERIFY(plots.document.replace(many_ways_to_exchange()));
        auto& plot = *child<PointPlot>(page<QWidget>(plots.window, "step_schedule"), "step_schedule");
        QTRY_VERIFY(plot.is_drawn());
        QVERIFY(step_schedule(plots.document.evaluation()).left_out_micro_batches > 0);
        std::map<std::pair<int, QRgb>, QString> patterns;
        for (int i = 0; i < plot.canvas().plottableCount(); ++i) {
            const auto* area = qobject_cast<HatchedArea*>(plot.canvas().plottable(i));
            if (area == nullptr) continue;
            const std::pair look(static_cast<int>(area->fill().hatch), area->fill().colour.rgb());
            const QString& known = patterns.try_emplace(look, area->name()).first->second;
            QCOMPARE(area->name(), known);
        }
        std::set<QString> names;
        for (const auto& [look, name] : patterns) names.insert(name);
        QCOMPARE(names.size(), patterns.size());
        for (const char* kind : {"layer_exchange", "send", "gradient_exchange", "waiting", "left_out"})
            QVERIFY2(names.contains(plots.words.text(std::string("schedule.") + kind)), kind);
    }
};

RIGWRIGHT_WIDGET_TEST(PlanPlotsTest)

} // namespace rigwright::test::tst_plan_plots

#include "tst_plan_plots.moc"
