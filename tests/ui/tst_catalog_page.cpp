// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"
#include "tests/ui/catalog_fixture.h"
#include "ui/window/commands.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QRegularExpression>
#include <QTimer>

namespace rigwright::test::tst_catalog_page {

class CatalogPageTest : public QObject {
    Q_OBJECT
private slots:
    void the_menu_opens_it()
    {
        CatalogFixture f;
        f.window.open_page(QStringLiteral("overview"));
        QVERIFY(!f.catalog->isVisible());
        QVERIFY(f.window.menus().run(QStringLiteral("hardware")));
        QVERIFY(f.catalog->isVisible());
        QCOMPARE(f.window.findChildren<QWidget*>(QStringLiteral("catalogue")).size(), qsizetype{1});
        f.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        f.window.open_page(QStringLiteral("overview"));
        QTest::keyClick(&f.window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(f.catalog->isVisible());
        // Opening the page writes nothing.
        QVERIFY(QDir(f.directory.path()).isEmpty());
    }

    void a_typed_value_is_used_marked_and_reverted()
    {
        CatalogFixture f;
        f.override_card();
        const double before = f.document.evaluation().estimate->time->step.base();
        f.type("memory.bandwidth_GBps", QStringLiteral("504"));
        QCOMPARE(f.bandwidth(), 5.04e11);
        QVERIFY(f.document.evaluation().estimate->time->step.base() > before);
        QCOMPARE(f.text("memory.bandwidth_GBps", "Database value"), QStringLiteral("1008"));
        QCOMPARE(f.text("memory.bandwidth_GBps", "Remark"), QStringLiteral("Custom value"));
        QCOMPARE(f.text("memory.bandwidth_GBps", "Unit"), QStringLiteral("GB/s"));
        QVERIFY(f.value_cell("memory.bandwidth_GBps").data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(f.text("memory.capacity_GB", "Remark").isEmpty());
        // The picker of the plan shows the mark.
        const auto* picker = qobject_cast<PickerControl*>(
            child<ChoicesColumn>(f.window, "choices")->control(QStringLiteral("build.gpu")));
        QVERIFY2(picker->box()->currentText().contains(QLatin1String("custom values")),
                 qPrintable(picker->box()->currentText()));
        f.fields().setCurrentIndex(f.value_cell("memory.bandwidth_GBps"));
        f.click("revert");
        QCOMPARE(f.bandwidth(), 1.008e12);
        QCOMPARE(f.document.evaluation().estimate->time->step.base(), before);
        QVERIFY(!picker->box()->currentText().contains(QLatin1String("custom")));
        QCOMPARE(f.hardware.own_record(RecordKind::gpu, "rtx4090").size(), std::size_t{3});
        f.click("undo");
        QCOMPARE(f.bandwidth(), 5.04e11);
        f.click("redo");
        QCOMPARE(f.bandwidth(), 1.008e12);
    }

    /// The Edit menu and its keys undo changes of the page in front: own values here, the plan elsewhere.
    void undo_belongs_to_the_page_in_front()
    {
        CatalogFixture f;
        QVERIFY(f.document.set_field("training.micro_batch", std::int64_t{4}));
        QVERIFY(!f.window.menus().action(QStringLiteral("undo"))->isEnabled());
        f.override_card();
        f.type("memory.bandwidth_GBps", QStringLiteral("504"));
        QCOMPARE(f.bandwidth(), 5.04e11);
        QTest::keySequence(&f.window, QKeySequence::Undo);
        QCOMPARE(f.bandwidth(), 1.008e12);
        QTest::keySequence(&f.window, QKeySequence::Redo);
        QCOMPARE(f.bandwidth(), 5.04e11);
        QVERIFY(f.window.menus().run(QStringLiteral("undo")));
        QCOMPARE(f.bandwidth(), 1.008e12);
        QVERIFY(f.window.menus().run(QStringLiteral("redo")));
        QCOMPARE(f.document.scenario().training.micro_batch, 4);
        f.window.open_page(QStringLiteral("overview"));
        QTest::keySequence(&f.window, QKeySequence::Undo);
        QCOMPARE(f.document.scenario().training.micro_batch, 2);
        QCOMPARE(f.bandwidth(), 5.04e11);
        QVERIFY(!f.window.menus().action(QStringLiteral("undo"))->isEnabled());
        f.window.open_page(QStringLiteral("hardware"));
        QVERIFY(f.window.menus().action(QStringLiteral("undo"))->isEnabled());
    }

    void an_invalid_value_is_refused_beside_the_field()
    {
        CatalogFixture f;
        f.override_card();
        const auto text = f.file("gpus/rtx4090.json");
        f.type("memory.bandwidth_GBps", QStringLiteral("-5"));
        QVERIFY2(f.parts_trouble().contains(QLatin1String("out of range")), qPrintable(f.parts_trouble()));
        QCOMPARE(f.file("gpus/rtx4090.json"), text);
        f.type("memory.bandwidth_GBps", QStringLiteral("fast"));
        QVERIFY(f.parts_trouble().contains(QStringLiteral("“fast” is not a number")));
        f.type("release", QStringLiteral("2026-13"));
        QVERIFY(f.parts_trouble().contains(QLatin1String("YYYY-MM")));
        f.type("memory.capacity_GB", QString());
        QVERIFY(!f.parts_trouble().isEmpty());
        QCOMPARE(f.file("gpus/rtx4090.json"), text);
        // An unknown figure is null.
        f.type("memory.l2_MB", QString());
        QVERIFY(f.parts_trouble().isEmpty());
        QVERIFY(!f.document.data()->hardware.gpu("rtx4090")->memory.l2_cache);
    }

    void words_and_flags_are_picked()
    {
        CatalogFixture f;
        f.override_card();
        QTableView& view = f.fields();
        view.scrollTo(f.value_cell("link.pcie_peer_to_peer"));
        view.setCurrentIndex(f.value_cell("link.pcie_peer_to_peer"));
        QTest::keyClick(&view, Qt::Key_F2);
        auto* box = qobject_cast<QComboBox*>(QApplication::focusWidget());
        QVERIFY(box != nullptr);
        QCOMPARE(box->currentText(), QStringLiteral("No"));
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(box->currentText(), QStringLiteral("Yes"));
        QTest::keyClick(box, Qt::Key_Return);
        QApplication::processEvents();
        QCOMPARE(*f.document.data()->hardware.gpu("rtx4090")->link.pcie_peer_to_peer, true);
        QVERIFY(f.language.use(QStringLiteral("zh_CN")));
        QApplication::processEvents();
        view.scrollTo(f.value_cell("segment"));
        view.setCurrentIndex(f.value_cell("segment"));
        QTest::keyClick(&view, Qt::Key_F2);
        box = qobject_cast<QComboBox*>(QApplication::focusWidget());
        QVERIFY(box != nullptr);
        QCOMPARE(box->currentText(), f.words.text("segment.consumer"));
        QTest::keyClick(box, Qt::Key_Down);
        QTest::keyClick(box, Qt::Key_Return);
        QApplication::processEvents();
        QCOMPARE(f.document.data()->hardware.gpu("rtx4090")->segment, GpuSegment::laptop);
    }

    void a_part_is_added_through_the_dialog()
    {
        CatalogFixture f;
        QTimer::singleShot(0, &f.window, [&f] {
            auto* dialog = f.catalog->findChild<QDialog*>();
            QVERIFY(dialog != nullptr);
            labelled<QComboBox>(*dialog, QStringLiteral("Kind"))->setCurrentIndex(static_cast<int>(RecordKind::storage));
            QTest::mouseClick(button(*dialog, QStringLiteral("New part as a copy")), Qt::LeftButton, {},
                              QPoint(10, button(*dialog, QStringLiteral("New part as a copy"))->height() / 2));
            QVERIFY(button(*dialog, QStringLiteral("New part as a copy"))->isChecked());
            pick(*labelled<QComboBox>(*dialog, QStringLiteral("Part")), QStringLiteral("nvme4"));
            QVERIFY(dialog->isVisible());
            labelled<QLineEdit>(*dialog, QStringLiteral("Id"))->selectAll();
            QTest::keyClicks(labelled<QLineEdit>(*dialog, QStringLiteral("Id")), QStringLiteral("our-array"));
            labelled<QLineEdit>(*dialog, QStringLiteral("Name"))->selectAll();
            QTest::keyClicks(labelled<QLineEdit>(*dialog, QStringLiteral("Name")), QStringLiteral("Our array"));
            QTest::mouseClick(child<QDialogButtonBox>(*dialog)->button(QDialogButtonBox::Ok), Qt::LeftButton);
        });
        f.click("add_part");
        const Storage* storage = f.document.data()->hardware.storage("our-array");
        QVERIFY(storage != nullptr);
        QCOMPARE(storage->name, std::string("Our array"));
        QCOMPARE(f.parts().model()->rowCount(), 1);
        QCOMPARE(f.parts().currentIndex().siblingAtColumn(2).data().toString(), QStringLiteral("our-array"));
        f.click("remove_part");
        QVERIFY(f.document.data()->hardware.storage("our-array") == nullptr);
        QCOMPARE(f.parts().model()->rowCount(), 0);
    }

    void the_dialog_reports_errors()
    {
        CatalogFixture f;
        QTimer::singleShot(0, &f.window, [&f] {
            const QDialog& dialog = *f.catalog->findChild<QDialog*>();
            QPushButton* ok = child<QDialogButtonBox>(dialog)->button(QDialogButtonBox::Ok);
            QVERIFY(ok->isEnabled());
            QTest::mouseClick(button(dialog, QStringLiteral("New empty part")), Qt::LeftButton, {},
                              QPoint(10, button(dialog, QStringLiteral("New empty part"))->height() / 2));
            QVERIFY(!ok->isEnabled());
            for (const char* id : {"../x", "rtx4090", "none", "a b"}) {
                labelled<QLineEdit>(dialog, QStringLiteral("Id"))->setText(QLatin1String(id));
                labelled<QLineEdit>(dialog, QStringLiteral("Name"))->setText(QStringLiteral("x"));
                QVERIFY2(!ok->isEnabled(), id);
            }
            labelled<QLineEdit>(dialog, QStringLiteral("Id"))->setText(QStringLiteral("mine"));
            QVERIFY(ok->isEnabled());
            QTest::mouseClick(ok, Qt::LeftButton);
        });
        f.click("add_part");
        // A new part is kept while its figures are missing, with a message.
        QVERIFY(f.document.data()->hardware.gpu("mine") == nullptr);
        QVERIFY(f.file("gpus/mine.json").has_value());
        QVERIFY(!f.hardware.issues().empty());
        QVERIFY(!f.text("memory.capacity_GB", "Remark").isEmpty());
        f.type("vendor", QStringLiteral("Us"));
        f.type("architecture", QStringLiteral("Own"));
        f.type("memory.type", QStringLiteral("HBM3"));
        f.type("memory.capacity_GB", QStringLiteral("96"));
        QVERIFY2(f.document.data()->hardware.gpu("mine") != nullptr, qPrintable(f.parts_trouble()));
        QCOMPARE(f.document.data()->hardware.gpu("mine")->memory.capacity.as_gib(), 96.0);
    }

    void a_copy_can_be_chosen_in_the_plan_at_once()
    {
        CatalogFixture f;
        nlohmann::json copy = f.hardware.shipped_record(RecordKind::gpu, "rtx4090");
        copy["id"] = "rtx4090-lab";
        copy["name"] = "Lab card";
        f.add(RecordKind::gpu, "rtx4090-lab", copy);
        auto* picker = qobject_cast<PickerControl*>(
            child<ChoicesColumn>(f.window, "choices")->control(QStringLiteral("build.gpu")));
        const int at = picker->box()->findData(QStringLiteral("rtx4090-lab"));
        QVERIFY(at >= 0);
        QVERIFY(picker->box()->itemText(at).startsWith(QLatin1String("Lab card (custom part)")));
        QVERIFY(f.document.set_field(QStringLiteral("build.gpu"), FieldValue(std::string("rtx4090-lab"))));
        QVERIFY(f.document.evaluation().estimate.has_value());
    }

    void a_part_in_use_is_not_deleted()
    {
        CatalogFixture f;
        nlohmann::json copy = f.hardware.shipped_record(RecordKind::gpu, "rtx4090");
        copy["id"] = "rtx4090-lab";
        f.add(RecordKind::gpu, "rtx4090-lab", copy);
        f.document.set_field(QStringLiteral("build.gpu"), FieldValue(std::string("rtx4090-lab")));
        f.click("remove_part");
        QVERIFY(f.file("gpus/rtx4090-lab.json").has_value());
        QVERIFY(f.document.data()->hardware.gpu("rtx4090-lab") != nullptr);
        QVERIFY2(child<QLabel>(*f.catalog, "trouble")->text().contains(QLatin1String("rtx4090-lab")),
                 qPrintable(child<QLabel>(*f.catalog, "trouble")->text()));
        QVERIFY(f.document.evaluation().estimate.has_value());
    }

    void a_defective_file_is_shown_and_stays()
    {
        CatalogFixture f;
        const std::string broken = R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090",
        "memory": {"bandwidth_GBps": -1, "l2_MB": 96}})";
        QVERIFY(!apply_change(f.hardware.folder(), {"gpus/rtx4090.json", std::nullopt, broken}));
        // Any change reads everything again.
        f.add_start(RecordKind::gpu, "rtx3090");
        QCOMPARE(f.bandwidth(), 1.008e12);
        f.choose("rtx4090");
        QVERIFY(f.text("memory.bandwidth_GBps", "Remark").contains(QLatin1String("out of range")));
        QCOMPARE(*f.file("gpus/rtx4090.json"), broken);
        f.fields().setCurrentIndex(f.value_cell("memory.bandwidth_GBps"));
        f.click("revert");
        QVERIFY(f.hardware.issues().empty());
    }

