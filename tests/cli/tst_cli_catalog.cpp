// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

namespace rigwright::test::tst_cli_catalog {

CliRun catalog(const QString& words, const QStringList& environment = {})
{
    return run_cli(QStringList{"catalog"} + words.split(' '), {}, environment);
}

QJsonObject record_of(const CliRun& run) { return QJsonDocument::fromJson(run.out).array()[0].toObject(); }

/// The lists of the catalog and their entries, models among them.
class CliCatalogTest : public QObject {
    Q_OBJECT

private slots:
    void every_list_opens_an_entry()
    {
        const Rows<QString, QByteArray, QByteArray> rows{
            {"cpus i9-13900k", "cpus i9-13900k", "compute.core_groups.0.cores", "8"},
            {"models detr_r50", "models detr_r50", "shape.backbone", "resnet50"},
            {"interconnects pcie4-x16", "interconnects pcie4-x16", "rate.per_direction_GBps", "31.5"},
            {"storage nvme4", "storage nvme4", "throughput.sequential_read_MBps", "7000"},
            {"memory ddr5-5200-2x32", "memory ddr5-5200-2x32", "modules.module_GB", "32"},
            {"chassis nettrix-x660-g45-lp", "chassis nettrix-x660-g45-lp", "body.cooling", "liquid"},
            {"power-supplies psu-850-gold", "power-supplies psu-850-gold", "output.output_W", "850"},
            {"datasets coco-train2017", "datasets coco-train2017", "samples", "118287"},
        };
        rows.each([&](const auto& words, const auto& field, const auto& value) {
            const CliRun text = catalog(words);
            QCOMPARE(text.exit, 0);
            bool shown = false;
            bool sourced = false;
            for (const QByteArray& line : text.out.split('\n')) {
                shown = shown || line.simplified().startsWith(field + " " + value);
                sourced = sourced || line.split(' ').front().endsWith("source");
            }
            QVERIFY2(shown, text.out.constData());
            QVERIFY2(sourced, text.out.constData());
            const QJsonObject record = record_of(catalog(words + " --json"));
            QCOMPARE(record["id"].toString(), words.section(' ', 1));
        });
    }

    void lists_are_translated()
    {
        const QString all = catalog("chassis --language zh_CN").out + catalog("interconnects --language zh_CN").out;
        QVERIFY(all.contains("各厂商") && all.contains("风冷") && all.contains("液冷") && all.contains("InfiniBand "));
        const QRegularExpression english(" (various|air|liquid|class|pcie|nvlink|nvswitch|infiniband|ethernet) ");
        QVERIFY2(!english.match(all).hasMatch(), qUtf8Printable(english.match(all).captured()));
    }

    void unknown_fields_are_named()
    {
        const CliRun text = catalog("chassis nettrix-x660-g45-lp");
        QVERIFY(text.out.contains("\nbody.rack_units"));
        const QJsonObject record = record_of(catalog("power-supplies psu-850-gold --json"));
        QVERIFY(record["output"].toObject().contains("form_factor"));
    }

