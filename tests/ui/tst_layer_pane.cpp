// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/window_fixture.h"
#include "ui/layers/layer_pane.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QToolButton>
#include <QTreeView>

namespace rigwright::test::tst_layer_pane {

Scenario with_preset(const char* preset)
{
    Scenario scenario = fabric_scenario();
    scenario.model = ModelChoice();
    scenario.model.preset = preset;
    scenario.input = ModelInput();
    return scenario;
}

QWidget& shown_layers(WindowFixture& fixture) { return page<QWidget>(fixture.window, "layers"); }

QStringList names(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    QStringList all;
    for (int row = 0; row < model.rowCount(parent); ++row) all << model.index(row, 0, parent).data().toString();
    return all;
}

void click_heading(QTreeView& view, int column)
{
    QHeaderView* header = view.header();
    const QPoint at(header->sectionViewportPosition(column) + 12, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
}

/// The model layer by layer, used by mouse and keys.
class LayerPaneTest : public QObject {
    Q_OBJECT

private slots:
    void blocks_open_and_stay_open_while_numbers_change()
    {
        WindowFixture fixture;
        fixture.document.set_scenario(with_preset("resnet50"), QStringLiteral("test"));
        QWidget& pane = shown_layers(fixture);
        QAbstractItemModel& model = *child<QTreeView>(pane)->model();
        const int kept = column_of(model, QStringLiteral("Saved"));
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        // Stem, four first blocks with a projection and four groups of alike ones, pooling, flattening and the
        // classifier.
        QVERIFY(names(model).contains(QStringLiteral("layer3.1…5 ×5")));
        const auto row = static_cast<int>(names(model).indexOf(QStringLiteral("layer3.1…5 ×5")));
        const QModelIndex block = model.index(row, 0);
        child<QTreeView>(pane)->setFocus();
        child<QTreeView>(pane)->setCurrentIndex(block);
        QTest::keyClick(child<QTreeView>(pane), Qt::Key_Right);
        QVERIFY(child<QTreeView>(pane)->isExpanded(block));
        QVERIFY(names(model, block).contains(QStringLiteral("conv2 ×5")));
        // Five 3x3 convolutions of 256 channels.
        const auto conv = static_cast<int>(names(model, block).indexOf(QStringLiteral("conv2 ×5")));
        QCOMPARE(model.index(conv, column_of(model, QStringLiteral("Parameters")), block).data().toString(),
                 QStringLiteral("2,949,120"));
        const QString before = model.index(row, kept).data().toString();
        Scenario twice = fixture.document.scenario();
        twice.training.micro_batch *= 2;
        fixture.document.set_scenario(twice, QStringLiteral("test"));
        QVERIFY(child<QTreeView>(pane)->isExpanded(model.index(row, 0)));
        QVERIFY(model.index(row, kept).data().toString() != before);
        // Another model and back: what was open is open again.
        fixture.document.set_scenario(with_preset("alexnet"), QStringLiteral("test"));
        fixture.document.undo_stack().undo();
        QVERIFY(child<QTreeView>(pane)->isExpanded(model.index(row, 0)));
    }

    void a_click_on_a_heading_sorts_and_the_button_undoes_it()
    {
        WindowFixture fixture;
        fixture.document.set_scenario(with_preset("vgg16"), QStringLiteral("test"));
        QWidget& pane = shown_layers(fixture);
        QTest::mouseClick(button(pane, QStringLiteral("By block")), Qt::LeftButton);
        QAbstractItemModel& model = *child<QTreeView>(pane)->model();
        const int parameters = column_of(model, QStringLiteral("Parameters"));
        const QStringList in_order = names(model);
        click_heading(*child<QTreeView>(pane), parameters);
        click_heading(*child<QTreeView>(pane), parameters);
        // 25,088 x 4,096 weights are most of VGG-16.
        QCOMPARE(model.index(0, parameters).data().toString(), QStringLiteral("102,764,544"));
        QVERIFY(names(model) != in_order);
        QTest::mouseClick(pane.findChild<QToolButton*>(QStringLiteral("execution_order")), Qt::LeftButton);
        QCOMPARE(names(model), in_order);
    }

    void the_copied_table_adds_up()
    {
        WindowFixture fixture;
        for (const char* preset : {"resnet50", "gpt2-small", "t5-small", "detr_r50"}) {
            fixture.document.set_scenario(with_preset(preset), QStringLiteral("test"));
            QWidget& pane = shown_layers(fixture);
            child<QTreeView>(pane)->setFocus();
            QTest::keySequence(child<QTreeView>(pane), QKeySequence::Copy);
            const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split(QLatin1Char('\n'));
            qint64 parameters = 0;
            qint64 macs = 0;
            for (const QString& line : lines.mid(1)) {
                const QStringList cells = line.split(QLatin1Char('\t'));
                QCOMPARE(cells.size(), qsizetype{8});
                parameters += cells[4].toLongLong();
                macs += cells[5].toLongLong();
            }
            const Evaluation& evaluation = fixture.document.evaluation();
            QCOMPARE(parameters, evaluation.estimate->model.parameters.value());
            QCOMPARE(macs, evaluation.estimate->model.forward_macs_per_sample.value());
        }
    }

    void one_list_holds_the_same_as_the_blocks()
    {
        WindowFixture fixture;
        for (const char* preset : {"resnet152", "gpt3-175b", "bart-large", "detr_r50"}) {
            fixture.document.set_scenario(with_preset(preset), QStringLiteral("test"));
            const LayerLine blocks = total_of(layer_lines(fixture.document.evaluation(), true));
            const LayerLine list = total_of(layer_lines(fixture.document.evaluation(), false));
            QCOMPARE(blocks.parameters, list.parameters);
            QCOMPARE(blocks.macs, list.macs);
            QCOMPARE(blocks.kept, list.kept);
            QCOMPARE(blocks.kept,
                     fixture.document.evaluation().analysis->kept.at(fixture.document.scenario().training.micro_batch));
        }
    }

    void a_million_layers_are_as_few_lines_as_two()
    {
        WindowFixture fixture;
        Scenario deep = with_preset("gpt2-small");
        deep.model.shape["layers"] = std::int64_t{1'000'000};
        fixture.document.set_scenario(deep, QStringLiteral("test"));
        QVERIFY(fixture.document.evaluation().estimate.has_value());
        QVERIFY(layer_lines(fixture.document.evaluation(), true).size() < 20);
    }

    /// A line under the digits would look like a link.
    void shares_are_bars_behind_the_numbers()
    {
        WindowFixture fixture;
        fixture.document.set_scenario(with_preset("vgg16"), QStringLiteral("test"));
        QWidget& pane = shown_layers(fixture);
        QTest::mouseClick(button(pane, QStringLiteral("By block")), Qt::LeftButton);
        auto* view = child<QTreeView>(pane);
        const QAbstractItemModel& model = *view->model();
        const int parameters = column_of(model, QStringLiteral("Parameters"));
        const auto row = names(model).indexOf(QStringLiteral("classifier.0"));
        const QModelIndex largest = model.index(static_cast<int>(std::max<qsizetype>(row, 0)), parameters);
        view->clearSelection();
        view->scrollTo(largest);
        QApplication::processEvents();
        const QRect cell = view->visualRect(largest);
        const QImage seen = view->viewport()->grab(cell).toImage();
        const QColor bar = light_theme().accent_fill;
        // 102,764,544 of 138,357,544 weights: three quarters of the cell, as high as the line.
        QCOMPARE(seen.pixelColor(3, 2), bar);
        QCOMPARE(seen.pixelColor(3, cell.height() - 3), bar);
        QVERIFY(seen.pixelColor(cell.width() - 3, cell.height() - 3) != bar);
        for (int x = 0; x < seen.width(); ++x) QVERIFY(seen.pixelColor(x, cell.height() - 3) != light_theme().accent);
    }

    void imported_text_is_not_copied_as_formula()
    {
        QCOMPARE(spreadsheet_cell(QStringLiteral("=HYPERLINK(\"x\")")), QStringLiteral("'=HYPERLINK(\"x\")"));
        for (const char* start : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
            const QString formula = QString::fromUtf8(start) + QStringLiteral("1+1");
            QCOMPARE(spreadsheet_cell(formula), QLatin1Char('\'') + formula);
        }
        // Leading white space does not hide a formula.
        QCOMPARE(spreadsheet_cell(QStringLiteral("\t=1+1")), QStringLiteral("' =1+1"));
        QCOMPARE(spreadsheet_cell(QStringLiteral("a\tb\nc")), QStringLiteral("a b c"));
        QCOMPARE(spreadsheet_cell(QStringLiteral("layer1.0")), QStringLiteral("layer1.0"));
    }
};

RIGWRIGHT_STYLED_TEST(LayerPaneTest)

} // namespace rigwright::test::tst_layer_pane

#include "tst_layer_pane.moc"
