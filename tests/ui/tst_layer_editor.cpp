// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/window_fixture.h"
#include "ui/controls/parameter_control.h"
#include "ui/document/layer_edits.h"
#include "ui/document/layer_fields.h"
#include "ui/panels/choices_column.h"
#include "ui/panels/layer_editor.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

using namespace rigwright;
using namespace rigwright::test;

namespace {

/// A window over LeNet-5 as a list of layers.
struct EditorFixture : WindowFixture {
    LayerEditor& editor = window.layers();
    LayerTable* table = editor.table();

    EditorFixture()
    {
        Scenario scenario = fabric_scenario();
        scenario.model = ModelChoice();
        scenario.model.family = "layer-list";
        scenario.input = ModelInput();
        if (!document.set_scenario(scenario, QStringLiteral("own net"))) qFatal("LeNet-5 cannot be computed");
        document.undo_stack().clear();
        QApplication::processEvents();
        table->setFocus();
    }

    LayerSpecs layers() const { return *layers_of(document.edited(), *document.data()); }
    QString types() const
    {
        QStringList types;
        for (const LayerSpec& layer : layers()) types << from_utf8(layer.type);
        return types.join(QLatin1Char(' '));
    }
    std::int64_t parameters() const { return document.evaluation().estimate->model.parameters.value(); }
    QString cell(int row, int column) const { return table->model()->index(row, column).data().toString(); }

    void select(int row)
    {
        const QModelIndex index = table->model()->index(row, LayerModel::type_column);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
        QCOMPARE(table->currentIndex().row(), row);
    }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(table, key, modifiers);
        QApplication::processEvents();
    }

    /// Opens a button's menu with the mouse and clicks one of its entries.
    void choose(const char* button, QMenu* menu, const char* entry)
    {
        QAction* wanted = menu->findChild<QAction*>(QLatin1String(entry));
        QVERIFY(wanted);
        bool clicked = false;
        QTimer::singleShot(50, menu, [menu, wanted, &clicked] {
            clicked = menu->isVisible();
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(wanted).center());
        });
        QTest::mouseClick(editor.findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
        QVERIFY(clicked);
    }

    ParameterControl* number(int row, const char* key) const
    {
        const std::string path = layer_field(static_cast<std::size_t>(row), key);
        return qobject_cast<ParameterControl*>(editor.form()->control(QString::fromStdString(path)));
    }
};

const QString lenet_types = QStringLiteral("conv tanh average-pool conv tanh average-pool flatten linear tanh linear "
                                           "tanh linear");

} // namespace

/// A network built by hand, layer by layer.
class LayerEditorTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void choosing_to_build_a_net_opens_the_editor();
    void rows_say_what_each_layer_costs();
    void keys_copy_delete_and_move_layers();
    void buttons_do_what_keys_do();
    void an_option_changes_the_answer_at_once();
    void a_layer_is_added_from_the_menu();
    void another_type_keeps_the_options_it_shares();
    void a_broken_list_is_shown_in_place_and_undone();
    void a_larger_image_mends_a_list();
    void other_settings_work_beside_a_draft();
    void a_row_is_dragged();
    void names_hold_references_together();
    void a_sum_begins_with_a_layer_that_fits();
    void known_networks_are_a_start();
    void speaks_chinese();
    void the_last_layer_stays();
    void fields_of_layers_can_be_focused();
    void another_model_takes_the_editor_away();
};

void LayerEditorTest::initTestCase()
{
    install_style(*qApp);
    install_step_slider_accessibility();
}

