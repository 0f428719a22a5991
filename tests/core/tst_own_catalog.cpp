// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run/run_cost.h"
#include "core/hardware/catalog.h"
#include "core/hardware/dates.h"
#include "core/hardware/own_catalog.h"
#include "core/hardware/record_edit.h"
#include "core/hardware/records.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <set>

namespace rigwright::test::tst_own_catalog {

std::filesystem::path database() { return source_path("hardware_db").toStdString(); }

/// An own catalog in a temporary folder.
struct OwnFolder {
    QTemporaryDir directory;

    std::filesystem::path path() const { return directory.path().toStdString(); }
    void write(const char* file, const QByteArray& text) const
    {
        const QString full = directory.filePath(QLatin1String(file));
        QVERIFY(QDir().mkpath(QFileInfo(full).path()));
        write_file(full, text);
    }
    CatalogLoad load() const { return load_catalog(database(), path()); }
};

const Catalog& shipped() { return engine_data().hardware; }

QString described(const std::vector<JsonIssue>& issues)
{
    QStringList lines;
    for (const JsonIssue& issue : issues)
        lines << QString::fromStdString((issue.own ? "own " : "") + issue.file + " " + issue.path + " " + issue.code);
    return lines.join('\n');
}

const QByteArray faster_memory =
    R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090", "memory": {"bandwidth_GBps": 1100}})";

QByteArray price_list(const QByteArray& entries)
{
    return R"({"format": "rigwright.price-list", "version": 1, "name": "Dealer", "date": "2026-11-01", "prices": [)" +
           entries + "]}";
}

/// One own price of the RTX 4090 in yuan.
QByteArray quotation(const char* amount, const char* date, const char* more = "")
{
    return QByteArray(R"({"part": "rtx4090", "currency": "CNY", "kind": "quotation", "source": "dealer", "amount": )") +
           amount + ", \"date\": \"" + date + '"' + more + "}";
}

class OwnCatalogTest : public QObject {
    Q_OBJECT
private slots:
    void an_empty_or_missing_catalog_changes_nothing()
    {
        const CatalogLoad missing = load_catalog(database(), "/no/such/folder");
        const OwnFolder folder;
        const CatalogLoad empty = folder.load();
        for (const CatalogLoad* load : {&missing, &empty}) {
            QCOMPARE(described(load->issues), QString());
            QCOMPARE(load->catalog.gpus.size(), shipped().gpus.size());
            QVERIFY(load->catalog.own_records.empty());
            QVERIFY(load->catalog.price_lists.empty());
        }
    }

    void a_price_of_the_future_does_not_count()
    {
        const OwnFolder folder;
        folder.write("prices/dealer.json",
                     price_list(quotation("15999", "2026-11-01") + "," + quotation("1", "2027-02-01")));
        folder.write("gpus/rtx4090.json",
                     R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090", "prices": [{"amount": 2,)"
                     R"( "currency": "CNY", "date": "2028", "kind": "quotation", "source": "dealer"}]})");
        const CatalogLoad load = load_catalog(database(), folder.path(), "2026-11-22");
        QCOMPARE(described(load.issues), QStringLiteral("own gpus/rtx4090.json $.prices[0].date date-in-future\n"
                                                        "own prices/dealer.json $.prices[1].date date-in-future"));
        QCOMPARE(load.issues.front().expected, std::string("2026-11-22"));
        QCOMPARE(newest_price(load.catalog.gpu("rtx4090")->prices)->amount, 15999.0);
    }

    void one_field_is_overridden_and_nothing_else()
    {
        const OwnFolder folder;
        folder.write("gpus/rtx4090.json", faster_memory);
        const CatalogLoad load = folder.load();
        QCOMPARE(described(load.issues), QString());
        const Gpu* gpu = load.catalog.gpu("rtx4090");
        QCOMPARE(gpu->memory.bandwidth->base(), 1.1e12);
        QCOMPARE(gpu->memory.capacity.as_gib(), 24.0);
        QCOMPARE(gpu->name, std::string("GeForce RTX 4090"));
        const OwnRecord* own = load.catalog.own_record(RecordKind::gpu, "rtx4090");
        QVERIFY(own != nullptr && !own->added);
        QCOMPARE(own->values, (std::vector<OwnValue>{{"memory.bandwidth_GBps", "1100", "1008"}}));
        QVERIFY(load.catalog.own_record(RecordKind::gpu, "rtx3090") == nullptr);
    }

