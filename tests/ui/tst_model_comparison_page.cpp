// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/model_comparison.h"
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/controls/picker_control.h"
#include "ui/document/page.h"
#include "ui/format/words.h"
#include "ui/layers/layer_pane.h"
#include "ui/model_comparison/model_comparison_page.h"
#include "ui/panels/working_panel.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>

#include <set>

namespace rigwright::test::tst_model_comparison_page {

using Table = ModelTable;

bool is_settled(const QWidget& chooser) { return dynamic_cast<const SettlingPage&>(chooser).is_settled(); }

QWidget& opened(WindowFixture& fixture)
{
    fixture.window.activateWindow();
    if (!QTest::qWaitForWindowActive(&fixture.window)) qFatal("not active");
    QTest::keyClick(&fixture.window, Qt::Key_M, Qt::ControlModifier);
    auto* chooser = fixture.window.findChild<QWidget*>(QStringLiteral("chooser"));
    if (!chooser) qFatal("Ctrl+M opened nothing");
    if (!chooser->isVisible()) qFatal("not shown");
    if (!QTest::qWaitFor([chooser] { return is_settled(*chooser); })) qFatal("not computed");
    return *chooser;
}

/// The window with the comparison of models in front.
struct OpenedChooser : WindowFixture {
    QWidget& chooser = opened(*this);
};

QStringList shown_presets(const QWidget& chooser)
{
    const QAbstractItemModel& table = *child<QTableView>(chooser)->model();
    QStringList ids;
    for (int row = 0; row < table.rowCount(); ++row) ids << table.index(row, 0).data(Table::preset_role).toString();
    return ids;
}

QModelIndex index_of(const QWidget& chooser, const char* preset, int column)
{
    const auto row = static_cast<int>(shown_presets(chooser).indexOf(QLatin1String(preset)));
    return child<QTableView>(chooser)->model()->index(row, column);
}

QString cell(const QWidget& chooser, const char* preset, int column)
{
    return index_of(chooser, preset, column).data().toString();
}

void click_row(QWidget& chooser, const char* preset)
{
    const QModelIndex index = index_of(chooser, preset, 0);
    child<QTableView>(chooser)->scrollTo(index);
    QTest::mouseClick(child<QTableView>(chooser)->viewport(), Qt::LeftButton, {},
                      child<QTableView>(chooser)->visualRect(index).center());
}

void click_heading(QTableView& view, int column)
{
    QHeaderView* header = view.horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      QPoint(header->sectionViewportPosition(column) + 12, header->height() / 2));
}

void type_name(QWidget& chooser, const QString& name)
{
    QLineEdit* field = child<PickerControl>(chooser)->box()->lineEdit();
    enter(*field, name);
}

/// Models compared on their page, by mouse and keys; and the closed forms of the page of layers.
class ModelComparisonPageTest : public QObject {
    Q_OBJECT

private slots:
    /// What follows from other columns gives way; a wide window has all.
    void a_small_window_needs_no_scrolling_to_the_side()
    {
        for (const char* language : {"en", "zh_CN"}) {
            WindowFixture fixture;
            fixture.speak(QString::fromLatin1(language));
            fixture.show(QSize(1024, 768));
            QWidget& chooser = opened(fixture);
            fixture.settle();
            const auto* view = child<QTableView>(chooser);
            QCOMPARE(view->horizontalScrollBar()->maximum(), 0);
            for (const int column : {Table::name_column, Table::memory_column, Table::verdict_column,
                                     Table::largest_batch_column, Table::step_column, Table::training_column})
                QVERIFY(!view->isColumnHidden(column));
            fixture.show(QSize(1920, 1080));
            fixture.settle();
            for (int column = 0; column < Table::column_count; ++column) QVERIFY(!view->isColumnHidden(column));
        }
    }

