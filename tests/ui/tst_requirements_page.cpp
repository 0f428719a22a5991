// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/requirements.h"
#include "core/estimate/working/explain.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/working_panel.h"
#include "ui/requirements/card_page.h"
#include "ui/window/place_view.h"
#include "ui/window/window_body.h"

#include <QDateEdit>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTableWidget>

namespace rigwright::test::tst_requirements_page {

struct PageFixture : WindowFixture {
    explicit PageFixture(const Scenario& scenario = fabric_scenario())
    {
        QVERIFY(document.replace(scenario));
        test::page<QScrollArea>(window, "requirements");
    }

    QScrollArea& page() { return *child<QScrollArea>(window, "requirements"); }
    QStringList names(std::initializer_list<const char*> cards) const
    {
        QStringList all;
        for (const char* card : cards) all << from_utf8(document.data()->hardware.gpu(card)->name);
        return all;
    }
    /// Scrolls to the widget and clicks its middle.
    void click(QWidget* widget)
    {
        page().ensureWidgetVisible(widget);
        QApplication::processEvents();
        QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center());
        QApplication::processEvents();
    }
    /// Opens the list and chooses by keys.
    PickerControl& picker(const char* path)
    {
        for (PickerControl* each : page().findChildren<PickerControl*>())
            if (each->path() == QLatin1String(path)) return *each;
        qFatal("no picker");
    }
    /// Searches in a list and takes the best match.
    void pick(const char* path, const QString& typed)
    {
        page().ensureWidgetVisible(picker(path).box());
        test::pick(*picker(path).box(), typed);
    }
    void type(int row, const char* heading, const QString& text)
    {
        QTableView& view = *child<QTableView>(page(), "workloads");
        page().ensureWidgetVisible(&view);
        const QModelIndex index = view.model()->index(row, column_of(*view.model(), QLatin1String(heading)));
        view.scrollTo(index);
        const QPoint place = view.visualRect(index).center();
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, place);
        auto* editor = view.viewport()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        enter(*editor, text);
        QApplication::processEvents();
        // The editor of one cell is gone before that of the next is looked for.
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
};

/// The cards in the table; its last column describes each figure.
QStringList compared(const QWidget& cards)
{
    const QAbstractItemModel& sheet = *child<QTableView>(cards)->model();
    QStringList names;
    for (int column = 0; column + 1 < sheet.columnCount(); ++column)
        names << sheet.headerData(column, Qt::Horizontal).toString();
    return names;
}

QPushButton* apply_defect(const QScrollArea& page, int which)
{
    QList<QPushButton*> found = page.findChildren<QPushButton*>();
    found.removeIf([](const QPushButton* button) { return button->text() != QLatin1String("Apply"); });
    return found.at(which);
}

class RequirementsPageTest : public QObject {
    Q_OBJECT

private slots:
    void a_public_data_set_fills_the_fields()
    {
        PageFixture f;
        const QString own = f.picker("chooser.dataset").box()->currentText();
        f.pick("chooser.dataset", QStringLiteral("kolektor"));
        QCOMPARE(*f.document.scenario().dataset.samples, 399);
        QCOMPARE(*f.document.scenario().dataset.source_width, 500);
        QCOMPARE(*f.document.scenario().requirements.positive_share, 52.0 / 399.0);
        QCOMPARE(f.picker("chooser.dataset").box()->currentData().toString(), QStringLiteral("kolektor-sdd"));
        while (f.document.undo_stack().canUndo()) f.document.undo_stack().undo();
        QCOMPARE(*f.document.scenario().dataset.samples, 1000);
        QCOMPARE(f.picker("chooser.dataset").box()->currentText(), own);
    }

