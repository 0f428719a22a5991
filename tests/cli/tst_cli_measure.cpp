// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/file_content.h"
#include "tests/support/suite.h"

#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cli_measure {

using namespace rigwright::test;

namespace {

QByteArray plan(const QByteArray& more = {})
{
    return R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"},
               "training": {"micro_batch": 8}, "build": {"gpu": "rtx4090"})" +
           more + "}";
}

double number(const QJsonObject& estimate, const char* group, const char* key)
{
    return estimate[QLatin1String(group)][QLatin1String(key)].toDouble();
}

/// The job that stands in a script as string literals, put together again.
QJsonObject job_of(const QByteArray& script)
{
    const qsizetype first = script.indexOf("json.loads(\n") + 12;
    QByteArray text;
    for (const QByteArray& line : script.mid(first, script.indexOf("\n)\n", first) - first).split('\n'))
        text += QJsonDocument::fromJson("[" + line.trimmed() + "]").array().at(0).toString().toUtf8();
    return QJsonDocument::fromJson(text).object();
}

} // namespace

/// Measurements on the command line: in a plan, as a script, and back.
class CliMeasureTest : public QObject {
    Q_OBJECT
private slots:
    void measurements_correct_the_estimate()
    {
        const QJsonObject plain = run_cli({QStringLiteral("estimate")}, plan()).json();
        const QByteArray more =
            R"(, "measurements": [{"micro_batch": 8, "peak_bytes": 2000000000, "kind": "device", "step_seconds": 0.08}])";
        const CliRun run = run_cli({QStringLiteral("estimate")}, plan(more));
        QCOMPARE(run.exit, 0);
        const QJsonObject measured = run.json();
        QVERIFY(number(measured, "memory", "total_bytes") > number(plain, "memory", "total_bytes"));
        QVERIFY(number(measured, "time", "step_seconds") > number(plain, "time", "step_seconds"));
        const QJsonObject parts = measured[QStringLiteral("memory")][QStringLiteral("parts")].toObject();
        QCOMPARE(parts.size(), 9);
        double sum = 0.0;
        for (const QJsonValue& part : parts) sum += part.toDouble();
        QCOMPARE(sum, number(measured, "memory", "total_bytes"));
        QVERIFY(measured[QStringLiteral("measured")][QStringLiteral("measurements")].toArray().size() == 1);
        QVERIFY(!plain.contains(QStringLiteral("measured")));
        QCOMPARE(run_cli({QStringLiteral("estimate")}, plan(more)).out, run.out);
    }

    void the_working_shows_each_reading()
    {
        const QByteArray more = R"(, "measurements": [{"micro_batch": 8, "peak_bytes": 2000000000}])";
        const QStringList arguments{QStringLiteral("explain"), QStringLiteral("-"),
                                    QStringLiteral("memory.parts.measured_correction")};
        const CliRun run = run_cli(arguments, plan(more));
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.out.contains("Measurement 1: peak at micro-batch 8 = 1.86 GiB"), run.out.constData());
        const CliRun absent = run_cli(arguments, plan());
        QCOMPARE(absent.exit, 1);
    }

    void a_script_is_written_and_its_result_imported()
    {
        QTemporaryDir folder;
        const QString scenario = folder.filePath(QStringLiteral("plan.json"));
        const QString script = folder.filePath(QStringLiteral("measure.py"));
        const QString result = folder.filePath(QStringLiteral("result.json"));
        const QString list = folder.filePath(QStringLiteral("mine.json"));
        write_file(scenario, plan());
        const CliRun written = run_cli({QStringLiteral("measure-script"), scenario, QStringLiteral("--framework"),
                                        QStringLiteral("pytorch"), QStringLiteral("-o"), script});
        QCOMPARE(written.exit, 0);
        QVERIFY(written.out.isEmpty());
        const QJsonObject job = job_of(content_of(script));
        QCOMPARE(job[QStringLiteral("parameter_count")].toInteger(), 25'557'032);
        QJsonObject answer{{QStringLiteral("format"), QStringLiteral("rigwright.measurement-result")},
                           {QStringLiteral("version"), 1},
                           {QStringLiteral("fingerprint"), job[QStringLiteral("fingerprint")]},
                           {QStringLiteral("settings"), job[QStringLiteral("settings")]},
                           {QStringLiteral("micro_batch"), 8},
                           {QStringLiteral("step_seconds"), 0.07},
                           {QStringLiteral("kind"), QStringLiteral("cuda")},
                           {QStringLiteral("device"), QStringLiteral("NVIDIA GeForce RTX 4090")},
                           {QStringLiteral("peak_device_bytes"), 2'000'000'000}};
        write_file(result, QJsonDocument(answer).toJson());
        const QStringList import{QStringLiteral("import-measurement"), scenario, result, QStringLiteral("--list"),
                                 list};
        const CliRun imported = run_cli(import);
        QVERIFY2(imported.exit == 0, imported.err.constData());
        QCOMPARE(imported.json()[QStringLiteral("measurements")].toArray().size(), 2);
        QVERIFY2(imported.err.contains("70 ms measured"), imported.err.constData());
        QCOMPARE(run_cli(import).exit, 0);
        QCOMPARE(QJsonDocument::fromJson(content_of(list))[QStringLiteral("measurements")].toArray().size(), 4);
        // What was imported is a plan like any other.
        QCOMPARE(run_cli({QStringLiteral("estimate")}, imported.out).exit, 0);
        // A damaged list is left as it is, and said.
        write_file(list, "[");
        QCOMPARE(run_cli(import).exit, 1);
        QCOMPARE(content_of(list), QByteArray("["));
    }

    void what_is_wrong_is_said_data()
    {
        add_columns<QStringList, int, QByteArray>("arguments", "exit", "words");
        const auto row = [](const char* name, const QStringList& arguments, int exit, const char* words) {
            QTest::newRow(name) << arguments << exit << QByteArray(words);
        };
        row("framework", {QStringLiteral("measure-script"), QStringLiteral("--framework=jax")}, 2,
            "pytorch, tensorflow");
        row("one file", {QStringLiteral("import-measurement"), example()}, 2, "Two files");
        row("no result", {QStringLiteral("import-measurement"), example(), QStringLiteral("/no/such/file")}, 1, "$");
        row("a plan as result", {QStringLiteral("import-measurement"), example(), example()}, 1,
            "rigwright.measurement-result");
        row("unwritable",
            {QStringLiteral("measure-script"), example(), QStringLiteral("-o"), QStringLiteral("/no/such/x.py")}, 1,
            "/no/such/x.py");
    }

    void what_is_wrong_is_said()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exit);
        QFETCH(QByteArray, words);
        const CliRun run = run_cli(arguments, plan());
        QVERIFY(run.ended);
        QVERIFY2(run.exit == exit, run.err.constData());
        QVERIFY2(run.err.contains(words), run.err.constData());
        QVERIFY(run.out.isEmpty());
    }
};

RIGWRIGHT_TEST(CliMeasureTest)

} // namespace tst_cli_measure

#include "tst_cli_measure.moc"
