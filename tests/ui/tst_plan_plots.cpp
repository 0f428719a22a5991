// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/step_schedule.h"
#include "tests/support/suite.h"
#include "tests/ui/plot_fixture.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/step_parts_plot.h"

#include <cmath>
#include <map>
#include <set>

namespace rigwright::test::tst_plan_plots {

struct Plots : WindowFixture {
    PointPlot& front(const char* id) { return page<PointPlot>(window, id); }
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

/// Whether the Pareto line runs through the build with that price.
bool on_the_line(const PlotPane& plot, double price)
{
    const QCPGraphDataContainer& line = *plot.canvas().graph(0)->data();
    return std::any_of(line.constBegin(), line.constEnd(), [price](const QCPGraphData& at) { return at.key == price; });
}

/// A language model over tensor and pipeline degrees, with many micro-batches.
Scenario many_ways_to_exchange()
{
    return with_fields(scenario_of("gpt2-small", 4), R"({"training.precision": "bf16-amp",
        "training.gradient_accumulation": 64, "build.gpus_per_node": 8, "parallel.tensor": 2, "parallel.pipeline": 2})");
}

/// The plots about whole plans: which setting matters, which build is cheaper and faster, and plots in windows.
class PlanPlotsTest : public QObject {
    Q_OBJECT
private slots:
    void the_most_influential_setting_comes_first()
    {
        Plots plots;
        auto& plot = plots.front("sensitivity");
        QTRY_VERIFY(plot.is_drawn());
        const PlotTable table = static_cast<const PlotPane&>(plot).table();
        QVERIFY(table.rows.size() > 5);
        // Behind the setting and its value there are the lowest and the highest of each figure.
        const auto most = [](const std::vector<PlotCell>& row) {
            double reach = 0.0;
            for (std::size_t low = 2; low + 1 < row.size(); low += 2)
                reach = std::max(reach, std::log(row[low + 1].exact.toDouble() / row[low].exact.toDouble()));
            return reach;
        };
        for (std::size_t i = 1; i < table.rows.size(); ++i)
            QVERIFY(most(table.rows[i - 1]) >= most(table.rows[i]) - 1e-9);
        QCOMPARE(plot.table_view().model()->rowCount(), static_cast<int>(table.rows.size()));
        QVERIFY(plot.caption().contains(QStringLiteral("Memory depends most on")));
        // A trial that changes multiple fields is still named after its own: the plan on two GPUs keeps its global
        // batch.
        QStringList names;
        for (int row = 0; row < plot.table_view().model()->rowCount(); ++row)
            names << plot.table_view().model()->index(row, 0).data().toString();
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
    }

    void sensitivity_follows_the_plan()
    {
        Plots plots;
        auto& plot = plots.front("sensitivity");
        QTRY_VERIFY(plot.is_drawn());
        QVERIFY(plots.document.set_field(QStringLiteral("training.epochs"), std::int64_t(8)));
        QVERIFY(!plot.is_drawn());
        QTRY_VERIFY(plot.is_drawn());
        const PlotTable table = static_cast<const PlotPane&>(plot).table();
        const QString name = plots.words.text("field.training.epochs");
        const auto epochs = std::ranges::find(table.rows, name, [](const auto& row) { return row[0].shown; });
        QVERIFY(epochs != table.rows.end());
        QCOMPARE((*epochs)[1].shown, QStringLiteral("8"));
    }

    void a_setting_is_read_out_by_key_and_by_mouse()
    {
        Plots plots;
        auto& plot = plots.front("sensitivity");
        QTRY_VERIFY(plot.is_drawn());
        plot.canvas().setFocus();
        QTest::keyClick(&plot.canvas(), Qt::Key_Home);
        QVERIFY(plot.readout_box().isVisible());
        const QString first = plot.readout_box().readout().heading;
        QTest::keyClick(&plot.canvas(), Qt::Key_Right);
        QVERIFY(plot.readout_box().readout().heading != first);
        const double top = static_cast<double>(plot.table_view().model()->rowCount());
        const QPoint place(static_cast<int>(plot.canvas().xAxis->coordToPixel(1.0)) + 3,
                           static_cast<int>(plot.canvas().yAxis->coordToPixel(top)));
        QTest::mouseMove(&plot.canvas(), place);
        QTRY_COMPARE(plot.readout_box().readout().heading, first);
    }

