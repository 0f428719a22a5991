// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "core/estimate/working/explain.h"
#include "tests/support/suite.h"
#include "tests/ui/find_widget.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/model_entries.h"
#include "ui/panels/verdict_panel.h"
#include "ui/panels/working_panel.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>

namespace tst_main_window {

using namespace rigwright;
using namespace rigwright::test;

/// What you choose, what it costs and what it means follow each other.
class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void a_drag_is_one_undo_step_and_shows_the_engine();
    void every_shown_number_opens_its_working();
    void a_leaf_of_the_working_leads_to_its_setting();
    void refused_settings_are_marked_and_the_answer_stays();
    void another_model_brings_its_own_controls();
    void the_third_column_becomes_a_tab();
    void the_working_tree_is_a_sound_model();
    void findings_are_no_wider_than_their_panel();
    void everything_that_can_be_picked_has_an_answer_or_a_reason_data();
    void everything_that_can_be_picked_has_an_answer_or_a_reason();
    void a_new_verdict_is_announced_once();
    void every_label_shows_plain_text();
};

void MainWindowTest::initTestCase()
{
    install_style(*qApp);
    install_step_slider_accessibility();
}

void MainWindowTest::a_drag_is_one_undo_step_and_shows_the_engine()
{
    WindowFixture fixture;
    auto* control = qobject_cast<ParameterControl*>(
        child<ChoicesColumn>(fixture.window)->control(QStringLiteral("training.micro_batch")));
    QVERIFY(control);
    StepSlider* slider = control->slider();
    child<ChoicesColumn>(fixture.window)->ensureWidgetVisible(control);
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
    for (int x = slider->width() / 2; x < slider->width() * 3 / 4; x += 2)
        QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() * 3 / 4, slider->height() / 2));
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    const auto batch = static_cast<std::int64_t>(slider->step());
    QVERIFY(batch > 2);
    QCOMPARE(fixture.document.scenario().training.micro_batch, batch);
    const QString shown = fixture.words.text(value_of(fixture.document.evaluation().estimate->memory->total));
    QuantityLabel* total = nullptr;
    for (QuantityLabel* label : fixture.window.findChild<VerdictPanel*>()->findChildren<QuantityLabel*>()) {
        if (label->quantity() == QLatin1String("memory.total_bytes")) total = label;
    }
    QVERIFY(total);
    QVERIFY2(total->text().startsWith(shown), qPrintable(total->text()));
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.document.scenario(), fabric_scenario());
    QCOMPARE(control->field()->text(), QStringLiteral("2"));
}

void MainWindowTest::every_shown_number_opens_its_working()
{
    WindowFixture fixture;
    const QList<QuantityLabel*> labels = fixture.window.findChildren<QuantityLabel*>();
    QVERIFY(labels.size() >= 15);
    for (QuantityLabel* label : labels) {
        // A figure that this model does not have.
        if (label->isHidden()) continue;
        QTest::mouseClick(label, Qt::LeftButton);
        QCOMPARE(child<WorkingPanel>(fixture.window)->quantity(), label->quantity());
        QVERIFY2(child<WorkingPanel>(fixture.window)->has_working(), qPrintable(label->quantity()));
    }
}

void MainWindowTest::a_leaf_of_the_working_leads_to_its_setting()
{
    WindowFixture fixture;
    fixture.window.show_working(QStringLiteral("time.steps_per_epoch"));
    QTreeView* tree = child<QTreeView>(*child<WorkingPanel>(fixture.window));
    tree->expandAll();
    const QModelIndexList leaves =
        tree->model()->match(tree->model()->index(0, 0), WorkingModel::origin_role,
                             QStringLiteral("training.micro_batch"), 1, Qt::MatchExactly | Qt::MatchRecursive);
    QVERIFY(!leaves.isEmpty());
    tree->scrollTo(leaves.first());
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(leaves.first()).center());
    FieldControl* control = child<ChoicesColumn>(fixture.window)->control(QStringLiteral("training.micro_batch"));
    QTRY_VERIFY(control->editor()->hasFocus());
}