    void the_search_finds_parts_and_prices()
    {
        CatalogFixture f;
        f.override_card();
        f.add_start(RecordKind::cpu, "i9-13900k");
        QLineEdit& search =
            *labelled<QLineEdit>(*child<QWidget>(*f.catalog, "parts"), QStringLiteral("Search your parts"));
        QTest::keyClicks(&search, QStringLiteral("13900"));
        QCOMPARE(f.parts().model()->rowCount(), 1);
        search.clear();
        QCOMPARE(f.parts().model()->rowCount(), 2);
    }

    void every_field_has_a_name_in_both_languages()
    {
        CatalogFixture f;
        static const QRegularExpression han(QStringLiteral("\\p{Han}"));
        for (const char* id : {"en", "zh_CN"}) {
            QVERIFY(f.language.use(QLatin1String(id)));
            for (std::size_t kind = 0; kind < record_folders.size(); ++kind) {
                for (const RecordField& field : editable_fields(static_cast<RecordKind>(kind))) {
                    const QString label = field_label(field, f.words);
                    const QString key = from_utf8(std::string_view(field.path).substr(field.path.rfind('.') + 1));
                    const bool same = label.endsWith(key) && key.contains(QLatin1Char('_'));
                    QVERIFY2(!same, qPrintable(label));
                    static const QRegularExpression formats(QStringLiteral("(FP|TF|BF|INT)\\d+$"));
                    if (*id == 'z') QVERIFY2(label.contains(han) || label.contains(formats), qPrintable(label));
                    if (field.type != RecordFieldType::word) continue;
                    for (const std::string_view word : field.words)
                        QVERIFY2(f.words.choice(field.path, word) != from_utf8(word), word.data());
                }
            }
        }
    }
};

RIGWRIGHT_WIDGET_TEST(CatalogPageTest)

} // namespace rigwright::test::tst_catalog_page

#include "tst_catalog_page.moc"
