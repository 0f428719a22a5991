// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace rigwright::test::tst_cli_validation {

QByteArray case_line(const QByteArray& id, const QByteArray& measured, const QByteArray& preset = "resnet50")
{
    return R"({"scenario": {"format": "rigwright.scenario", "version": 1, "model": {"preset": )" +
           ('"' + preset + '"') +
           R"(}, "training": {"micro_batch": 32, "autotune": true}, "build": {"gpu": "a100-sxm-80"}}, "measured": )" +
           measured + R"(, "group": "bench|A100|cnn", "class": "cnn", "source": "somebody/bench", "id": )" + '"' + id +
           "\"}\n";
}

const QByteArray good = case_line("good", R"({"kind": "device", "bytes": 8000000000})");

QStringList validate(const QStringList& options = {}) { return QStringList{"validate"} + options; }

QString truth(const char* file) { return source_path(QStringLiteral("tests/truth/") + QLatin1String(file)); }

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

/// The job that a script contains as string literals, joined.
QJsonObject job_of(const QByteArray& script)
{
    const qsizetype first = script.indexOf("json.loads(\n") + 12;
    QByteArray text;
    for (const QByteArray& line : script.mid(first, script.indexOf("\n)\n", first) - first).split('\n'))
        text += QJsonDocument::fromJson("[" + line.trimmed() + "]").array().at(0).toString().toUtf8();
    return QJsonDocument::fromJson(text).object();
}

/// Validation, calibration and measurements on the command line.
class CliValidationTest : public QObject {
    Q_OBJECT

private slots:
    void prints_predictions_beside_measurements()
    {
        const CliRun run = run_well(validate(), good);
        QVERIFY2(run.out.contains("source: bench"), run.out.constData());
        QVERIFY(run.out.contains("good"));
        const CliRun chinese = run_cli(validate({"--language=zh_CN"}), good);
        QVERIFY(chinese.out.contains(QStringLiteral("来源：bench").toUtf8()));
        QVERIFY(!chinese.out.contains("[validation"));
        QCOMPARE(run_cli(validate(), good).out, run.out);
    }

    void the_same_figures_as_the_estimate()
    {
        const CliRun run = run_cli(validate({"--json"}), good);
        const QJsonObject answer = run.json()["cases"].toArray().at(0).toObject();
        const QByteArray scenario =
            QJsonDocument::fromJson(good).object()["scenario"].isObject()
                ? QJsonDocument(QJsonDocument::fromJson(good).object()["scenario"].toObject()).toJson()
                : QByteArray();
        const double total = run_cli({"estimate"}, scenario).json()["memory"][QLatin1String("total_bytes")].toDouble();
        QVERIFY(total > 1e9);
        QCOMPARE(answer["predicted"].toDouble(), total);
        QCOMPARE(answer["error"].toDouble(), total / 8e9 - 1.0);
        const QJsonObject summary = run.json()["summaries"].toArray().at(0).toObject();
        QCOMPARE(summary["domain"].toString(), "memory");
        QCOMPARE(summary["groups"].toArray().at(0)["bias"].toDouble(), total / 8e9 - 1.0);
    }