    void a_source_separates_own_and_shipped_figures()
    {
        const OwnFolder folder;
        folder.write("gpus/rtx4090.json",
                     R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090",
                     "memory": {"bandwidth_GBps": 1100, "source": "our bench"}, "power": {"tdp_W": 400}})");
        const Gpu gpu = *folder.load().catalog.gpu("rtx4090");
        QVERIFY(gpu.memory.provenance.source.starts_with("our bench (bandwidth_GBps); Wikipedia"));
        QVERIFY(gpu.power.provenance.source.starts_with("own catalogue (tdp_W); Wikipedia"));
        QVERIFY(gpu.compute.provenance.source.starts_with("Wikipedia"));
    }

    void a_reverted_value_gives_the_shipped_record_back()
    {
        const nlohmann::json shipped = parse_json_file(database() / "gpus" / "rtx4090.json").value;
        const nlohmann::json start = nlohmann::json(record_start(RecordKind::gpu, "rtx4090"));
        const nlohmann::json changed = with_value(start, shipped, "memory.bandwidth_GBps", 1100);
        QVERIFY(value_at(changed, "memory.bandwidth_GBps") == nlohmann::json(1100));
        // Back by the button, and back by typing the shipped value.
        QVERIFY(without_value(changed, "memory.bandwidth_GBps") == start);
        QVERIFY(with_value(changed, shipped, "memory.bandwidth_GBps", 1008) == start);
        // Format, version and id.
        QCOMPARE(start.size(), std::size_t{3});
        const OwnFolder folder;
        folder.write("gpus/rtx4090.json", QByteArray::fromStdString(record_text(in_order(RecordKind::gpu, start))));
        const CatalogLoad load = folder.load();
        QCOMPARE(described(load.issues), QString());
        QCOMPARE(load.catalog.gpu("rtx4090")->memory.bandwidth->base(), 1.008e12);
        QVERIFY(load.catalog.own_record(RecordKind::gpu, "rtx4090")->values.empty());
    }

    void a_record_of_a_new_id_is_added()
    {
        nlohmann::json record = parse_json_file(database() / "gpus" / "rtx4090.json").value;
        record["id"] = "rtx4090-lab";
        record["name"] = "Our card";
        const OwnFolder folder;
        folder.write("gpus/rtx4090-lab.json", QByteArray::fromStdString(record.dump()));
        const CatalogLoad load = folder.load();
        QCOMPARE(described(load.issues), QString());
        QCOMPARE(load.catalog.gpu("rtx4090-lab")->name, std::string("Our card"));
        QVERIFY(load.catalog.own_record(RecordKind::gpu, "rtx4090-lab")->added);
        QCOMPARE(load.catalog.gpu("rtx4090")->name, std::string("GeForce RTX 4090"));
    }

