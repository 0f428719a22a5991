// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

namespace rigwright::test::tst_cli_report {

QByteArray plan(const QByteArray& training = R"("micro_batch": 4, "gradient_accumulation": 2)",
                const QByteArray& parallel = "{}")
{
    return R"({"format": "rigwright.scenario", "version": 1, "name": "GPT", "model": {"preset": "gpt3-125m"},
               "training": {)" +
           training + R"(}, "parallel": )" + parallel + R"(, "build": {"gpu": "a100-sxm-80", "gpus_per_node": 8}})";
}

QStringList launch(const char* target, const QStringList& more = {})
{
    return QStringList{"launch", "--for", QString::fromLatin1(target)} + more;
}

/// Reports and launch files on the command line.
class CliReportTest : public QObject {
    Q_OBJECT

private slots:
    void compares_files()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("r.md");
        const CliRun run = run_well(
            {"report", example(1), example(2), "-o", path, "--both-languages", "--question", "One card or two?"});
        const QByteArray text = content_of(path);
        QVERIFY(text.contains("One card or two?"));
        QVERIFY(text.contains("1 × GeForce RTX 4090"));
        QVERIFY(text.contains("2 × GeForce RTX 4090"));
        QVERIFY(text.contains("物料清单"));
        QVERIFY(!QFile::exists(path + ".part"));
    }

    void takes_the_builds_of_a_project()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("r.json");
        const CliRun run = run_well({"report", source_path("resources/examples/fabric-defects.rigwright"), "-o", path});
        const QJsonObject report = QJsonDocument::fromJson(content_of(path)).object();
        QCOMPARE(report["format"].toString(), "rigwright.report");
        const QJsonArray sections = report["reports"][0]["sections"].toArray();
        QVERIFY(sections.size() >= 10);
        QVERIFY(sections[1]["blocks"][0]["columns"].toArray().size() >= 3);
    }

    void writes_every_format()
    {
        const Rows<QByteArray> rows{
            {"xlsx", "PK"}, {"csv", "\xEF\xBB\xBF\""}, {"tsv", "\xEF\xBB\xBF\""}, {"md", "# "}, {"json", "{"},
        };
        rows.each_named([&](const char* name, const auto& start) {
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("r.") + QLatin1String(name));
            QCOMPARE(run_cli({"report", example(1), "-o", path}).exit, 0);
            QVERIFY(content_of(path).startsWith(start));
        });
    }

    void report_rejects_bad_arguments()
    {
        const Rows<QStringList, int, QByteArray> rows{
            {"no output", QStringList{"report", example(1)}, 2, "-o"},
            {"unknown format", QStringList{"report", example(1), "-o", "r.docx"}, 2, "r.docx"},
            {"too many plans",
             QStringList{"report", example(1), example(1), example(1), example(1), example(1), example(1), example(1),
                         "-o", "r.md"},
             2, "6"},
            {"no folder", QStringList{"report", example(1), "-o", "/nonexistent/r.xlsx"}, 1, "/nonexistent/r.xlsx"},
            {"no file", QStringList{"report", "/nonexistent.json", "-o", "r.md"}, 1, "/nonexistent.json"},
        };
        rows.each([&](const auto& arguments, auto exit, const auto& message) {
            const CliRun run = run_cli(arguments);
            QCOMPARE(run.exit, exit);
            QVERIFY2(run.err.contains(message), run.err.constData());
        });
    }

    void launch_prints_the_file_and_reports_what_it_omits()
    {
        const CliRun run = run_well(launch("deepspeed"), plan());
        const QJsonObject config = run.json();
        QCOMPARE(config["train_batch_size"].toInt(), 64);
        QVERIFY2(run.err.contains("$.build.gpus_per_node: "), run.err.constData());
        QVERIFY2(run.err.contains("Learning rate"), run.err.constData());
        const CliRun chinese = run_cli(launch("deepspeed", {"--language=zh_CN"}), plan());
        // The file is written for the training engine and does not depend on the language.
        QCOMPARE(chinese.out, run.out);
        QVERIFY2(chinese.err.contains("学习率"), chinese.err.constData());
    }

    void a_file_is_written()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("job.sbatch");
        const CliRun run = run_well(launch("slurm", {"-o", path}), plan());
        QVERIFY(run.out.isEmpty());
        const QByteArray text = content_of(path);
        QVERIFY(text.startsWith("#!/bin/bash\n"));
        QVERIFY(text.contains("\n#SBATCH --gpus-per-node=8\n"));
    }

    void lines_come_with_their_sources()
    {
        const CliRun run = run_well(launch("fsdp", {"--json"}), plan(R"("micro_batch": 4)", R"({"tensor": 2})"));
        const QJsonObject file = run.json();
        QCOMPARE(file["name"].toString(), "parallel_settings.py");
        bool found = false;
        for (const QJsonValue& line : file["lines"].toArray()) {
            if (!line["text"].toString().startsWith("MICRO_BATCH = 4")) continue;
            QCOMPARE(line["sources"].toArray().at(0).toString(), "training.micro_batch");
            found = true;
        }
        QVERIFY(found);
        const QJsonObject finding = file["findings"].toArray().at(0).toObject();
        QCOMPARE(finding["code"].toString(), "launch-not-in-file");
        QCOMPARE(finding["field"].toString(), "parallel.tensor");
        QCOMPARE(run_cli(launch("fsdp", {"--json"}), plan(R"("micro_batch": 4)", R"({"tensor": 2})")).out, run.out);
    }

    void launch_reports_errors()
    {
        const Rows<QStringList, QByteArray, int, QByteArray> rows{
            {"no target", {"launch"}, plan(), 2, "torchrun, fsdp, deepspeed, accelerate, megatron, slurm"},
            {"unknown target", launch("jax"), plan(), 2, "\"jax\""},
            {"two files", launch("slurm", {example(), example()}), plan(), 2, "Unexpected argument"},
            {"no file", launch("slurm", {"/no/such/file"}), plan(), 1, "$"},
            {"no decoder", launch("megatron", {example()}), plan(), 1, "$.model: "},
            {"framework", launch("torchrun"), plan(R"("framework": "keras")"), 1, "$.training.framework: "},
            {"unwritable", launch("slurm", {"-o", "/no/such/x.sh"}), plan(), 1, "/no/such/x.sh"},
        };
        rows.each([&](const auto& arguments, const auto& input, auto exit, const auto& words) {
            const CliRun run = run_cli(arguments, input);
            QVERIFY(run.ended);
            QVERIFY2(run.exit == exit, run.err.constData());
            QVERIFY2(run.err.contains(words), run.err.constData());
            QVERIFY(run.out.isEmpty());
        });
    }
};

RIGWRIGHT_TEST(CliReportTest)

} // namespace rigwright::test::tst_cli_report

#include "tst_cli_report.moc"
