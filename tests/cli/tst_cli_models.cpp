// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

namespace rigwright::test::tst_cli_models {

class CliModelsTest : public QObject {
    Q_OBJECT
private slots:
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
        // What it prints is a scenario like any other.
        const CliRun estimate = run_well({"estimate"}, import.out);
        const QJsonObject model = estimate.json()["model"].toObject();
        QCOMPARE(model["parameters"].toInteger(), 402);
        QCOMPARE(model["forward_macs_per_sample"].toInteger(), 13824 + 1152 + 80);
        const CliRun expanded = run_well({"estimate", "--expand"}, import.out);
        QCOMPARE(run_cli({"estimate"}, expanded.out).out, estimate.out);
    }

    void import_says_what_is_wrong()
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

RIGWRIGHT_TEST(CliModelsTest)

} // namespace rigwright::test::tst_cli_models

#include "tst_cli_models.moc"
