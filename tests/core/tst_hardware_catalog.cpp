// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/catalog.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

#include <algorithm>

namespace rigwright::test::tst_hardware_catalog {

std::filesystem::path database() { return source_path("hardware_db").toStdString(); }

QString described(const JsonIssue& issue)
{
    QString text = QString::fromStdString(issue.file + ": " + issue.path + " " + issue.code + " found=" + issue.found +
                                          " expected=" + issue.expected);
    if (issue.line > 0) text += QStringLiteral(" at %1:%2").arg(issue.line).arg(issue.column);
    return text;
}

QString described(const std::vector<JsonIssue>& issues)
{
    QStringList lines;
    for (const JsonIssue& issue : issues) lines += described(issue);
    return lines.join('\n');
}

/// The folder in which a file of tests/data/invalid/hardware belongs, by the first word of its name.
QString folder_of(const QString& defect)
{
    if (defect.startsWith("gpu-")) return "gpus";
    if (defect.startsWith("cpu-")) return "cpus";
    if (defect.startsWith("link-")) return "interconnects";
    if (defect.startsWith("storage-")) return "storage";
    if (defect.startsWith("chassis-")) return "chassis";
    if (defect.startsWith("supply-")) return "power_supplies";
    if (defect.startsWith("dataset-")) return "datasets";
    return "memory";
}

/// A small sound database in `directory`, to which a test adds one broken file.
void write_sound_database(const QDir& directory)
{
    for (const char* folder :
         {"gpus", "cpus", "interconnects", "storage", "memory", "chassis", "power_supplies", "datasets"})
        QVERIFY(directory.mkpath(QString::fromLatin1(folder)));
    for (const char* table : {"notes.json", "usable_memory.json", "attention_kernels.json", "operating_costs.json"})
        QVERIFY(QFile::copy(source_path(QStringLiteral("hardware_db/") + QLatin1String(table)),
                            directory.filePath(QLatin1String(table))));
    write_file(directory.filePath("cloud_offers.json"),
               R"({"format": "rigwright.cloud-offers", "version": 1, "offers": []})");
    write_file(directory.filePath("pci_ids.json"),
               R"({"format": "rigwright.pci-ids", "version": 1, "source": "test", "confidence": "official",
                      "devices": []})");
    write_file(directory.filePath("gpus/a-good-card.json"),
               source_text("hardware_db/gpus/t4.json").replace("\"t4\"", "\"a-good-card\""));
}

template <typename Record>
bool is_sorted_by_id(const std::vector<Record>& records)
{
    return std::ranges::is_sorted(records, [](const Record& a, const Record& b) { return a.id < b.id; });
}

class HardwareCatalogTest : public QObject {
    Q_OBJECT
private slots:
    void every_shipped_file_loads_without_an_issue()
    {
        QCOMPARE(described(load_catalog(database()).issues), QString());
    }

    void every_shipped_file_is_in_the_catalog()
    {
        const Catalog catalog = load_catalog(database()).catalog;
        const auto files_in = [](const char* folder) {
            const QDir directory(source_path(QStringLiteral("hardware_db/") + QLatin1String(folder)));
            return static_cast<std::size_t>(directory.entryList({"*.json"}, QDir::Files).size());
        };
        QVERIFY(catalog.gpus.size() >= 200);
        QCOMPARE(catalog.gpus.size(), files_in("gpus"));
        QCOMPARE(catalog.cpus.size(), files_in("cpus"));
        QCOMPARE(catalog.links.size(), files_in("interconnects"));
        QCOMPARE(catalog.storages.size(), files_in("storage"));
        QCOMPARE(catalog.memory_kits.size(), files_in("memory"));
        QCOMPARE(catalog.chassis_list.size(), files_in("chassis"));
        QCOMPARE(catalog.power_supplies.size(), files_in("power_supplies"));
        QCOMPARE(catalog.datasets.size(), files_in("datasets"));
        QVERIFY(catalog.cloud_offers.size() >= 400);
        for (const CloudOffer& offer : catalog.cloud_offers) QVERIFY2(catalog.gpu(offer.gpu), offer.gpu.c_str());
        QVERIFY(is_sorted_by_id(catalog.gpus) && is_sorted_by_id(catalog.cpus) && is_sorted_by_id(catalog.links));
        QVERIFY(is_sorted_by_id(catalog.storages) && is_sorted_by_id(catalog.memory_kits));
    }

