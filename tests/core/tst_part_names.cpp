// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/messages.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <QTest>

namespace tst_part_names {

using namespace rigwright;
using namespace rigwright::test;

namespace {} // namespace

class PartNamesTest : public QObject {
    Q_OBJECT

private slots:
    void classes_have_names_in_every_language()
    {
        Catalog catalog = engine_data().hardware;
        QVERIFY(name_part_classes(catalog, messages(Language::chinese)));
        QCOMPARE(catalog.chassis("generic-desktop-2gpu")->name, std::string("双卡台式机"));
        QCOMPARE(catalog.chassis("dgx-a100")->name, engine_data().hardware.chassis("dgx-a100")->name);
        QVERIFY(!name_part_classes(catalog, messages(Language::chinese)));
        QVERIFY(name_part_classes(catalog, messages(Language::english)));
        // Exactly as the records have them.
        for (const Chassis& chassis : engine_data().hardware.chassis_list)
            QCOMPARE(catalog.chassis(chassis.id)->name, chassis.name);
        for (const Storage& drive : engine_data().hardware.storages)
            QCOMPARE(catalog.storage(drive.id)->name, drive.name);
    }

    void names_that_somebody_gave_stay()
    {
        Catalog catalog = engine_data().hardware;
        catalog.own_records.push_back({RecordKind::storage, "hdd", false, {}});
        QVERIFY(name_part_classes(catalog, messages(Language::chinese)));
        QCOMPARE(catalog.storage("hdd")->name, engine_data().hardware.storage("hdd")->name);
    }
};

RIGWRIGHT_TEST(PartNamesTest)

} // namespace tst_part_names

#include "tst_part_names.moc"
