// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/layer_fixture.h"
#include "ui/panels/choices_column.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTextDocumentFragment>

namespace rigwright::test::tst_layer_editor {

/// A network built by hand, layer by layer.
class LayerEditorTest : public QObject {
    Q_OBJECT

private slots:
    void choosing_to_build_a_network_opens_the_editor()
    {
        WindowFixture fixture;
        QVERIFY(!fixture.window.page_ids().contains(QStringLiteral("network_editor")));
        PickerControl* picker = child<ChoicesColumn>(fixture.window, "choices")->model()->picker();
        QVERIFY(!child<ChoicesColumn>(fixture.window, "choices")->model()->layers_button()->isVisible());
        pick(*picker->box(), QStringLiteral("build your own"));
        QCOMPARE(fixture.document.scenario().model.family, std::string("layer-list"));
        QVERIFY(fixture.window.page_ids().contains(QStringLiteral("network_editor")));
        QVERIFY(child<QWidget>(fixture.window, "network_editor")->isVisible());
        // It begins with LeNet-5.
        QCOMPARE(child<QTableView>(*child<QWidget>(fixture.window, "network_editor"))->model()->rowCount(), 12);
        QCOMPARE(fixture.document.evaluation().estimate->model.parameters.value(), 61'706);
        QAbstractButton* button = child<ChoicesColumn>(fixture.window, "choices")->model()->layers_button();
        QVERIFY(button->isVisible());
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(!child<QWidget>(fixture.window, "network_editor")->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(child<QWidget>(fixture.window, "network_editor")->isVisible());
        fixture.document.undo_stack().undo();
        QVERIFY(!fixture.window.page_ids().contains(QStringLiteral("network_editor")));
        QVERIFY(!child<QWidget>(fixture.window, "network_editor")->isVisible());
        fixture.document.undo_stack().redo();
        QVERIFY(child<QWidget>(fixture.window, "network_editor")->isVisible());
    }

    void rows_show_the_cost_of_each_layer()
    {
        EditorFixture fixture;
        const QAbstractItemModelTester tester(fixture.table->model(),
                                              QAbstractItemModelTester::FailureReportingMode::Fatal);
        QCOMPARE(fixture.cell(0, LayerListColumn::type_column), QStringLiteral("Convolution"));
        QCOMPARE(fixture.cell(0, LayerListColumn::name_column), QStringLiteral("conv0"));
        QCOMPARE(fixture.cell(0, LayerListColumn::options_column), QStringLiteral("6 ch, 5×5, pad 2"));
        QCOMPARE(fixture.cell(0, LayerListColumn::output_column), QStringLiteral("6×28×28"));
        QCOMPARE(fixture.cell(0, LayerListColumn::parameters_column), QStringLiteral("156"));
        QCOMPARE(fixture.cell(6, LayerListColumn::output_column), QStringLiteral("400"));
        QCOMPARE(fixture.cell(7, LayerListColumn::parameters_column), fixture.words.text(value_of(Count(48'120))));
        QCOMPARE(fixture.cell(7, LayerListColumn::macs_column), fixture.words.text(value_of(Count(48'000))));
        // The micro-batch of 2 keeps two images of 28 x 28, in 16 bits under autocast.
        QCOMPARE(fixture.cell(0, LayerListColumn::kept_column), fixture.words.text(value_of(Bytes(2 * 784 * 2))));
        QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
        QCOMPARE(fixture.cell(0, LayerListColumn::kept_column), fixture.words.text(value_of(Bytes(4 * 784 * 2))));
    }

    void tool_tips_take_no_markup_from_names()
    {
        EditorFixture fixture;
        for (const QString& name : {QStringLiteral("<b>first</b>"), QStringLiteral("first & \"second\"")}) {
            const QModelIndex cell = fixture.table->model()->index(0, LayerListColumn::name_column);
            QVERIFY(fixture.table->model()->setData(cell, name));
            QCOMPARE(cell.data().toString(), name);
            const QString tip = cell.data(Qt::ToolTipRole).toString();
            // As a tool tip shows it.
            QCOMPARE(Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip, name);
        }
    }

    void keys_copy_delete_and_move_layers()
    {
        EditorFixture fixture;
        fixture.select(1);
        fixture.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(fixture.types(), QString(lenet_types)
                                      .replace(QStringLiteral("conv tanh average-pool conv"),
                                               QStringLiteral("conv tanh tanh average-pool conv")));
        QCOMPARE(fixture.table->currentIndex().row(), 2);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        fixture.key(Qt::Key_Delete);
        QCOMPARE(fixture.types(), lenet_types);
        QCOMPARE(fixture.document.undo_stack().count(), 2);
        fixture.select(2);
        fixture.key(Qt::Key_Up, Qt::AltModifier);
        QVERIFY(fixture.types().startsWith(QStringLiteral("conv average-pool tanh conv")));
        QCOMPARE(fixture.table->currentIndex().row(), 1);
        fixture.key(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(fixture.types(), lenet_types);
        QCOMPARE(fixture.table->currentIndex().row(), 2);
        QCOMPARE(fixture.document.undo_stack().count(), 4);
        for (int i = 0; i < 4; ++i) fixture.document.undo_stack().undo();
        QCOMPARE(fixture.types(), lenet_types);
        fixture.document.undo_stack().redo();
        QCOMPARE(fixture.table->model()->rowCount(), 13);
    }

    void buttons_do_what_keys_do()
    {
        EditorFixture fixture;
        fixture.select(0);
        const auto click = [&](const char* name) {
            for (QToolButton* button : fixture.editor.findChildren<QToolButton*>()) {
                if (button->defaultAction() == fixture.editor.findChild<QAction*>(QLatin1String(name)))
                    QTest::mouseClick(button, Qt::LeftButton);
            }
        };
        click("up");
        QCOMPARE(fixture.document.undo_stack().count(), 0);
        click("duplicate");
        QCOMPARE(fixture.table->model()->rowCount(), 13);
        click("down");
        QVERIFY(fixture.types().startsWith(QStringLiteral("conv tanh conv average-pool")));
        click("up");
        click("delete");
        QCOMPARE(fixture.types(), lenet_types);
        QCOMPARE(fixture.document.undo_stack().count(), 4);
    }

    void an_option_changes_the_answer_at_once()
    {
        EditorFixture fixture;
        fixture.select(0);
        ParameterControl* channels = fixture.number(0, "out_channels");
        QVERIFY(channels);
        enter(*channels->field(), QStringLiteral("12"));
        // 12 x 25 + 12, and 12 instead of 6 channels into the second convolution: 16 x 150 more.
        QCOMPARE(fixture.parameters(), 61'706 - 156 + 312 + 16 * 150);
        QCOMPARE(fixture.cell(0, LayerListColumn::parameters_column), QStringLiteral("312"));
        QCOMPARE(fixture.cell(2, LayerListColumn::output_column), QStringLiteral("12×14×14"));
        QVERIFY(channels->field()->hasFocus());
        QCOMPARE(fixture.number(0, "out_channels"), channels);
        // A drag of the slider is one step.
        const int steps = fixture.document.undo_stack().count();
        StepSlider* slider = fixture.number(0, "kernel")->slider();
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 4, slider->height() / 2));
        for (int x = slider->width() / 4; x < slider->width() * 3 / 4; x += 2)
            QTest::mouseMove(slider, QPoint(x, slider->height() / 2));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(slider->width() * 3 / 4, slider->height() / 2));
        QCOMPARE(fixture.document.undo_stack().count(), steps + 1);
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.cell(0, LayerListColumn::parameters_column), QStringLiteral("312"));
        while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
        QCOMPARE(fixture.parameters(), 61'706);
        // The list of LeNet-5 is the default again, and not written into the scenario.
        QVERIFY(fixture.document.scenario().model.shape.empty());
    }

    void a_typed_option_that_does_not_fit_leaves_the_answer()
    {
        EditorFixture fixture;
        fixture.select(0);
        ParameterControl* kernel = fixture.number(0, "kernel");
        kernel->field()->setFocus();
        kernel->field()->selectAll();
        // 40 is larger than the padded image of 32; the 4 on the way to it would fit.
        QTest::keyClicks(kernel->field(), QStringLiteral("40"));
        QVERIFY(!fixture.document.has_draft());
        QTest::keyClick(kernel->field(), Qt::Key_Return);
        QVERIFY(fixture.document.has_draft());
        QCOMPARE(fixture.parameters(), 61'706);
        QCOMPARE(kernel->field()->text(), QStringLiteral("40"));
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        // Invalid text changes nothing, and a fitting value gives an answer again.
        QTest::keyClicks(kernel->field(), QStringLiteral("x"));
        QVERIFY(kernel->is_marked());
        QVERIFY(fixture.document.has_draft());
        enter(*kernel->field(), "3");
        QVERIFY(!fixture.document.has_draft());
        const std::int64_t with_three = fixture.parameters();
        QVERIFY(with_three != 61'706);
        enter(*kernel->field(), "33");
        QVERIFY(fixture.document.has_draft());
        QCOMPARE(fixture.parameters(), with_three);
    }

    void a_layer_is_added_from_the_menu()
    {
        EditorFixture fixture;
        fixture.select(2);
        fixture.choose("add_layer", child<QPushButton>(fixture.editor, "add_layer")->menu(), "add.conv");
        QVERIFY(fixture.types().startsWith(QStringLiteral("conv tanh average-pool conv conv tanh")));
        QCOMPARE(fixture.table->currentIndex().row(), 3);
        // It keeps the size of the map: kernel 3, padding 1.
        QCOMPARE(fixture.cell(3, LayerListColumn::output_column), QStringLiteral("64×14×14"));
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        QVERIFY(fixture.number(3, "dilation"));
        QCOMPARE(child<QPushButton>(fixture.editor, "add_layer")
                     ->menu()
                     ->findChildren<QAction*>(QRegularExpression(QStringLiteral("^add\\.")))
                     .size(),
                 qsizetype(layer_types().size()));
    }

    void another_type_keeps_the_options_it_shares()
    {
        EditorFixture fixture;
        fixture.select(2);
        auto* picker =
            qobject_cast<PickerControl*>(child<FieldForm>(fixture.editor)->control("model.shape.layers[2].type"));
        QVERIFY(picker);
        picker->box()->setFocus();
        const int wanted = picker->box()->findData(QStringLiteral("max-pool"));
        QVERIFY(wanted > 0);
        while (picker->box()->currentIndex() != wanted) {
            const bool below = picker->box()->currentIndex() < wanted;
            QTest::keyClick(picker->box(), below ? Qt::Key_Down : Qt::Key_Up);
            picker =
                qobject_cast<PickerControl*>(child<FieldForm>(fixture.editor)->control("model.shape.layers[2].type"));
            QVERIFY(picker);
        }
        QCOMPARE(fixture.layers().at(2).type, std::string("max-pool"));
        QCOMPARE(fixture.cell(2, LayerListColumn::output_column), QStringLiteral("6×14×14"));
        QVERIFY(!fixture.document.has_draft());
    }

    void a_row_is_dragged()
    {
        EditorFixture fixture;
        QWidget* viewport = fixture.table->viewport();
        const auto is_dragging = [viewport] { return viewport->cursor().shape() == Qt::ClosedHandCursor; };
        QWindow* window = fixture.window.windowHandle();
        const auto point = [&](int row, int below_middle) {
            const QRect rect =
                fixture.table->visualRect(fixture.table->model()->index(row, LayerListColumn::type_column));
            return viewport->mapTo(&fixture.window, QPoint(40, rect.center().y() + below_middle));
        };
        QTest::mousePress(window, Qt::LeftButton, {}, point(1, 0));
        QTest::mouseMove(window, point(1, 4));
        QVERIFY(!is_dragging());
        QTest::mouseMove(window, point(2, 4));
        QVERIFY(is_dragging());
        // Escape cancels it.
        QTest::keyClick(window, Qt::Key_Escape);
        QVERIFY(!is_dragging());
        QTest::mouseRelease(window, Qt::LeftButton, {}, point(4, 4));
        QCOMPARE(fixture.document.undo_stack().count(), 0);
        QTest::mousePress(window, Qt::LeftButton, {}, point(1, 0));
        QTest::mouseMove(window, point(3, 0));
        QTest::mouseMove(window, point(4, 4));
        QTest::mouseRelease(window, Qt::LeftButton, {}, point(4, 4));
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        QVERIFY2(fixture.types().startsWith(QStringLiteral("conv average-pool conv tanh tanh average-pool")),
                 qPrintable(fixture.types()));
        QCOMPARE(fixture.table->model()->rowCount(), 12);
        QCOMPARE(fixture.table->currentIndex().row(), 4);
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.types(), lenet_types);
    }

    void known_networks_are_a_start()
    {
        EditorFixture fixture;
        fixture.choose("start_from", child<QPushButton>(fixture.editor, "start_from")->menu(), "start_alexnet");
        QCOMPARE(fixture.parameters(), 61'100'840);
        QCOMPARE(fixture.document.scenario().input.image_height.value_or(0), 224);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        for (const char* name : {"start_lenet", "start_dense", "start_residual", "start_vgg"}) {
            child<QPushButton>(fixture.editor, "start_from")
                ->menu()
                ->findChild<QAction*>(QLatin1String(name))
                ->trigger();
            QVERIFY2(!fixture.document.has_draft(), name);
            for (int row = 0; row < fixture.table->model()->rowCount(); ++row)
                QVERIFY2(fixture.cell(row, LayerListColumn::parameters_column) != QStringLiteral("–"), name);
        }
        QCOMPARE(fixture.parameters(), 138'357'544);
    }

    void speaks_chinese()
    {
        EditorFixture fixture;
        fixture.select(6);
        fixture.key(Qt::Key_Delete);
        const QString english = child<QLabel>(fixture.editor, "message")->text();
        fixture.speak(QStringLiteral("zh_CN"));
        QCOMPARE(fixture.cell(0, LayerListColumn::type_column), QStringLiteral("卷积"));
        QVERIFY(fixture.cell(0, LayerListColumn::options_column).contains(QStringLiteral("通道")));
        QVERIFY(child<QLabel>(fixture.editor, "message")->text() != english);
        QVERIFY(child<QLabel>(fixture.editor, "message")->text().contains(QStringLiteral("flatten")));
        QVERIFY(fixture.editor.findChild<QAction*>(QStringLiteral("duplicate"))->text() != QStringLiteral("Duplicate"));
        const auto* tabs = child<QTabBar>(fixture.window, "page_tabs");
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("搭建网络"));
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.types(), lenet_types);
    }

    void fields_of_layers_can_be_focused()
    {
        EditorFixture fixture;
        fixture.window.open_page(QStringLiteral("overview"));
        QVERIFY(focus_layer_field(fixture.editor, QStringLiteral("model.shape.layers[3].kernel")));
        QCOMPARE(fixture.table->currentIndex().row(), 3);
        QVERIFY(!focus_layer_field(fixture.editor, QStringLiteral("model.shape.layers[99].kernel")));
        QVERIFY(!focus_layer_field(fixture.editor, QStringLiteral("training.epochs")));
        QVERIFY(!layer_path("model.shape.layers[x].kernel"));
        QVERIFY(!layer_path("model.shape.layers[3"));
        QCOMPARE(layer_path("model.shape.layers[12].kernel")->index, std::size_t{12});
        QCOMPARE(layer_field(12, "kernel"), std::string("model.shape.layers[12].kernel"));
    }
};

RIGWRIGHT_STYLED_TEST(LayerEditorTest)

} // namespace rigwright::test::tst_layer_editor

#include "tst_layer_editor.moc"