    void tiles_multiply_the_samples()
    {
        PageFixture f;
        tick(*child<QCheckBox>(f.page(), "tiling"));
        QVERIFY(f.document.scenario().requirements.tiling.has_value());
        QCOMPARE(f.document.scenario().requirements.tiling->tile_height, 512);
        // 1,936 x 2,580 in tiles of 512: 4 x 6.
        QCOMPARE(answer_need(f.document.evaluation(), *f.document.data())->samples->plain, 24000.0);
        QSpinBox* height = labelled<QSpinBox>(f.page(), QStringLiteral("Height"));
        height->setFocus();
        height->selectAll();
        QTest::keyClicks(height, QStringLiteral("0.968k"));
        QTest::keyClick(height, Qt::Key_Return);
        QCOMPARE(f.document.scenario().requirements.tiling->tile_height, 968);
        QCOMPARE(answer_need(f.document.evaluation(), *f.document.data())->samples->plain, 12000.0);
        f.document.undo_stack().undo();
        f.document.undo_stack().undo();
        QVERIFY(!f.document.scenario().requirements.tiling);
        QVERIFY(!child<QCheckBox>(f.page(), "tiling")->isChecked());
    }

    void the_smallest_defect_is_kept_by_one_click()
    {
        Scenario scenario = fabric_scenario();
        PageFixture f(scenario);
        QVERIFY(!apply_defect(f.page(), 0)->isVisible());
        for (const char* path : {"requirements.smallest_defect_pixels", "requirements.smallest_defect_pixels_at_input"})
            QVERIFY2(child<ChoicesColumn>(f.window, "choices")->control(path), path);
        scenario.requirements.smallest_defect_pixels = 12;
        QVERIFY(f.document.set_scenario(scenario, QStringLiteral("defect")));
        QVERIFY(apply_defect(f.page(), 0)->isVisible());
        const auto label_text = [&f](const char* answer) { return child<QLabel>(f.page(), answer)->text(); };
        QVERIFY2(label_text("larger_input").contains(QStringLiteral("6,880 × 5,163")),
                 qPrintable(label_text("larger_input")));
        QVERIFY2(label_text("tiles").contains(QStringLiteral("399 × 300")), qPrintable(label_text("tiles")));
        f.click(apply_defect(f.page(), 1));
        QVERIFY(f.document.scenario().requirements.tiling == (Tiling{300, 399, 12}));
        QVERIFY(!apply_defect(f.page(), 1)->isVisible());
        f.document.undo_stack().undo();
        QVERIFY(!f.document.scenario().requirements.tiling);
        f.speak(QStringLiteral("zh_CN"));
        QVERIFY(label_text("tiles").contains(QStringLiteral("图块")));
    }

    void an_inspection_shows_its_images_per_second()
    {
        Scenario scenario = fabric_scenario();
        scenario.requirements.tiling = Tiling{800, 1066, 100};
        PageFixture f(scenario);
        const auto& step = page<QWidget>(f.window, "step_page");
        const auto shown = [&step](const char* quantity) {
            for (const QuantityLabel* label : step.findChildren<QuantityLabel*>())
                if (label->quantity() == QLatin1String(quantity) && label->isVisible()) return true;
            return false;
        };
        QVERIFY(shown("time.samples_per_second") && !shown("time.images_per_second"));
        scenario.training.mode = RunMode::infer;
        scenario.training.optimizer = OptimizerKind::none;
        QVERIFY(f.document.set_scenario(scenario, QStringLiteral("inference")));
        QVERIFY(shown("time.images_per_second") && !shown("time.samples_per_second"));
    }

