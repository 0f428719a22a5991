// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QDateTime>
#include <QTemporaryDir>

namespace rigwright::test::tst_cli_prices {

QJsonArray array_of(const CliRun& run) { return QJsonDocument::fromJson(run.out).array(); }

/// The command line with an own catalog.
struct Own {
    QTemporaryDir directory;

    CliRun run(QStringList arguments, const QByteArray& input = {}, const QStringList& environment = {}) const
    {
        arguments << "--catalogue" << directory.path();
        return run_cli(arguments, input, environment);
    }
    QStringList lists() const { return QDir(directory.filePath("prices")).entryList({"*.json"}, QDir::Files); }
    void write(const char* file, const QByteArray& bytes) const
    {
        const QString path = directory.filePath(file);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        write_file(path, bytes);
    }
};

const QByteArray quotation = "part,price,currency,date\nrtx4090,15999,CNY,2026-11-01\nnonsense,1,CNY,2026-11-01\n"
                             "Total,16000,,\n";

double purchase(const CliRun& run) { return run.json()["cost"].toObject()["purchase"].toDouble(); }

class CliPricesTest : public QObject {
    Q_OBJECT
private slots:
    void check_writes_nothing_and_previews_the_import()
    {
        const Own own;
        const CliRun run = own.run({"prices", "check", "-"}, quotation);
        QCOMPARE(run.exit, 1);
        QVERIFY2(run.out.contains("1 added, 0 changed, 0 unchanged, 1 rejected"), run.out);
        QVERIFY(run.out.contains("nonsense"));
        QVERIFY2(run.out.contains("1 total or note skipped"), run.out);
        QVERIFY(own.lists().isEmpty());
        const QJsonObject json = own.run({"prices", "check", "-", "--json"}, quotation).json();
        QCOMPARE(json["encoding"].toString(), "utf-8");
        QCOMPARE(json["counts"].toObject()["rejected"].toInt(), 1);
        QCOMPARE(json["counts"].toObject()["totals"].toInt(), 1);
        const QJsonObject rejected = json["rows"].toArray()[1].toObject();
        QCOMPARE(rejected["line"].toInt(), 3);
        QCOMPARE(rejected["reasons"].toArray()[0].toObject()["code"].toString(), "unknown-part");
    }

    void the_price_of_a_drive_keeps_its_size()
    {
        const Own own;
        QCOMPARE(
            own.run({"prices", "import", "-", "--currency", "CNY"}, "name,price,note\nSamsung 980 PRO 2 TB,999,\n").exit,
            0);
        const QJsonArray prices = array_of(own.run({"catalog", "prices", "nvme4-980pro", "--json"}));
        QCOMPARE(prices.last().toObject()["drive_TB"].toDouble(), 2.0);
    }

    void an_import_becomes_a_list_that_estimates_use()
    {
        const Own own;
        const double before = purchase(own.run({"estimate", example()}));
        const CliRun run =
            own.run({"prices", "import", "-", "--name", "Dealer A", "--price-date", "2026-11-02"}, quotation);
        QCOMPARE(run.exit, 1);
        QCOMPARE(own.lists(), QStringList{"2026-11-02-dealer-a.json"});
        // The shipped price of the card is 3089 USD at 7.1; everything else stays.
        const double after = purchase(own.run({"estimate", example()}));
        QVERIFY2(qAbs(before - after - (3089.0 * 7.1 - 15999.0)) < 0.01, qPrintable(QString::number(before - after)));
        // The second import adds nothing.
        const CliRun again = own.run({"prices", "import", "-"}, quotation);
        QVERIFY2(again.out.contains("0 added, 0 changed, 1 unchanged, 1 rejected"), again.out);
        QCOMPARE(own.lists().size(), 1);
        // A newer price of the same supplier is a change, and the old list stays.
        const CliRun newer = own.run({"prices", "import", "-", "--name", "Dealer A", "--price-date", "2026-11-04"},
                                     "part,price,currency,date\nrtx4090,14999,CNY,2026-11-03\n");
        QCOMPARE(newer.exit, 0);
        QVERIFY2(newer.out.contains("0 added, 1 changed"), newer.out);
        QCOMPARE(own.lists().size(), 2);
        QCOMPARE(array_of(own.run({"prices", "list", "--json"}))[0].toObject()["date"].toString(), "2026-11-04");
    }

