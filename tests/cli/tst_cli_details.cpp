// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QSet>

#include <cmath>

namespace rigwright::test::tst_cli_details {

/// A model in four stages, eight micro-batches a step, two replicas.
QByteArray pipeline(const QByteArray& more = {})
{
    return R"({"format": "rigwright.scenario", "version": 1, "name": "stages", "model": {"preset": "gpt2-small"},
        "input": {"sequence_length": 512}, "dataset": {"samples": 6400, "encoding": "text"},
        "training": {"mode": "train", "micro_batch": 2, "gradient_accumulation": 8, "precision": "bf16-amp"},
        "parallel": {"pipeline": 4}, "build": {"gpu": "a100-sxm-80", "gpus_per_node": 8, "nodes": 1})" +
           more + "}";
}

CliRun estimate_with(const QByteArray& detail, const QByteArray& scenario)
{
    return run_cli({"estimate", "--detail", QString::fromLatin1(detail)}, scenario);
}

/// What `estimate --detail` adds to the answer, and what a clock on the line adds by itself.
class CliDetailsTest : public QObject {
    Q_OBJECT

private slots:
    void stages_share_the_layers_and_the_largest_is_the_estimate()
    {
        const CliRun run = estimate_with("stages", pipeline());
        QVERIFY2(run.exit == 0, run.err.constData());
        const QJsonObject answer = run.json();
        // The first, those between, which are alike, and the last.
        const QJsonArray stages = answer["stages"].toArray();
        QCOMPARE(stages.size(), 3);
        double largest = 0.0;
        for (int i = 0; i < stages.size(); ++i) {
            const QJsonObject stage = stages[i].toObject();
            QCOMPARE(stage["stage"].toInt(-1), QList<int>({0, 1, 3})[i]);
            QCOMPARE(stage["stages"].toInt(), 4);
            // Twelve blocks in four.
            QCOMPARE(stage["layers"].toInt(), 3);
            const QJsonObject memory = stage["memory"].toObject();
            double sum = 0.0;
            for (const QJsonValue& part : memory["parts"].toObject()) sum += part.toDouble();
            QCOMPARE(sum, memory["total_bytes"].toDouble());
            largest = std::max(largest, sum);
        }
        QCOMPARE(largest, answer["memory"].toObject()["total_bytes"].toDouble());
    }

    void the_schedule_fills_the_step()
    {
        const CliRun run = estimate_with("schedule", pipeline());
        QVERIFY2(run.exit == 0, run.err.constData());
        const QJsonObject schedule = run.json()["schedule"].toObject();
        const double step = run.json()["time"].toObject()["step_seconds"].toDouble();
        QCOMPARE(schedule["stages"].toInt(), 4);
        QSet<QString> kinds;
        double end = 0.0;
        QMap<int, double> busy;
        for (const QJsonValue& value : schedule["rows"].toArray()) {
            const QJsonObject row = value.toObject();
            const double from = row["start_seconds"].toDouble();
            const double to = row["end_seconds"].toDouble();
            QVERIFY(from >= 0.0 && to >= from && to <= step * (1.0 + 1e-9));
            kinds << row["kind"].toString();
            end = std::max(end, to);
            // What a stage computes does not overlap.
            if (row["lane"].toString() != "compute") continue;
            QVERIFY(from >= busy[row["stage"].toInt()] - step * 1e-9);
            busy[row["stage"].toInt()] = to;
        }
        QVERIFY(std::abs(end - step) <= step * 1e-9);
        for (const char* kind : {"forward", "backward", "send", "gradient_exchange", "optimizer", "waiting"})
            QVERIFY2(kinds.contains(QLatin1String(kind)), kind);
        QVERIFY(!kinds.contains(QString()));
    }

    void a_schedule_of_one_gpu_runs_one_kind_after_another()
    {
        const CliRun run = estimate_with("schedule", source_text("resources/examples/fabric-defects-1x4090.json"));
        QVERIFY2(run.exit == 0, run.err.constData());
        const QJsonObject schedule = run.json()["schedule"].toObject();
        const QJsonArray rows = schedule["rows"].toArray();
        QStringList compute;
        for (const QJsonValue& row : rows)
            if (row["lane"].toString() == "compute") compute << row["kind"].toString();
        QVERIFY(compute.indexOf("forward") < compute.indexOf("backward"));
        QVERIFY(compute.indexOf("backward") < compute.indexOf("optimizer"));
        QCOMPARE(schedule["left_out_micro_batches"].toInt(-1), 0);
    }

    void a_clock_on_the_line_is_answered()
    {
        const Rows<double, bool> rows{
            {"two seconds a part", 2.0, true},
            {"a thousandth of one", 0.001, false},
        };
        rows.each([&](auto seconds, auto met) {
            const QByteArray scenario = R"({"format": "rigwright.scenario", "version": 1, "name": "line",
            "model": {"preset": "resnet50"}, "input": {"image_height": 224, "image_width": 224, "channels": 3},
            "training": {"mode": "infer", "micro_batch": 1, "precision": "fp16"}, "build": {"gpu": "t4", "gpus_per_node": 1},
            "requirements": {"takt_seconds": )" +
                                        QByteArray::number(seconds) + "}}";
            const CliRun run = run_well({"estimate"}, scenario);
            const QJsonObject takt = run.json()["takt"].toObject();
            QCOMPARE(takt["met"].toBool(), met);
            QCOMPARE(takt["tiles_per_part"].toInt(), 1);
            QCOMPARE(takt["batches_per_part"].toInt(), 1);
            QCOMPARE(takt["part_latency_seconds"].toDouble() <= takt["limit_seconds"].toDouble(), met);
            QVERIFY(takt["limit_seconds"].toDouble() <= seconds);
            QVERIFY(takt["parts_per_second"].toDouble() > 0.0);
        });
    }