    void every_shown_number_opens_its_working()
    {
        Scenario scenario = fabric_scenario();
        scenario.requirements.takt_seconds = 2.0;
        scenario.requirements.deadline_seconds = 36000.0;
        scenario.requirements.budget = 30000.0;
        scenario.requirements.power_limit_w = 2000.0;
        scenario.requirements.positive_share = 0.1;
        scenario.requirements.runs_per_month = 4.0;
        PageFixture f(scenario);
        int opened = 0;
        for (QuantityLabel* label : f.page().findChildren<QuantityLabel*>()) {
            if (!label->isVisibleTo(&f.page()) || !label->isEnabled()) continue;
            QSignalSpy asked(child<PageRequests>(f.window), &PageRequests::working_requested);
            f.click(label);
            QCOMPARE(asked.size(), 1);
            QVERIFY2(explain(f.document.evaluation(), *f.document.data(), label->quantity().toStdString()),
                     qPrintable(label->quantity()));
            ++opened;
        }
        QVERIFY2(opened >= 20, qPrintable(QString::number(opened)));
        QVERIFY(!number(f.page(), QStringLiteral("requirements.rack_units"))->isVisible());
    }

    void workloads_are_added_edited_and_removed()
    {
        PageFixture f;
        f.pick("chooser.workload", QStringLiteral("resnet-18"));
        QVERIFY(f.picker("chooser.workload").box()->lineEdit()->text().isEmpty());
        QCOMPARE(f.document.scenario().requirements.workloads.size(), std::size_t{1});
        QCOMPARE(f.document.scenario().requirements.workloads[0].model.preset, std::string("resnet18"));
        f.type(1, "Runs per month", QStringLiteral("12"));
        QCOMPARE(f.document.scenario().requirements.workloads[0].runs_per_month, 12.0);
        f.type(1, "Workload", QStringLiteral("<b>Labels</b>"));
        QCOMPARE(child<QTableView>(f.page(), "workloads")->model()->index(1, 0).data().toString(),
                 QStringLiteral("<b>Labels</b>"));
        f.type(0, "Runs per month", QStringLiteral("3"));
        QCOMPARE(*f.document.scenario().requirements.runs_per_month, 3.0);
        const QLabel& hint = *child<QLabel>(f.page(), "hint");
        const QString before = hint.text();
        f.type(1, "Samples", QStringLiteral("many"));
        QVERIFY(hint.text() != before);
        // A click on a share opens its working.
        QSignalSpy asked(child<PageRequests>(f.window), &PageRequests::working_requested);
        QTableView& view = *child<QTableView>(f.page(), "workloads");
        const QModelIndex share = view.model()->index(1, column_of(*view.model(), QStringLiteral("Of a month")));
        view.scrollTo(share);
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(share).center());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("requirements.workloads[1]"));
        QVERIFY(explain(f.document.evaluation(), *f.document.data(), "requirements.workloads[1]"));
        f.click(child<QPushButton>(f.page(), "remove_workload"));
        QVERIFY(f.document.scenario().requirements.workloads.empty());
        f.document.undo_stack().undo();
        QCOMPARE(f.document.scenario().requirements.workloads.size(), std::size_t{1});
    }

    void apply_raises_what_falls_short_in_one_step()
    {
        Scenario scenario = fabric_scenario();
        scenario.build.ram_gib = 4;
        scenario.build.storage_tb = 0.002;
        PageFixture f(scenario);
        QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>(f.page(), "apply_to_build")->isEnabled(), 120000);
        QVERIFY(child<QLabel>(f.page(), "plan")->text().contains(f.words.text("need.steps")));
        const int before = f.document.undo_stack().count();
        f.click(child<QPushButton>(f.page(), "apply_to_build"));
        QCOMPARE(f.document.undo_stack().count(), before + 1);
        QVERIFY(*f.document.scenario().build.ram_gib >= 16.0);
        QVERIFY(*f.document.scenario().build.storage_tb >= 1.0);
        QTRY_COMPARE_WITH_TIMEOUT(child<QLabel>(f.page(), "plan")->text(), f.words.text("need.no-step"), 120000);
        QVERIFY(!child<QPushButton>(f.page(), "apply_to_build")->isEnabled());
        f.document.undo_stack().undo();
        QCOMPARE(*f.document.scenario().build.ram_gib, 4.0);
    }

    void a_finding_offers_its_fix()
    {
        Scenario scenario = fabric_scenario();
        scenario.build.power_supply = "psu-650-gold";
        PageFixture f(scenario);
        child<Drawer>(f.window)->show_findings();
        FindingsPanel& findings = *child<FindingsPanel>(f.window);
        QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled(), 120000);
        QWidget* row = findings.row("power-supply-too-small");
        QVERIFY(row);
        QVERIFY(!row->findChildren<WrappingButton*>().empty() &&
                row->findChildren<WrappingButton*>().front()->isVisible());
        QTest::mouseClick(row->findChildren<WrappingButton*>().front(), Qt::LeftButton);
        QVERIFY(f.document.scenario().build.power_supply != "psu-650-gold");
        QVERIFY(!findings.row("power-supply-too-small"));
        f.document.undo_stack().undo();
        QCOMPARE(f.document.scenario().build.power_supply, std::string("psu-650-gold"));
        // In a narrow column a long name of a fix is elided, not cut off.
        row = findings.row("power-supply-too-small");
        constexpr int narrow = 150;
        row->setFixedWidth(narrow);
        QApplication::processEvents();
        for (const WrappingButton* button : row->findChildren<WrappingButton*>())
            if (button->isVisible()) QVERIFY(row->rect().contains(button->geometry()));
    }

    void detect_applies_the_ticked_parts()
    {
        PageFixture f;
        Machine machine;
        machine.cpu = "AMD EPYC 7742 64-Core Processor";
        machine.sockets = 2;
        machine.cores = 64;
        machine.memory = Bytes::gib(503.0);
        machine.gpus = {{"0000:01:00.0", 0x10de, 0x1eb8, 16, 16, "Tesla T4", Bytes::gib(15.0)},
                        {"0000:02:00.0", 0x10de, 0x1eb8, 16, 16, "Tesla T4", Bytes::gib(15.0)}};
        QDialog& dialog = *machine_dialog(f.document, f.words, machine, DriverAnswer::State::answered, &f.window);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        const QTableWidget& table = *child<QTableWidget>(dialog);
        QCOMPARE(table.rowCount(), 5);
        // The memory's line is left out.
        int memory = 0;
        for (int row = 0; row < table.rowCount(); ++row)
            if (table.item(row, 2)->text() == QStringLiteral("512 GiB")) memory = row;
        QVERIFY(memory > 0);
        const QRect line = table.visualItemRect(table.item(memory, 0));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, QPoint(line.left() + 12, line.center().y()));
        QCOMPARE(table.item(memory, 0)->checkState(), Qt::Unchecked);
        const int before = f.document.undo_stack().count();
        QTest::mouseClick(child<QDialogButtonBox>(dialog)->button(QDialogButtonBox::Apply), Qt::LeftButton);
        QCOMPARE(f.document.undo_stack().count(), before + 1);
        QCOMPARE(f.document.scenario().build.gpu, std::string("t4"));
        QCOMPARE(f.document.scenario().build.gpus_per_node, 2);
        QCOMPARE(f.document.scenario().build.cpu, std::string("epyc-7742"));
        QCOMPARE(f.document.scenario().build.cpu_sockets, 2);
        QCOMPARE(*f.document.scenario().build.ram_gib, 64.0);
        f.document.undo_stack().undo();
        QCOMPARE(f.document.scenario().build.gpu, std::string("rtx4090"));
    }

    void cards_are_compared_side_by_side()
    {
        PageFixture f;
        f.show_all_inputs();
        auto* figures = child<QAbstractButton>(*child<ChoicesColumn>(f.window, "choices"), "card");
        child<ChoicesColumn>(f.window, "choices")->ensureWidgetVisible(figures);
        QTest::mouseClick(figures, Qt::LeftButton);
        QWidget& cards = *child<QWidget>(f.window, "cards");
        QVERIFY(cards.isVisible());
        QApplication::processEvents();
        QCOMPARE(compared(cards), f.names({"rtx4090"}));
        QVERIFY(child<QLabel>(cards, "verdict")->text().isEmpty());
        QLineEdit* typed = child<PickerControl>(cards)->box()->lineEdit();
        typed->setFocus();
        QTest::keyClicks(typed, QStringLiteral("80gb a100 sxm"));
        QTest::keyClick(child<PickerControl>(cards)->list(), Qt::Key_Return);
        QVERIFY(typed->text().isEmpty());
        QCOMPARE(compared(cards), f.names({"rtx4090", "a100-sxm-80"}));
        QVERIFY(child<QLabel>(cards, "verdict")->text().contains(QStringLiteral("precision")));
        const QAbstractItemModel& sheet = *child<QTableView>(cards)->model();
        int row = 0;
        const QString sums_in_fp32 = QStringLiteral("FP16 Tensor Core (dense, FP32 sums)");
        while (sheet.headerData(row, Qt::Vertical, Qt::DisplayRole).toString() != sums_in_fp32) ++row;
        QCOMPARE(sheet.index(row, 1).data().toString(), QStringLiteral("312 TFLOP/s (1.9×)"));
        child<QTableView>(cards)->scrollTo(sheet.index(row, 0));
        QTest::mouseClick(child<QTableView>(cards)->viewport(), Qt::LeftButton, {},
                          child<QTableView>(cards)->visualRect(sheet.index(row, 0)).center());
        QVERIFY(child<QLabel>(cards, "meaning")->text().contains(QStringLiteral("as in training")));
        QTest::mouseClick(button(cards, QStringLiteral("Remove GPU")), Qt::LeftButton);
        QCOMPARE(compared(cards), f.names({"a100-sxm-80"}));
    }

    void the_cost_pane_shows_day_and_upload()
    {
        Scenario scenario = fabric_scenario();
        scenario.build.price_overrides["rtx4090"] = {12000.0, "CNY", "2026-11-01", "quotation"};
        scenario.economics.electricity_price_per_kwh = 0.8;
        scenario.run.upload_mbit_per_second = 100.0;
        PageFixture f(scenario);
        QWidget& pane = page<QWidget>(f.window, "cost");
        QCOMPARE(number(pane, QStringLiteral("time.upload_seconds"))->text(),
                 f.words.text(Value{200.0, Unit::seconds}));
        QVERIFY(!child<QDateEdit>(pane, "start_day")->isEnabled());
        tick(*child<QCheckBox>(pane, "starts"));
        QVERIFY(child<QDateEdit>(pane, "start_day")->isEnabled());
        child<QDateEdit>(pane, "start_day")->setFocus();
        child<QDateEdit>(pane, "start_day")->setDate(QDate(2026, 3, 1));
        QCOMPARE(f.document.scenario().economics.purchase_date, std::string("2026-03-01"));
        const std::string day = f.document.evaluation().estimate->cost.break_even_date;
        QVERIFY(!day.empty());
        QVERIFY(child<QLabel>(pane, "cost.break_even_calendar.note")->text().contains(QString::fromStdString(day)));
        tick(*child<QCheckBox>(pane, "starts"));
        QVERIFY(f.document.scenario().economics.purchase_date.empty());
    }

    void tables_speak_chinese()
    {
        PageFixture f;
        f.speak(QStringLiteral("zh_CN"));
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        const QAbstractItemModel& workloads = *child<QTableView>(f.page(), "workloads")->model();
        for (int column = 0; column < workloads.columnCount(); ++column)
            QVERIFY(workloads.headerData(column, Qt::Horizontal).toString().contains(han));
        const auto& cards = page<QWidget>(f.window, "cards");
        QVERIFY(
            child<QTableView>(cards)->model()->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString().contains(han));
    }
};

RIGWRIGHT_WIDGET_TEST(RequirementsPageTest)

} // namespace rigwright::test::tst_requirements_page

#include "tst_requirements_page.moc"
