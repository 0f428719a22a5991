// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/working/explain.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/working_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>

#include <algorithm>

namespace rigwright::test::tst_cost_pane {

struct CostFixture : WindowFixture {
    CostFixture()
    {
        QVERIFY(document.replace(desktop_with_priced_card()));
        page<QWidget>(window, "cost");
    }

    QWidget& pane() { return *child<QWidget>(window, "cost"); }
    QAbstractItemModel& bill() { return *child<QTableView>(pane(), "bill")->model(); }
    QModelIndex index(int row, const char* heading)
    {
        return bill().index(row, column_of(bill(), QLatin1String(heading)));
    }
    QString cell(int row, const char* heading) { return index(row, heading).data().toString(); }
    void copy_bill()
    {
        window.activateWindow();
        child<QTableView>(pane(), "bill")->setFocus();
        QTest::keySequence(child<QTableView>(pane(), "bill"), QKeySequence::Copy);
    }
    /// Double-clicks the price of a line, types and presses Return.
    void type_price(int row, const QString& text)
    {
        QTableView& view = *child<QTableView>(pane(), "bill");
        const QRect place = view.visualRect(index(row, "Unit price"));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place.center());
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, place.center());
        // Those of earlier edits go later.
        const QList<QLineEdit*> editors = view.viewport()->findChildren<QLineEdit*>();
        QVERIFY(!editors.isEmpty());
        QLineEdit* editor = editors.back();
        editor->selectAll();
        if (text.isEmpty())
            QTest::keyClick(editor, Qt::Key_Delete);
        else
            QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QApplication::processEvents();
    }
};

class CostPaneTest : public QObject {
    Q_OBJECT
private slots:
    void the_bill_shows_the_engine_s_lines()
    {
        CostFixture f;
        const BillOfMaterials& bill = f.document.evaluation().estimate->cost.bill;
        // One more for a price of the whole machine.
        QCOMPARE(f.bill().rowCount(), static_cast<int>(bill.lines.size()) + 1);
        QVERIFY(f.cell(0, "Part").contains(QStringLiteral("RTX 4090")));
        QCOMPARE(f.cell(0, "Amount"), QStringLiteral("CN¥12,000"));
        QVERIFY(
            number(f.pane(), QStringLiteral("cost.purchase"))->text().contains(f.words.text(money(bill.total, "CNY"))));
    }

