// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/field_access.h"
#include "core/estimate/working/explain.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/part_entries.h"
#include "ui/panels/working_panel.h"
#include "ui/window/place_view.h"
#include "ui/window/window_body.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSet>
#include <QTabBar>

namespace rigwright::test::tst_main_window {

/// Inputs, pages and the drawer follow each other.
class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void a_drag_is_one_undo_step_and_shows_the_engine()
    {
        WindowFixture fixture;
        auto* control = qobject_cast<ParameterControl*>(
            child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("training.micro_batch")));
        QVERIFY(control);
        StepSlider* slider = control->slider();
        child<ChoicesColumn>(fixture.window, "choices")->ensureWidgetVisible(control);
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, slider->height() / 2));
        for (int x = slider->width() / 2; x < slider->width() * 3 / 4; x += 2)
            QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() * 3 / 4, slider->height() / 2));
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        const auto batch = static_cast<std::int64_t>(slider->step());
        QVERIFY(batch > 2);
        QCOMPARE(fixture.document.scenario().training.micro_batch, batch);
        const QString shown = fixture.words.text(value_of(fixture.document.evaluation().estimate->memory->total));
        const auto& overview = page<QWidget>(fixture.window, "overview");
        const QuantityLabel* total = number(*child<QWidget>(overview, "figures"), QStringLiteral("memory.total_bytes"));
        QVERIFY(total->isVisible());
        QVERIFY2(total->text().startsWith(shown), qPrintable(total->text()));
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
        QCOMPARE(control->field()->text(), QStringLiteral("2"));
    }

    void every_shown_number_opens_its_working()
    {
        WindowFixture fixture;
        const WorkingPanel& working = *child<WorkingPanel>(fixture.window);
        QSet<QString> opened;
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            QApplication::processEvents();
            for (QuantityLabel* label : fixture.window.findChildren<QuantityLabel*>()) {
                // On another page, or a figure that does not apply to this plan.
                if (!label->isVisible() || !label->isEnabled()) continue;
                QTest::mouseClick(label, Qt::LeftButton);
                QVERIFY(working.isVisible());
                QCOMPARE(working.quantity(), label->quantity());
                QVERIFY2(working.has_working(), qPrintable(label->quantity()));
                opened.insert(label->quantity());
            }
            child<Drawer>(fixture.window)->close_drawer();
        }
        QVERIFY2(opened.size() >= 15, qPrintable(QString::number(opened.size())));
    }

    void a_long_sum_is_a_list_of_whole_names()
    {
        WindowFixture fixture;
        fixture.show(QSize(1366, 768));
        for (const char* language : {"en", "zh_CN"}) {
            fixture.speak(QString::fromLatin1(language));
            fixture.window.show_working(QStringLiteral("time.step_seconds"));
            QApplication::processEvents();
            const WorkingPanel& working = *child<WorkingPanel>(fixture.window);
            auto* tree = child<QTreeView>(working);
            QCOMPARE(child<QLabel>(working, "formula")->text(),
                     "= " + fixture.words.text("explain.sum", {{"count", whole_value(time_part_count)}}));
            QVERIFY(!child<QLabel>(working, "substituted")->isVisible());
            const QModelIndex root = tree->model()->index(0, 0);
            QCOMPARE(tree->model()->rowCount(root), static_cast<int>(time_part_count));
            for (int row = 0; row < tree->model()->rowCount(root); ++row) {
                const QModelIndex line = tree->model()->index(row, 0, root);
                const QRect place = tree->visualRect(line);
                QVERIFY(tree->viewport()->rect().contains(place));
                const QRect needed = tree->fontMetrics().boundingRect(QRect(0, 0, place.width() - 8, 1000),
                                                                      Qt::TextWordWrap, line.data().toString());
                QVERIFY2(needed.width() <= place.width() && needed.height() <= place.height(),
                         qPrintable(line.data().toString()));
            }
            // A product is short: its formula, with names and with numbers.
            fixture.window.show_working(QStringLiteral("time.parts.forward"));
            QVERIFY(child<QLabel>(working, "formula")->text().contains(QStringLiteral(" × ")));
            QVERIFY(child<QLabel>(working, "substituted")->isVisible());
            // A click on a long sum that is closed opens it.
            fixture.window.show_working(QStringLiteral("time.samples_per_second"));
            QApplication::processEvents();
            const QModelIndexList steps =
                tree->model()->match(tree->model()->index(0, 0), WorkingModel::list_role,
                                     fixture.words.text("explain.sum", {{"count", whole_value(time_part_count)}}), 1,
                                     Qt::MatchExactly | Qt::MatchRecursive);
            QVERIFY(!steps.isEmpty());
            QVERIFY(!tree->isExpanded(steps.first()));
            QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(steps.first()).center());
            QVERIFY(tree->isExpanded(steps.first()));
        }
    }

    void a_leaf_of_the_working_leads_to_its_setting()
    {
        WindowFixture fixture;
        fixture.window.show_working(QStringLiteral("time.steps_per_epoch"));
        QApplication::processEvents();
        QTreeView* tree = child<QTreeView>(*child<WorkingPanel>(fixture.window));
        tree->expandAll();
        const QModelIndexList leaves =
            tree->model()->match(tree->model()->index(0, 0), WorkingModel::origin_role,
                                 QStringLiteral("training.micro_batch"), 1, Qt::MatchExactly | Qt::MatchRecursive);
        QVERIFY(!leaves.isEmpty());
        tree->scrollTo(leaves.first());
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(leaves.first()).center());
        FieldControl* control =
            child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("training.micro_batch"));
        QTRY_VERIFY(control->editor()->hasFocus());
    }

    void refused_settings_are_marked_and_the_answer_stays()
    {
        WindowFixture fixture;
        const Bytes before = fixture.document.evaluation().estimate->memory->total;
        auto* heads = qobject_cast<ParameterControl*>(
            child<ChoicesColumn>(fixture.window, "choices")->control(QStringLiteral("model.shape.heads")));
        QVERIFY(heads);
        enter(*heads->field(), QStringLiteral("7"));
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

    void another_model_brings_its_own_controls()
    {
        WindowFixture fixture;
        ChoicesColumn& choices = *child<ChoicesColumn>(fixture.window, "choices");
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

    void rail_and_inputs_follow_the_page()
    {
        WindowFixture fixture;
        const QTabBar* tabs = child<QTabBar>(fixture.window, "page_tabs");
        const QStringList listed = fixture.window.page_ids();
        QVERIFY(listed.size() > 20);
        for (const QString& id : listed) {
            const QWidget* opened = fixture.window.open_page(id);
            QVERIFY2(opened != nullptr && opened->isVisible() && !opened->isWindow(), qPrintable(id));
            QCOMPARE(tabs->tabText(tabs->currentIndex()), page_of(id)->name());
            const QToolButton* place = nullptr;
            for (const QToolButton* button : child<QWidget>(fixture.window, "rail")->findChildren<QToolButton*>())
                if (button->isChecked()) place = button;
            QVERIFY(place != nullptr);
            QCOMPARE(place->text(), place_name(page_of(id)->place));
            QCOMPARE(child<ChoicesColumn>(fixture.window, "choices")->isVisible(), page_of(id)->has_inputs);
        }
    }

    void the_drawer_has_room_on_a_small_screen()
    {
        WindowFixture fixture;
        fixture.show(QSize(1024, 768));
        const ChoicesColumn& choices = *child<ChoicesColumn>(fixture.window, "choices");
        QVERIFY(choices.isVisible());
        fixture.window.show_working(QStringLiteral("memory.parts.weights"));
        QVERIFY(child<WorkingPanel>(fixture.window)->isVisible());
        // The inputs are hidden while it is open.
        QVERIFY(!choices.isVisible());
        // The ways of counting are fully visible, and some lines of the tree are.
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QApplication::processEvents();
        const WorkingPanel& working = *child<WorkingPanel>(fixture.window);
        const QAbstractButton* way = child<QButtonGroup>(*child<QWidget>(working, "readings"))->button(0);
        QVERIFY(way->visibleRegion().boundingRect().height() >= way->sizeHint().height());
        QVERIFY(child<QTreeView>(working)->viewport()->height() >= 2 * child<QTreeView>(working)->sizeHintForRow(0));
        // Esc closes it from inside the tree as well, and the inputs are back.
        fixture.window.activateWindow();
        child<QTreeView>(working)->setFocus();
        QTest::keyClick(child<QTreeView>(working), Qt::Key_Escape);
        QVERIFY(!working.isVisible());
        QVERIFY(choices.isVisible());
        // An input requested while it is open is shown nevertheless.
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QVERIFY(!choices.isVisible());
        fixture.window.focus_field(QStringLiteral("training.micro_batch"));
        QVERIFY(choices.isVisible());
        QTRY_VERIFY(choices.control(QStringLiteral("training.micro_batch"))->editor()->hasFocus());
        QVERIFY(working.isVisible());
        child<QTreeView>(working)->setFocus();
        QVERIFY(!choices.isVisible());
        fixture.show(QSize(1440, 900));
        QVERIFY(choices.isVisible());
        QVERIFY(working.isVisible());
    }

    void the_tabs_open_and_close_the_explanation()
    {
        WindowFixture fixture;
        fixture.show(QSize(1366, 768));
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        auto* explain = child<QAbstractButton>(fixture.window, "explain");
        const Drawer& drawer = *child<Drawer>(fixture.window);
        QVERIFY(explain->isVisible() && !explain->isChecked() && !drawer.isVisible());
        QTest::mouseClick(explain, Qt::LeftButton);
        QVERIFY(drawer.isVisible() && explain->isChecked());
        QVERIFY(drawer.isAncestorOf(QApplication::focusWidget()));
        QVERIFY(explain->width() >= explain->sizeHint().width());
        QTest::mouseClick(explain, Qt::LeftButton);
        QVERIFY(!drawer.isVisible() && !explain->isChecked());
        // By keyboard as well; Esc returns to the button.
        explain->setFocus(Qt::TabFocusReason);
        QTest::keyClick(explain, Qt::Key_Space);
        QVERIFY(drawer.isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!drawer.isVisible() && !explain->isChecked());
        QCOMPARE(QApplication::focusWidget(), explain);
        // Another place has its own drawer, and the button follows it.
        QTest::keyClick(&fixture.window, Qt::Key_F12);
        QVERIFY(drawer.isVisible() && explain->isChecked());
        fixture.window.open_place(WindowPlace::decide);
        QVERIFY(!drawer.isVisible() && !explain->isChecked());
        fixture.speak(QStringLiteral("zh_CN"));
        QVERIFY(explain->text() != QStringLiteral("Explain"));
        QVERIFY(explain->width() >= explain->sizeHint().width());
    }

    void a_strip_of_icons_replaces_the_inputs()
    {
        WindowFixture fixture;
        fixture.show(QSize(1024, 768));
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        QWidget& strip = *child<QWidget>(fixture.window, "input_strip");
        const ChoicesColumn& choices = *child<ChoicesColumn>(fixture.window, "choices");
        const PlaceView& places = *child<PlaceView>(fixture.window);
        QVERIFY(!strip.isVisible());
        fixture.window.show_working(QStringLiteral("memory.total_bytes"));
        QApplication::processEvents();
        QVERIFY(strip.isVisible());
        QCOMPARE(strip.width(), 44);
        // The page keeps its share of the window.
        QVERIFY2(places.width() >= fixture.window.width() * 6 / 10, qPrintable(QString::number(places.width())));
        const int page = places.width();
        QCOMPARE(strip.findChildren<QToolButton*>().size(), static_cast<int>(choices.shown_groups().size()));
        for (const QToolButton* button : strip.findChildren<QToolButton*>()) {
            QVERIFY2(!button->icon().isNull(), qPrintable(button->objectName()));
            QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->objectName()));
        }
        // A click opens that group over the page, with the calculation beside it.
        for (const auto& [name, field] :
             {std::pair("strip.goals", "requirements.deadline_seconds"), std::pair("strip.machine", "build.gpu")}) {
            QTest::mouseClick(child<QToolButton>(strip, name), Qt::LeftButton);
            QApplication::processEvents();
            QVERIFY(choices.isVisible() && child<QToolButton>(strip, name)->isChecked());
            const FieldControl* row = choices.control(QLatin1String(field));
            QVERIFY2(!row->visibleRegion().isEmpty(), field);
            QVERIFY2(row->editor()->hasFocus(), field);
            QVERIFY(child<WorkingPanel>(fixture.window)->isVisible());
            QCOMPARE(places.width(), page);
        }
        // An input works there as everywhere.
        auto* batch = qobject_cast<ParameterControl*>(choices.control(QStringLiteral("training.micro_batch")));
        batch->field()->setFocus();
        QTest::keyClick(batch->field(), Qt::Key_Up);
        QCOMPARE(fixture.document.scenario().training.micro_batch, 3);
        // Esc, a second click and the keyboard elsewhere fold it.
        QTest::keyClick(batch->field(), Qt::Key_Escape);
        QVERIFY(!choices.isVisible());
        QVERIFY(strip.isAncestorOf(QApplication::focusWidget()));
        for (int click = 0; click < 2; ++click)
            QTest::mouseClick(child<QToolButton>(strip, "strip.task"), Qt::LeftButton);
        QVERIFY(!choices.isVisible());
        QTest::mouseClick(child<QToolButton>(strip, "strip.task"), Qt::LeftButton);
        QVERIFY(choices.isVisible());
        child<QTabBar>(fixture.window, "page_tabs")->setFocus();
        QVERIFY(!choices.isVisible());
        // Without the drawer, or in a wider window, they are back in place.
        QTest::keyClick(&fixture.window, Qt::Key_F12);
        QVERIFY(!strip.isVisible());
        QVERIFY(choices.isVisible());
        QVERIFY(choices.geometry().right() < places.geometry().left());
    }

    void the_working_tree_is_a_sound_model()
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

    void findings_are_no_wider_than_their_panel()
    {
        WindowFixture fixture;
        child<Drawer>(fixture.window)->show_findings();
        for (const char* language : {"en", "zh_CN"}) {
            fixture.speak(QLatin1String(language));
            fixture.show(QSize(1280, 800));
            QTRY_VERIFY(fixture.window.is_drawn());
            const auto* scroll = fixture.window.findChild<FindingsPanel*>()->findChild<QScrollArea*>();
            QVERIFY(scroll->isVisible());
            QVERIFY(!scroll->findChildren<QWidget*>(QStringLiteral("finding")).isEmpty());
            QTRY_VERIFY(scroll->widget()->width() <= scroll->viewport()->width());
        }
    }

    void fixes_show_all_their_lines()
    {
        WindowFixture fixture;
        fixture.speak(QStringLiteral("zh_CN"));
        QVERIFY(fixture.document.set_field(QStringLiteral("training.precision"), FieldValue(std::string("fp16-amp"))));
        child<Drawer>(fixture.window)->show_findings();
        fixture.show(QSize(1366, 768));
        const FindingsPanel& findings = *child<FindingsPanel>(fixture.window);
        QTRY_VERIFY_WITH_TIMEOUT(findings.is_settled() && fixture.window.is_drawn(), 120000);
        int of_several_lines = 0;
        for (const WrappingButton* button : findings.findChildren<WrappingButton*>()) {
            if (!button->isVisible()) continue;
            const int needed = button->heightForWidth(button->width());
            QTRY_VERIFY2(button->height() >= needed, qPrintable(button->text()));
            of_several_lines += needed > button->sizeHint().height();
        }
        QVERIFY(of_several_lines > 0);
    }

    void everything_that_can_be_picked_has_an_answer_or_a_reason_data()
    {
        add_texts("path", {"model.preset", "build.gpu", "build.cpu", "build.storage", "build.node_link"});
    }

    void everything_that_can_be_picked_has_an_answer_or_a_reason()
    {
        QFETCH(QString, path);
        WindowFixture fixture;
        fixture.speak(QStringLiteral("zh_CN"));
        auto* picker = qobject_cast<PickerControl*>(child<ChoicesColumn>(fixture.window, "choices")->control(path));
        QVERIFY(picker);
        QVERIFY(picker->entries().size() > 3);
        const bool resettable = path != QLatin1String("model.preset") && path != QLatin1String("build.gpu");
        const bool at_default = path == QLatin1String("build.node_link");
        QCOMPARE(!picker->findChild<QToolButton*>(QStringLiteral("reset"))->isHidden(), resettable && !at_default);
        for (const PickerEntry& entry : picker->entries()) {
            // That one opens a file dialog.
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

    void every_label_shows_plain_text()
    {
        WindowFixture fixture;
        for (const QString& id : fixture.window.page_ids()) {
            QVERIFY2(fixture.window.open_page(id) != nullptr, qPrintable(id));
            QApplication::processEvents();
        }
        const QList<QLabel*> labels = fixture.window.findChildren<QLabel*>();
        QVERIFY(labels.size() > 40);
        for (const QLabel* label : labels) {
            QVERIFY2(label->textFormat() == Qt::PlainText || label->text().isEmpty(), qPrintable(label->text()));
        }
    }
};

RIGWRIGHT_STYLED_TEST(MainWindowTest)

} // namespace rigwright::test::tst_main_window

#include "tst_main_window.moc"
