// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/plot_pane.h"

#include <QComboBox>
#include <QLineEdit>

#include <cmath>

namespace rigwright::test::tst_rent_or_buy {

/// In use for half of the time.
Scenario half_used()
{
    Scenario scenario = desktop_with_priced_card();
    scenario.economics.utilisation = 0.5;
    return scenario;
}

struct Decision : WindowFixture {
    Decision()
    {
        QVERIFY(document.replace(half_used()));
        pane();
        QTRY_VERIFY(plot().is_drawn());
    }

    QWidget& pane() { return page<QWidget>(window, "rent_or_buy"); }
    PlotPane& plot() { return *child<PlotPane>(pane(), "rent_or_buy"); }
    QString sentence() { return child<QLabel>(*window.open_page(QStringLiteral("rent_or_buy")), "sentence")->text(); }
    /// As the engine computes them: a year has 8,766 hours.
    double months() const { return *document.evaluation().estimate->cost.break_even_calendar_hours / (8766.0 / 12.0); }
    int x_of(double month) { return static_cast<int>(plot().canvas().xAxis->coordToPixel(month)); }
};

/// The page that compares buying with renting.
class RentOrBuyTest : public QObject {
    Q_OBJECT

private slots:
    void the_sentence_names_the_computed_month()
    {
        Decision f;
        const QString month = QString::number(f.months(), 'f', 1);
        QCOMPARE(
            f.sentence(),
            QStringLiteral("Buying 1 × GeForce RTX 4090 is cheaper after at least %1 months at 50% utilization; prices "
                           "or parts are missing.")
                .arg(month));
        Scenario quoted = f.document.scenario();
        quoted.build.price_overrides["machine"] = {12000.0, "CNY", "2026-11-01",
                                                   {},      {},    parts_of_machine(quoted.build)};
        QVERIFY(f.document.set_scenario(quoted, {}));
        QVERIFY2(f.sentence().endsWith(QStringLiteral(" months at 50% utilization.")), qPrintable(f.sentence()));
        f.document.undo_stack().undo();
        // Used twice as much, it pays in half the time: there is no maintenance.
        const double before = f.months();
        QVERIFY(f.document.set_field("economics.utilisation", 1.0));
        QVERIFY(std::abs(f.months() - before / 2.0) < 1e-9 * before);
        QVERIFY2(f.sentence().contains(QStringLiteral("%1 months at 100% utilization").arg(f.months(), 0, 'f', 1)),
                 qPrintable(f.sentence()));
    }

    void the_sentence_mentions_insufficient_memory()
    {
        Decision f;
        QVERIFY(!f.sentence().contains(QStringLiteral("lacks memory")));
        QVERIFY(f.document.set_field("training.micro_batch", 4096));
        QVERIFY2(f.sentence().endsWith(QStringLiteral("As set, this machine lacks memory for the training.")),
                 qPrintable(f.sentence()));
    }

    void the_sentence_is_above_the_choice_of_the_picture()
    {
        Decision f;
        QWidget& page = *f.window.open_page(QStringLiteral("rent_or_buy"));
        const auto& label = *child<QLabel>(page, "sentence");
        auto* selector = child<QComboBox>(page, "view_selector");
        QVERIFY(label.isVisible() && selector->isVisible());
        QVERIFY(label.geometry().bottom() < selector->geometry().top());
        // Another chart has another answer.
        selector->setFocus();
        QTest::keyClick(selector, Qt::Key_Down);
        QVERIFY(!label.isVisible());
        QTest::keyClick(selector, Qt::Key_Up);
        QVERIFY(label.isVisible() && !label.text().isEmpty());
        f.window.open_page(QStringLiteral("advisor"));
        f.pane();
        QVERIFY(label.isVisible());
    }

    void dragging_the_crossing_is_one_undo_step()
    {
        Decision f;
        PlotCanvas& canvas = f.plot().canvas();
        const int y = canvas.axisRect()->center().y();
        const double start = f.months();
        // Without maintenance the crossing is at a month that is inversely proportional to the use.
        const double target = start * 0.5 / 0.8;
        QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(f.x_of(start), y));
        for (const double share : {0.3, 0.6, 1.0})
            QTest::mouseMove(&canvas, QPoint(f.x_of(start + share * (target - start)), y));
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(f.x_of(target), y));
        QVERIFY2(std::abs(f.document.scenario().economics.utilisation - 0.8) < 0.015,
                 qPrintable(QString::number(f.document.scenario().economics.utilisation)));
        QCOMPARE(f.document.undo_stack().count(), 1);
        f.document.undo_stack().undo();
        QCOMPARE(f.document.scenario().economics.utilisation, 0.5);
        // Moving the mouse without a button sets nothing.
        QTest::mouseMove(&canvas, QPoint(f.x_of(target), y));
        QCOMPARE(f.document.scenario().economics.utilisation, 0.5);
    }

    void missing_prices_are_reported()
    {
        Decision f;
        // Memory of no named kit has no price.
        QVERIFY(f.document.set_field("build.ram_GiB", 64.0));
        QTRY_VERIFY(f.plot().is_drawn());
        QVERIFY(f.document.evaluation().estimate->cost.bill.unpriced_lines > 0);
        QVERIFY(f.sentence().contains(QStringLiteral("at least")));
        QVERIFY(f.plot().caption().contains(QStringLiteral("lower bound")));
        Scenario unrented = half_used();
        unrented.build.gpu = "gtx1080ti";
        unrented.build.price_overrides["gtx1080ti"] = unrented.build.price_overrides["rtx4090"];
        QVERIFY(f.document.replace(unrented));
        QVERIFY(!f.document.evaluation().estimate->cost.rent);
        QVERIFY2(f.sentence().contains(QStringLiteral("No rental price")), qPrintable(f.sentence()));
        QTRY_VERIFY(f.plot().is_drawn());
        QCOMPARE(f.plot().canvas().graphCount(), 1);
    }

    void another_machine_has_its_line()
    {
        Decision f;
        QTRY_COMPARE(f.plot().canvas().graphCount(), 2);
        Scenario two = half_used();
        two.build.gpus_per_node = 2;
        f.document.edit_project(*with_build_added(f.document.project(), two), QStringLiteral("machine"));
        QTRY_COMPARE(f.plot().canvas().graphCount(), 3);
        QVERIFY2(f.sentence().contains(QStringLiteral("B · 2 × GeForce RTX 4090")), qPrintable(f.sentence()));
        const PlotTable table = f.plot().table();
        QCOMPARE(table.columns.size(), 4U);
        QCOMPARE(table.columns.back().title, QStringLiteral("B, bought"));
        QCOMPARE(table.rows.front().back().exact.toDouble(), f.document.evaluation().estimate->cost.bill.total);
    }
};

RIGWRIGHT_WIDGET_TEST(RentOrBuyTest)

} // namespace rigwright::test::tst_rent_or_buy

#include "tst_rent_or_buy.moc"
