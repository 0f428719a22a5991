// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

#include <algorithm>

namespace rigwright::test::tst_cli_need {

/// The example, with requirements added if given.
QByteArray fabric(const QByteArray& need = {})
{
    QByteArray text = source_text("resources/examples/fabric-defects-1x4090.json");
    if (!need.isEmpty()) text.insert(text.lastIndexOf("\"economics\""), "\"requirements\": " + need + ",\n  ");
    return text;
}

QByteArray with_limits() { return fabric(R"({ "budget": 20000, "deadline_seconds": 36000 })"); }

QJsonObject row_of(const QJsonObject& answer, const char* resource)
{
    for (const QJsonValue& row : answer["rows"].toArray())
        if (row["resource"].toString() == QLatin1String(resource)) return row.toObject();
    return {};
}

/// Commands for requirements, findings, this machine and cards; and the advisor.
class CliNeedTest : public QObject {
    Q_OBJECT

private slots:
    void a1_requirements_of_a_line()
    {
        const QByteArray line = fabric(R"({ "takt_seconds": 2, "positive_share": 0.13, "deadline_seconds": 86400,
        "budget": 40000, "tiling": { "tile_height": 800, "tile_width": 1066, "overlap": 100 } })");
        const CliRun json = run_well({"requirements", "--json"}, line);
        const QJsonObject answer = json.json();
        QCOMPARE(answer["samples"]["tiles_per_sample"].toInt(), 9);
        QCOMPARE(answer["samples"]["plain_epoch"].toInt(), 9000);
        QCOMPARE(row_of(answer, "takt")["amount"].toDouble(), 1.4);
        QCOMPARE(row_of(answer, "takt")["kind"].toString(), "limit");
        QCOMPARE(row_of(answer, "cpu_cores")["present"].toInt(), 24);
        for (const char* resource :
             {"gpu_memory", "compute", "host_memory", "storage", "network", "deadline", "budget"})
            QVERIFY2(!row_of(answer, resource)["reason_text"].toString().isEmpty(), resource);
        const CliRun text = run_cli({"requirements"}, line);
        QVERIFY(text.out.contains("GPU memory"));
        QVERIFY(text.out.contains("driven by"));
        const CliRun working = run_cli({"explain", "-", "requirements.gpu_memory"}, line);
        QVERIFY2(working.exit == 0 && working.out.contains("GPU memory needed"), working.err.constData());
        const CliRun chinese = run_cli({"requirements", "--language=zh_CN"}, line);
        QVERIFY(chinese.out.contains("决定因素") && !chinese.out.contains("[formula"));
    }

    void a1_the_smallest_defect()
    {
        const QByteArray need = fabric(R"({ "smallest_defect_pixels": 12, "smallest_defect_pixels_at_input": 32 })");
        const CliRun json = run_well({"requirements", "--json"}, need);
        const QJsonArray answers = json.json()["smallest_defect"].toArray();
        QCOMPARE(answers.size(), 2);
        QCOMPARE(answers[0]["changes"][1]["value"].toInt(), 6880);
        QCOMPARE(answers[1]["changes"][0]["field"].toString(), "requirements.tiling.tile_height");
        QCOMPARE(answers[1]["changes"][0]["value"].toInt(), 300);
        QVERIFY(answers[1]["total_seconds"].toDouble() > answers[1]["step_seconds"].toDouble());
        const CliRun text = run_cli({"requirements"}, need);
        QVERIFY2(text.out.contains("Tiles of 399 × 300 px that overlap by 12 px: 49 per image"), text.out.constData());
        const CliRun chinese = run_cli({"requirements", "--language=zh_CN"}, need);
        QVERIFY2(chinese.out.contains("图块 399 × 300 像素"), chinese.out.constData());
        const CliRun estimate = run_cli({"estimate"}, need);
        QVERIFY2(estimate.out.contains("defect-shrinks-at-input"), estimate.out.constData());
    }