    void names_that_the_articles_use_exist()
    {
        const Catalog catalog = load_catalog(database()).catalog;
        const auto is_named = [](const auto* part, const char* id) { QVERIFY2(part && part->id == id, id); };
        const QByteArray cards = "gtx960-4g rtx3060-laptop-6g rtx3060-8g rtx3060-12g rtx3060ti rtx3070 t4 rtx4090 "
                                 "a100-sxm-80 a100-sxm-40 a100-pcie-80 a100-pcie-40 v100-sxm2-16 v100-sxm2-32 "
                                 "v100-pcie-16 v100-pcie-32 p100-sxm2 p100-pcie-16 gtx1080ti rtx2080ti qrtx6000 "
                                 "qrtx8000 h100-sxm h200-sxm b200 apple-m2max mi300x k80 ascend910b2 tpuv4 gaudi2 "
                                 "mi355x arc-b580 mtt-s4000 mlu370-x8 rtx5090-laptop";
        for (const QByteArray& id : cards.split(' ')) is_named(catalog.gpu(id.toStdString()), id.constData());
        for (const char* id : {"i9-13900k", "graviton3", "graviton4", "epyc-7502", "epyc-7763", "xeon-platinum-8480+",
                               "xeon-platinum-8592+"})
            is_named(catalog.cpu(id), id);
        for (const char* id : {"hdd", "sata-ssd", "nvme3", "nvme4", "nvme5"}) is_named(catalog.storage(id), id);
        for (const char* id : {"nettrix-x620-g50", "nettrix-x660-g45", "nettrix-x640-g40", "nettrix-x620-g40",
                               "nettrix-b5000-g4-lp", "nettrix-x660-g45-lp", "nettrix-r620-g40-lp", "dgx-h100"})
            is_named(catalog.chassis(id), id);
        for (const char* id : {"pcie4-x16", "nvlink3", "eth-100", "ib-ndr"}) is_named(catalog.link(id), id);
        is_named(catalog.power_supply("psu-850-gold"), "psu-850-gold");
        is_named(catalog.memory_kit("ddr5-5200-2x32"), "ddr5-5200-2x32");
    }

    void finders_return_nothing_for_an_unknown_id()
    {
        const Catalog catalog = load_catalog(database()).catalog;
        QVERIFY(catalog.gpu("rtx40900") == nullptr);
        QVERIFY(catalog.gpu("") == nullptr);
        QVERIFY(catalog.cpu("rtx4090") == nullptr);
        QVERIFY(catalog.link("pcie9-x16") == nullptr);
        QVERIFY(catalog.storage("zzz") == nullptr);
        QVERIFY(catalog.memory_kit("ddr5") == nullptr);
    }

    void every_defect_has_an_expectation()
    {
        const QDir directory(source_path("tests/data/invalid/hardware"));
        QCOMPARE(directory.entryList({"*.json"}, QDir::Files).size(), 37);
    }

