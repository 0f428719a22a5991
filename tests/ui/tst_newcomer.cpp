// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/picker_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/panels/choices_column.h"
#include "ui/plots/plot_pane.h"
#include "ui/report/report_page.h"
#include "ui/theme/theme.h"
#include "ui/window/place_view.h"
#include "ui/window_files.h"

#include <QLineEdit>
#include <QPrintDialog>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTimer>

namespace rigwright::test::tst_newcomer {

/// A first-time user: uses only visible widgets, by mouse and by keys.
struct Newcomer : WindowFixture {
    Newcomer()
    {
        QVERIFY(window.files().open_example(
            QString::fromStdString((find_data_directory()->examples() / "fabric-defects.rigwright").string())));
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QApplication::processEvents();
    }

    /// The text of a number in the window; empty if it is not visible.
    QString reads(const char* quantity) const
    {
        for (const QuantityLabel* label : window.findChildren<QuantityLabel*>())
            if (label->quantity() == QLatin1String(quantity) && label->isVisible()) return label->text();
        return {};
    }

    bool sees(const QString& text) const
    {
        for (const QLabel* label : window.findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text)) return true;
        return false;
    }

    QLineEdit* card_field()
    {
        return qobject_cast<PickerControl*>(inputs()->control(QStringLiteral("build.gpu")))->box()->lineEdit();
    }

    /// The visible inputs: beside the page, or on it.
    ChoicesColumn* inputs()
    {
        for (ChoicesColumn* shown : window.findChildren<ChoicesColumn*>())
            if (shown->isVisible()) return shown;
        qFatal("no inputs");
    }

    void click_place(const char* name)
    {
        QTest::mouseClick(child<QAbstractButton>(*child<QWidget>(window, "rail"), name), Qt::LeftButton);
        QApplication::processEvents();
    }

    bool inputs_have_the_keyboard() { return inputs()->isAncestorOf(QApplication::focusWidget()); }

    void click_tab(const QString& text)
    {
        auto* bar = child<QTabBar>(window, "page_tabs");
        for (int i = 0; i < bar->count(); ++i) {
            if (bar->tabText(i) != text) continue;
            QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
            QCOMPARE(bar->currentIndex(), i);
            QApplication::processEvents();
            return;
        }
        QFAIL(qPrintable(text));
    }

    void pin_another_by_mouse(const QString& card)
    {
        click_place("machines");
        click_tab(QStringLiteral("Machines"));
        QTest::mouseClick(child<QPushButton>(page<QWidget>(window, "machines"), "add_machine"), Qt::LeftButton);
        QLineEdit* field = card_field();
        QTest::mouseClick(field, Qt::LeftButton);
        enter(*field, card);
        QApplication::processEvents();
        pin_front_machine(page<QWidget>(window, "machines"), document);
        QApplication::processEvents();
    }
};

/// Answers the dialog that is about to open by printing into a file.
void print_into(const QString& path)
{
    QTimer::singleShot(0, qApp, [path] {
        auto* dialog = qobject_cast<QPrintDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog != nullptr);
        auto* printers = dialog->findChild<QComboBox*>(QStringLiteral("printers"));
        auto* file = dialog->findChild<QLineEdit*>(QStringLiteral("filename"));
        QVERIFY(printers != nullptr && file != nullptr);
        // Printing into a file is the last entry, after the printers of the system.
        printers->setCurrentIndex(printers->count() - 1);
        file->setText(path);
        dialog->accept();
    });
}