void LayerEditorTest::choosing_to_build_a_net_opens_the_editor()
{
    WindowFixture fixture;
    QCOMPARE(fixture.window.tabs().indexOf(&fixture.window.layers()), -1);
    PickerControl* picker = fixture.window.choices().model()->picker();
    QVERIFY(!fixture.window.choices().model()->layers_button()->isVisible());
    picker->box()->setFocus();
    picker->box()->lineEdit()->selectAll();
    QTest::keyClicks(picker->box()->lineEdit(), QStringLiteral("build your own"));
    QTest::keyClick(picker->box()->lineEdit(), Qt::Key_Return);
    QCOMPARE(fixture.document.scenario().model.family, std::string("layer-list"));
    QCOMPARE(fixture.window.tabs().currentWidget(), static_cast<QWidget*>(&fixture.window.layers()));
    QVERIFY(fixture.window.layers().isVisible());
    // It begins with LeNet-5.
    QCOMPARE(fixture.window.layers().model()->rowCount(), 12);
    QCOMPARE(fixture.document.evaluation().estimate->model.parameters.value(), 61'706);
    QPushButton* button = fixture.window.choices().model()->layers_button();
    QVERIFY(button->isVisible());
    fixture.window.tabs().setCurrentIndex(1);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(fixture.window.layers().isVisible());
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.window.tabs().indexOf(&fixture.window.layers()), -1);
    fixture.document.undo_stack().redo();
    QVERIFY(fixture.window.layers().isVisible());
}