    void an_undated_list_gets_the_local_date()
    {
        const Rows<QString, int> rows{
            // At any time, the date in at least one of them differs from that of UTC.
            {"Kiribati", "TZ=Etc/GMT-14", 14},
            {"Baker Island", "TZ=Etc/GMT+12", -12},
        };
        rows.each([&](const auto& zone, auto hours) {
            const Own own;
            const auto day = [hours] {
                return QDateTime::currentDateTimeUtc().addSecs(3600 * hours).date().toString(Qt::ISODate);
            };
            const QString before = day();
            own.run({"prices", "import", "-", "--name", "Dealer"}, quotation, {zone});
            const QStringList either{before + "-dealer.json", day() + "-dealer.json"};
            QCOMPARE(own.lists().size(), 1);
            QVERIFY2(either.contains(own.lists().front()), qPrintable(own.lists().front()));
        });
    }

    void a_removed_list_is_forgotten()
    {
        const Own own;
        const double before = purchase(own.run({"estimate", example()}));
        own.run({"prices", "import", "-", "--name", "x", "--price-date", "2026-11-02"}, quotation);
        const CliRun unknown = own.run({"prices", "remove", "prices/y.json"});
        QCOMPARE(unknown.exit, 1);
        QVERIFY2(unknown.err.contains("prices/2026-11-02-x.json"), unknown.err);
        QCOMPARE(own.run({"prices", "remove", "2026-11-02-x.json"}).exit, 0);
        QVERIFY(own.lists().isEmpty());
        QCOMPARE(purchase(own.run({"estimate", example()})), before);
        const CliRun none = own.run({"prices", "remove", "y.json"});
        QVERIFY2(none.exit == 1 && none.err.contains("no price lists"), none.err);
        // A price of the future is refused, with the last day that is possible.
        const CliRun later = own.run({"prices", "check", "-"}, "part,price,currency,date\nrtx4090,1,CNY,9999-01-01\n");
        QVERIFY2(later.exit == 1 && later.out.contains("9999-01-01 is in the future. Expected: 20"), later.out);
    }

    void a_price_list_in_gb18030_is_read()
    {
        const Own own;
        // 型号,单价（元） and a row for the RTX 4090.
        const QByteArray bytes = "\xD0\xCD\xBA\xC5,\xB5\xA5\xBC\xDB\xA3\xA8\xD4\xAA\xA3\xA9\nGeForce RTX 4090,15999\n";
        const CliRun run = own.run({"prices", "check", "-", "--language", "zh_CN"}, bytes);
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.contains("GB18030") && run.out.contains("新增 1"), run.out);
    }

    void a_template_is_accepted_again()
    {
        const Own own;
        for (const char* language : {"en", "zh_CN"}) {
            const CliRun made = own.run({"prices", "template", "--parts", "power-supplies", "--language", language});
            QCOMPARE(made.exit, 0);
            QVERIFY(made.out.startsWith("\xEF\xBB\xBF"));
            const CliRun checked = own.run({"prices", "check", "-", "--json"}, made.out);
            const QJsonObject json = checked.json();
            QCOMPARE(json["encoding"].toString(), "utf-8-bom");
            // Only the price is missing in each row.
            const QJsonArray rows = json["rows"].toArray();
            QVERIFY(rows.size() >= 16);
            for (const QJsonValue& row : rows)
                QCOMPARE(row.toObject()["reasons"].toArray()[0].toObject()["code"].toString(), "no-price");
        }
    }

