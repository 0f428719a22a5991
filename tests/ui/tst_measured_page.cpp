// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measurement_result.h"
#include "core/scenario/measurement_settings.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/exact_field.h"
#include "ui/measure/measurement_list.h"
#include "ui/panels/working_panel.h"
#include "ui/window/notices.h"
#include "ui/window_files.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>

namespace rigwright::test::tst_measured_page {

/// The columns of the table.
struct Model {
    enum { batch, step, step_predicted, peak, kind, peak_predicted, used, note };
};

QWidget& opened(WindowFixture& fixture)
{
    fixture.window.activateWindow();
    if (!QTest::qWaitForWindowActive(&fixture.window)) qFatal("not active");
    QTest::keyClick(&fixture.window, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    auto* measured = fixture.window.findChild<QWidget*>(QStringLiteral("measured"));
    if (!measured || !measured->isVisible()) qFatal("Ctrl+Shift+M opened nothing");
    QApplication::processEvents();
    return *measured;
}

/// The window with the page of measurements in front.
struct OpenedMeasured : WindowFixture {
    QWidget& measured = opened(*this);

    QString trouble() const { return child<QLabel>(measured, "trouble")->text(); }
    const std::vector<Measurement>& list() const { return document.scenario().measurements; }
    /// Steps through the units of memory.
    void next_unit() const
    {
        auto* units = labelled<QComboBox>(measured, QStringLiteral("Unit of memory"));
        units->setFocus();
        QTest::keyClick(units, Qt::Key_Down);
    }
};

QAbstractItemModel* model_of(const QWidget& window) { return child<QTableView>(window, "measurements")->model(); }

/// Types into a cell by keyboard; the editor is left open where `enter` is false.
ExactField* type(QWidget& window, int row, int column, const QString& text, bool enter = true)
{
    QTableView& view = *child<QTableView>(window, "measurements");
    view.setFocus();
    view.setCurrentIndex(view.model()->index(row, column));
    QTest::keyClick(&view, Qt::Key_F2);
    auto* field = qobject_cast<ExactField*>(QApplication::focusWidget());
    if (!field) qFatal("no editor");
    field->selectAll();
    QTest::keyClicks(field, text);
    if (enter) QTest::keyClick(field, Qt::Key_Return);
    QApplication::processEvents();
    return field;
}

QString cell(const QWidget& window, int row, int column)
{
    return model_of(window)->index(row, column).data().toString();
}

std::string result_for(const Scenario& scenario)
{
    nlohmann::json settings = nlohmann::json::parse(write_scenario(scenario).dump());
    for (const char* key : {"format", "version", "name", "requirements", "constraints", "measurements"})
        settings.erase(key);
    return nlohmann::json{{"format", "rigwright.measurement-result"},
                          {"version", 1},
                          {"fingerprint", network_fingerprint(scenario)},
                          {"settings", settings},
                          {"micro_batch", 2},
                          {"step_seconds", 0.2},
                          {"kind", "cuda"},
                          {"device", "NVIDIA GeForce RTX 4090"},
                          {"date", "2026-11-21"},
                          {"peak_device_bytes", 4'000'000'000}}
        .dump();
}

/// Drops the script's result for a plan, as from the file manager.
void drop_result(QWidget& window, const Scenario& scenario)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("result.json"));
    write_file(path, QByteArray::fromStdString(result_for(scenario)));
    drop(window, path);
}

/// Own measurements, typed and imported by mouse and keys.
class MeasuredPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void init()
    {
        QFile::remove(MeasurementFiles::log_path());
        QDir().rmdir(MeasurementFiles::log_path());
    }

    void a_typed_peak_corrects_the_plan_and_undo_takes_it_back()
    {
        OpenedMeasured fixture;
        const QAbstractItemModelTester tester(model_of(fixture.measured));
        const std::int64_t before = fixture.document.evaluation().estimate->memory->total.value();
        QCOMPARE(model_of(fixture.measured)->rowCount(), 1);
        // The batch of the plan is already there.
        QCOMPARE(cell(fixture.measured, 0, Model::batch), QStringLiteral("2"));
        type(fixture.measured, 0, Model::peak, QStringLiteral("4.5"));
        QCOMPARE(model_of(fixture.measured)->rowCount(), 2);
        QCOMPARE(fixture.list().size(), std::size_t{1});
        QCOMPARE(fixture.list()[0].peak_bytes.value_or(0), 4'831'838'208);
        QCOMPARE(fixture.list()[0].micro_batch, 2);
        QVERIFY(fixture.list()[0].settings != nullptr);
        QVERIFY(fixture.document.evaluation().estimate->memory->total.value() > before);
        QVERIFY(cell(fixture.measured, 0, Model::peak_predicted).contains(QStringLiteral("→")));
        QCOMPARE(cell(fixture.measured, 0, Model::used), QStringLiteral("Memory"));
        type(fixture.measured, 0, Model::step, QStringLiteral("300"));
        QCOMPARE(fixture.list()[0].step_seconds.value_or(0.0), 0.3);
        QCOMPARE(cell(fixture.measured, 0, Model::used), QStringLiteral("Memory and time"));
        fixture.document.undo_stack().undo();
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.evaluation().estimate->memory->total.value(), before);
        QCOMPARE(model_of(fixture.measured)->rowCount(), 1);
    }

    void a_plan_with_a_typed_measurement_is_saved()
    {
        each_text({"plan.rigwright", "plan.json"}, [](const char* name) {
            const QTemporaryDir folder;
            const QString path = folder.filePath(name);
            OpenedMeasured fixture;
            QVERIFY(fixture.window.files().save_to(path));
            type(fixture.measured, 0, Model::step, QStringLiteral("300"));
            const std::vector<Measurement> typed = fixture.list();
            QCOMPARE(typed.size(), std::size_t{1});
            // Without leaving the page.
            QTest::keyClick(&fixture.window, Qt::Key_S, Qt::ControlModifier);
            QVERIFY2(!fixture.window.trouble().isVisible(), qPrintable(fixture.window.trouble().text()));
            QVERIFY(fixture.document.undo_stack().isClean());
            // Measurements stay unchanged, whatever is edited after the file was read again.
            QVERIFY(fixture.document.set_field("training.precision", std::string("fp32")));
            QVERIFY(fixture.window.files().revert());
            QVERIFY(fixture.document.set_field("training.precision", std::string("fp32")));
            QVERIFY(fixture.list() == typed);
            QVERIFY(fixture.window.files().open(path));
            QVERIFY(fixture.list() == typed);
        });
    }

    void wrong_texts_are_marked_while_typed_and_refused()
    {
        OpenedMeasured fixture;
        for (const char* wrong : {"-3", "many", "1,000.5x", "0", "1e30"}) {
            ExactField* field = type(fixture.measured, 0, Model::peak, QString::fromLatin1(wrong), false);
            QVERIFY2(field->is_bad(), wrong);
            QTest::keyClick(field, Qt::Key_Return);
            QApplication::processEvents();
            QVERIFY2(fixture.trouble().contains(QLatin1String(wrong)), qPrintable(fixture.trouble()));
            QVERIFY(fixture.list().empty());
        }
        type(fixture.measured, 0, Model::batch, QStringLiteral("2.5"));
        QVERIFY(!fixture.trouble().isEmpty());
        type(fixture.measured, 0, Model::batch, QStringLiteral("16"));
        QVERIFY(fixture.trouble().isEmpty());
        type(fixture.measured, 0, Model::peak, QStringLiteral("9"));
        QCOMPARE(fixture.list().at(0).micro_batch, 16);
    }

    void units_are_explicit()
    {
        OpenedMeasured fixture;
        const auto heading = [&] {
            return model_of(fixture.measured)->headerData(Model::peak, Qt::Horizontal).toString();
        };
        QCOMPARE(heading(), QStringLiteral("Peak memory (GiB)"));
        fixture.next_unit();
        QCOMPARE(heading(), QStringLiteral("Peak memory (GB)"));
        type(fixture.measured, 0, Model::peak, QStringLiteral("4"));
        QCOMPARE(fixture.list().at(0).peak_bytes.value_or(0), 4'000'000'000);
        fixture.next_unit();
        fixture.next_unit();
        QCOMPARE(cell(fixture.measured, 0, Model::peak), QStringLiteral("4000"));
        QCOMPARE(heading(), QStringLiteral("Peak memory (MB)"));
    }

    void an_idle_context_is_typed()
    {
        OpenedMeasured fixture;
        auto& context = *labelled<ExactField>(fixture.measured, QStringLiteral("Idle GPU memory (CUDA context)"));
        enter(context, QStringLiteral("0.75"));
        QCOMPARE(fixture.document.scenario().build.context_bytes.value_or(0), 805'306'368);
        QCOMPARE(fixture.document.evaluation().memory.context.value(), 805'306'368);
        context.selectAll();
        QTest::keyClicks(&context, QStringLiteral("none"));
        QVERIFY(context.is_bad());
        QTest::keyClick(&context, Qt::Key_Return);
        QVERIFY(!fixture.trouble().isEmpty());
        QCOMPARE(fixture.document.scenario().build.context_bytes.value_or(0), 805'306'368);
    }

    void all_are_removed_in_one_click()
    {
        OpenedMeasured fixture;
        const Scenario plain = fixture.document.scenario();
        type(fixture.measured, 0, Model::peak, QStringLiteral("4"));
        type(fixture.measured, 1, Model::batch, QStringLiteral("4"));
        type(fixture.measured, 1, Model::peak, QStringLiteral("6"));
        QCOMPARE(fixture.list().size(), std::size_t{2});
        // One row by the keyboard, all by one click.
        auto* rows = labelled<QTableView>(fixture.measured, QStringLiteral("Measurements of this machine"));
        rows->setCurrentIndex(model_of(fixture.measured)->index(0, 0));
        QTest::keyClick(rows, Qt::Key_Delete);
        QCOMPARE(fixture.list().size(), std::size_t{1});
        QTest::mouseClick(child<QPushButton>(fixture.measured, "remove_all"), Qt::LeftButton);
        QCOMPARE(fixture.document.scenario(), plain);
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.list().size(), std::size_t{1});
    }

    void cards_show_which_batch_fits()
    {
        OpenedMeasured fixture;
        fixture.next_unit();
        type(fixture.measured, 0, Model::batch, QStringLiteral("8"));
        type(fixture.measured, 0, Model::peak, QStringLiteral("8"));
        type(fixture.measured, 1, Model::batch, QStringLiteral("16"));
        type(fixture.measured, 1, Model::peak, QStringLiteral("12"));
        QTableWidget& cards = *labelled<QTableWidget>(fixture.measured, QStringLiteral("Max. micro-batch by GPU"));
        QVERIFY(cards.rowCount() >= 5);
        // 8 GB at batch 8 and 12 GB at batch 16: except for the own card, larger cards hold no smaller batches.
        int largest = 0;
        for (int row = 1; row < cards.rowCount(); ++row) {
            const int batch = cards.item(row, 4)->text().toInt();
            QVERIFY(batch >= largest);
            largest = batch;
        }
        QVERIFY(largest >= 24);
        QCOMPARE(cards.item(0, 0)->text(), QStringLiteral("GeForce RTX 4090"));
        QVERIFY(!cards.item(0, 3)->text().isEmpty());
    }

    void the_badge_opens_the_page()
    {
        OpenedMeasured fixture;
        auto& overview = page<QWidget>(fixture.window, "overview");
        auto* badge = child<QToolButton>(overview, "measured_badge");
        QVERIFY(!badge->isVisible());
        type(fixture.measured, 0, Model::peak, QStringLiteral("4"));
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(badge->isVisible());
        QVERIFY(badge->text().contains(QStringLiteral("memory")));
        QVERIFY(!fixture.measured.isVisible());
        QTest::mouseClick(badge, Qt::LeftButton);
        QVERIFY(fixture.measured.isVisible());
    }

    void numbers_open_their_working()
    {
        OpenedMeasured fixture;
        type(fixture.measured, 0, Model::peak, QStringLiteral("4"));
        const WorkingPanel& working = *child<WorkingPanel>(fixture.window);
        QTest::mouseClick(number(fixture.measured, QStringLiteral("memory.max_micro_batch")), Qt::LeftButton);
        QVERIFY(working.isVisible());
        QCOMPARE(working.quantity(), QStringLiteral("memory.max_micro_batch"));
        const auto& overview = page<QWidget>(fixture.window, "overview");
        QuantityLabel* correction =
            number(*child<QWidget>(overview, "memory_parts"), QStringLiteral("memory.parts.measured_correction"));
        QVERIFY(correction->isVisible());
        QVERIFY2(correction->text().startsWith(QLatin1Char('+')), qPrintable(correction->text()));
        QTest::mouseClick(correction, Qt::LeftButton);
        QCOMPARE(working.quantity(), QStringLiteral("memory.parts.measured_correction"));
    }

    void a_result_dropped_on_the_window_is_imported_and_listed()
    {
        OpenedMeasured fixture;
        drop_result(fixture.window, fabric_scenario());
        QCOMPARE(fixture.list().size(), std::size_t{2});
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->isVisible());
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->text().contains(QStringLiteral("RTX 4090")));
        QCOMPARE(labelled<QTableWidget>(fixture.measured, QStringLiteral("Measurements"))->rowCount(), 2);
        QCOMPARE(labelled<QTableWidget>(fixture.measured, QStringLiteral("Measurements"))->item(0, 2)->text(),
                 QStringLiteral("NVIDIA GeForce RTX 4090"));
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
    }

    void a_result_of_another_network_is_refused()
    {
        Scenario other = fabric_scenario();
        other.model.preset = "resnet50";
        WindowFixture fixture;
        drop_result(fixture.window, other);
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
        QVERIFY(fixture.window.trouble().isVisible());
        QVERIFY(fixture.window.trouble().text().contains(QStringLiteral("another network")));
        QVERIFY(!QFile::exists(MeasurementFiles::log_path()));
    }

    /// The plan is corrected nevertheless; the folder in place of the list is left alone.
    void an_unreadable_list_is_kept_and_reported()
    {
        QVERIFY(QDir().mkpath(MeasurementFiles::log_path()));
        WindowFixture fixture;
        drop_result(fixture.window, fabric_scenario());
        QCOMPARE(fixture.document.scenario().measurements.size(), std::size_t{2});
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->text().contains(QStringLiteral("was not changed")));
        QVERIFY(QFileInfo(MeasurementFiles::log_path()).isDir());
        QVERIFY(QDir().rmdir(MeasurementFiles::log_path()));
    }

    void a_script_is_exported()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("measure.py"));
        WindowFixture fixture;
        QVERIFY(child<MeasurementFiles>(fixture.window)->export_script(path));
        QVERIFY(content_of(path).contains("import torch"));
        QVERIFY(child<NoticeStrip>(fixture.window, "news")->text().contains(QStringLiteral("measure.py")));
        QVERIFY(!child<MeasurementFiles>(fixture.window)
                     ->export_script(folder.filePath(QStringLiteral("no/such/place.py"))));
        QVERIFY(fixture.window.trouble().isVisible());
    }

    void contradictions_are_reported_immediately()
    {
        OpenedMeasured fixture;
        type(fixture.measured, 0, Model::batch, QStringLiteral("8"));
        type(fixture.measured, 0, Model::peak, QStringLiteral("8"));
        type(fixture.measured, 1, Model::batch, QStringLiteral("16"));
        type(fixture.measured, 1, Model::peak, QStringLiteral("5"));
        QCOMPARE(cell(fixture.measured, 0, Model::used), QStringLiteral("None"));
        QCOMPARE(cell(fixture.measured, 1, Model::used), QStringLiteral("None"));
        bool reported = false;
        for (const QLabel* label : fixture.measured.findChildren<QLabel*>())
            reported = reported || (label->isVisible() && label->text().contains(QStringLiteral("contradict")));
        QVERIFY(reported);
    }

    /// An editor that loses the focus commits its text, so its page must still exist.
    void an_open_editor_is_committed_when_its_page_closes()
    {
        auto fixture = std::make_unique<WindowFixture>();
        QWidget* window = &opened(*fixture);
        // To another page,
        type(*window, 0, Model::peak, QStringLiteral("4.5"), false);
        fixture->window.open_page(QStringLiteral("overview"));
        QApplication::processEvents();
        QCOMPARE(fixture->document.scenario().measurements.size(), std::size_t(1));
        QCOMPARE(fixture->document.scenario().measurements[0].peak_bytes.value_or(0), 4'831'838'208);
        // for good,
        window = &opened(*fixture);
        type(*window, 1, Model::peak, QStringLiteral("5.5"), false);
        delete window;
        QCOMPARE(fixture->document.scenario().measurements.size(), std::size_t(2));
        // and with the whole program.
        fixture = std::make_unique<WindowFixture>();
        window = &opened(*fixture);
        type(*window, 0, Model::peak, QStringLiteral("4.5"), false);
        QVERIFY(qobject_cast<ExactField*>(QApplication::focusWidget()) != nullptr);
        fixture.reset();
        QVERIFY(QApplication::focusWidget() == nullptr);
    }

    void a_screen_reader_hears_what_a_cell_holds()
    {
        const OpenedMeasured fixture;
        const QModelIndex batch = model_of(fixture.measured)->index(0, Model::batch);
        QVERIFY(batch.data(Qt::AccessibleTextRole).toString().startsWith(QStringLiteral("Micro-batch: ")));
    }

    void speaks_both_languages()
    {
        OpenedMeasured fixture;
        type(fixture.measured, 0, Model::peak, QStringLiteral("4"));
        const QString english =
            model_of(fixture.measured)->headerData(Model::peak_predicted, Qt::Horizontal).toString();
        QCOMPARE(english, QStringLiteral("Peak memory: estimated → calibrated"));
        fixture.speak(QStringLiteral("zh_CN"));
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        QVERIFY(cell(fixture.measured, 0, Model::kind).contains(han));
        fixture.speak(QStringLiteral("en"));
        QCOMPARE(model_of(fixture.measured)->headerData(Model::peak_predicted, Qt::Horizontal).toString(), english);
    }
};

RIGWRIGHT_STYLED_TEST(MeasuredPageTest)

} // namespace rigwright::test::tst_measured_page

#include "tst_measured_page.moc"