void LayerEditorTest::rows_say_what_each_layer_costs()
{
    EditorFixture fixture;
    const QAbstractItemModelTester tester(fixture.editor.model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    QCOMPARE(fixture.cell(0, LayerModel::type_column), QStringLiteral("Convolution"));
    QCOMPARE(fixture.cell(0, LayerModel::name_column), QStringLiteral("conv0"));
    QCOMPARE(fixture.cell(0, LayerModel::options_column), QStringLiteral("6 channels · 5×5 · padding 2"));
    QCOMPARE(fixture.cell(0, LayerModel::output_column), QStringLiteral("6×28×28"));
    QCOMPARE(fixture.cell(0, LayerModel::parameters_column), QStringLiteral("156"));
    QCOMPARE(fixture.cell(6, LayerModel::output_column), QStringLiteral("400"));
    QCOMPARE(fixture.cell(7, LayerModel::parameters_column), fixture.words.text(value_of(Count(48'120))));
    QCOMPARE(fixture.cell(7, LayerModel::macs_column), fixture.words.text(value_of(Count(48'000))));
    // The micro-batch of 2 keeps two images of 28 x 28, in 16 bits under autocast.
    QCOMPARE(fixture.cell(0, LayerModel::kept_column), fixture.words.text(value_of(Bytes(2 * 784 * 2))));
    QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{4}));
    QCOMPARE(fixture.cell(0, LayerModel::kept_column), fixture.words.text(value_of(Bytes(4 * 784 * 2))));
}

void LayerEditorTest::keys_copy_delete_and_move_layers()
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
    QCOMPARE(fixture.editor.model()->rowCount(), 13);
}

void LayerEditorTest::buttons_do_what_keys_do()
{
    EditorFixture fixture;
    fixture.select(0);
    const auto click = [&](const char* name) {
        for (QToolButton* button : fixture.editor.findChildren<QToolButton*>()) {
            if (button->defaultAction() == fixture.editor.action(QLatin1String(name)))
                QTest::mouseClick(button, Qt::LeftButton);
        }
    };
    click("up");
    QCOMPARE(fixture.document.undo_stack().count(), 0);
    click("duplicate");
    QCOMPARE(fixture.editor.model()->rowCount(), 13);
    click("down");
    QVERIFY(fixture.types().startsWith(QStringLiteral("conv tanh conv average-pool")));
    click("up");
    click("delete");
    QCOMPARE(fixture.types(), lenet_types);
    QCOMPARE(fixture.document.undo_stack().count(), 4);
}

void LayerEditorTest::an_option_changes_the_answer_at_once()
{
    EditorFixture fixture;
    fixture.select(0);
    ParameterControl* channels = fixture.number(0, "out_channels");
    QVERIFY(channels);
    channels->field()->setFocus();
    channels->field()->selectAll();
    QTest::keyClicks(channels->field(), QStringLiteral("12"));
    // 12 x 25 + 12, and 12 instead of 6 channels into the second convolution: 16 x 150 more.
    QCOMPARE(fixture.parameters(), 61'706 - 156 + 312 + 16 * 150);
    QCOMPARE(fixture.cell(0, LayerModel::parameters_column), QStringLiteral("312"));
    QCOMPARE(fixture.cell(2, LayerModel::output_column), QStringLiteral("12×14×14"));
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
    QCOMPARE(fixture.cell(0, LayerModel::parameters_column), QStringLiteral("312"));
    while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
    QCOMPARE(fixture.parameters(), 61'706);
    // The list of LeNet-5 is the default again, and not written into the scenario.
    QVERIFY(fixture.document.scenario().model.shape.empty());
}

void LayerEditorTest::a_layer_is_added_from_the_menu()
{
    EditorFixture fixture;
    fixture.select(2);
    fixture.choose("add_layer", fixture.editor.add_menu(), "add.conv");
    QVERIFY(fixture.types().startsWith(QStringLiteral("conv tanh average-pool conv conv tanh")));
    QCOMPARE(fixture.table->currentIndex().row(), 3);
    // It keeps the size of the map: kernel 3, padding 1.
    QCOMPARE(fixture.cell(3, LayerModel::output_column), QStringLiteral("64×14×14"));
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    QVERIFY(fixture.number(3, "dilation"));
    QCOMPARE(fixture.editor.add_menu()->findChildren<QAction*>(QRegularExpression(QStringLiteral("^add\\."))).size(),
             qsizetype(layer_types().size()));
}

void LayerEditorTest::another_type_keeps_the_options_it_shares()
{
    EditorFixture fixture;
    fixture.select(2);
    auto* picker = qobject_cast<PickerControl*>(fixture.editor.form()->control("model.shape.layers[2].type"));
    QVERIFY(picker);
    picker->box()->setFocus();
    const int wanted = picker->box()->findData(QStringLiteral("max-pool"));
    QVERIFY(wanted > 0);
    while (picker->box()->currentIndex() != wanted) {
        const bool below = picker->box()->currentIndex() < wanted;
        QTest::keyClick(picker->box(), below ? Qt::Key_Down : Qt::Key_Up);
        picker = qobject_cast<PickerControl*>(fixture.editor.form()->control("model.shape.layers[2].type"));
        QVERIFY(picker);
    }
    QCOMPARE(fixture.layers().at(2).type, std::string("max-pool"));
    QCOMPARE(fixture.cell(2, LayerModel::output_column), QStringLiteral("6×14×14"));
    QVERIFY(!fixture.document.has_draft());
}

void LayerEditorTest::a_broken_list_is_shown_in_place_and_undone()
{
    EditorFixture fixture;
    const Bytes before = fixture.document.evaluation().estimate->memory->total;
    fixture.select(6);
    fixture.key(Qt::Key_Delete);
    QCOMPARE(fixture.editor.model()->rowCount(), 11);
    QVERIFY(fixture.document.has_draft());
    QVERIFY(fixture.cell(6, LayerModel::output_column).contains(QStringLiteral("16 × 5 × 5")));
    QVERIFY(fixture.editor.message()->isVisible());
    QVERIFY(fixture.editor.message()->text().contains(QStringLiteral("flatten")));
    QCOMPARE(fixture.table->columnSpan(6, LayerModel::output_column), 4);
    // The rows before it go on showing their figures, those behind it have none, the answer stays.
    QCOMPARE(fixture.cell(3, LayerModel::output_column), QStringLiteral("16×10×10"));
    QCOMPARE(fixture.cell(8, LayerModel::parameters_column), QStringLiteral("–"));
    QCOMPARE(fixture.document.evaluation().estimate->memory->total, before);
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    // Further edits of the broken list are steps too.
    fixture.key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(fixture.editor.model()->rowCount(), 12);
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.editor.model()->rowCount(), 11);
    QVERIFY(fixture.document.has_draft());
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.types(), lenet_types);
    QVERIFY(!fixture.document.has_draft());
    QVERIFY(!fixture.editor.message()->isVisible());
    QCOMPARE(fixture.table->columnSpan(6, LayerModel::output_column), 1);
    fixture.document.undo_stack().redo();
    QVERIFY(fixture.document.has_draft());
    // Mending it by hand takes the list over.
    fixture.select(5);
    fixture.editor.add_menu()->findChild<QAction*>(QStringLiteral("add.flatten"))->trigger();
    QVERIFY(!fixture.document.has_draft());
    QCOMPARE(fixture.types(), lenet_types);
    QCOMPARE(fixture.parameters(), 61'706);
    fixture.document.undo_stack().undo();
    QVERIFY(fixture.document.has_draft());
}

void LayerEditorTest::a_larger_image_mends_a_list()
{
    EditorFixture fixture;
    QVERIFY(fixture.document.set_field("model.shape.layers[3].kernel", std::int64_t{21}));
    QVERIFY(fixture.document.has_draft());
    QVERIFY(fixture.editor.message()->text().contains(QStringLiteral("spans 21")));
    QVERIFY(fixture.document.set_field("input.image_height", std::int64_t{64}));
    QVERIFY(fixture.document.has_draft());
    QCOMPARE(fixture.document.scenario().input.image_height.value_or(0), 64);
    QVERIFY(fixture.document.set_field("input.image_width", std::int64_t{64}));
    QVERIFY(!fixture.document.has_draft());
    QCOMPARE(fixture.cell(3, LayerModel::output_column), QStringLiteral("16×12×12"));
    fixture.document.undo_stack().undo();
    QVERIFY(fixture.document.has_draft());
    QCOMPARE(fixture.document.scenario().input.image_height.value_or(0), 64);
}

void LayerEditorTest::other_settings_work_beside_a_draft()
{
    EditorFixture fixture;
    fixture.select(6);
    fixture.key(Qt::Key_Delete);
    const LayerSpecs draft = fixture.layers();
    QVERIFY(fixture.document.set_field("training.micro_batch", std::int64_t{64}));
    QCOMPARE(fixture.document.scenario().training.micro_batch, 64);
    QVERIFY(fixture.document.has_draft());
    QVERIFY(fixture.layers() == draft);
    QSignalSpy rejected(&fixture.document, &Document::rejected);
    QVERIFY(!fixture.document.set_field("model.shape.layers[0].kernel", std::int64_t{0}));
    QCOMPARE(rejected.count(), 1);
    QVERIFY(fixture.document.set_field("build.gpus_per_node", std::int64_t{2}));
    while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
    QCOMPARE(fixture.types(), lenet_types);
    QCOMPARE(fixture.document.scenario().training.micro_batch, 2);
}

void LayerEditorTest::a_row_is_dragged()
{
    EditorFixture fixture;
    QWidget* viewport = fixture.table->viewport();
    QWindow* window = fixture.window.windowHandle();
    const auto point = [&](int row, int below_middle) {
        const QRect rect = fixture.table->visualRect(fixture.table->model()->index(row, LayerModel::type_column));
        return viewport->mapTo(&fixture.window, QPoint(40, rect.center().y() + below_middle));
    };
    QTest::mousePress(window, Qt::LeftButton, {}, point(1, 0));
    QTest::mouseMove(window, point(1, 4));
    QVERIFY(!fixture.table->is_dragging());
    QTest::mouseMove(window, point(2, 4));
    QVERIFY(fixture.table->is_dragging());
    // Escape calls it off.
    QTest::keyClick(window, Qt::Key_Escape);
    QVERIFY(!fixture.table->is_dragging());
    QTest::mouseRelease(window, Qt::LeftButton, {}, point(4, 4));
    QCOMPARE(fixture.document.undo_stack().count(), 0);
    QTest::mousePress(window, Qt::LeftButton, {}, point(1, 0));
    QTest::mouseMove(window, point(3, 0));
    QTest::mouseMove(window, point(4, 4));
    QTest::mouseRelease(window, Qt::LeftButton, {}, point(4, 4));
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    QVERIFY2(fixture.types().startsWith(QStringLiteral("conv average-pool conv tanh tanh average-pool")),
             qPrintable(fixture.types()));
    QCOMPARE(fixture.editor.model()->rowCount(), 12);
    QCOMPARE(fixture.table->currentIndex().row(), 4);
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.types(), lenet_types);
}

void LayerEditorTest::names_hold_references_together()
{
    EditorFixture fixture;
    fixture.editor.start_menu()->findChild<QAction*>(QStringLiteral("start_residual"))->trigger();
    const std::int64_t before = fixture.parameters();
    // "block1" stands at row 2 and is read by the sum at row 8.
    QCOMPARE(fixture.cell(2, LayerModel::name_column), QStringLiteral("block1"));
    fixture.select(2);
    const QModelIndex name = fixture.table->model()->index(2, LayerModel::name_column);
    fixture.table->setCurrentIndex(name);
    fixture.key(Qt::Key_F2);
    auto* entry = fixture.table->viewport()->findChild<QLineEdit*>();
    QVERIFY(entry);
    entry->selectAll();
    QTest::keyClicks(entry, QStringLiteral("stem"));
    QTest::keyClick(entry, Qt::Key_Return);
    QTRY_COMPARE(fixture.cell(2, LayerModel::name_column), QStringLiteral("stem"));
    QVERIFY(fixture.cell(8, LayerModel::options_column).contains(QStringLiteral("from stem")));
    QCOMPARE(fixture.parameters(), before);
    QCOMPARE(fixture.document.undo_stack().count(), 2);
    // A layer in front of all moves everything by one; the sum still reads the same layer.
    fixture.select(0);
    fixture.editor.add_menu()->findChild<QAction*>(QStringLiteral("add.relu"))->trigger();
    QVERIFY(!fixture.document.has_draft());
    QVERIFY(fixture.cell(9, LayerModel::options_column).contains(QStringLiteral("from stem")));
    // Without that layer the sum says what it misses.
    fixture.select(3);
    fixture.key(Qt::Key_Delete);
    QVERIFY(fixture.document.has_draft());
    QVERIFY(fixture.editor.message()->text().contains(QStringLiteral("stem")));
}

void LayerEditorTest::a_sum_begins_with_a_layer_that_fits()
{
    EditorFixture fixture;
    fixture.select(4);
    fixture.editor.add_menu()->findChild<QAction*>(QStringLiteral("add.add-from"))->trigger();
    QVERIFY(!fixture.document.has_draft());
    QCOMPARE(fixture.cell(5, LayerModel::options_column), QStringLiteral("from conv3"));
    auto* from = qobject_cast<PickerControl*>(fixture.editor.form()->control("model.shape.layers[5].from"));
    QVERIFY(from);
    // The input of the network and the five layers before.
    QCOMPARE(from->entries().size(), std::size_t{6});
    from->box()->setFocus();
    QTest::keyClick(from->box(), Qt::Key_Home);
    QVERIFY(fixture.document.has_draft());
    QVERIFY(fixture.cell(5, LayerModel::output_column).contains(QStringLiteral("1 × 28 × 28")));
    QTest::keyClick(from->box(), Qt::Key_End);
    QVERIFY(!fixture.document.has_draft());
}

void LayerEditorTest::known_networks_are_a_start()
{
    EditorFixture fixture;
    fixture.choose("start_from", fixture.editor.start_menu(), "start_alexnet");
    QCOMPARE(fixture.parameters(), 61'100'840);
    QCOMPARE(fixture.document.scenario().input.image_height.value_or(0), 224);
    QCOMPARE(fixture.document.undo_stack().count(), 1);
    for (const char* name : {"start_lenet", "start_dense", "start_residual", "start_vgg"}) {
        fixture.editor.start_menu()->findChild<QAction*>(QLatin1String(name))->trigger();
        QVERIFY2(!fixture.document.has_draft(), name);
        for (int row = 0; row < fixture.editor.model()->rowCount(); ++row)
            QVERIFY2(fixture.editor.model()->output(static_cast<std::size_t>(row)), name);
    }
    QCOMPARE(fixture.parameters(), 138'357'544);
}

void LayerEditorTest::speaks_chinese()
{
    EditorFixture fixture;
    fixture.select(6);
    fixture.key(Qt::Key_Delete);
    const QString english = fixture.editor.message()->text();
    fixture.speak(QStringLiteral("zh_CN"));
    QCOMPARE(fixture.cell(0, LayerModel::type_column), QStringLiteral("卷积"));
    QVERIFY(fixture.cell(0, LayerModel::options_column).contains(QStringLiteral("个通道")));
    QVERIFY(fixture.editor.message()->text() != english);
    QVERIFY(fixture.editor.message()->text().contains(QStringLiteral("flatten")));
    QVERIFY(fixture.editor.action(QStringLiteral("duplicate"))->text() != QStringLiteral("Duplicate"));
    QCOMPARE(fixture.window.tabs().tabText(0), QStringLiteral("网络层"));
    QVERIFY(fixture.window.tabs().tabText(1) != QStringLiteral("Memory against micro-batch"));
    fixture.document.undo_stack().undo();
    QCOMPARE(fixture.types(), lenet_types);
}

void LayerEditorTest::the_last_layer_stays()
{
    EditorFixture fixture;
    fixture.select(0);
    for (int i = 0; i < 20; ++i) fixture.key(Qt::Key_Delete);
    QCOMPARE(fixture.editor.model()->rowCount(), 1);
    QVERIFY(!fixture.editor.action(QStringLiteral("delete"))->isEnabled());
    while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
    QCOMPARE(fixture.types(), lenet_types);
    QVERIFY(fixture.editor.action(QStringLiteral("delete"))->isEnabled());
}

void LayerEditorTest::fields_of_layers_can_be_focused()
{
    EditorFixture fixture;
    fixture.window.tabs().setCurrentIndex(1);
    QVERIFY(fixture.editor.focus_field(QStringLiteral("model.shape.layers[3].kernel")));
    QCOMPARE(fixture.table->currentIndex().row(), 3);
    QVERIFY(!fixture.editor.focus_field(QStringLiteral("model.shape.layers[99].kernel")));
    QVERIFY(!fixture.editor.focus_field(QStringLiteral("training.epochs")));
    QVERIFY(!layer_path("model.shape.layers[x].kernel"));
    QVERIFY(!layer_path("model.shape.layers[3"));
    QCOMPARE(layer_path("model.shape.layers[12].kernel")->index, std::size_t{12});
    QCOMPARE(layer_field(12, "kernel"), std::string("model.shape.layers[12].kernel"));
}

void LayerEditorTest::another_model_takes_the_editor_away()
{
    EditorFixture fixture;
    fixture.select(6);
    fixture.key(Qt::Key_Delete);
    QVERIFY(fixture.document.has_draft());
    QVERIFY(fixture.document.set_scenario(fabric_scenario(), QStringLiteral("DETR")));
    QVERIFY(!fixture.document.has_draft());
    QCOMPARE(fixture.window.tabs().indexOf(&fixture.editor), -1);
    fixture.document.undo_stack().undo();
    QVERIFY(fixture.document.has_draft());
    QCOMPARE(fixture.editor.model()->rowCount(), 11);
    QVERIFY(fixture.editor.isVisible());
}

QTEST_MAIN(LayerEditorTest)
#include "tst_layer_editor.moc"