    void a32_two_workloads_and_their_month()
    {
        const QByteArray line = fabric(R"({ "runs_per_month": 400, "workloads": [ { "name": "Labels",
        "model": { "preset": "resnet18" }, "dataset": { "samples": 20000 },
        "training": { "epochs": 10, "micro_batch": 32 }, "runs_per_month": 10 } ] })");
        const QJsonObject answer = run_cli({"requirements", "--json"}, line).json();
        const QJsonObject month = answer["month"].toObject();
        QCOMPARE(month["workloads"].toArray().size(), 2);
        QVERIFY(month["utilisation"].toDouble() > 1.0);
        QVERIFY(month["machines"].toInt() >= 2);
        QVERIFY(!answer["met"].toBool());
        const CliRun check = run_cli({"check"}, line);
        QVERIFY(check.out.contains("Monthly utilization"));
    }

    void check_names_requirements_and_fixes()
    {
        const QByteArray weak = fabric().replace("psu-1200-platinum", "psu-650-gold");
        const CliRun plain = run_cli({"check"}, weak);
        QVERIFY(!plain.out.contains("Fix: "));
        const CliRun with_fixes = run_cli({"check", "--fixes"}, weak);
        QVERIFY(with_fixes.out.contains("Fix: Use "));
        const QJsonObject json = run_cli({"check", "--json"}, weak).json();
        bool fixed = false;
        for (const QJsonValue& finding : json["findings"].toArray()) {
            if (finding["code"].toString() != "power-supply-too-small") continue;
            const QJsonValue change = finding["remedies"][0]["changes"][0];
            QCOMPARE(change["field"].toString(), "build.power_supply");
            const QByteArray better = QByteArray(weak).replace("psu-650-gold", change["value"].toString().toUtf8());
            QVERIFY(!run_cli({"check"}, better).out.contains("draws"));
            fixed = true;
        }
        QVERIFY(fixed);
    }

    void detect_reads_another_root()
    {
        QTemporaryDir root;
        const auto write = [&root](const char* place, const QByteArray& text) {
            const QString file = root.filePath(QString::fromLatin1(place));
            QDir().mkpath(QFileInfo(file).path());
            write_file(file, text);
        };
        write("proc/cpuinfo",
              "processor : 0\nmodel name : AMD EPYC 7742 64-Core Processor\nphysical id : 0\ncpu cores : 64\n");
        write("proc/meminfo", "MemTotal: 263000000 kB\n");
        write("sys/bus/pci/devices/0000:01:00.0/class", "0x030200\n");
        write("sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
        write("sys/bus/pci/devices/0000:01:00.0/device", "0x20b5\n");
        const CliRun json = run_cli({"detect", "--root", root.path(), "--json"});
        const QJsonObject build = json.json()["build"].toObject();
        QCOMPARE(build["gpu"].toString(), "a100-pcie-80");
        QCOMPARE(build["cpu"].toString(), "epyc-7742");
        QCOMPARE(build["ram_GiB"].toInt(), 256);
        const CliRun text = run_cli({"detect", "--root", root.path()});
        QVERIFY(text.out.contains("A100 PCIe 80GB"));
        const CliRun nowhere = run_cli({"detect", "--root", root.filePath("none")});
        QCOMPARE(nowhere.exit, 1);
        QVERIFY2(nowhere.err.contains("none cannot be read") && nowhere.out.isEmpty(), nowhere.err.constData());
        // Detection also works on this machine, whatever it is.
        QCOMPARE(run_cli({"detect"}).exit, 0);
    }

    void a_new_scenario_is_plugged_into_a_socket_of_the_country()
    {
        QTemporaryDir folder;
        const QString config = folder.filePath("config.json");
        write_file(config, R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 256,
        "intermediate_size": 512, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 1000})");
        const auto circuit_in = [&config](const QStringList& environment) {
            const CliRun run = run_cli({"import", config}, {}, environment);
            const QJsonObject scenario = run.json();
            return run.exit == 0 ? scenario["build"]["circuit"].toString() : QString::fromUtf8(run.err);
        };
        QCOMPARE(circuit_in({"LC_ALL=zh_CN.UTF-8"}), "10a-220v");
        QCOMPARE(circuit_in({"LC_ALL=en_US.UTF-8"}), "15a-120v");
        QCOMPARE(circuit_in({"LC_ALL=C", "LANG=en_US.UTF-8"}), QString());
        // Users of English in Germany set the country in the other locale categories.
        const QString nothing = "LC_ALL=";
        QCOMPARE(circuit_in({nothing, "LC_ADDRESS=", "LC_MEASUREMENT=de_DE.UTF-8", "LANG=en_US.UTF-8"}), "16a-230v");
        const QJsonObject detected = run_cli({"detect", "--json"}, {}, {"LC_ALL=en_GB.UTF-8"}).json();
        QCOMPARE(detected["build"]["circuit"].toString(), "13a-230v");
        // Values given or omitted in a file are kept.
        const CliRun expanded = run_cli({"estimate", "--expand"}, fabric(), {"LC_ALL=en_US.UTF-8"});
        const QJsonObject scenario = expanded.json();
        QCOMPARE(expanded.exit, 0);
        QCOMPARE(scenario["build"]["circuit"].toString(), QString());
    }

    void a3_cards_side_by_side()
    {
        const QStringList cards{"catalog", "gpus", "rtx4090", "a100-sxm-80"};
        const CliRun text = run_cli(cards);
        QVERIFY(text.out.contains("It depends on the precision"));
        QVERIFY(text.out.contains("82.6"));
        QVERIFY(text.out.contains("312"));
        const QJsonObject json = run_cli(cards + QStringList{"--json"}).json();
        QCOMPARE(json["cards"].toArray().size(), 2);
        QCOMPARE(json["cards"][0]["id"].toString(), "rtx4090");
        const CliRun t4 = run_cli({"catalog", "gpus", "t4"});
        QVERIFY(t4.out.contains("70 W"));
        QVERIFY(!t4.out.contains("depends on the precision"));
    }

    void datasets_are_listed()
    {
        const CliRun run = run_cli({"catalog", "datasets"});
        for (const char* id : {"kolektor-sdd", "aitex", "coco-train2017", "imagenet-1k"}) QVERIFY(run.out.contains(id));
    }

    void invalid_arguments_and_values_are_refused()
    {
        const CliRun card = run_cli({"catalog", "gpus", "rtx4099"});
        QCOMPARE(card.exit, 2);
        QVERIFY(card.err.contains("rtx4090"));
        QCOMPARE(run_cli({"detect", "here"}).exit, 2);
        const CliRun date =
            run_cli({"check"}, fabric().replace("\"currency\": \"CNY\"",
                                                "\"currency\": \"CNY\", \"purchase_date\": \"tomorrow\""));
        QCOMPARE(date.exit, 1);
        QVERIFY(date.err.contains("$.economics.purchase_date"));
        QVERIFY(date.err.contains("2026-03-01"));
        const CliRun share = run_cli({"requirements"}, fabric(R"({ "positive_share": 2 })"));
        QCOMPARE(share.exit, 1);
        QVERIFY(share.err.contains("$.requirements.positive_share"));
    }

    void lists_fixes_and_what_fits()
    {
        const QByteArray large = fabric().replace("\"micro_batch\": 2", "\"micro_batch\": 256");
        const CliRun text = run_well({"fit"}, large);
        QVERIFY(text.out.startsWith("DOES NOT FIT: "));
        QVERIFY(text.out.contains("Suggested fixes\n"));
        QVERIFY(text.out.contains("accumulation steps (global batch 256)"));
        QVERIFY(text.out.contains("Max. micro-batch"));
        const CliRun chinese = run_cli({"fit", "--language=zh_CN"}, large);
        QVERIFY(chinese.out.contains("累积"));
        const QJsonObject json = run_cli({"fit", "--json"}, large).json();
        QCOMPARE(json["verdict"].toString(), "does-not-fit");
        const QJsonObject first = json["remedies"][0].toObject();
        QVERIFY(first["fits"].toBool());
        QVERIFY(!first["changes"].toArray().isEmpty());
        QCOMPARE(json["what_fits"][0]["code"].toString(), "largest-micro-batch");
        // The same remedies are in the estimate, under the finding that needs them.
        const CliRun estimate = run_cli({"estimate"}, large);
        for (const QJsonValue& finding : estimate.json()["findings"].toArray()) {
            const bool of_memory = finding["code"].toString() == "does-not-fit";
            QCOMPARE(finding["remedies"].toArray(), of_memory ? json["remedies"].toArray() : QJsonArray());
        }
        // `check --fixes` lists those that suffice.
        const CliRun check = run_cli({"check", "--fixes"}, large);
        for (const QJsonValue& remedy : json["remedies"].toArray())
            QCOMPARE(check.out.contains("Fix: " + remedy["message"].toString().toUtf8()), remedy["fits"].toBool());
        // One number for the largest micro-batch.
        const QByteArray largest = json["what_fits"][0]["answer"].toString().toUtf8();
        QVERIFY(check.out.contains("with the safety margin: " + largest + "."));
        const QJsonObject memory = estimate.json()["memory"].toObject();
        QCOMPARE(QByteArray::number(memory["max_micro_batch"].toInteger()), largest);
        const CliRun good = run_cli({"fit", example()});
        QVERIFY(good.out.contains("no change needed"));
        QCOMPARE(run_cli({"fit", "a", "b"}).exit, 2);
    }

    void a2_builds_for_fabric_defects()
    {
        const CliRun json = run_well({"recommend", "--json"}, with_limits());
        const QJsonObject answer = json.json();
        QCOMPARE(answer["outlay"].toString(), "purchase");
        QCOMPARE(answer["time_of"].toString(), "run");
        QVERIFY(answer["complete"].toBool());
        const QJsonArray front = answer["front"].toArray();
        QVERIFY(front.size() > 3);
        for (const QJsonValue& each : front) {
            QVERIFY(each["cost"].toDouble() <= 20000.0);
            QVERIFY(each["time_seconds"].toDouble() <= 36000.0);
            QVERIFY(!each["changes"].toArray().isEmpty());
        }
        for (const QJsonValue& pick : answer["picks"].toArray()) {
            QVERIFY(pick["candidate"].toInt() < front.size());
            for (const QJsonValue& reason : pick["reasons"].toArray())
                QVERIFY2(!reason["message"].toString().contains('['), qPrintable(reason["message"].toString()));
        }
        // Runs are counted whole.
        const CliRun english = run_cli({"recommend"}, fabric(R"({ "budget": 60000 })"));
        const QRegularExpression whole("buying is cheaper from [\\d,]+ runs on");
        QVERIFY2(QString::fromUtf8(english.out).contains(whole), english.out.constData());
        const CliRun chinese = run_well({"recommend", "--language", "zh_CN"}, with_limits());
        QVERIFY(QString::fromUtf8(chinese.out).contains("最省钱"));
    }

    void names_the_limits_to_relax()
    {
        const QByteArray poor = fabric(R"({ "budget": 4600, "deadline_seconds": 14400 })");
        const CliRun json = run_well({"recommend", "--json"}, poor);
        QVERIFY(json.json()["front"].toArray().isEmpty());
        const QJsonArray limits = json.json()["relaxations"].toArray();
        QVERIFY(limits.size() >= 2);
        for (const QJsonValue& limit : limits) QVERIFY(limit["needed"].toDouble() > limit["present"].toDouble());
        const CliRun text = run_cli({"recommend"}, poor);
        QVERIFY2(text.out.contains("No build meets all limits."), text.out.constData());
    }

    /// For each pick the result with the other part; for a card its outcome in the search.
    void why_not_another_part()
    {
        const CliRun json = run_well({"recommend", "--json", "--why-not", "epyc-9354"}, with_limits());
        const QJsonArray answers = json.json()["why_not"].toArray();
        QCOMPARE(answers.size(), json.json()["picks"].toArray().size());
        for (const QJsonValue& answer : answers) {
            QCOMPARE(answer["field"].toString(), "build.cpu");
            QVERIFY(!answer["lines"].toArray().isEmpty());
            for (const QJsonValue& line : answer["lines"].toArray()) QVERIFY(!line.toString().contains('['));
        }
        const CliRun card = run_cli({"recommend", "--language", "zh_CN", "--why-not", "k80"}, with_limits());
        QVERIFY(QString::fromUtf8(card.out).contains("为什么不用 Tesla K80"));
        QVERIFY(QString::fromUtf8(card.out).contains("未入选"));
        // Builds with the same cards are distinguished by their other parts.
        const CliRun one = run_cli({"recommend", "--json", "--why-not", "rtx5090"}, with_limits());
        QSet<QString> builds;
        for (const QJsonValue& line : one.json()["why_not"][0]["lines"].toArray()) {
            const QString build = line.toString().section(": ", 0, 0);
            QVERIFY2(!builds.contains(build), qUtf8Printable(build));
            builds.insert(build);
        }
        QVERIFY(builds.size() > 3);
        QVERIFY(std::ranges::any_of(builds, [](const QString& build) { return build.endsWith(" GiB)"); }));
    }

    void invalid_search_options_are_refused()
    {
        const Rows<QStringList, int, QByteArray> rows{
            {"no such part", {"recommend", example(), "--why-not", "rtx 4090"}, 2, "rtx4090"},
            {"no threads", {"recommend", example(), "--threads", "0"}, 2, "0 is not accepted for --threads"},
            {"other format", {"recommend", example(), "--precisions", "fp17"}, 2, "fp17 is not accepted"},
            {"two plans", {"recommend", example(), example(2)}, 2, "fabric-defects-2x4090"},
        };
        rows.each([&](const auto& arguments, auto exit, const auto& message) {
            const CliRun run = run_cli(arguments);
            QVERIFY(run.ended);
            QCOMPARE(run.exit, exit);
            QVERIFY2(run.err.contains(message), run.err.constData());
            QVERIFY(run.out.isEmpty());
        });
    }
};

RIGWRIGHT_TEST(CliNeedTest)

} // namespace rigwright::test::tst_cli_need

#include "tst_cli_need.moc"