    void builds_stand_by_price()
    {
        Plots plots;
        plots.add_builds();
        auto& plot = plots.front("cost_time");
        QTRY_VERIFY(plot.is_drawn());
        const PlotTable table = static_cast<const PlotPane&>(plot).table();
        QCOMPARE(table.rows.size(), std::size_t(3));
        QCOMPARE(table.rows[0][0].shown, QStringLiteral("1 cards"));
        QCOMPARE(table.rows[2][0].shown, QStringLiteral("4 cards"));
        const std::vector<double> prices = numbers(plot, QStringLiteral("Purchase price"));
        const std::vector<double> times = numbers(plot, QStringLiteral("Total time"));
        // Three more cards at 10,000 each; the rest of the build is the same.
        QCOMPARE(prices[2] - prices[0], 30000.0);
        for (std::size_t i = 0; i < prices.size(); ++i) {
            QVERIFY(numbers(plot, QStringLiteral("Lower bound"))[i] <= times[i]);
            QVERIFY(times[i] <= numbers(plot, QStringLiteral("Upper bound"))[i]);
            // Four cards exchange over PCIe for longer than two, and cost more.
            bool beaten = false;
            for (std::size_t other = 0; other < prices.size(); ++other)
                beaten = beaten || (prices[other] < prices[i] && times[other] < times[i]);
            QCOMPARE(on_the_line(plot, prices[i]), !beaten);
        }
        // The current machine has the accent color.
        const auto* dots = plot.canvas().layer(QStringLiteral("labels"));
        QCOMPARE(std::ranges::count_if(dots->children(),
                                       [&](QCPLayerable* child) {
                                           const auto* dot = qobject_cast<QCPItemTracer*>(child);
                                           return dot && dot->pen().color() == plot.canvas().theme().accent &&
                                                  dot->position->key() == prices[2];
                                       }),
                 1);
        QCOMPARE(plot.table_view().model()->rowCount(), 3);
    }

    void a_build_beaten_in_both_is_off_the_line()
    {
        Plots plots;
        plots.add_builds();
        auto& plot = plots.front("cost_time");
        // The four cards of the build in front cost most; with so much validation they take longer than one card.
        QVERIFY(plots.document.set_field(QStringLiteral("run.validation_share"), 100.0));
        QTRY_VERIFY(plot.is_drawn());
        const std::vector<double> prices = numbers(plot, QStringLiteral("Purchase price"));
        QVERIFY(on_the_line(plot, prices[0]));
        QVERIFY(!on_the_line(plot, prices[2]));
    }

    void a_build_without_a_price_is_counted()
    {
        Plots plots;
        plots.add_builds();
        auto& plot = plots.front("cost_time");
        const Project& project = plots.document.project();
        plots.document.edit_project(with_exception(project, project.current).value(), QString());
        QVERIFY(plots.document.set_field(QStringLiteral("economics.currency"), std::string("EUR")));
        QTRY_VERIFY(plot.is_drawn());
        const int shown = plot.table_view().model()->rowCount();
        QVERIFY(shown < 3);
        QVERIFY(plot.caption().contains(QStringLiteral("without a price in this currency")) || shown == 0);
    }

    void a_plot_can_have_its_own_window()
    {
        Plots plots;
        plots.front("cost_time");
        QTest::keyClick(&plots.window, Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        QPointer<PlotWindow> opened = plots.window.findChild<PlotWindow*>();
        QVERIFY(opened);
        QVERIFY(QTest::qWaitForWindowExposed(opened));
        QVERIFY(opened->windowTitle().startsWith(cost_time_plot().title()));
        auto* inside = opened->findChild<PlotPane*>(QStringLiteral("cost_time"));
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

    void each_kind_in_a_schedule_has_its_own_pattern()
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