    void an_unsound_value_is_left_out_and_located()
    {
        const auto gpu = [](const char* rest) {
            return QStringLiteral(R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090", %1})")
                .arg(QLatin1String(rest));
        };
        const Rows<QString, QString, QString> rows{
            {"negative", "gpus/rtx4090.json", gpu(R"("memory": {"bandwidth_GBps": -1, "l2_MB": 96})"),
             "own gpus/rtx4090.json $.memory.bandwidth_GBps out-of-range"},
            {"text for a number", "gpus/rtx4090.json", gpu(R"("memory": {"bandwidth_GBps": "fast", "l2_MB": 96})"),
             "own gpus/rtx4090.json $.memory.bandwidth_GBps wrong-type"},
            {"unknown key", "gpus/rtx4090.json", gpu(R"("memory": {"bandwith_GBps": 5, "l2_MB": 96})"),
             "own gpus/rtx4090.json $.memory.bandwith_GBps unknown-key"},
            {"group as text", "gpus/rtx4090.json", gpu(R"("power": "much", "memory": {"l2_MB": 96})"),
             "own gpus/rtx4090.json $.power wrong-type"},
            {"unknown note", "gpus/rtx4090.json", gpu(R"("notes": ["nonsense"], "memory": {"l2_MB": 96})"),
             "own gpus/rtx4090.json $.notes[0] unknown-note"},
            {"a price without a date", "gpus/rtx4090.json",
             gpu(R"("prices": [{"amount": 1, "currency": "CNY", "kind": "list", "source": "x"}], "memory": {"l2_MB": 96})"),
             "own gpus/rtx4090.json $.prices[0].date missing-key"},
            {"chassis with a GPU that there is not", "chassis/dgx-h100.json",
             QStringLiteral(
                 R"({"format": "rigwright.chassis", "version": 1, "id": "dgx-h100", "gpus": {"gpus": ["h1000"]}})"),
             "own chassis/dgx-h100.json $.gpus.gpus[0] unknown-gpu"},
            {"other id than file", "gpus/rtx4090.json",
             QStringLiteral(R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4080", "memory": {"l2_MB": 96}})"),
             "own gpus/rtx4090.json $.id wrong-id"},
            {"of another kind", "gpus/rtx4090.json",
             QStringLiteral(R"({"format": "rigwright.cpu", "version": 1, "id": "rtx4090"})"),
             "own gpus/rtx4090.json $.format unknown-value"},
            {"no JSON", "gpus/rtx4090.json", "{", "own gpus/rtx4090.json $ ends-early"},
            {"a list", "gpus/rtx4090.json", "[]", "own gpus/rtx4090.json $ wrong-type"},
            {"the id of a processor", "gpus/i9-13900k.json",
             QStringLiteral(R"({"format": "rigwright.gpu", "version": 1, "id": "i9-13900k"})"), QString()},
            {"a reserved id", "gpus/none.json", QString(), QString()},
        };
        rows.each([&](auto file, auto text, auto issues) {
            // Valid records that are rejected only because of their id.
            nlohmann::json card = parse_json_file(database() / "gpus" / "t4.json").value;
            if (file == "gpus/none.json") {
                card["id"] = "none";
                text = QString::fromStdString(card.dump());
                issues = "own gpus/none.json $.id wrong-id";
            }
            if (file == "gpus/i9-13900k.json") {
                nlohmann::json cpu = parse_json_file(database() / "cpus" / "i9-13900k.json").value;
                cpu["id"] = "rtx4090";
                file = "cpus/rtx4090.json";
                text = QString::fromStdString(cpu.dump());
                issues = "own cpus/rtx4090.json $.id duplicate-id";
            }
            const OwnFolder folder;
            folder.write(qPrintable(file), text.toUtf8());
            const CatalogLoad load = folder.load();
            QCOMPARE(described(load.issues), issues);
            // The shipped value is kept, and the valid value beside it is used.
            const Gpu* own = load.catalog.gpu("rtx4090");
            QCOMPARE(own->memory.bandwidth->base(), 1.008e12);
            QCOMPARE(own->memory.l2_cache->as_double() / (1 << 20),
                     text.contains("\"l2_MB\": 96") && !issues.contains("$.id") ? 96.0 : 72.0);
            QVERIFY(load.catalog.chassis("dgx-h100") != nullptr);
            QCOMPARE(load.catalog.gpus.size(), shipped().gpus.size());
        });
    }

    void unknown_is_null_and_never_zero()
    {
        const OwnFolder folder;
        folder.write(
            "gpus/rtx4090.json",
            R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090", "memory": {"bandwidth_GBps": null}})");
        folder.write("gpus/rtx3090.json",
                     R"({"format": "rigwright.gpu", "version": 1, "id": "rtx3090", "memory": {"bandwidth_GBps": 0}})");
        const CatalogLoad load = folder.load();
        QVERIFY(!load.catalog.gpu("rtx4090")->memory.bandwidth);
        QCOMPARE(load.catalog.own_record(RecordKind::gpu, "rtx4090")->values.front().own, std::string("null"));
        QCOMPARE(described(load.issues), "own gpus/rtx3090.json $.memory.bandwidth_GBps out-of-range");
    }

    void a_price_list_goes_before_shipped_prices()
    {
        const OwnFolder folder;
        folder.write("prices/2024-01-05-old.json", price_list(quotation("14000", "2024-01-05")));
        const CatalogLoad load = folder.load();
        QCOMPARE(described(load.issues), QString());
        // The shipped ones are of 2022 and 2025; the own one goes before both.
        const Price* price = newest_price(load.catalog.gpu("rtx4090")->prices);
        QCOMPARE(price->amount, 14000.0);
        QVERIFY(price->own);
        QCOMPARE(price->own_file, std::string("prices/2024-01-05-old.json"));
        QCOMPARE(load.catalog.price_lists.size(), std::size_t{1});
        QCOMPARE(load.catalog.price_lists.front().prices, std::size_t{1});
        QCOMPARE(load.catalog.price_lists.front().name, std::string("Dealer"));
        QVERIFY(load.catalog.own_records.empty());
    }