    void a_broken_file_is_located()
    {
        const Rows<QString> rows{
            {"gpu-truncated", "$ syntax found=\"<U+000A> expected=string literal at 7:4"},
            {"gpu-duplicate-key", "$.memory.bandwidth_GBps duplicate-key found=bandwidth_GBps expected="},
            {"gpu-too-deep",
             "$"
             "[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]"
             " too-deep found=array expected=depth [1, 32]"},
            {"gpu-infinite-number", "$.memory.bandwidth_GBps out-of-range found=1e999 expected= at 13:27"},
            {"gpu-not-an-object", "$ wrong-type found=array expected=object"},
            {"gpu-unknown-key", "$.memory.bandwith_GBps unknown-key found=320 expected=bandwidth_GBps, bus_width_bit, "
                                "capacity_GB, computation, confidence, "
                                "l2_MB, source, source_date, type"},
            {"gpu-negative-bandwidth", "$.memory.bandwidth_GBps out-of-range found=-320 expected=number (0, 50000]"},
            {"gpu-zero-for-unknown", "$.compute.fp64_TFLOPS out-of-range found=0 expected=number (0, 50000]"},
            {"gpu-bandwidth-in-bytes",
             "$.memory.bandwidth_GBps out-of-range found=320000000000 expected=number (0, 50000]"},
            {"gpu-true-as-number", "$.power.tdp_W wrong-type found=true expected=number"},
            {"gpu-text-as-number", "$.compute.fp32_TFLOPS wrong-type found=\"8.1\" expected=number"},
            {"gpu-fraction-as-integer", "$.compute.sm_count wrong-type found=3.7 expected=integer"},
            {"gpu-missing-capacity", "$.memory.capacity_GB missing-key found= expected=number"},
            {"gpu-null-capacity", "$.memory.capacity_GB wrong-type found=null expected=number"},
            {"gpu-missing-source", "$.compute.source missing-key found= expected=text"},
            {"gpu-unknown-confidence", "$.compute.confidence unknown-value found=\"certain\" expected=official, "
                                       "third-party, measured, computed, general-knowledge"},
            {"gpu-computed-without-computation", "$.compute.computation missing-key found= expected=text"},
            {"gpu-unknown-segment", "$.segment unknown-value found=\"gaming\" expected=consumer, laptop, professional, "
                                    "datacenter, integrated"},
            {"gpu-wrong-date",
             "$.release unknown-value found=\"September 2018\" expected=YYYY, YYYY-MM, YYYY-MM-DD, YYYY-Qn"},
            {"gpu-wrong-id", "$.id wrong-id found=t5 expected=gpu-wrong-id"},
            {"gpu-duplicate-id", "$.id duplicate-id found=a-good-card expected=gpu-duplicate-id"},
            {"gpu-unknown-note", "$.notes[0] unknown-note found=no-such-note expected=notes.json"},
            {"gpu-price-without-date",
             "$.prices[0].date missing-key found= expected=YYYY, YYYY-MM, YYYY-MM-DD, YYYY-Qn"},
            {"gpu-link-rate-without-link", "$.link.peer_bidirectional_GBps inconsistent found=number expected=null"},
            {"gpu-lanes-of-no-slot", "$.link.pcie_lanes unknown-value found=12 expected=16, 8, 4, 2, 1"},
            {"gpu-link-of-the-future", "$.link.pcie_generation out-of-range found=7 expected=integer [1, 6]"},
            {"gpu-newer-version", "$.version out-of-range found=2 expected=integer [1, 1]"},
            {"gpu-other-format", "$.format unknown-value found=\"rigwright.cpu\" expected=rigwright.gpu"},
            {"cpu-cores-do-not-add-up", "$.compute.core_groups inconsistent found=16 cores expected=24 cores"},
            {"cpu-core-group-kind",
             "$.compute.core_groups[1].kind unknown-value found=\"little\" expected=uniform, performance, efficiency"},
            {"link-effective-without-basis", "$.rate.effective_basis missing-key found= expected=text"},
            {"storage-generic-as-text", "$.generic wrong-type found=\"yes\" expected=true, false"},
            {"memory-without-modules", "$.modules.modules missing-key found= expected=integer"},
            {"chassis-more-wide-slots-than-slots", "$.gpus.x16_slots inconsistent found=8 expected=[1, 4]"},
            {"chassis-unknown-gpu", "$.gpus.gpus[1] unknown-gpu found=a-better-card expected=gpus/"},
            {"dataset-more-positives-than-samples", "$.positive_samples inconsistent found=101 expected=samples"},
            {"supply-without-output", "$.output.output_W missing-key found= expected=number"},
        };
        rows.each_named([&](const char* name, const auto& issue) {
            const QString defect = QString::fromLatin1(name);
            const QTemporaryDir folder;
            write_sound_database(QDir(folder.path()));
            const QString file = folder_of(defect) + '/' + defect + ".json";
            QVERIFY(QFile::copy(source_path(QStringLiteral("tests/data/invalid/hardware/") + defect + ".json"),
                                folder.filePath(file)));
            const CatalogLoad load = load_catalog(folder.path().toStdString());
            QCOMPARE(described(load.issues).mid(file.size() + 2), issue);
            QVERIFY(described(load.issues).startsWith(file + ": "));
            QCOMPARE(load.catalog.gpus.size(), std::size_t{1});
            QVERIFY(load.catalog.gpu("a-good-card") != nullptr);
            QVERIFY(load.catalog.cpus.empty() && load.catalog.links.empty() && load.catalog.storages.empty() &&
                    load.catalog.memory_kits.empty() && load.catalog.power_supplies.empty() &&
                    load.catalog.chassis_list.empty());
        });
    }

