// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QTemporaryDir>

namespace rigwright::test::tst_cli_measure {

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

/// Measurements on the command line: in a plan, as a script, and back.
class CliMeasureTest : public QObject {
    Q_OBJECT
private slots:
    void measurements_correct_the_estimate()
    {
        const QJsonObject plain = run_cli({"estimate"}, plan()).json();
        const QByteArray more =
            R"(, "measurements": [{"micro_batch": 8, "peak_bytes": 2000000000, "kind": "device", "step_seconds": 0.08}])";
        const CliRun run = run_well({"estimate"}, plan(more));
        const QJsonObject measured = run.json();
        QVERIFY(number(measured, "memory", "total_bytes") > number(plain, "memory", "total_bytes"));
        QVERIFY(number(measured, "time", "step_seconds") > number(plain, "time", "step_seconds"));
        const QJsonObject parts = measured["memory"]["parts"].toObject();
        QCOMPARE(parts.size(), 9);
        double sum = 0.0;
        for (const QJsonValue& part : parts) sum += part.toDouble();
        QCOMPARE(sum, number(measured, "memory", "total_bytes"));
        QVERIFY(measured["measured"]["measurements"].toArray().size() == 1);
        QVERIFY(!plain.contains("measured"));
        QCOMPARE(run_cli({"estimate"}, plan(more)).out, run.out);
    }

    void the_working_shows_each_reading()
    {
        const QByteArray more = R"(, "measurements": [{"micro_batch": 8, "peak_bytes": 2000000000}])";
        const QStringList arguments{"explain", "-", "memory.parts.measured_correction"};
        const CliRun run = run_well(arguments, plan(more));
        QVERIFY2(run.out.contains("Measurement 1: peak at micro-batch 8 = 1.86 GiB"), run.out.constData());
        const CliRun absent = run_cli(arguments, plan());
        QCOMPARE(absent.exit, 1);
    }

    void a_script_is_written_and_its_result_imported()
    {
        QTemporaryDir folder;
        const QString scenario = folder.filePath("plan.json");
        const QString script = folder.filePath("measure.py");
        const QString result = folder.filePath("result.json");
        const QString list = folder.filePath("mine.json");
        write_file(scenario, plan());
        const CliRun written = run_well({"measure-script", scenario, "--framework", "pytorch", "-o", script});
        QVERIFY(written.out.isEmpty());
        const QJsonObject job = job_of(content_of(script));
        QCOMPARE(job["parameter_count"].toInteger(), 25'557'032);
        QJsonObject answer{{"format", "rigwright.measurement-result"},
                           {"version", 1},
                           {"fingerprint", job["fingerprint"]},
                           {"settings", job["settings"]},
                           {"micro_batch", 8},
                           {"step_seconds", 0.07},
                           {"kind", "cuda"},
                           {"device", "NVIDIA GeForce RTX 4090"},
                           {"peak_device_bytes", 2'000'000'000}};
        write_file(result, QJsonDocument(answer).toJson());
        const QStringList import{"import-measurement", scenario, result, "--list", list};
        const CliRun imported = run_well(import);
        QCOMPARE(imported.json()["measurements"].toArray().size(), 2);
        QVERIFY2(imported.err.contains("70 ms measured"), imported.err.constData());
        QCOMPARE(run_cli(import).exit, 0);
        QCOMPARE(QJsonDocument::fromJson(content_of(list))["measurements"].toArray().size(), 4);
        // What was imported is a plan like any other.
        QCOMPARE(run_cli({"estimate"}, imported.out).exit, 0);
        // A damaged list is left as it is, and said.
        write_file(list, "[");
        QCOMPARE(run_cli(import).exit, 1);
        QCOMPARE(content_of(list), QByteArray("["));
    }

    void what_is_wrong_is_said()
    {
        const Rows<QStringList, int, QByteArray> rows{
            {"framework", {"measure-script", "--framework=jax"}, 2, "pytorch, tensorflow"},
            {"one file", {"import-measurement", example()}, 2, "Two files"},
            {"no result", {"import-measurement", example(), "/no/such/file"}, 1, "$"},
            {"a plan as result", {"import-measurement", example(), example()}, 1, "rigwright.measurement-result"},
            {"unwritable", {"measure-script", example(), "-o", "/no/such/x.py"}, 1, "/no/such/x.py"},
        };
        rows.each([&](const auto& arguments, auto exit, const auto& words) {
            const CliRun run = run_cli(arguments, plan());
            QVERIFY(run.ended);
            QVERIFY2(run.exit == exit, run.err.constData());
            QVERIFY2(run.err.contains(words), run.err.constData());
            QVERIFY(run.out.isEmpty());
        });
    }
};

RIGWRIGHT_TEST(CliMeasureTest)

} // namespace rigwright::test::tst_cli_measure

#include "tst_cli_measure.moc"
