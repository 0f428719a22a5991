// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/layer_fixture.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>

namespace rigwright::test::tst_layer_drafts {

/// Unfinished lists of layers: drafts that cannot be computed yet, and references between layers.
class LayerDraftsTest : public QObject {
    Q_OBJECT

private slots:
    void a_broken_list_is_shown_in_place_and_undone()
    {
        EditorFixture fixture;
        const Bytes before = fixture.document.evaluation().estimate->memory->total;
        fixture.select(6);
        fixture.key(Qt::Key_Delete);
        QCOMPARE(fixture.table->model()->rowCount(), 11);
        QVERIFY(fixture.document.has_draft());
        QVERIFY(fixture.cell(6, LayerListColumn::output_column).contains(QStringLiteral("16×5×5")));
        QVERIFY(child<QLabel>(fixture.editor, "message")->isVisible());
        QVERIFY(child<QLabel>(fixture.editor, "message")->text().contains(QStringLiteral("flatten")));
        QCOMPARE(fixture.table->columnSpan(6, LayerListColumn::output_column), 4);
        // The rows before it go on showing their figures, those behind it have none, the answer stays.
        QCOMPARE(fixture.cell(3, LayerListColumn::output_column), QStringLiteral("16×10×10"));
        QCOMPARE(fixture.cell(8, LayerListColumn::parameters_column), QStringLiteral("–"));
        QCOMPARE(fixture.document.evaluation().estimate->memory->total, before);
        QCOMPARE(fixture.document.undo_stack().count(), 1);
        // Further edits of the broken list are steps too.
        fixture.key(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(fixture.table->model()->rowCount(), 12);
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.table->model()->rowCount(), 11);
        QVERIFY(fixture.document.has_draft());
        fixture.document.undo_stack().undo();
        QCOMPARE(fixture.types(), lenet_types);
        QVERIFY(!fixture.document.has_draft());
        QVERIFY(!child<QLabel>(fixture.editor, "message")->isVisible());
        QCOMPARE(fixture.table->columnSpan(6, LayerListColumn::output_column), 1);
        fixture.document.undo_stack().redo();
        QVERIFY(fixture.document.has_draft());
        // Fixing it by hand applies the list.
        fixture.select(5);
        child<QPushButton>(fixture.editor, "add_layer")
            ->menu()
            ->findChild<QAction*>(QStringLiteral("add.flatten"))
            ->trigger();
        QVERIFY(!fixture.document.has_draft());
        QCOMPARE(fixture.types(), lenet_types);
        QCOMPARE(fixture.parameters(), 61'706);
        fixture.document.undo_stack().undo();
        QVERIFY(fixture.document.has_draft());
    }

    void a_larger_image_fixes_a_list()
    {
        EditorFixture fixture;
        QVERIFY(fixture.document.set_field("model.shape.layers[3].kernel", std::int64_t{21}));
        QVERIFY(fixture.document.has_draft());
        QVERIFY(child<QLabel>(fixture.editor, "message")->text().contains(QStringLiteral("spans 21")));
        QVERIFY(fixture.document.set_field("input.image_height", std::int64_t{64}));
        QVERIFY(fixture.document.has_draft());
        QCOMPARE(fixture.document.scenario().input.image_height.value_or(0), 64);
        QVERIFY(fixture.document.set_field("input.image_width", std::int64_t{64}));
        QVERIFY(!fixture.document.has_draft());
        QCOMPARE(fixture.cell(3, LayerListColumn::output_column), QStringLiteral("16×12×12"));
        fixture.document.undo_stack().undo();
        QVERIFY(fixture.document.has_draft());
        QCOMPARE(fixture.document.scenario().input.image_height.value_or(0), 64);
    }

    void other_settings_work_beside_a_draft()
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

    void names_hold_references_together()
    {
        EditorFixture fixture;
        child<QPushButton>(fixture.editor, "start_from")
            ->menu()
            ->findChild<QAction*>(QStringLiteral("start_residual"))
            ->trigger();
        const std::int64_t before = fixture.parameters();
        // "block1" is in row 2 and is read by the sum in row 8.
        QCOMPARE(fixture.cell(2, LayerListColumn::name_column), QStringLiteral("block1"));
        fixture.select(2);
        const QModelIndex name = fixture.table->model()->index(2, LayerListColumn::name_column);
        fixture.table->setCurrentIndex(name);
        fixture.key(Qt::Key_F2);
        auto* entry = fixture.table->viewport()->findChild<QLineEdit*>();
        QVERIFY(entry);
        enter(*entry, QStringLiteral("stem"));
        QTRY_COMPARE(fixture.cell(2, LayerListColumn::name_column), QStringLiteral("stem"));
        QVERIFY(fixture.cell(8, LayerListColumn::options_column).contains(QStringLiteral("from stem")));
        QCOMPARE(fixture.parameters(), before);
        QCOMPARE(fixture.document.undo_stack().count(), 2);
        // A layer in front of all moves everything by one; the sum still reads the same layer.
        fixture.select(0);
        child<QPushButton>(fixture.editor, "add_layer")
            ->menu()
            ->findChild<QAction*>(QStringLiteral("add.relu"))
            ->trigger();
        QVERIFY(!fixture.document.has_draft());
        QVERIFY(fixture.cell(9, LayerListColumn::options_column).contains(QStringLiteral("from stem")));
        // Without that layer the sum reports what is missing.
        fixture.select(3);
        fixture.key(Qt::Key_Delete);
        QVERIFY(fixture.document.has_draft());
        QVERIFY(child<QLabel>(fixture.editor, "message")->text().contains(QStringLiteral("stem")));
    }

    void a_sum_begins_with_a_layer_that_fits()
    {
        EditorFixture fixture;
        fixture.select(4);
        child<QPushButton>(fixture.editor, "add_layer")
            ->menu()
            ->findChild<QAction*>(QStringLiteral("add.add-from"))
            ->trigger();
        QVERIFY(!fixture.document.has_draft());
        QCOMPARE(fixture.cell(5, LayerListColumn::options_column), QStringLiteral("from conv3"));
        auto* from =
            qobject_cast<PickerControl*>(child<FieldForm>(fixture.editor)->control("model.shape.layers[5].from"));
        QVERIFY(from);
        // The input of the network and the five layers before.
        QCOMPARE(from->entries().size(), std::size_t{6});
        from->box()->setFocus();
        QTest::keyClick(from->box(), Qt::Key_Home);
        QVERIFY(fixture.document.has_draft());
        QVERIFY(fixture.cell(5, LayerListColumn::output_column).contains(QStringLiteral("1×28×28")));
        QTest::keyClick(from->box(), Qt::Key_End);
        QVERIFY(!fixture.document.has_draft());
    }

    void the_last_layer_stays()
    {
        EditorFixture fixture;
        fixture.select(0);
        for (int i = 0; i < 20; ++i) fixture.key(Qt::Key_Delete);
        QCOMPARE(fixture.table->model()->rowCount(), 1);
        QVERIFY(!fixture.editor.findChild<QAction*>(QStringLiteral("delete"))->isEnabled());
        while (fixture.document.undo_stack().canUndo()) fixture.document.undo_stack().undo();
        QCOMPARE(fixture.types(), lenet_types);
        QVERIFY(fixture.editor.findChild<QAction*>(QStringLiteral("delete"))->isEnabled());
    }

    void another_model_takes_the_editor_away()
    {
        EditorFixture fixture;
        fixture.select(6);
        fixture.key(Qt::Key_Delete);
        QVERIFY(fixture.document.has_draft());
        QVERIFY(fixture.document.set_scenario(fabric_scenario(), QStringLiteral("DETR")));
        QVERIFY(!fixture.document.has_draft());
        QVERIFY(!fixture.window.page_ids().contains(QStringLiteral("network_editor")));
        QVERIFY(!fixture.editor.isVisible());
        fixture.document.undo_stack().undo();
        QVERIFY(fixture.document.has_draft());
        QCOMPARE(fixture.table->model()->rowCount(), 11);
        QVERIFY(fixture.editor.isVisible());
    }
};

RIGWRIGHT_STYLED_TEST(LayerDraftsTest)

} // namespace rigwright::test::tst_layer_drafts

#include "tst_layer_drafts.moc"