    /// AlexNet as torchvision 0.14.1 has it, counted in PyTorch (tests/truth/structure).
    void every_reading_of_a_structure_is_exact()
    {
        QByteArray line =
            R"({"id": "alexnet", "source": "torchvision 0.14.1", "scenario": {"format": "rigwright.scenario",
        "version": 1, "model": {"preset": "alexnet"}, "input": {"channels": 3, "image_height": 224, "image_width": 224},
        "build": {"gpu": "none"}},
        "expected": {"parameters": 61100840, "trainable_parameters": 61100840,
        "forward_macs_per_sample": 714188480, "macs_convolution": 655566528, "macs_linear": 58621952,
        "macs_attention_matmul": 0, "thop_macs": 714206912, "saved_activation_bytes_batch1": 3701248,
        "saved_activation_bytes_batch8": 29609984, "saved_activation_bytes_bf16_autocast_batch1": 2210560,
        "leaf_output_bytes_batch1": 4392864}})";
        const CliRun run = run_well(validate({"--json"}), line.replace('\n', ' '));
        const QJsonArray cases = run.json()["cases"].toArray();
        QCOMPARE(cases.size(), 11);
        for (const QJsonValue& one : cases)
            QVERIFY2(one["error"].toDouble(1.0) == 0.0, qPrintable(one["kind"].toString()));
    }

    void one_bad_line_does_not_stop_the_rest()
    {
        const QByteArray lines = "{\n" + good + "\n" + case_line("empty", "{}") + good;
        const CliRun run = run_cli(validate({"--json"}), lines);
        QCOMPARE(run.exit, 1);
        QCOMPARE(run.json()["cases"].toArray().size(), 2);
        const QJsonArray bad = run.json()["bad_lines"].toArray();
        QCOMPARE(bad.size(), 2);
        QCOMPARE(bad.at(1)["line"].toInt(), 4);
        QCOMPARE(bad.at(1)["id"].toString(), "empty");
        QVERIFY2(run.err.contains("-:4: empty: $.measured: "), run.err.constData());
    }

    void failed_cases_are_listed()
    {
        const QByteArray lines = good + case_line("unknown", R"({"kind": "device", "bytes": 5})", "no-such-model");
        const CliRun run = run_cli(validate(), lines);
        QCOMPARE(run.exit, 1);
        QVERIFY2(run.out.contains("unknown (device): $.scenario.model.preset: Unknown model"), run.out.constData());
        const QJsonObject json = run_cli(validate({"--json"}), lines).json();
        QVERIFY(json["cases"].toArray().at(1)["errors"].isArray());
        QCOMPARE(json["summaries"].toArray().at(0)["groups"][0]["count"].toInt(), 1);
    }

    void cells_are_never_formulas()
    {
        const QByteArray lines = case_line("=1+1", R"({"kind": "device", "bytes": 5e9})") +
                                 case_line("@a,b\\\"c", R"({"samples_per_second": 5e9})") +
                                 case_line("-x\\n=y", R"({"kind": "device", "bytes": 1})", "=cmd");
        const CliRun run = run_cli(validate({"--csv"}), lines);
        QCOMPARE(run.exit, 1);
        const QList<QByteArray> rows = run.out.split('\n');
        QCOMPARE(rows[0], QByteArray("id,kind,measured,predicted,error,source,class,gpu,problem"));
        QVERIFY(rows[1].startsWith("'=1+1,device,5000000000.0,"));
        QVERIFY(rows[2].startsWith("\"'@a,b\"\"c\",throughput,"));
        QVERIFY(rows[3].startsWith("\"'-x"));
        QVERIFY(run.out.contains(",bench,cnn,a100-sxm-80,"));
    }

    void hostile_input_ends_by_itself()
    {
        const Rows<QByteArray, QByteArray> rows{
            {"brackets", QByteArray(1000000, '['), "nested more than 32 levels"},
            {"nine megabytes", QByteArray(9000000, 'x'), "at most 8 MiB"},
            {"zero bytes", QByteArray(100, '\0'), "not valid JSON"},
            {"broken UTF-8", case_line("\xC3\x28", "{}"), "not valid UTF-8"},
            {"duplicate key", case_line("a", R"({"bytes": 1, "bytes": 2})"), "appears twice"},
            {"too large for a double", case_line("a", R"({"step_seconds": 1e400})"), "too large"},
            {"beyond any measurement", case_line("a", R"({"step_seconds": 1e300})"), "out of range"},
            {"true as number", case_line("a", R"({"step_seconds": true})"), "not a number"},
            {"huge id", case_line(QByteArray(1000000, 'a'), R"({"step_seconds": 1})"), "length that is not accepted"},
            {"null scenario", QByteArray(R"({"id": "a", "scenario": null, "measured": {"step_seconds": 1}})"),
             "an object {}"},
        };
        rows.each([&](const auto& input, const auto& message) {
            for (const QStringList& options :
                 {QStringList(), QStringList{"--csv"}, QStringList{"--json", "--leave-out=source"}}) {
                const CliRun run = run_cli(validate(options), input + "\n" + good);
                QVERIFY(run.ended);
                QCOMPARE(run.exit, 1);
                QVERIFY2(run.err.startsWith("-:1: ") && run.err.contains(message), run.err.left(2000).constData());
                QVERIFY2(run.out.contains("good"), run.out.left(2000).constData());
            }
        });
    }

    void refuses_wrong_command_lines()
    {
        const Rows<QStringList> rows{
            {"two forms", validate({"--csv", "--json"})},
            {"page of one fit", validate({"--page", "--leave-out=gpu"})},
            {"unknown group", validate({"--leave-out=moon"})},
            {"unknown option", validate({"--refit"})},
            {"-o without a name", QStringList{"calibrate", "-o"}},
        };
        rows.each([&](const auto& arguments) {
            const CliRun run = run_cli(arguments, good);
            QCOMPARE(run.exit, 2);
            QVERIFY(run.out.isEmpty());
            QVERIFY(run.err.startsWith("rigwright-cli: "));
            QVERIFY(!run.err.contains("[cli."));
        });
    }

    void leaves_groups_out()
    {
        QByteArray lines = good;
        lines += case_line("other", R"({"kind": "device", "bytes": 6000000000})").replace("bench|", "other|");
        for (const char* group : {"source", "gpu", "family"}) {
            const CliRun run = run_well(validate({"--leave-out", QLatin1String(group), "--intervals"}), lines);
            QVERIFY2(run.out.contains("Coefficients were fitted without") && run.out.contains("80% between"),
                     run.out.constData());
        }
    }

    void calibrates_into_another_file()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath("fitted.json");
        const QByteArray before = source_text("hardware_db/calibration.json");
        const QStringList arguments{"calibrate", truth("memory/measured.jsonl")};
        const CliRun run = run_well(arguments + QStringList{"-o", file});
        QVERIFY(run.out.isEmpty());
        QCOMPARE(source_text("hardware_db/calibration.json"), before);
        const QByteArray text = content_of(file);
        const QJsonObject fitted = QJsonDocument::fromJson(text).object();
        const QJsonObject shipped = QJsonDocument::fromJson(before).object();
        QCOMPARE(fitted["time"], shipped["time"]);
        const QJsonObject factor = fitted["memory"]["reserve_factor"].toObject();
        QVERIFY(factor["fitted_on"].toString().contains("calibrate"));
        QVERIFY(factor["value"].toDouble() >= 1.0);
        QCOMPARE(run_cli(arguments).out, text);
        QCOMPARE(run_cli(arguments + QStringList{"-o", folder.path()}).exit, 1);
        QCOMPARE(run_cli({"calibrate"}, "").exit, 1);
    }

    void speeds_move_the_coefficients_of_time_alone()
    {
        const QByteArray before = source_text("hardware_db/calibration.json");
        const CliRun run = run_well({"calibrate", truth("time/measured.jsonl")});
        const QJsonObject fitted = QJsonDocument::fromJson(run.out).object();
        const QJsonObject shipped = QJsonDocument::fromJson(before).object();
        QCOMPARE(fitted["memory"], shipped["memory"]);
        QVERIFY(fitted["time"] != shipped["time"]);
        // Each stays within its bounds and keeps its meaning.
        const QJsonObject time = fitted["time"].toObject();
        for (const QString& name : time.keys()) {
            const QJsonObject one = time[name].toObject();
            const double value = one["value"].toDouble();
            QVERIFY2(value >= one["minimum"].toDouble() && value <= one["maximum"].toDouble(), qPrintable(name));
            QCOMPARE(one["meaning"], shipped["time"].toObject()[name].toObject()["meaning"]);
        }
        const QJsonObject products = time["tensor_efficiency"].toObject();
        QVERIFY(products["fitted_on"].toString().contains("prior"));
    }

    /// scripts/update-accuracy rewrites the page after a change of the engine or its coefficients and names the files
    /// used.
    void accuracy_page_is_what_the_command_prints()
    {
#ifndef NDEBUG
        QSKIP("refitting takes minutes in a build without optimization");
#endif
        const QString script = QString::fromUtf8(source_text("scripts/update-accuracy"));
        QStringList files;
        for (const auto& file : QRegularExpression(QStringLiteral(R"(tests/truth/\S+\.jsonl)")).globalMatch(script))
            files << source_path(file.captured());
        QVERIFY(files.size() > 5);
        each_text({"en", "zh_CN"}, [&](const char* language) {
            const CliRun run = run_cli(validate({"--page", "--refits", truth("time"), "--language", language}) + files);
            QVERIFY(run.ended);
            QCOMPARE(run.exit, 0);
            const QByteArray page = source_text(QStringLiteral("resources/guide/%1/6-accuracy.md").arg(language));
            QVERIFY(page.size() > 2000);
            QCOMPARE(QString::fromUtf8(run.out), QString::fromUtf8(page));
        });
    }

    void the_readmes_begin_with_sources_left_out()
    {
        const QString page = QString::fromUtf8(source_text("resources/guide/en/6-accuracy.md"));
        const QRegularExpression row(
            QStringLiteral(R"(\| (Time|Memory) \| both \| (\d+) \| (\d+) \| ([\d.]+) % \| ([\d.]+) % \|)"));
        int rows = 0;
        for (const auto& both : row.globalMatch(page)) {
            ++rows;
            const QString count = QLocale(QLocale::English).toString(both.captured(2).toInt());
            const QString figures = QStringLiteral("%1% median of sources, %2% mean");
            const std::map<const char*, QStringList> expected{
                {"README.md", {count, both.captured(3), figures.arg(both.captured(4), both.captured(5))}},
                {"README.zh_CN.md",
                 {count, both.captured(3),
                  QStringLiteral("中位数 %1%，平均 %2%").arg(both.captured(4), both.captured(5))}}};
            for (const auto& [name, texts] : expected)
                for (const QString& text : texts)
                    QVERIFY2(QString::fromUtf8(source_text(name)).contains(text), qPrintable(text));
        }
        QCOMPARE(rows, 2);
    }

    void unreadable_refits_are_reported()
    {
        const CliRun alone = run_cli(validate({"--refits", truth("time"), truth("time/measured.jsonl")}));
        QCOMPARE(alone.exit, 2);
        QVERIFY(alone.err.contains("--page"));
        QTemporaryDir folder;
        QFile cases(folder.filePath("cases.jsonl"));
        QVERIFY(cases.open(QIODevice::WriteOnly));
        cases.close();
        write_file(folder.filePath("left_out.csv"), "id,measured,fitted,gpu,family,source\nmine,1,1,1,1,1\n");
        const CliRun run = run_cli(validate({"--page", "--refits", folder.path(), truth("structure/measured.jsonl")}));
        QCOMPARE(run.exit, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.contains("left_out.csv:2:"), run.err.constData());
    }

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
        // The imported result is an ordinary plan.
        QCOMPARE(run_cli({"estimate"}, imported.out).exit, 0);
        // A damaged list is kept unchanged and reported.
        write_file(list, "[");
        QCOMPARE(run_cli(import).exit, 1);
        QCOMPARE(content_of(list), QByteArray("["));
    }

    void errors_are_reported()
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

RIGWRIGHT_TEST(CliValidationTest)

} // namespace rigwright::test::tst_cli_validation

#include "tst_cli_validation.moc"