    void opens_from_the_menu_and_marks_the_current_model()
    {
        OpenedChooser fixture;
        QCOMPARE(shown_presets(fixture.chooser),
                 (QStringList{QStringLiteral("vit_b_16"), QStringLiteral("igpt-s"), QStringLiteral("pvt_small"),
                              QStringLiteral("detr_r50"), QStringLiteral("bert-base-uncased"),
                              QStringLiteral("gpt2-small")}));
        // The current model's row is the unchanged plan: 800 x 1066, and the numbers of the window.
        const Estimate& estimate = *fixture.document.evaluation().estimate;
        QCOMPARE(cell(fixture.chooser, "detr_r50", Table::name_column), QStringLiteral("DETR (ResNet-50) (current)"));
        QCOMPARE(cell(fixture.chooser, "detr_r50", Table::input_column), QStringLiteral("1066 × 800"));
        QCOMPARE(cell(fixture.chooser, "detr_r50", Table::parameters_column), QStringLiteral("41,524,768"));
        QCOMPARE(cell(fixture.chooser, "detr_r50", Table::memory_column),
                 fixture.words.text(value_of(estimate.memory->total)));
        QCOMPARE(cell(fixture.chooser, "detr_r50", Table::training_column),
                 fixture.words.text(value_of(estimate.time->total)));
        QCOMPARE(cell(fixture.chooser, "vit_b_16", Table::parameters_column), QStringLiteral("86,567,656"));
        // Again the same page, not a second one.
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(!fixture.chooser.isVisible());
        QCOMPARE(&opened(fixture), &fixture.chooser);
        QCOMPARE(fixture.window.findChildren<QWidget*>(QStringLiteral("chooser")).size(), qsizetype{1});
    }

    void unsuitable_models_are_marked()
    {
        OpenedChooser fixture;
        const int row = index_of(fixture.chooser, "bert-base-uncased", 0).row();
        QCOMPARE(cell(fixture.chooser, "bert-base-uncased", Table::memory_column),
                 QStringLiteral("reads text, the dataset contains images"));
        QCOMPARE(child<QTableView>(fixture.chooser)->columnSpan(row, Table::memory_column),
                 Table::parameters_column - Table::memory_column);
        QCOMPARE(cell(fixture.chooser, "bert-base-uncased", Table::parameters_column), QStringLiteral("109,482,240"));
        for (int column = Table::verdict_column; column < Table::parameters_column; ++column)
            QCOMPARE(cell(fixture.chooser, "bert-base-uncased", column), QStringLiteral("–"));
        // iGPT reads images, pixel by pixel.
        QVERIFY(cell(fixture.chooser, "igpt-s", Table::memory_column).endsWith(QStringLiteral("GiB")));
        // A plan with text reverses it.
        Scenario text = fixture.document.scenario();
        text.model = ModelChoice();
        text.model.preset = "gpt2-small";
        text.input = ModelInput();
        text.dataset = Dataset();
        text.dataset.samples = 1000;
        text.dataset.encoding = SampleEncoding::text;
        QVERIFY(fixture.document.set_scenario(text, QStringLiteral("test")));
        QTRY_VERIFY(is_settled(fixture.chooser));
        QCOMPARE(cell(fixture.chooser, "vit_b_16", Table::memory_column),
                 QStringLiteral("reads images, the dataset contains text"));
        QCOMPARE(child<QTableView>(fixture.chooser)->columnSpan(row, Table::memory_column), 1);
    }