    void months_are_those_of_rent_or_buy()
    {
        CostFixture f;
        const double hours = *f.document.evaluation().estimate->cost.break_even_calendar_hours;
        const QString months = QString::number(hours / (8766.0 / 12.0), 'f', 1);
        const QList<QLabel*> labels = f.pane().findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->text().startsWith(months + QStringLiteral(" months at "));
        }));
    }

    void a_typed_price_is_one_undo_step()
    {
        CostFixture f;
        const double before = f.document.evaluation().estimate->cost.bill.total;
        f.type_price(0, QStringLiteral("13500"));
        QCOMPARE(f.document.scenario().build.price_overrides.at("rtx4090").amount, 13500.0);
        QCOMPARE(f.document.evaluation().estimate->cost.bill.total, before + 1500.0);
        QCOMPARE(f.cell(0, "Amount"), QStringLiteral("CN¥13,500"));
        f.document.undo_stack().undo();
        QCOMPARE(f.document.evaluation().estimate->cost.bill.total, before);
    }

    void a_machine_can_have_one_price()
    {
        CostFixture f;
        const auto estimate = [&f]() -> const Estimate& { return *f.document.evaluation().estimate; };
        const QString purchase = QStringLiteral("cost.purchase");
        QVERIFY2(number(f.pane(), purchase)->text().contains(QStringLiteral("not chosen: ")), "CPU and chassis");
        const int last = f.bill().rowCount() - 1;
        QCOMPARE(f.cell(last, "Part"), QStringLiteral("Complete machine"));
        QCOMPARE(f.cell(last, "Unit price"), QStringLiteral("not quoted"));
        f.type_price(last, QStringLiteral("21000"));
        QCOMPARE(f.bill().rowCount(), 1);
        QCOMPARE(f.cell(0, "Part"), QStringLiteral("Complete machine"));
        QVERIFY(f.index(0, "Part").data(Qt::ToolTipRole).toString().contains(QStringLiteral("GeForce RTX 4090")));
        f.copy_bill();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("Complete machine: GeForce RTX 4090")));
        QCOMPARE(estimate().cost.bill.total, 21000.0);
        QCOMPARE(number(f.pane(), purchase)->text(), QStringLiteral("Purchase: CN¥21,000"));
        // Two cards are another machine.
        QVERIFY(f.document.set_field("build.gpus_per_node", std::int64_t{2}));
        QCOMPARE(f.cell(0, "Amount"), QStringLiteral("CN¥24,000"));
        const int unused = f.bill().rowCount() - 1;
        QCOMPARE(f.cell(unused, "Unit price"), QStringLiteral("for other parts"));
        f.type_price(unused, QString());
        QCOMPARE(f.cell(unused, "Unit price"), QStringLiteral("not quoted"));
        f.document.undo_stack().undo();
        QVERIFY(std::ranges::find(estimate().findings, "machine-price-not-used", &Finding::code) !=
                estimate().findings.end());
        f.document.undo_stack().undo();
        QCOMPARE(estimate().cost.bill.total, 21000.0);
        f.type_price(0, QString());
        QCOMPARE(f.cell(0, "Amount"), QStringLiteral("CN¥12,000"));
    }

    void a_line_without_a_part_gives_the_reason()
    {
        CostFixture f;
        Scenario scenario = f.document.scenario();
        scenario.build.ram_gib = 64.0;
        scenario.build.memory_kit.clear();
        QVERIFY(f.document.set_scenario(scenario, {}));
        int row = 0;
        while (f.cell(row, "Part") != QStringLiteral("System memory")) QVERIFY(++row < f.bill().rowCount());
        QVERIFY2(f.cell(row, "Source").contains(QStringLiteral("My parts and prices")),
                 qPrintable(f.cell(row, "Source")));
        QTableView& view = *child<QTableView>(f.pane(), "bill");
        const QPoint place = view.visualRect(f.index(row, "Unit price")).center();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(child<QLabel>(f.pane(), "trouble")->text(), f.cell(row, "Source"));
    }

    void an_empty_price_restores_that_of_the_database()
    {
        CostFixture f;
        f.type_price(0, QString());
        QVERIFY(!f.document.scenario().build.price_overrides.contains("rtx4090"));
        QVERIFY(f.cell(0, "Unit price").startsWith(QLatin1Char('$')));
    }

    void the_source_of_a_price_is_a_name_in_both_languages()
    {
        CostFixture f;
        QCOMPARE(f.cell(0, "Source"), QStringLiteral("=quotation"));
        f.type_price(0, QString());
        QCOMPARE(f.cell(0, "Source"), QStringLiteral("street price: PCPartPicker US (pc-part-dataset)"));
        const QModelIndex source = f.index(0, "Source");
        QVERIFY(source.data(Qt::ToolTipRole).toString().endsWith(QStringLiteral("\nmedian of 19 new boards")));
        f.speak(QStringLiteral("zh_CN"));
        QCOMPARE(source.data().toString(), QStringLiteral("市场价：PCPartPicker US (pc-part-dataset)"));
    }

    void an_invalid_price_is_refused_with_a_message()
    {
        CostFixture f;
        f.type_price(0, QStringLiteral("cheap"));
        QVERIFY(child<QLabel>(f.pane(), "trouble")->isVisible());
        QCOMPARE(f.document.scenario().build.price_overrides.at("rtx4090").amount, 12000.0);
        CostFixture another;
        another.type_price(0, QStringLiteral("13k"));
        QCOMPARE(another.document.scenario().build.price_overrides.at("rtx4090").amount, 13000.0);
    }

    void an_error_is_shown_until_it_is_corrected()
    {
        CostFixture f;
        const QLabel& trouble = *child<QLabel>(f.pane(), "trouble");
        QVERIFY(!trouble.isVisible());
        // The same price again, another one, a canceled edit.
        for (const char* right : {"12000", "12500", ""}) {
            f.type_price(0, QStringLiteral("cheap"));
            QVERIFY(trouble.isVisible());
            f.type_price(0, QLatin1String(right));
            QVERIFY2(!trouble.isVisible(), right);
            while (f.document.undo_stack().canUndo()) f.document.undo_stack().undo();
        }
        f.type_price(0, QStringLiteral("cheap"));
        auto* view = child<QTableView>(f.pane(), "bill");
        view->setFocus();
        view->setCurrentIndex(f.index(0, "Unit price"));
        QTest::keyClick(view, Qt::Key_F2);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!trouble.isVisible());
        // Only an own price can be cleared.
        f.type_price(0, QStringLiteral("cheap"));
        f.type_price(0, QString());
        QVERIFY(!trouble.isVisible() && !f.document.scenario().build.price_overrides.contains("rtx4090"));
    }

    void the_copied_bill_holds_no_formula()
    {
        CostFixture f;
        f.copy_bill();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.contains(QStringLiteral("\t'=quotation")));
        QVERIFY(!text.contains(QStringLiteral("\t=")));
    }

    void the_copied_bill_has_plain_numbers_with_units()
    {
        CostFixture f;
        const double amount = *f.document.evaluation().estimate->cost.bill.lines.front().amount;
        QVERIFY(amount >= 1000.0);
        f.copy_bill();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        const QStringList lines = copied->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), std::ssize(f.document.evaluation().estimate->cost.bill.lines) + 1);
        const qsizetype columns = lines.front().split(QLatin1Char('\t')).size();
        for (const QString& line : lines) QCOMPARE(line.split(QLatin1Char('\t')).size(), columns);
        // A spreadsheet sums plain numbers without currency sign or separators; the currency has its own cell.
        const QStringList cells = lines.at(1).split(QLatin1Char('\t'));
        QVERIFY(cells.contains(QString::number(amount, 'g', 15)));
        QCOMPARE(cells.at(cells.indexOf(QString::number(amount, 'g', 15)) + 1), QStringLiteral("CNY"));
        QVERIFY(copied->hasHtml());
        QCOMPARE(copied->html().count(QStringLiteral("<tr>")), lines.size());
    }
};

RIGWRIGHT_WIDGET_TEST(CostPaneTest)

} // namespace rigwright::test::tst_cost_pane

#include "tst_cost_pane.moc"