void MainWindowTest::refused_settings_are_marked_and_the_answer_stays()
{
    WindowFixture fixture;
    const Bytes before = fixture.document.evaluation().estimate->memory->total;
    auto* heads = qobject_cast<ParameterControl*>(
        child<ChoicesColumn>(fixture.window)->control(QStringLiteral("model.shape.heads")));
    QVERIFY(heads);
    heads->field()->setFocus();
    heads->field()->selectAll();
    QTest::keyClicks(heads->field(), QStringLiteral("7"));
    QVERIFY(heads->is_marked());
    QVERIFY(!heads->message().startsWith(QLatin1Char('[')));
    QCOMPARE(heads->field()->text(), QStringLiteral("7"));
    QCOMPARE(fixture.document.evaluation().estimate->memory->total, before);
    QVERIFY(fixture.document.set_field("training.epochs", std::int64_t{5}));
    QVERIFY(heads->is_marked());
    const QString english = heads->message();
    fixture.speak(QStringLiteral("zh_CN"));
    QVERIFY(heads->message() != english);
    QCOMPARE(heads->field()->text(), QStringLiteral("7"));
}

void MainWindowTest::another_model_brings_its_own_controls()
{
    WindowFixture fixture;
    ChoicesColumn& choices = *child<ChoicesColumn>(fixture.window);
    QVERIFY(choices.control(QStringLiteral("input.image_height")));
    QVERIFY(!choices.control(QStringLiteral("input.sequence_length")));
    auto* picker = qobject_cast<PickerControl*>(choices.control(QStringLiteral("model.preset")));
    QVERIFY(picker);
    picker->box()->lineEdit()->setText(QStringLiteral("GPT-2 small"));
    QTest::keyClick(picker->box()->lineEdit(), Qt::Key_Return);
    QCOMPARE(fixture.document.scenario().model.preset, std::string("gpt2-small"));
    QVERIFY(choices.control(QStringLiteral("input.sequence_length")));
    QVERIFY(!choices.control(QStringLiteral("input.image_height")));
    fixture.document.undo_stack().undo();
    QVERIFY(choices.control(QStringLiteral("input.image_height")));
}

void MainWindowTest::the_third_column_becomes_a_tab()
{
    WindowFixture fixture;
    const int plots = fixture.window.tabs().count();
    fixture.show(QSize(1024, 768));
    QCOMPARE(fixture.window.tabs().count(), plots + 1);
    fixture.window.tabs().setCurrentIndex(0);
    fixture.window.show_working(QStringLiteral("memory.parts.weights"));
    QCOMPARE(fixture.window.tabs().currentIndex(), plots);
    QVERIFY(child<WorkingPanel>(fixture.window)->isVisible());
    // The tab is low: the ways of counting are whole there, and some lines of the tree are in sight.
    fixture.window.show_working(QStringLiteral("memory.total_bytes"));
    QApplication::processEvents();
    const WorkingPanel& working = *child<WorkingPanel>(fixture.window);
    const QAbstractButton* way = child<QButtonGroup>(*child<ReadingSwitch>(working))->button(0);
    QVERIFY(way->visibleRegion().boundingRect().height() >= way->sizeHint().height());
    QVERIFY(child<QTreeView>(working)->viewport()->height() >= 2 * child<QTreeView>(working)->sizeHintForRow(0));
    fixture.show(QSize(1440, 900));
    QCOMPARE(fixture.window.tabs().count(), plots);
    QVERIFY(child<WorkingPanel>(fixture.window)->isVisible());
}

