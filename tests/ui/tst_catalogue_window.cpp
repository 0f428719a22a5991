// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/catalogue_fixture.h"
#include "ui/catalog_editor/parts_page.h"
#include "ui/catalog_editor/record_field_model.h"
#include "ui/window_menus.h"

#include <QDir>
#include <QRegularExpression>
#include <QTimer>

namespace tst_catalogue_window {

using namespace rigwright;
using namespace rigwright::test;

class CatalogueWindowTest : public QObject {
    Q_OBJECT
private slots:
    void the_menu_opens_it();
    void a_typed_value_is_used_marked_and_reverted();
    void a_value_that_is_none_is_refused_beside_the_field();
    void words_and_flags_are_picked();
    void a_part_is_added_through_the_dialog();
    void the_dialog_says_what_is_wrong();
    void a_copy_can_be_chosen_in_the_plan_at_once();
    void a_part_in_use_is_not_deleted();
    void a_defective_file_is_shown_and_stays();
    void the_search_finds_parts_and_prices();
    void every_field_has_a_name_in_both_languages();
};

void CatalogueWindowTest::the_menu_opens_it()
{
    CatalogueFixture f;
    f.catalogue->close();
    for (QAction* action : f.window.menus().actions())
        if (action->text().contains(QLatin1String("hardware data"))) action->trigger();
    QVERIFY(f.catalogue->isVisible());
    QTest::keyClick(f.catalogue, Qt::Key_Escape);
    QVERIFY(!f.catalogue->isVisible());
    // Looking writes nothing.
    QVERIFY(QDir(f.directory.path()).isEmpty());
}

void CatalogueWindowTest::a_typed_value_is_used_marked_and_reverted()
{
    CatalogueFixture f;
    f.override_card();
    const double before = f.document.evaluation().estimate->time->step.base();
    f.type("memory.bandwidth_GBps", QStringLiteral("504"));
    QCOMPARE(f.bandwidth(), 5.04e11);
    QVERIFY(f.document.evaluation().estimate->time->step.base() > before);
    RecordFieldModel& model = f.catalogue->parts().field_model();
    const int row = model.row_of("memory.bandwidth_GBps");
    QVERIFY(model.is_own(row));
    QCOMPARE(model.index(row, RecordFieldModel::shipped_column).data().toString(), QStringLiteral("1008"));
    QCOMPARE(model.index(row, RecordFieldModel::unit_column).data().toString(), QStringLiteral("GB/s"));
    QVERIFY(model.index(row, RecordFieldModel::value_column).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(!model.is_own(model.row_of("memory.capacity_GB")));
    // The picker of the plan carries the mark.
    const auto* picker = qobject_cast<PickerControl*>(f.window.choices().control(QStringLiteral("build.gpu")));
    QVERIFY2(picker->box()->currentText().contains(QLatin1String("own values")),
             qPrintable(picker->box()->currentText()));
    f.catalogue->parts().fields().setCurrentIndex(f.value_cell("memory.bandwidth_GBps"));
    f.click("revert");
    QCOMPARE(f.bandwidth(), 1.008e12);
    QCOMPARE(f.document.evaluation().estimate->time->step.base(), before);
    QVERIFY(!picker->box()->currentText().contains(QLatin1String("own")));
    QVERIFY(says_nothing(f.hardware.own_record(RecordKind::gpu, "rtx4090")));
    f.click("undo");
    QCOMPARE(f.bandwidth(), 5.04e11);
    f.click("redo");
    QCOMPARE(f.bandwidth(), 1.008e12);
}

void CatalogueWindowTest::a_value_that_is_none_is_refused_beside_the_field()
{
    CatalogueFixture f;
    f.override_card();
    const auto text = f.file("gpus/rtx4090.json");
    f.type("memory.bandwidth_GBps", QStringLiteral("-5"));
    QVERIFY2(f.catalogue->parts().trouble().contains(QLatin1String("out of range")),
             qPrintable(f.catalogue->parts().trouble()));
    QCOMPARE(f.file("gpus/rtx4090.json"), text);
    f.type("memory.bandwidth_GBps", QStringLiteral("fast"));
    QVERIFY(f.catalogue->parts().trouble().contains(QStringLiteral("“fast” is no number")));
    f.type("release", QStringLiteral("2026-13"));
    QVERIFY(f.catalogue->parts().trouble().contains(QLatin1String("YYYY-MM")));
    f.type("memory.capacity_GB", QString());
    QVERIFY(!f.catalogue->parts().trouble().isEmpty());
    QCOMPARE(f.file("gpus/rtx4090.json"), text);
    // Unknown is null where a figure may be unknown.
    f.type("memory.l2_MB", QString());
    QVERIFY(f.catalogue->parts().trouble().isEmpty());
    QVERIFY(!f.document.data()->hardware.gpu("rtx4090")->memory.l2_cache);
}

void CatalogueWindowTest::words_and_flags_are_picked()
{
    CatalogueFixture f;
    f.override_card();
    QTableView& view = f.catalogue->parts().fields();
    view.scrollTo(f.value_cell("link.pcie_peer_to_peer"));
    view.setCurrentIndex(f.value_cell("link.pcie_peer_to_peer"));
    QTest::keyClick(&view, Qt::Key_F2);
    auto* box = qobject_cast<QComboBox*>(QApplication::focusWidget());
    QVERIFY(box != nullptr);
    QCOMPARE(box->currentText(), QStringLiteral("no"));
    QTest::keyClick(box, Qt::Key_Up);
    QCOMPARE(box->currentText(), QStringLiteral("yes"));
    QTest::keyClick(box, Qt::Key_Return);
    QApplication::processEvents();
    QCOMPARE(*f.document.data()->hardware.gpu("rtx4090")->link.pcie_peer_to_peer, true);
}

void CatalogueWindowTest::a_part_is_added_through_the_dialog()
{
    CatalogueFixture f;
    QTimer::singleShot(0, &f.window, [&f] {
        auto* dialog = f.catalogue->findChild<AddPartDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->kinds().setCurrentIndex(static_cast<int>(RecordKind::storage));
        QTest::mouseClick(&dialog->copy_choice(), Qt::LeftButton, {}, QPoint(10, dialog->copy_choice().height() / 2));
        QVERIFY(dialog->copy_choice().isChecked());
        dialog->parts().setCurrentIndex(dialog->parts().findData(QStringLiteral("nvme4")));
        dialog->id_field().selectAll();
        QTest::keyClicks(&dialog->id_field(), QStringLiteral("our-array"));
        dialog->name_field().selectAll();
        QTest::keyClicks(&dialog->name_field(), QStringLiteral("Our array"));
        QTest::mouseClick(dialog->buttons().button(QDialogButtonBox::Ok), Qt::LeftButton);
    });
    f.click("add_part");
    const Storage* storage = f.document.data()->hardware.storage("our-array");
    QVERIFY(storage != nullptr);
    QCOMPARE(storage->name, std::string("Our array"));
    QCOMPARE(f.catalogue->parts().list().model()->rowCount(), 1);
    QCOMPARE(f.catalogue->parts().field_model().id(), std::string("our-array"));
    f.click("remove_part");
    QVERIFY(f.document.data()->hardware.storage("our-array") == nullptr);
    QCOMPARE(f.catalogue->parts().list().model()->rowCount(), 0);
}

void CatalogueWindowTest::the_dialog_says_what_is_wrong()
{
    CatalogueFixture f;
    AddPartDialog dialog(f.hardware, f.catalogue);
    dialog.show();
    const QPushButton* ok = dialog.buttons().button(QDialogButtonBox::Ok);
    QVERIFY(ok->isEnabled());
    QTest::mouseClick(&dialog.new_choice(), Qt::LeftButton, {}, QPoint(10, dialog.new_choice().height() / 2));
    QVERIFY(!ok->isEnabled());
    for (const char* id : {"../x", "rtx4090", "none", "a b"}) {
        dialog.id_field().setText(QLatin1String(id));
        dialog.name_field().setText(QStringLiteral("x"));
        QVERIFY2(!ok->isEnabled(), id);
    }
    dialog.id_field().setText(QStringLiteral("mine"));
    QVERIFY(ok->isEnabled());
    dialog.close();
    // A new part is kept while its figures are missing, and says so.
    f.catalogue->parts().add(dialog.wanted(), dialog.record());
    QVERIFY(f.document.data()->hardware.gpu("mine") == nullptr);
    QVERIFY(f.file("gpus/mine.json").has_value());
    QVERIFY(!f.hardware.issues().empty());
    RecordFieldModel& model = f.catalogue->parts().field_model();
    QVERIFY(
        !model.index(model.row_of("memory.capacity_GB"), RecordFieldModel::remark_column).data().toString().isEmpty());
    f.type("vendor", QStringLiteral("Us"));
    f.type("architecture", QStringLiteral("Own"));
    f.type("memory.type", QStringLiteral("HBM3"));
    f.type("memory.capacity_GB", QStringLiteral("96"));
    QVERIFY2(f.document.data()->hardware.gpu("mine") != nullptr, qPrintable(f.catalogue->parts().trouble()));
    QCOMPARE(f.document.data()->hardware.gpu("mine")->memory.capacity.as_gib(), 96.0);
}

void CatalogueWindowTest::a_copy_can_be_chosen_in_the_plan_at_once()
{
    CatalogueFixture f;
    nlohmann::json copy = f.hardware.shipped_record(RecordKind::gpu, "rtx4090");
    copy["id"] = "rtx4090-lab";
    copy["name"] = "Lab card";
    f.catalogue->parts().add({RecordKind::gpu, "rtx4090-lab"}, copy);
    auto* picker = qobject_cast<PickerControl*>(f.window.choices().control(QStringLiteral("build.gpu")));
    const int at = picker->box()->findData(QStringLiteral("rtx4090-lab"));
    QVERIFY(at >= 0);
    QVERIFY(picker->box()->itemText(at).startsWith(QLatin1String("Lab card (own part)")));
    QVERIFY(f.document.set_field(QStringLiteral("build.gpu"), FieldValue(std::string("rtx4090-lab"))));
    QVERIFY(f.document.evaluation().estimate.has_value());
}

void CatalogueWindowTest::a_part_in_use_is_not_deleted()
{
    CatalogueFixture f;
    nlohmann::json copy = f.hardware.shipped_record(RecordKind::gpu, "rtx4090");
    copy["id"] = "rtx4090-lab";
    f.catalogue->parts().add({RecordKind::gpu, "rtx4090-lab"}, copy);
    f.document.set_field(QStringLiteral("build.gpu"), FieldValue(std::string("rtx4090-lab")));
    f.click("remove_part");
    QVERIFY(f.file("gpus/rtx4090-lab.json").has_value());
    QVERIFY(f.document.data()->hardware.gpu("rtx4090-lab") != nullptr);
    QVERIFY2(f.catalogue->trouble().contains(QLatin1String("rtx4090-lab")), qPrintable(f.catalogue->trouble()));
    QVERIFY(f.document.evaluation().estimate.has_value());
}

void CatalogueWindowTest::a_defective_file_is_shown_and_stays()
{
    CatalogueFixture f;
    const std::string broken = R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090",
        "memory": {"bandwidth_GBps": -1, "l2_MB": 96}})";
    QVERIFY(!apply_change(f.hardware.folder(), {"gpus/rtx4090.json", std::nullopt, broken}));
    // Any change reads everything again.
    f.catalogue->parts().add({RecordKind::gpu, "rtx3090"}, nlohmann::json(record_start(RecordKind::gpu, "rtx3090")));
    QCOMPARE(f.bandwidth(), 1.008e12);
    f.catalogue->parts().choose(RecordKind::gpu, "rtx4090");
    RecordFieldModel& model = f.catalogue->parts().field_model();
    const int row = model.row_of("memory.bandwidth_GBps");
    QVERIFY(
        model.index(row, RecordFieldModel::remark_column).data().toString().contains(QLatin1String("out of range")));
    QCOMPARE(*f.file("gpus/rtx4090.json"), broken);
    f.catalogue->parts().fields().setCurrentIndex(f.value_cell("memory.bandwidth_GBps"));
    f.click("revert");
    QVERIFY(f.hardware.issues().empty());
}