    void an_unknown_detail_is_refused()
    {
        const CliRun run = estimate_with("layers,wheels", pipeline());
        QCOMPARE(run.exit, 2);
        QVERIFY(run.err.contains("wheels") && run.err.contains("schedule"));
    }

    void a24_total_compute_gives_the_time()
    {
        const QByteArray plan = R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "gpt3-175b"},
        "input": {"sequence_length": 2048}, "training": {"micro_batch": 1, "precision": "bf16-master", "epochs": 7},
        "dataset": {"tokens": 1000}, "parallel": {"tensor": 8, "pipeline": 16},
        "build": {"gpu": "a100-sxm-80", "gpus_per_node": 8, "nodes": 128}})";
        const auto asked = [&plan](const QString& flops) {
            return run_cli({"estimate", "--total-flops", flops}, plan);
        };
        const QJsonObject answer = asked("3.14e23").json();
        // 3.14e23 FLOPs are 3,634 days of 1e15 FLOP/s; rounding up adds less than one sample.
        const double pf_days = answer["time"]["pf_days"].toDouble();
        QVERIFY2(std::abs(pf_days / (3.14e23 / 86400.0 / 1e15) - 1.0) < 1e-6, QByteArray::number(pf_days).constData());
        const double twice = asked("6.28e23").json().value("time")["total_seconds"].toDouble();
        QVERIFY(std::abs(twice / answer["time"]["total_seconds"].toDouble() - 2.0) < 1e-3);
        for (const char* wrong : {"-1", "0", "many", "1e23x", "inf"})
            QCOMPARE(asked(QString::fromLatin1(wrong)).exit, 2);
    }

    void a_figure_that_is_absent_says_what_is_missing()
    {
        const auto is_told = [](const QByteArray& plan, const char* quantity, const char* place, const char* said) {
            const QByteArray scenario =
                R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, )" + plan + "}";
            const CliRun run = run_cli({"explain", "-", quantity}, scenario);
            QCOMPARE(run.exit, 1);
            QVERIFY2(run.err.contains(QByteArray("-: ") + place + ": ") && run.err.contains(said), run.err.constData());
            const CliRun chinese = run_cli({"explain", "-", quantity, "--language=zh_CN"}, scenario);
            QVERIFY(chinese.err.contains("该估算没有 ") && !chinese.err.contains('['));
        };
        const char* const unpriced = R"("build": {"gpu": "h200-nvl"}, "dataset": {"samples": 1000})";
        each_text({"cost.purchase", "cost.depreciation", "cost.maintenance", "cost.run", "cost.break_even_hours",
                   "cost.break_even_calendar"},
                  [&](const char* quantity) {
                      is_told(unpriced, quantity, "$.build.price_overrides", "no price for H200 NVL 141GB (h200-nvl)");
                  });
        each_text({"cost.rent_per_gpu_hour", "cost.rent_equivalent"}, [&](const char* quantity) {
            is_told(unpriced, quantity, "$.build.gpu", "no rental offer for h200-nvl");
        });
        const Rows<QByteArray, const char*, const char*, const char*> rows{
            {"rate", R"("build": {"gpu": "rtx4090"}, "economics": {"currency": "XAF"})", "cost.purchase",
             "$.economics.exchange_rates", "prices are in USD, and no rate to XAF is known"},
            {"rent stays cheaper", R"("build": {"gpu": "rtx4090"}, "economics": {"electricity_price_per_kWh": 1000})",
             "cost.break_even_hours", "$.economics.utilisation", "Buying never pays"},
            {"no dataset", R"("build": {"gpu": "t4"})", "time.wall_seconds", "$.dataset.samples",
             "does not set dataset.samples"},
            {"no takt", R"("build": {"gpu": "t4"})", "takt.limit_seconds", "$.requirements.takt_seconds",
             "does not set requirements.takt_seconds"},
            {"inference", R"("build": {"gpu": "t4"}, "training": {"mode": "infer"})", "time.backward_seconds",
             "$.training.mode", "it applies to training"},
        };
        rows.each(is_told);
    }

    /// scripts/update-method writes the page anew after a change of a formula.
    void method_page_is_what_the_command_prints()
    {
        each_text({"en", "zh_CN"}, [&](const char* language) {
            const QDir plans(source_path("tests/data/method"));
            QStringList arguments{"explain", "--page", "--language", language};
            for (const QString& name : plans.entryList({"*.json"}, QDir::Files, QDir::Name))
                arguments << plans.filePath(name);
            const CliRun run = run_well(arguments);
            const QByteArray page = source_text(QStringLiteral("resources/guide/%1/9-method.md").arg(language));
            QCOMPARE(QString::fromUtf8(run.out), QString::fromUtf8(page));
        });
    }

    void a_broken_plan_writes_no_page()
    {
        const CliRun run = run_cli({"explain", "--page", source_path("tests/data/invalid/scenario/empty.json")});
        QCOMPARE(run.exit, 1);
        QVERIFY(run.out.isEmpty());
        QVERIFY(run.err.contains("$"));
    }
};

RIGWRIGHT_TEST(CliDetailsTest)

} // namespace rigwright::test::tst_cli_details

#include "tst_cli_details.moc"