void MainWindowTest::the_working_tree_is_a_sound_model()
{
    WindowFixture fixture;
    WorkingModel model(fixture.words);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const std::string_view id : explained_quantities()) {
        const std::optional<Derivation> working = explain(fixture.document.evaluation(), engine_data(), id);
        if (!working) continue;
        model.show_working(*working);
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(!model.index(0, 0).data().toString().startsWith(QLatin1Char('[')));
    }
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void MainWindowTest::findings_are_no_wider_than_their_panel()
{
    WindowFixture fixture;
    for (const char* language : {"en", "zh_CN"}) {
        fixture.speak(QLatin1String(language));
        fixture.show(QSize(1280, 800));
        QTRY_VERIFY(fixture.window.is_drawn());
        const auto* scroll = fixture.window.findChild<FindingsPanel*>()->findChild<QScrollArea*>();
        QVERIFY(!scroll->findChildren<FindingRow*>().isEmpty());
        QTRY_VERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    }
}

void MainWindowTest::everything_that_can_be_picked_has_an_answer_or_a_reason_data()
{
    QTest::addColumn<QString>("path");
    for (const char* path : {"model.preset", "build.gpu", "build.cpu", "build.storage", "build.node_link"}) {
        QTest::newRow(path) << QString::fromLatin1(path);
    }
}

void MainWindowTest::everything_that_can_be_picked_has_an_answer_or_a_reason()
{
    QFETCH(QString, path);
    WindowFixture fixture;
    fixture.speak(QStringLiteral("zh_CN"));
    auto* picker = qobject_cast<PickerControl*>(child<ChoicesColumn>(fixture.window)->control(path));
    QVERIFY(picker);
    QVERIFY(picker->entries().size() > 3);
    const bool resettable = path != QLatin1String("model.preset") && path != QLatin1String("build.gpu");
    const bool at_default = path == QLatin1String("build.node_link");
    QCOMPARE(picker->tab_stops().back()->isVisible(), resettable && !at_default);
    for (const PickerEntry& entry : picker->entries()) {
        // That one asks for a file.
        if (entry.id == import_entry) continue;
        const int row = picker->box()->findData(entry.id);
        picker->box()->setCurrentIndex(row);
        emit picker->box()->activated(row);
        const bool taken = effective_value(fixture.document.scenario(), engine_data(), path.toStdString()) ==
                           (entry.id.isEmpty() ? FieldValue() : FieldValue(entry.id.toStdString()));
        const bool own_shape =
            entry.id == QStringLiteral("family:") + from_utf8(fixture.document.scenario().model.family);
        QVERIFY2(taken || own_shape || picker->is_marked(), qPrintable(entry.id));
        QVERIFY2(!picker->message().startsWith(QLatin1Char('[')), qPrintable(picker->message()));
        for (const Finding& finding : fixture.document.evaluation().estimate->findings) {
            const QString text = fixture.words.text(finding);
            QVERIFY2(!text.startsWith(QLatin1Char('[')) && !text.contains(QLatin1Char('{')), qPrintable(text));
        }
    }
}

void MainWindowTest::a_new_verdict_is_announced_once()
{
    WindowFixture fixture;
    const QSignalSpy announced(fixture.window.findChild<VerdictPanel*>(), &VerdictPanel::announced);
    fixture.document.begin_gesture();
    for (std::int64_t batch = 3; batch <= 64; ++batch)
        QVERIFY(fixture.document.set_field("training.micro_batch", batch));
    QCOMPARE(announced.count(), 0);
    fixture.document.end_gesture();
    QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{60}));
    QCOMPARE(announced.count(), 1);
    QVERIFY(announced.first().first().toString().startsWith(QLatin1String("DOES NOT FIT")));
}

void MainWindowTest::every_label_shows_plain_text()
{
    WindowFixture fixture;
    const QList<QLabel*> labels = fixture.window.findChildren<QLabel*>();
    QVERIFY(labels.size() > 40);
    for (const QLabel* label : labels) {
        QVERIFY2(label->textFormat() == Qt::PlainText || label->text().isEmpty(), qPrintable(label->text()));
    }
}

RIGWRIGHT_WIDGET_TEST(MainWindowTest)

} // namespace tst_main_window

#include "tst_main_window.moc"