void CatalogueWindowTest::the_search_finds_parts_and_prices()
{
    CatalogueFixture f;
    f.override_card();
    f.catalogue->parts().add({RecordKind::cpu, "i9-13900k"},
                             nlohmann::json(record_start(RecordKind::cpu, "i9-13900k")));
    QLineEdit& search = f.catalogue->parts().search();
    QTest::keyClicks(&search, QStringLiteral("13900"));
    QCOMPARE(f.catalogue->parts().list().model()->rowCount(), 1);
    search.clear();
    QCOMPARE(f.catalogue->parts().list().model()->rowCount(), 2);
}

void CatalogueWindowTest::every_field_has_a_name_in_both_languages()
{
    CatalogueFixture f;
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    for (const char* id : {"en", "zh_CN"}) {
        QVERIFY(f.language.use(QLatin1String(id)));
        for (std::size_t kind = 0; kind < record_folders.size(); ++kind) {
            for (const RecordField& field : editable_fields(static_cast<RecordKind>(kind))) {
                const QString label = field_label(field.path);
                const QString key = from_utf8(field.path.substr(field.path.rfind('.') + 1));
                const bool same = label.endsWith(key) && key.contains(QLatin1Char('_'));
                QVERIFY2(!same, qPrintable(label));
                static const QRegularExpression formats(QStringLiteral("(FP|TF|BF|INT)\\d+$"));
                if (*id == 'z') QVERIFY2(label.contains(han) || label.contains(formats), qPrintable(label));
            }
        }
    }
}

RIGWRIGHT_WIDGET_TEST(CatalogueWindowTest)

} // namespace tst_catalogue_window

#include "tst_catalogue_window.moc"