    void own_values_and_prices_are_in_the_record()
    {
        const QTemporaryDir own;
        const auto write = [&own](const QString& name, const QByteArray& text) {
            QVERIFY(QDir(own.path()).mkpath(name.section('/', 0, 0)));
            write_file(own.filePath(name), text);
        };
        write("cpus/i9-13900k.json",
              R"({"format": "rigwright.cpu", "version": 1, "id": "i9-13900k", "memory": {"channels": 1}})");
        write("chassis/my-box.json",
              R"({"format": "rigwright.chassis", "version": 1, "id": "my-box", "name": "My box", "vendor": "Me",
              "generic": false, "sold_complete": false,
              "body": {"cooling": "liquid", "source": "own data", "confidence": "general-knowledge"},
              "gpus": {"most_gpus": 3, "source": "own data", "confidence": "general-knowledge"},
              "host": {"source": "own data", "confidence": "general-knowledge"},
              "power": {"source": "own data", "confidence": "general-knowledge"}})");
        write("prices/a.json",
              R"({"format": "rigwright.price-list", "version": 1, "name": "A", "date": "2026-11-01", "prices": [{"part":
              "my-box", "amount": 4321, "currency": "CNY", "date": "2026-11-01", "kind": "list", "source": "s"}]})");
        const QStringList environment{QStringLiteral("RIGWRIGHT_CATALOGUE=") + own.path()};
        const QJsonObject cpu = record_of(catalog("cpus i9-13900k --json", environment));
        QCOMPARE(cpu["memory"]["channels"].toInt(), 1);
        QVERIFY(cpu["memory"]["source"].toString().contains("channels"));
        const QJsonObject box = record_of(catalog("chassis my-box --json", environment));
        QCOMPARE(box["gpus"]["most_gpus"].toInt(), 3);
        QCOMPARE(box["prices"].toArray().size(), 1);
        QCOMPARE(box["prices"][0]["amount"].toDouble(), 4321.0);
    }

    void several_records_are_side_by_side()
    {
        const CliRun text = catalog("cpus i9-13900k epyc-9354");
        QVERIFY(text.out.startsWith("field"));
        const QByteArray heading = text.out.split('\n').front();
        QVERIFY(heading.indexOf("i9-13900k") < heading.indexOf("epyc-9354"));
        // Only the first processor has a second kind of cores.
        QVERIFY(text.out.contains("compute.core_groups.1.cores"));
    }

    void lines_of_offers_and_prices_are_picked()
    {
        for (const auto& [words, key] :
             {std::pair("prices rtx4090 --json", "part"), std::pair("cloud-offers h100-sxm --json", "gpu")}) {
            const QString line = QString::fromLatin1(words);
            const QJsonArray records = QJsonDocument::fromJson(catalog(line).out).array();
            QVERIFY(!records.isEmpty());
            for (const QJsonValue& record : records)
                QCOMPARE(record[QString::fromLatin1(key)].toString(), line.section(' ', 1, 1));
        }
    }

    void an_unknown_id_is_refused()
    {
        const CliRun run = catalog("chassis nettrix-x660-g46");
        QCOMPARE(run.exit, 2);
        QVERIFY(run.err.contains("nettrix-x660-g45"));
        QVERIFY(run.err.contains("\"catalog chassis\" lists all of them"));
        QCOMPARE(catalog("models ../messages/en").exit, 2);
    }

    void chassis_list_shows_cooling()
    {
        const QByteArray list = catalog("chassis").out;
        QVERIFY(list.split('\n').front().contains("cooling"));
        for (const QByteArray& line : list.split('\n'))
            if (line.startsWith("nettrix-x660-g45-lp ")) QVERIFY(line.contains(" liquid "));
    }

    void compares_models()
    {
        const QString compare = "compare-models";
        const CliRun text = run_well({compare, example()});
        QVERIFY(text.out.contains("\n* detr_r50 "));
        QVERIFY(text.out.contains("86,567,656"));
        QVERIFY(text.out.contains("\nbert-base-uncased: reads text, the dataset contains images\n"));
        const CliRun chinese = run_cli({compare, example(), "--language", "zh_CN"});
        QVERIFY(chinese.out.contains("该模型读取文本，而数据集是图像"));
        QVERIFY(!chinese.out.contains("[column") && !chinese.out.contains("[samples"));
        // The plan's own model comes first where the list lacks it; a name given twice is one row.
        const QJsonArray models = run_cli({compare, example(), "--json", "--models", "gpt2-small,resnet50,resnet50"})
                                      .json()["models"]
                                      .toArray();
        QCOMPARE(models.size(), qsizetype{3});
        QCOMPARE(models[0]["preset"].toString(), "detr_r50");
        QVERIFY(models[0]["current"].toBool());
        QCOMPARE(models[0]["estimate"].toObject(), run_cli({"estimate", example()}).json());
        const QJsonObject gpt = models[1].toObject();
        QCOMPARE(gpt["data_holds"].toString(), "images");
        QCOMPARE(gpt["estimate"]["model"]["parameters"].toInteger(), qint64{124'439'808});
        QVERIFY(!gpt["estimate"].toObject().contains("memory"));
        QVERIFY(models[2]["estimate"].toObject().contains("memory"));
        QCOMPARE(run_cli({compare, "/no/such/file.json"}).exit, 1);
    }

    void imports_a_model_file()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("net.onnx");
        write_file(file, QByteArray::fromStdString(small_convnet(std::string("N")).bytes()));
        const CliRun import = run_well({"import", file});
        QVERIFY(import.err.contains("8 of 8 nodes"));
        QVERIFY(!import.out.contains(folder.path().toUtf8()));
        const QJsonObject embedded = import.json()["model"].toObject()["embedded"].toObject();
        QCOMPARE(embedded["file"].toString(), "net.onnx");
        QCOMPARE(embedded["sha256"].toString().size(), 64);
        // The output is an ordinary scenario.
        const CliRun estimate = run_well({"estimate"}, import.out);
        const QJsonObject model = estimate.json()["model"].toObject();
        QCOMPARE(model["parameters"].toInteger(), 402);
        QCOMPARE(model["forward_macs_per_sample"].toInteger(), 13824 + 1152 + 80);
        const CliRun expanded = run_well({"estimate", "--expand"}, import.out);
        QCOMPARE(run_cli({"estimate"}, expanded.out).out, estimate.out);
    }

    void import_reports_errors()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("open.onnx");
        OnnxWriter open;
        open.input("x", {std::string("N"), std::int64_t{3}, std::string("height"), std::string("width")});
        open.node("Relu", {"x"}, {"y"});
        open.output("y");
        write_file(file, QByteArray::fromStdString(open.bytes()));
        const QString import = "import";
        const CliRun refused = run_cli({import, file});
        QCOMPARE(refused.exit, 1);
        QVERIFY2(refused.err.contains("$.model.import: open.onnx: graph.input x[2]"), refused.err.constData());
        const CliRun sized = run_well({import, file, "--size", "image_height=32,image_width=48"});
        QCOMPARE(sized.json()["input"].toObject()["image_width"].toInt(), 48);
        QCOMPARE(run_cli({import, file, "--size", "image_height=0"}).exit, 2);
        QCOMPARE(run_cli({import, file, "--kind", "gguf"}).exit, 2);
        QCOMPARE(run_cli({import}).exit, 2);
        QCOMPARE(run_cli({import, folder.filePath("none.onnx")}).exit, 1);
        QCOMPARE(run_cli({import, file, "--kind", "hf-config"}).exit, 1);
    }

    void scenario_names_a_file_beside_it()
    {
        QTemporaryDir folder;
        write_file(
            folder.filePath("config.json"),
            R"({"model_type": "gpt2", "n_embd": 64, "n_head": 4, "n_layer": 2, "n_positions": 128, "vocab_size": 1000})");
        const QString scenario = folder.filePath("scenario.json");
        write_file(scenario, R"({"format": "rigwright.scenario", "version": 1, "build": {"gpu": "rtx4090"},
        "input": {"sequence_length": 64}, "model": {"import": {"kind": "hf-config", "path": "config.json"}}})");
        const CliRun estimate = run_well({"estimate", scenario});
        QCOMPARE(estimate.json()["model"].toObject()["parameters"].toInteger(),
                 2 * (12 * 64 * 64 + 13 * 64) + 1000 * 64 + 128 * 64 + 128);
        const CliRun expanded = run_cli({"estimate", "--expand", scenario});
        QVERIFY(!expanded.out.contains("\"import\""));
        QVERIFY(expanded.out.contains("\"sha256\""));
    }
};

RIGWRIGHT_TEST(CliCatalogTest)

} // namespace rigwright::test::tst_cli_catalog

#include "tst_cli_catalog.moc"