    void a_defective_price_is_left_out_alone()
    {
        const OwnFolder folder;
        folder.write("prices/list.json",
                     price_list(quotation("0", "2026-11-01") + "," + quotation("15000", "2026-11-01") + "," +
                                quotation("15000", "2026-13-01") + "," +
                                quotation("1", "2026-11-01").replace("CNY", "yuan") + "," +
                                quotation("1", "2026-11-01").replace("rtx4090", "rtx40900") + "," +
                                quotation("1e999", "2026-11-01").replace("1e999", "2e9")));
        const CatalogLoad load = folder.load();
        QCOMPARE(described(load.issues), QStringLiteral("own prices/list.json $.prices[0].amount out-of-range\n"
                                                        "own prices/list.json $.prices[2].date unknown-value\n"
                                                        "own prices/list.json $.prices[3].currency unknown-value\n"
                                                        "own prices/list.json $.prices[5].amount out-of-range\n"
                                                        "own prices/list.json $.prices[4].part unknown-part"));
        QCOMPARE(newest_price(load.catalog.gpu("rtx4090")->prices)->amount, 15000.0);
        QCOMPARE(load.catalog.price_lists.front().prices, std::size_t{1});
    }

    void prices_of_a_record_file_count()
    {
        const OwnFolder folder;
        folder.write("gpus/rtx4090.json",
                     R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090",
                     "prices": [{"amount": 15500, "currency": "CNY", "date": "2026-10", "kind": "street", "source": "x"}]})");
        const CatalogLoad load = folder.load();
        QCOMPARE(described(load.issues), QString());
        QCOMPARE(load.catalog.gpu("rtx4090")->prices.size(), std::size_t{4});
        QCOMPARE(newest_price(load.catalog.gpu("rtx4090")->prices)->amount, 15500.0);
    }

    void an_own_rent_goes_before_the_offers()
    {
        const OwnFolder folder;
        folder.write("prices/cloud.json",
                     price_list(quotation("2.5", "2026-11-01").replace("quotation", "cloud-hour") + "," +
                                quotation("3.5", "2026-11-02").replace("quotation", "cloud-hour") + "," +
                                quotation("9", "2026-11-03").replace("quotation", "cloud-hour").replace("CNY", "EUR") +
                                "," + quotation("4.5", "2026-11-04").replace("quotation", "cloud-hour")));
        const CatalogLoad load = folder.load();
        Scenario scenario;
        scenario.build.gpu = "rtx4090";
        const auto rent = rent_price(scenario, load.catalog);
        // The median of 2.5, 3.5 and 4.5 yuan; the one in another currency than the newest is not mixed in.
        QCOMPARE(rent->per_gpu_hour, 3.5);
        QCOMPARE(rent->offers, std::int64_t{3});
        // A rent is no price for a purchase.
        QVERIFY(!newest_price(load.catalog.gpu("rtx4090")->prices)->own);
        scenario.economics.prices_as_of = "2026-11-01";
        QCOMPARE(rent_price(scenario, load.catalog)->per_gpu_hour, 2.5);
    }

    void prices_as_of_a_day_are_those_seen_until_then()
    {
        const OwnFolder folder;
        folder.write("prices/a.json", price_list(quotation("16000", "2026-03-01") + "," +
                                                 quotation("15000", "2026-06-01", R"(, "valid_until": "2026-06-30")") +
                                                 "," + quotation("14000", "2026-09")));
        const CatalogLoad load = folder.load();
        const std::vector<Price>& prices = load.catalog.gpu("rtx4090")->prices;
        const auto amount = [&prices](const char* day) {
            const Price* price = newest_price(prices, day);
            return price != nullptr ? price->amount : 0.0;
        };
        QCOMPARE(amount(""), 14000.0);
        QCOMPARE(amount("2026-06-01"), 15000.0);
        QCOMPARE(amount("2026-06-30"), 15000.0);
        // The quotation has ended.
        QCOMPARE(amount("2026-07-01"), 16000.0);
        QCOMPARE(amount("2026-05-31"), 16000.0);
        QCOMPARE(amount("2026-09"), 14000.0);
        // Before the first own price the shipped street price and launch price count, then none.
        QCOMPARE(amount("2026-02-28"), 3089.0);
        QCOMPARE(amount("2023"), 1599.0);
        QCOMPARE(amount("2022-09-30"), 0.0);
        Scenario scenario;
        scenario.build.gpu = "rtx4090";
        scenario.economics.prices_as_of = "2026-04";
        const BillOfMaterials bill = bill_of_materials(scenario, load.catalog);
        QCOMPARE(bill.lines.front().price->amount, 16000.0);
        QCOMPARE(*bill.lines.front().amount, 16000.0);
    }

    void every_shipped_field_can_be_edited()
    {
        QStringList missing;
        std::set<std::string> seen;
        for (std::size_t kind = 0; kind < record_folders.size(); ++kind) {
            const auto fields = editable_fields(static_cast<RecordKind>(kind));
            const auto is_known = [&](const std::string& path) {
                return std::ranges::any_of(fields, [&](const RecordField& field) {
                    const bool element = field.type == RecordFieldType::list && path.starts_with(field.path + '.');
                    return field.path == path || element;
                });
            };
            for (const auto& entry : std::filesystem::directory_iterator(database() / record_folders[kind])) {
                const nlohmann::json flat = parse_json_file(entry.path()).value.flatten();
                for (const auto& [pointer, value] : flat.items()) {
                    std::string path = pointer.substr(1);
                    std::ranges::replace(path, '/', '.');
                    const bool apart = path == "format" || path == "version" || path == "id" ||
                                       path == "compute.cores" || path.starts_with("prices") ||
                                       path.starts_with("notes");
                    if (!apart && !is_known(path) && seen.insert(path).second) missing << QString::fromStdString(path);
                }
            }
        }
        QCOMPARE(missing.join('\n'), QString());
    }

    /// Each kind's table in hardware_db/README.md names the fields that are read, by path or by key, and no others.
    void the_readme_describes_every_field()
    {
        static const QRegularExpression quoted("`([A-Za-z0-9_.]+)");
        const char* titles[] = {"GPUs",        "Processors", "Interconnects", "Storage",
                                "Memory kits", "Chassis",    "Power supplies"};
        const QString readme = QString::fromUtf8(content_of(source_path("hardware_db/README.md")));
        for (std::size_t kind = 0; kind < std::size(titles); ++kind) {
            const QString section =
                readme.section(QStringLiteral("\n## %1\n").arg(QLatin1String(titles[kind])), 1).section("\n## ", 0, 0);
            std::set<QString> described;
            for (const QString& line : section.split('\n'))
                for (auto found = quoted.globalMatch(line.section('|', 1, 1)); found.hasNext();)
                    described.insert(found.next().captured(1));
            std::set<QString> used{"id", "notes", "compute.cores", "compute.core_groups"};
            for (const RecordField& field : editable_fields(static_cast<RecordKind>(kind))) {
                const QString path = QString::fromStdString(field.path);
                const QString key = path.section('.', -1);
                const bool common = key.startsWith("source") || key == "confidence" || key == "computation" ||
                                    path.contains("core_groups");
                QVERIFY2(common || described.contains(path) || described.contains(key), qPrintable(path));
                used.insert({path, key});
            }
            for (const QString& name : described) QVERIFY2(used.contains(name), qPrintable(name));
        }
    }

    void an_edited_record_reads_as_the_shipped_one()
    {
        for (const char* id : {"i9-13900k", "epyc-9654"}) {
            const nlohmann::json shipped = parse_json_file(database() / "cpus" / (std::string(id) + ".json")).value;
            const nlohmann::json start = nlohmann::json(record_start(RecordKind::cpu, id));
            const nlohmann::json changed = with_value(start, shipped, "compute.core_groups.0.cores", 10);
            // The sum over the groups goes with it.
            std::int64_t sum = 0;
            for (const nlohmann::json& group : changed["compute"]["core_groups"])
                sum += group["cores"].get<std::int64_t>();
            QVERIFY(value_at(changed, "compute.cores") == nlohmann::json(sum));
            QVERIFY(value_at(changed, "compute.core_groups.0.kind") == value_at(shipped, "compute.core_groups.0.kind"));
            QVERIFY(without_value(changed, "compute.core_groups.0.cores") == start);
            const nlohmann::json before = value_at(shipped, "compute.core_groups.0.cores");
            QVERIFY(with_value(changed, shipped, "compute.core_groups.0.cores", before) == start);
        }
        // A template lacks only values that its user must provide.
        for (std::size_t kind = 0; kind < record_folders.size(); ++kind)
            for (const JsonIssue& issue : record_issues(static_cast<RecordKind>(kind),
                                                        record_template(static_cast<RecordKind>(kind), "mine", "Mine")))
                QVERIFY2(issue.code == "wrong-type" || issue.code == "unknown-value" || issue.code == "missing-key",
                         qPrintable(QString::fromStdString(issue.path + " " + issue.code)));
    }

    void changed_files_are_replaced_whole_and_come_back()
    {
        const OwnFolder folder;
        const FileChange first{"gpus/rtx4090.json", std::nullopt, "one"};
        QVERIFY(!apply_change(folder.path(), first));
        QCOMPARE(*own_file_text(folder.path(), first.file), std::string("one"));
        const FileChange second{first.file, "one", "two"};
        QVERIFY(!apply_change(folder.path(), second));
        QVERIFY(!apply_change(folder.path(), reversed(second)));
        QCOMPARE(*own_file_text(folder.path(), first.file), std::string("one"));
        QVERIFY(!apply_change(folder.path(), reversed(first)));
        QVERIFY(!own_file_text(folder.path(), first.file));
        QVERIFY(QDir(folder.directory.filePath("gpus")).isEmpty());
        folder.write("prices", "a file where a folder should be");
        const auto issue = apply_change(folder.path(), {"prices/a.json", std::nullopt, "x"});
        QVERIFY(issue && issue->code == "cannot-write");
    }

    void ids_are_file_names_on_every_system()
    {
        each_text({"rtx4090-48g", "i9-13900K", "xeon-8480+", "a", "4090_x.2"},
                  [](const char* id) { QVERIFY(is_part_id(id)); });
        each_text({"", "../x", "a/b", "a\\b", ".hidden", "-x", "none", "auto", "con:", "中文", "a b", "x\ny"},
                  [](const char* id) { QVERIFY(!is_part_id(id)); });
        QVERIFY(is_part_id(std::string(64, 'a')));
        QVERIFY(!is_part_id(std::string(65, 'a')));
    }

    void dates_are_days_of_the_calendar()
    {
        const Rows<int, int> rows{
            {"2026", 20260101, 20261231},       {"2026-02", 20260201, 20260228}, {"2024-02", 20240201, 20240229},
            {"1900-02", 19000201, 19000228},    {"2000-02", 20000201, 20000229}, {"2025-Q3", 20250701, 20250930},
            {"2026-12-31", 20261231, 20261231},
        };
        rows.each_named([](const char* text, int first, int last) {
            QCOMPARE(first_day(text), first);
            QCOMPARE(last_day(text), last);
        });
        each_text({"", "26", "2026-13", "2026-00", "2026-02-29", "2026-Q5", "2026-Q0", "2026-1-1", "2026/01/01",
                   "2026-01-1x", "x026", "2026-01-011"},
                  [](const char* text) {
                      QCOMPARE(first_day(text), 0);
                      QCOMPARE(last_day(text), no_last_day);
                  });
    }

    void the_folder_follows_the_environment()
    {
        const QByteArray before = qgetenv("RIGWRIGHT_CATALOGUE");
        qputenv("RIGWRIGHT_CATALOGUE", "/somewhere/mine");
        QCOMPARE(own_catalog_directory(), std::filesystem::path("/somewhere/mine"));
#if defined(Q_OS_LINUX)
        const QByteArray data = qgetenv("XDG_DATA_HOME");
        const QByteArray home = qgetenv("HOME");
        qunsetenv("RIGWRIGHT_CATALOGUE");
        qputenv("XDG_DATA_HOME", "/data");
        QCOMPARE(own_catalog_directory(), std::filesystem::path("/data/rigwright/catalogue"));
        // A relative folder is to be ignored (XDG base directory specification).
        qputenv("XDG_DATA_HOME", "data");
        qputenv("HOME", "/users/someone");
        QCOMPARE(own_catalog_directory(), std::filesystem::path("/users/someone/.local/share/rigwright/catalogue"));
        qputenv("XDG_DATA_HOME", data);
        qputenv("HOME", home);
#endif
        qputenv("RIGWRIGHT_CATALOGUE", before);
    }
};

RIGWRIGHT_TEST(OwnCatalogTest)

} // namespace rigwright::test::tst_own_catalog

#include "tst_own_catalog.moc"