    void a_missing_database_is_reported()
    {
        const CatalogLoad load = load_catalog("no/such/folder");
        QCOMPARE(load.issues.size(), std::size_t{14});
        for (const JsonIssue& issue : load.issues) QCOMPARE(issue.code, std::string("cannot-read"));
        QVERIFY(load.catalog.gpus.empty());
    }

    void broken_tables_are_reported()
    {
        const QTemporaryDir folder;
        write_sound_database(QDir(folder.path()));
        const auto replace = [&](const char* name, const QByteArray& text) {
            write_file(folder.filePath(QString::fromLatin1(name)), text);
        };
        replace("notes.json",
                R"({"format": "rigwright.hardware-notes", "version": 1, "notes": {"no-bf16": {"en": "No bf16."}}})");
        replace(
            "usable_memory.json",
            R"({"format": "rigwright.usable-memory", "version": 1, "rules": [{"driver_fixed_MiB": 1, "driver_share": 1.5, "display_MiB": 0,
               "source": "test", "confidence": "official"}], "in_band_ecc": {"share": 0.06, "source": "test", "confidence": "official"}})");
        replace("cloud_offers.json", R"({"format": "rigwright.cloud-offers", "version": 1, "offers": [
               {"provider": "A", "gpu": "a-good-card", "gpus": 1, "per_gpu_hour": 0, "currency": "USD", "pricing": "on-demand",
                "date": "2026-01", "source": "test"}]})");
        replace("pci_ids.json",
                R"({"format": "rigwright.pci-ids", "version": 1, "source": "test", "confidence": "official",
               "devices": [{"vendor": "10de", "device": "2684", "gpus": ["a-better-card"]}]})");
        const CatalogLoad load = load_catalog(folder.path().toStdString());
        QVERIFY(load.catalog.pci_devices.empty());
        QCOMPARE(described(load.issues),
                 QStringLiteral(
                     "notes.json: $.notes[\"no-bf16\"].zh_CN missing-key found= expected=text\n"
                     "usable_memory.json: $.rules[0].driver_share out-of-range found=1.5 expected=number [0, 1]\n"
                     "gpus/a-good-card.json: $.notes[0] unknown-note found=no-bf16 expected=notes.json\n"
                     "gpus/a-good-card.json: $.notes[1] unknown-note found=power-limited expected=notes.json\n"
                     "cloud_offers.json: $.offers[0].per_gpu_hour out-of-range found=0 expected=number (0, 10000]\n"
                     "pci_ids.json: $.devices[0].gpus unknown-gpu found=a-better-card expected=gpus/"));
    }

    void every_note_has_words_in_both_languages()
    {
        const Catalog catalog = load_catalog(database()).catalog;
        QVERIFY(catalog.notes.size() >= 30);
        for (const auto& [code, text] : catalog.notes) {
            const QString chinese = QString::fromStdString(text.chinese);
            const bool has_han = std::ranges::any_of(chinese, [](QChar c) { return c.script() == QChar::Script_Han; });
            QVERIFY2(has_han, code.c_str());
            QVERIFY2(text.english.ends_with('.') && chinese.endsWith(QChar(0x3002)), code.c_str());
        }
    }

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

    void names_of_own_records_are_kept()
    {
        Catalog catalog = engine_data().hardware;
        catalog.own_records.push_back({RecordKind::storage, "hdd", false, {}});
        QVERIFY(name_part_classes(catalog, messages(Language::chinese)));
        QCOMPARE(catalog.storage("hdd")->name, engine_data().hardware.storage("hdd")->name);
    }
};

RIGWRIGHT_TEST(HardwareCatalogTest)

} // namespace rigwright::test::tst_hardware_catalog

#include "tst_hardware_catalog.moc"