/// Tasks solved without a manual: whether a machine is sufficient, which of two cards, which batch, and a printed
/// comparison of four builds.
class NewcomerTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void is_it_enough_which_card_and_which_batch()
    {
        Newcomer person;
        // Is it enough, and how long does the training take? Without a click.
        QVERIFY(child<QAbstractButton>(person.window, "status_verdict")->isVisible());
        QVERIFY(child<QAbstractButton>(person.window, "status_verdict")
                    ->accessibleName()
                    .startsWith(QStringLiteral("Fits")));
        QVERIFY(person.reads("memory.total_bytes").contains(QLatin1String("GiB")));
        QVERIFY(person.reads("time.total_seconds").contains(QLatin1String("h")));
        QVERIFY(person.sees(QStringLiteral("range ")));
        QCOMPARE(person.reads("time.bottleneck_share"), QStringLiteral("Bandwidth"));

        // Two more builds, each pinned.
        person.pin_another_by_mouse(QStringLiteral("A100 SXM4 80"));
        QVERIFY2(person.document.scenario().build.gpu.starts_with("a100"),
                 person.document.scenario().build.gpu.c_str());
        person.pin_another_by_mouse(QStringLiteral("T4"));
        QCOMPARE(person.document.scenario().build.gpu, std::string("t4"));
        QCOMPARE(pinned_builds(person.document.project()).size(), std::size_t(4));

        // Which card? The link below the card opens them side by side.
        QTest::mouseClick(person.window.findChild<QAbstractButton*>(QStringLiteral("tier.usual")), Qt::LeftButton);
        QTest::mouseClick(person.window.findChild<QAbstractButton*>(QStringLiteral("card")), Qt::LeftButton);
        auto* cards = person.window.findChild<QWidget*>(QStringLiteral("cards"));
        QVERIFY(cards != nullptr && cards->isVisible());
        const QAbstractItemModel* sheet = child<QTableView>(*cards)->model();
        QVERIFY(sheet->rowCount() > 10);
        QStringList rows;
        for (int row = 0; row < sheet->rowCount(); ++row)
            rows << sheet->headerData(row, Qt::Vertical).toString() + sheet->index(row, 0).data().toString();
        for (const char* format : {"FP64", "FP32", "TF32", "FP16", "BF16", "FP8"})
            QVERIFY2(rows.filter(QLatin1String(format), Qt::CaseInsensitive).size() > 0, format);

        // Why does a larger batch stop helping?
        person.click_place("explore");
        person.click_tab(QStringLiteral("Time"));
        auto* plot = person.window.findChild<PlotPane*>(QStringLiteral("epoch_time"));
        QVERIFY(plot != nullptr && plot->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(plot->is_drawn(), 60000);
        QVERIFY2(plot->caption().contains(QLatin1String("micro-batch"), Qt::CaseInsensitive),
                 qPrintable(plot->caption()));

        // All four side by side, and on paper.
        person.click_place("decide");
        person.click_tab(QStringLiteral("Compare"));
        const auto* table =
            child<QWidget>(person.window, "compare")->findChild<QTableView*>(QStringLiteral("comparison"));
        QCOMPARE(table->model()->columnCount(), 6);
        QTest::mouseClick(person.window.findChild<QAbstractButton*>(QStringLiteral("print_comparison")),
                          Qt::LeftButton);
        QApplication::processEvents();
        ReportPage& report = *child<ReportPage>(person.window);
        QVERIFY(report.isVisible());
        const QString preview = child<PaperView>(report)->pages().text();
        for (const char* card : {"RTX 4090", "A100", "T4"}) QVERIFY2(preview.contains(QLatin1String(card)), card);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("comparison.pdf"));
        print_into(path);
        QTest::mouseClick(button(report, QStringLiteral("Print…")), Qt::LeftButton);
        QFile printed(path);
        QVERIFY(printed.open(QIODevice::ReadOnly));
        QVERIFY(printed.read(5) == "%PDF-");
        QVERIFY(printed.size() > 10'000);
    }

    void the_keyboard_alone_does_as_well()
    {
        Newcomer person;
        MainWindow* window = &person.window;
        const auto press = [window](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::ControlModifier) {
            QWidget* focus = QApplication::focusWidget();
            QTest::keyClick(focus != nullptr ? focus : window, key, modifiers);
            QApplication::processEvents();
        };
        for (const char* card : {"A100 SXM4 80", "T4"}) {
            press(Qt::Key_B);
            // To the inputs, and on to the first of them.
            for (int i = 0; i < 4 && !person.inputs_have_the_keyboard(); ++i) press(Qt::Key_F6, Qt::NoModifier);
            for (int i = 0; i < 6 && QApplication::focusWidget() != person.card_field()->parentWidget(); ++i)
                press(Qt::Key_Tab, Qt::NoModifier);
            QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(person.card_field()->parentWidget()));
            person.card_field()->selectAll();
            QTest::keyClicks(QApplication::focusWidget(), QLatin1String(card));
            press(Qt::Key_Return, Qt::NoModifier);
            press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        }
        QCOMPARE(pinned_builds(person.document.project()).size(), std::size_t(4));
        press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(child<QWidget>(*window, "compare")->isVisible());
        press(Qt::Key_P);
        auto* report = window->findChild<ReportPage*>();
        QVERIFY(report != nullptr && report->isVisible());
        QVERIFY(child<PaperView>(*report)->pages().text().contains(QLatin1String("A100")));
    }
};

RIGWRIGHT_STYLED_TEST(NewcomerTest)

} // namespace rigwright::test::tst_newcomer

#include "tst_newcomer.moc"