    void using_a_model_is_one_undo_step()
    {
        OpenedChooser fixture;
        QVERIFY(!button(fixture.chooser, QStringLiteral("Use this model"))->isEnabled());
        click_row(fixture.chooser, "detr_r50");
        QVERIFY(!button(fixture.chooser, QStringLiteral("Use this model"))->isEnabled());
        click_row(fixture.chooser, "vit_b_16");
        QVERIFY(button(fixture.chooser, QStringLiteral("Use this model"))->isEnabled());
        QTest::mouseClick(button(fixture.chooser, QStringLiteral("Use this model")), Qt::LeftButton);
        QCOMPARE(fixture.document.scenario().model.preset, std::string("vit_b_16"));
        QCOMPARE(fixture.document.scenario().input, ModelInput());
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        QTRY_VERIFY(is_settled(fixture.chooser));
        QCOMPARE(cell(fixture.chooser, "vit_b_16", Table::name_column), QStringLiteral("ViT-B/16 (current)"));
        QVERIFY(!button(fixture.chooser, QStringLiteral("Use this model"))->isEnabled());
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.document.scenario(), fabric_scenario());
        QTRY_VERIFY(is_settled(fixture.chooser));
        QCOMPARE(cell(fixture.chooser, "detr_r50", Table::name_column), QStringLiteral("DETR (ResNet-50) (current)"));
        // By keyboard: down to the next row, and Enter.
        child<QTableView>(fixture.chooser)->setFocus();
        click_row(fixture.chooser, "vit_b_16");
        QTest::keyClick(child<QTableView>(fixture.chooser), Qt::Key_Down);
        QTest::keyClick(child<QTableView>(fixture.chooser), Qt::Key_Return);
        QCOMPARE(fixture.document.scenario().model.preset, std::string("igpt-s"));
    }

    void models_are_added_by_name_and_removed()
    {
        OpenedChooser fixture;
        type_name(fixture.chooser, QStringLiteral("resnet152"));
        QTRY_VERIFY(shown_presets(fixture.chooser).contains(QStringLiteral("resnet152")));
        QCOMPARE(cell(fixture.chooser, "resnet152", Table::parameters_column), QStringLiteral("60,192,808"));
        QTRY_VERIFY(button(fixture.chooser, QStringLiteral("Use this model"))->isEnabled());
        QVERIFY(child<PickerControl>(fixture.chooser)->box()->lineEdit()->text().isEmpty());
        // Offscreen, the list of names may close without giving the window back.
        fixture.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&fixture.window));
        // Leaving the empty field isn't an error; an unknown name is.
        child<QTableView>(fixture.chooser)->setFocus();
        QVERIFY2(!child<PickerControl>(fixture.chooser)->is_marked(),
                 qPrintable(child<PickerControl>(fixture.chooser)->message()));
        // A removal waits for the computation that runs, so two would share one wait.
        QTRY_VERIFY(is_settled(fixture.chooser));
        QVERIFY(child<QTableView>(fixture.chooser)->hasFocus());
        QTest::keyClick(child<QTableView>(fixture.chooser), Qt::Key_Delete);
        QTRY_VERIFY(!shown_presets(fixture.chooser).contains(QStringLiteral("resnet152")));
        type_name(fixture.chooser, QStringLiteral("no such model"));
        QVERIFY(child<PickerControl>(fixture.chooser)->is_marked());
        // The current model stays.
        click_row(fixture.chooser, "detr_r50");
        QVERIFY(!button(fixture.chooser, QStringLiteral("Remove"))->isEnabled());
        QTest::keyClick(child<QTableView>(fixture.chooser), Qt::Key_Delete);
        QTRY_VERIFY(is_settled(fixture.chooser));
        QVERIFY(shown_presets(fixture.chooser).contains(QStringLiteral("detr_r50")));
        click_row(fixture.chooser, "igpt-s");
        QTest::mouseClick(button(fixture.chooser, QStringLiteral("Remove")), Qt::LeftButton);
        QTRY_VERIFY(!shown_presets(fixture.chooser).contains(QStringLiteral("igpt-s")));
    }

    void a_task_lists_its_models()
    {
        OpenedChooser fixture;
        const int detection =
            labelled<QComboBox>(fixture.chooser, QStringLiteral("Task"))->findData(QStringLiteral("detection"));
        QVERIFY(detection > 0);
        labelled<QComboBox>(fixture.chooser, QStringLiteral("Task"))->setFocus();
        while (labelled<QComboBox>(fixture.chooser, QStringLiteral("Task"))->currentIndex() != detection)
            QTest::keyClick(labelled<QComboBox>(fixture.chooser, QStringLiteral("Task")), Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(is_settled(fixture.chooser), 60000);
        const QStringList presets = shown_presets(fixture.chooser);
        QVERIFY(presets.size() >= 20);
        for (const QString& id : presets)
            QCOMPARE(engine_data().preset(id.toStdString())->group, std::string("detection"));
        // A model that isn't listed is still shown as the plan's own.
        while (labelled<QComboBox>(fixture.chooser, QStringLiteral("Task"))->currentIndex() != 0)
            QTest::keyClick(labelled<QComboBox>(fixture.chooser, QStringLiteral("Task")), Qt::Key_Up);
        QTRY_COMPARE_WITH_TIMEOUT(child<QTableView>(fixture.chooser)->model()->rowCount(), 6, 60000);
    }

    void headings_sort_and_answers_follow_the_document()
    {
        OpenedChooser fixture;
        QAbstractItemModelTester tester(child<QTableView>(fixture.chooser)->model(),
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QStringList listed = shown_presets(fixture.chooser);
        click_heading(*child<QTableView>(fixture.chooser), Table::parameters_column);
        QCOMPARE(shown_presets(fixture.chooser).first(), QStringLiteral("pvt_small"));
        QCOMPARE(shown_presets(fixture.chooser).last(), QStringLiteral("gpt2-small"));
        click_heading(*child<QTableView>(fixture.chooser), Table::memory_column);
        // Models without a memory figure come last in either order.
        QCOMPARE(shown_presets(fixture.chooser).mid(4),
                 (QStringList{QStringLiteral("bert-base-uncased"), QStringLiteral("gpt2-small")}));
        QCOMPARE(shown_presets(fixture.chooser).first(), QStringLiteral("pvt_small"));
        click_heading(*child<QTableView>(fixture.chooser), Table::memory_column);
        QCOMPARE(shown_presets(fixture.chooser).mid(4),
                 (QStringList{QStringLiteral("bert-base-uncased"), QStringLiteral("gpt2-small")}));
        QCOMPARE(shown_presets(fixture.chooser).first(), QStringLiteral("detr_r50"));
        click_heading(*child<QTableView>(fixture.chooser), Table::memory_column);
        QCOMPARE(shown_presets(fixture.chooser), listed);
        const QString before = cell(fixture.chooser, "vit_b_16", Table::step_column);
        click_row(fixture.chooser, "vit_b_16");
        QVERIFY(fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{64}));
        QTRY_VERIFY(is_settled(fixture.chooser));
        QVERIFY(cell(fixture.chooser, "vit_b_16", Table::step_column) != before);
        QVERIFY(child<QLabel>(fixture.chooser, "caption")->text().contains(QStringLiteral("micro-batch 64")));
        QCOMPARE(child<QTableView>(fixture.chooser)->selectionModel()->selectedRows().size(), qsizetype{1});
        // Hidden, it computes nothing; shown again, it is up to date.
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(fixture.document.set_field(QStringLiteral("training.micro_batch"), std::int64_t{2}));
        QVERIFY(cell(fixture.chooser, "vit_b_16", Table::step_column) != before);
        opened(fixture);
        QCOMPARE(cell(fixture.chooser, "vit_b_16", Table::step_column), before);
    }

    void the_copied_table_is_exact()
    {
        OpenedChooser fixture;
        QTest::mouseClick(button(fixture.chooser, QStringLiteral("Copy table")), Qt::LeftButton);
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), qsizetype{7});
        const QStringList headings = lines.first().split(QLatin1Char('\t'));
        for (const QString& line : lines) QCOMPARE(line.split(QLatin1Char('\t')).size(), headings.size());
        const QStringList detr = lines[4].split(QLatin1Char('\t'));
        const Estimate& estimate = *fixture.document.evaluation().estimate;
        QCOMPARE(detr.first(), QStringLiteral("detr_r50"));
        QCOMPARE(detr[4], QStringLiteral("41524768"));
        QCOMPARE(detr[7].toLongLong(), estimate.memory->total.count().value());
        QVERIFY(std::abs(detr[14].toDouble() - estimate.time->total.base()) < 1e-6 * estimate.time->total.base());
        const QStringList bert = lines[5].split(QLatin1Char('\t'));
        QCOMPARE(bert.last(), QStringLiteral("reads text, the dataset contains images"));
        QVERIFY(bert[7].isEmpty() && bert[14].isEmpty());
        // One selected row.
        click_row(fixture.chooser, "pvt_small");
        child<QTableView>(fixture.chooser)->setFocus();
        QTest::keySequence(child<QTableView>(fixture.chooser), QKeySequence::Copy);
        QCOMPARE(QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n')).size(), qsizetype{2});
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("24485864")));
    }

    void speaks_both_languages()
    {
        OpenedChooser fixture;
        const std::array buttons{button(fixture.chooser, QStringLiteral("Use this model")),
                                 button(fixture.chooser, QStringLiteral("Remove")),
                                 button(fixture.chooser, QStringLiteral("Copy table"))};
        fixture.speak(QStringLiteral("zh_CN"));
        QCOMPARE(cell(fixture.chooser, "bert-base-uncased", Table::memory_column),
                 QStringLiteral("该模型读取文本，而数据集是图像"));
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        for (int column = 0; column < Table::column_count; ++column) {
            const QString heading =
                child<QTableView>(fixture.chooser)->model()->headerData(column, Qt::Horizontal).toString();
            if (column == Table::macs_column || column == Table::flops_column) continue;
            QVERIFY2(heading.contains(han), qPrintable(heading));
        }
        for (const QAbstractButton* button : buttons)
            QVERIFY2(button->text().contains(han), qPrintable(button->text()));
        QVERIFY(child<QLabel>(fixture.chooser, "caption")->text().contains(han));
        const auto* tabs = child<QTabBar>(fixture.window, "page_tabs");
        QVERIFY2(tabs->tabText(tabs->currentIndex()).contains(han), qPrintable(tabs->tabText(tabs->currentIndex())));
        // Every key of the page is used once, and none of them opens a menu as well.
        std::set<QString> keys;
        for (const QAction* menu : fixture.window.menuBar()->actions())
            keys.insert(QKeySequence::mnemonic(menu->text()).toString());
        const std::size_t menus = keys.size();
        for (const QWidget* widget : fixture.chooser.findChildren<QWidget*>()) {
            QString text;
            if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) text = button->text();
            if (const auto* label = qobject_cast<const QLabel*>(widget)) text = label->text();
            const QString key = QKeySequence::mnemonic(text).toString();
            if (!key.isEmpty()) QVERIFY2(keys.insert(key).second, qPrintable(text));
        }
        QCOMPARE(keys.size() - menus, std::size_t{4});
    }

    void closed_forms_open_their_working()
    {
        WindowFixture fixture;
        QWidget& layers = page<QWidget>(fixture.window, "layers");
        const auto figure = [&](const char* quantity) -> QuantityLabel* {
            for (QuantityLabel* label : layers.findChildren<QuantityLabel*>()) {
                if (label->quantity() == QLatin1String(quantity)) return label;
            }
            return nullptr;
        };
        QuantityLabel* form = figure("model.closed_form_parameters");
        QuantityLabel* quoted = figure("model.commonly_quoted_parameters");
        QVERIFY(form && quoted);
        QVERIFY(!form->isVisible() && !quoted->isVisible());
        QVERIFY(fixture.document.set_scenario(with_preset(fixture.document.scenario(), "t5-small"),
                                              QStringLiteral("test")));
        QVERIFY(form->isVisible() && quoted->isVisible());
        QCOMPARE(form->text(), QStringLiteral("60,506,624"));
        for (QuantityLabel* label : {form, quoted}) {
            QTest::mouseClick(label, Qt::LeftButton);
            QCOMPARE(child<WorkingPanel>(fixture.window)->quantity(), label->quantity());
            QVERIFY(child<WorkingPanel>(fixture.window)->has_working());
        }
        QVERIFY(fixture.document.set_scenario(with_preset(fixture.document.scenario(), "gpt2-small"),
                                              QStringLiteral("test")));
        QVERIFY(form->isVisible() && !quoted->isVisible());
        QCOMPARE(form->text(), QStringLiteral("124,439,808"));
    }
};

RIGWRIGHT_STYLED_TEST(ModelComparisonPageTest)

} // namespace rigwright::test::tst_model_comparison_page

#include "tst_model_comparison_page.moc"