    void own_values_are_marked()
    {
        const Own own;
        own.write("gpus/rtx4090.json",
                  R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090", "memory": {"bandwidth_GBps": 1100}})");
        own.write("prices/a.json",
                  R"({"format": "rigwright.price-list", "version": 1, "name": "A", "date": "2026-11-01",
        "prices": [{"part": "t4", "amount": 1, "currency": "CNY", "date": "2026", "kind": "list", "source": "s"}]})");
        const CliRun table = own.run({"catalog", "gpus"});
        QVERIFY2(table.out.contains("custom: memory.bandwidth_GBps"), table.out);
        for (const QJsonValue& record : array_of(own.run({"catalog", "gpus", "--json"}))) {
            const QJsonObject mark = record.toObject()["own"].toObject();
            if (record.toObject()["id"].toString() != "rtx4090") {
                QVERIFY(mark.isEmpty());
                continue;
            }
            const QJsonObject value = mark["values"].toArray()[0].toObject();
            QCOMPARE(value["path"].toString(), "memory.bandwidth_GBps");
            QCOMPARE(value["own"].toDouble(), 1100.0);
            QCOMPARE(value["shipped"].toDouble(), 1008.0);
        }
        int marked = 0;
        for (const QJsonValue& price : array_of(own.run({"catalog", "prices", "--json"})))
            marked += price.toObject()["own_file"].toString() == "prices/a.json" ? 1 : 0;
        QCOMPARE(marked, 1);
        // Without own values the column is omitted.
        QVERIFY(!run_cli({"catalog", "gpus"}).out.contains("own"));
    }

    void prices_as_of_a_day_stay_available()
    {
        const Own own;
        own.write("prices/a.json",
                  R"({"format": "rigwright.price-list", "version": 1, "name": "A", "date": "2026-11-01",
        "prices": [{"part": "rtx4090", "amount": 15000, "currency": "CNY", "date": "2026-03-01", "kind": "quotation",
                    "source": "s"},
                   {"part": "rtx4090", "amount": 14000, "currency": "CNY", "date": "2026-09-01", "kind": "quotation",
                    "source": "s"}]})");
        QJsonObject scenario =
            QJsonDocument::fromJson(source_text("resources/examples/fabric-defects-1x4090.json")).object();
        const auto cost = [&](const char* day) {
            QJsonObject economics = scenario["economics"].toObject();
            economics.remove("prices_as_of");
            if (*day != 0) economics["prices_as_of"] = day;
            scenario["economics"] = economics;
            return purchase(own.run({"estimate"}, QJsonDocument(scenario).toJson()));
        };
        QVERIFY(qAbs(cost("2026-04") - cost("2026-10") - 1000.0) < 0.01);
        QCOMPARE(cost(""), cost("2026-10"));
        QJsonObject economics = scenario["economics"].toObject();
        economics["prices_as_of"] = "last week";
        scenario["economics"] = economics;
        const CliRun refused = own.run({"estimate"}, QJsonDocument(scenario).toJson());
        QCOMPARE(refused.exit, 1);
        QVERIFY2(refused.err.contains("$.economics.prices_as_of"), refused.err);
    }

    void a_defective_catalog_stops_nothing()
    {
        const Own own;
        own.write("gpus/rtx4090.json",
                  R"({"format": "rigwright.gpu", "version": 1, "id": "rtx4090", "memory": {"bandwidth_GBps": -1}})");
        own.write("prices/broken.json", "{\"format\":");
        const CliRun run = own.run({"estimate", example()});
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.err.contains("gpus/rtx4090.json: $.memory.bandwidth_GBps: -1 is out of range"), run.err);
        QVERIFY2(run.err.contains("prices/broken.json"), run.err);
        QCOMPARE(run.out, run_cli({"estimate", example()}).out);
    }

    void the_environment_names_the_catalog()
    {
        const Own own;
        own.run({"prices", "import", "-", "--name", "x"}, quotation);
        const CliRun named = run_cli({"prices", "list", "--json"}, {}, {"RIGWRIGHT_CATALOGUE=" + own.directory.path()});
        QCOMPARE(array_of(named).size(), 1);
        const CliRun data_home =
            run_cli({"prices", "list", "--json"}, {}, {"RIGWRIGHT_CATALOGUE=", "XDG_DATA_HOME=/no/such/folder"});
        QCOMPARE(array_of(data_home).size(), 0);
        const CliRun none = run_cli({"--catalogue", QString(), "prices", "list", "--json"}, {},
                                    {"RIGWRIGHT_CATALOGUE=" + own.directory.path()});
        QCOMPARE(array_of(none).size(), 0);
    }

    void wrong_options_are_refused()
    {
        const Rows<QString, QByteArray> rows{
            {"no action", "prices", "template, check, import, list, remove"},
            {"another action", "prices frob", "template, check, import, list, remove"},
            {"no file", "prices check", "prices check FILE"},
            {"delimiter", "prices check - --delimiter pipe", "comma, semicolon, tab"},
            {"encoding", "prices check - --encoding ebcdic", "gb18030"},
            {"decimal", "prices check - --decimal star", "point, comma"},
            {"column", "prices check - --columns part,weather", "valid-until"},
            {"currency", "prices check - --currency gold", "CNY"},
            {"date", "prices check - --price-date someday", "YYYY-MM-DD"},
            {"kind", "prices check - --kind rumour", "quotation"},
            {"parts", "prices template --parts wheels", "power-supplies"},
            {"one file too many", "prices check a b", "\"b\""},
        };
        rows.each([](const auto& arguments, const auto& message) {
            const CliRun run = run_cli(arguments.split(' '), quotation);
            QCOMPARE(run.exit, 2);
            QVERIFY2(run.err.contains(message), run.err.left(400));
        });
    }
};

RIGWRIGHT_TEST(CliPricesTest)

} // namespace rigwright::test::tst_cli_prices

#include "tst_cli_prices.moc"
