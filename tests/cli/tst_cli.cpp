// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/suite.h"

#include <QSet>

#include <cmath>

namespace rigwright::test::tst_cli {

double sum_of(const QJsonObject& parts)
{
    double sum = 0.0;
    for (const char* key : {"forward", "backward", "recompute", "optimizer", "exposed_communication", "pipeline_bubble",
                            "exposed_data_loading", "host_overhead"})
        sum += parts[QLatin1String(key)].toDouble();
    return sum;
}

qint64 sum_of_bytes(const QJsonObject& parts)
{
    qint64 sum = 0;
    for (const QJsonValue& part : parts) sum += part.toInteger();
    return sum;
}

QByteArray one_line(const QByteArray& json) { return QJsonDocument::fromJson(json).toJson(QJsonDocument::Compact); }

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

/// The estimate, related commands, and the additions of `--detail`.
class CliTest : public QObject {
    Q_OBJECT

private slots:
    void prints_version_and_usage()
    {
        const CliRun version = run_well({"--version"});
        QVERIFY(version.out.startsWith("rigwright-cli 0."));
        const CliRun help = run_well({"--help"});
        QVERIFY(help.out.contains("Usage: rigwright-cli COMMAND"));
        QVERIFY(help.err.isEmpty());
        QVERIFY(run_cli({"--help", "--language=zh_CN"}).out.contains("用法："));
    }

    void refuses_wrong_command_lines()
    {
        const Rows<QString, QByteArray> rows{
            {"nothing", "", "No command is given"},
            {"unknown command", "estimat x.json", "no command \"estimat\""},
            {"unknown option", "estimate --jason", "no option --jason"},
            {"option of another command", "layers --over x", "no option --over"},
            {"missing value", "sweep x.json --over", "--over needs a value"},
            {"value for a switch", "estimate --jsonl=yes", "--jsonl takes no value"},
            {"option twice", "estimate --expand --expand", "--expand is given twice"},
            {"unknown language", "estimate --language fr", "no language \"fr\""},
            {"unknown detail", "estimate --detail layers,gantt",
             "no detail \"gantt\". Expected: layers, timeline, stages, schedule, working"},
            {"two files", "layers a.json b.json", "Unexpected argument \"b.json\""},
            {"sweep over nothing", "sweep a.json", "--over FIELD=RANGE"},
            {"sweep over a word", "sweep a.json --over training.precision=1..2",
             "no whole-number field \"training.precision\""},
            {"sweep backwards", "sweep a.json --over micro_batch=8..2", "\"micro_batch=8..2\" isn't a valid range"},
            {"sweep of fractions", "sweep a.json --over micro_batch=1.5", "isn't a valid range"},
            {"sweep over times", "sweep a.json --over micro_batch=1,24h",
             "“24h” is a time, but this field takes a count"},
            {"sweep below the range", "sweep a.json --over micro_batch=0..4", "0 is out of range"},
            {"unknown quantity", "explain a.json memory.totl_bytes", "memory.total_bytes"},
            {"unknown model", "compare-models a.json --models resnet50,resnt18", "resnet18"},
            {"no model", "compare-models a.json --models=", "no model \"\""},
            {"unknown list", "catalog cars", "no list \"cars\""},
            {"no list", "catalog", "gpus, cpus, models, interconnects, storage, memory"},
        };
        rows.each([](const auto& arguments, const auto& message) {
            const CliRun run = run_cli(arguments.split(' ', Qt::SkipEmptyParts));
            QCOMPARE(run.exit, 2);
            QVERIFY(run.out.isEmpty());
            QVERIFY2(run.err.contains(message), run.err.constData());
            QVERIFY(run.err.contains("rigwright-cli --help"));
            // The message stays visible: only the command's own lines follow it.
            QVERIFY(run.err.count('\n') < 25);
        });
    }

    void answers_the_example()
    {
        const CliRun run = run_well({"estimate", example()});
        QVERIFY(run.err.isEmpty());
        const QJsonObject estimate = run.json();
        QCOMPARE(estimate["format"].toString(), "rigwright.estimate");
        const QJsonObject model = estimate["model"].toObject();
        QCOMPARE(model["parameters"].toInteger(), 41524768);
        QCOMPARE(model["trainable_parameters"].toInteger(), 41302368);
        const QJsonObject memory = estimate["memory"].toObject();
        QCOMPARE(memory["fits"].toBool(), true);
        QCOMPARE(estimate["verdict"].toString(), "fits");
        QCOMPARE(sum_of_bytes(memory["parts"].toObject()), memory["total_bytes"].toInteger());
        QVERIFY(memory["max_micro_batch"].toInteger() >= 2);
        const QJsonObject time = estimate["time"].toObject();
        QVERIFY(sum_of(time["parts"].toObject()) == time["step_seconds"].toDouble());
        QCOMPARE(time["steps_per_epoch"].toInteger(), 500);
        QVERIFY(time["low_seconds"].toDouble() < time["step_seconds"].toDouble());
        QVERIFY(time["high_seconds"].toDouble() > time["step_seconds"].toDouble());
        const QJsonObject energy = estimate["energy"].toObject();
        double watts = 0.0;
        for (const QJsonValue& part : energy["parts_W"].toObject()) watts += part.toDouble();
        QCOMPARE(watts, energy["average_power_W"].toDouble());
        const QJsonObject cost = estimate["cost"].toObject();
        QCOMPARE(cost["currency"].toString(), "CNY");
        QVERIFY(cost["run"].toDouble() > cost["energy"].toDouble());
        QVERIFY(!cost["bill"].toArray().isEmpty());
        for (const QJsonValue& finding : estimate["findings"].toArray()) {
            QVERIFY(!finding["message"].toString().contains('['));
            QVERIFY(finding["remedies"].isArray());
        }
    }

    void same_scenario_gives_the_same_bytes()
    {
        const CliRun file = run_cli({"estimate", example()});
        QCOMPARE(run_cli({"estimate"}, source_text("resources/examples/fabric-defects-1x4090.json")).out, file.out);
        QCOMPARE(run_cli({"estimate", "-"}, source_text("resources/examples/fabric-defects-1x4090.json")).out,
                 file.out);
        QCOMPARE(run_cli({"estimate", example()}, {}, {"LC_ALL=de_DE.UTF-8", "LANG=zh_CN.UTF-8"}).out, file.out);
    }

    void several_files_give_a_list()
    {
        const CliRun run = run_cli(
            {"estimate", example(1), source_path("tests/data/invalid/scenario/zero-micro-batch.json"), example(2)});
        QCOMPARE(run.exit, 1);
        const QJsonArray answers = QJsonDocument::fromJson(run.out).array();
        QCOMPARE(answers.size(), 3);
        QVERIFY(answers[0].toObject().contains("memory"));
        QCOMPARE(answers[1]["error"][0]["path"].toString(), "$.training.micro_batch");
        QVERIFY(answers[2].toObject().contains("memory"));
        QVERIFY(run.err.contains("zero-micro-batch.json: $.training.micro_batch: 0 is out of range."));
    }

    void lines_are_answered_in_order()
    {
        const QByteArray good = one_line(source_text("resources/examples/fabric-defects-1x4090.json"));
        const QByteArray two = one_line(source_text("resources/examples/fabric-defects-2x4090.json"));
        const QByteArray unknown = QByteArray(good).replace("detr_r50", "detr_r5O");
        const CliRun run = run_cli({"estimate", "--jsonl"}, good + "\n{\n" + two + "\r\n\n" + unknown + "\n" + good);
        QCOMPARE(run.exit, 1);
        const QList<QByteArray> lines = run.out.split('\n');
        QCOMPARE(lines.size(), 7);
        QVERIFY(lines.last().isEmpty());
        const auto object = [&](int line) { return QJsonDocument::fromJson(lines[line]).object(); };
        QCOMPARE(object(0)["time"][QLatin1String("global_batch")].toInteger(), 2);
        QCOMPARE(object(1)["error"][0]["code"].toString(), "json-ends-early");
        QCOMPARE(object(2)["time"][QLatin1String("global_batch")].toInteger(), 4);
        QCOMPARE(object(3)["error"][0]["code"].toString(), "json-ends-early");
        QCOMPARE(object(4)["error"][0]["code"].toString(), "unknown-preset");
        QCOMPARE(lines[5], lines[0]);
    }

    void messages_follow_the_language()
    {
        const QString file = source_path("tests/data/invalid/scenario/word-misspelt.json");
        const CliRun english = run_cli({"estimate", file});
        const CliRun chinese = run_cli({"estimate", "--language", "zh_CN", file});
        QCOMPARE(english.exit, 1);
        QCOMPARE(chinese.exit, 1);
        QVERIFY(
            english.err.contains("$.training.precision: \"FP16-AMP\" is not one of the accepted words: fp64, fp32"));
        QVERIFY(chinese.err.contains("$.training.precision: \"FP16-AMP\" 不是可接受的取值"));
        const CliRun before = run_cli({"--language", "zh_CN", "estimate", file});
        QCOMPARE(before.err, run_cli({"estimate", "--language=zh_CN", file}).err);
        const QJsonArray findings = run_cli({"estimate", "--language=zh_CN", example()}).json()["findings"].toArray();
        QVERIFY(!findings.isEmpty());
        for (const QJsonValue& finding : findings) QVERIFY(finding["message"].toString().contains("。"));
    }

    void expanding_changes_no_answer()
    {
        const CliRun expanded = run_well({"estimate", "--expand", example()});
        const QJsonObject scenario = expanded.json();
        QCOMPARE(scenario["training"]["stack"].toString(), "typical");
        QCOMPARE(scenario["parallel"]["zero_stage"].toInteger(-1), 0);
        QCOMPARE(scenario["model"]["shape"]["d_model"].toInteger(), 256);
        QCOMPARE(run_cli({"estimate", "--expand"}, expanded.out).out, expanded.out);
        QCOMPARE(run_cli({"estimate"}, expanded.out).out, run_cli({"estimate", example()}).out);
    }

    void details_are_added_on_request()
    {
        const QJsonObject estimate = run_cli({"estimate", "--detail", "layers,timeline,working", example()}).json();
        qint64 parameters = 0;
        for (const QJsonValue& layer : estimate["layers"].toArray()) parameters += layer["parameters"].toInteger();
        QCOMPARE(parameters, 41524768);
        const QJsonValue working = estimate["working"]["memory.total_bytes"];
        QCOMPARE(working["value"].toInteger(), estimate["memory"]["total_bytes"].toInteger());
        QCOMPARE(working["inputs"].toArray().size(), 8);
        const QJsonObject memory = estimate["memory"].toObject();
        qint64 highest = 0;
        QString layer;
        for (const QJsonValue& moment : estimate["timeline"].toArray()) {
            const qint64 allocated = moment["allocated_bytes"].toInteger();
            if (allocated > highest) layer = moment["layer"].toString();
            highest = std::max(highest, allocated);
            qint64 sum = 0;
            for (const QJsonValue& part : moment["parts"].toObject()) sum += part.toInteger();
            QCOMPARE(sum, allocated);
        }
        QCOMPARE(highest, memory["peak_allocated_bytes"].toInteger());
        QCOMPARE(layer, memory["peak_layer"].toString());
    }

    void sweeps_along_a_field()
    {
        const CliRun run = run_well({"sweep", example(), "--over", "training.micro_batch=1..20"});
        QList<qint64> values;
        double last = 0.0;
        for (const QJsonValue& point : run.json()["points"].toArray()) {
            values << point["value"].toInteger();
            const double total = point["estimate"]["memory"]["total_bytes"].toDouble();
            QVERIFY(total > last);
            last = total;
        }
        QCOMPARE(values, (QList<qint64>{1, 2, 3, 4, 6, 8, 12, 16, 20}));
        QCOMPARE(run_cli({"sweep", example(), "--over=micro_batch=1..20"}).out, run.out);
        // A short range has no gaps.
        const auto swept = [](const char* over) {
            return run_cli({"sweep", example(), "--over", QString::fromLatin1(over)}).out;
        };
        QCOMPARE(swept("micro_batch=5..8"), swept("micro_batch=5,6,7,8"));
        QCOMPARE(swept("micro_batch=3..3"), swept("micro_batch=3"));
        const auto samples = [](const QString& list) {
            return run_cli({"sweep", example(), QStringLiteral("--over=samples=") + list}).out;
        };
        QVERIFY(!samples("20000,1500000").isEmpty());
        QCOMPARE(samples("2万,1.5M"), samples("20000,1500000"));
    }

    void sweep_gives_the_reason_for_a_missing_point()
    {
        const QByteArray scenario = R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "gpt2-small"},
                                    "build": {"gpu": "a100-sxm-80"}})";
        const CliRun some = run_well({"sweep", "-", "--over", "sequence_length=512,4096"}, scenario);
        const QJsonArray points = some.json()["points"].toArray();
        QVERIFY(points[0].toObject().contains("estimate"));
        QCOMPARE(points[1]["error"][0]["code"].toString(), "sequence-longer-than-positions");
        const CliRun none = run_cli({"sweep", "-", "--over", "sequence_length=4096,8192"}, scenario);
        QCOMPARE(none.exit, 1);
        QVERIFY2(none.err.contains("a sequence of 4,096 tokens is longer than"), none.err.constData());
    }

    void sweeps_into_a_table()
    {
        const CliRun run = run_well({"sweep", "--csv", "--over", "micro_batch=2,500", example()});
        const QList<QByteArray> lines = run.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith("micro_batch,total_bytes,usable_bytes,fits,step_seconds,"));
        QVERIFY(lines[1].startsWith("2,"));
        QCOMPARE(lines[1].split(',')[3], QByteArray("true"));
        QCOMPARE(lines[2].split(',')[3], QByteArray("false"));
        QCOMPARE(lines[1].count(','), lines[0].count(','));
        // A value that the plan cannot have is a row without figures; the reason is not part of the table.
        const QByteArray four = R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "gpt2-small"},
                                   "build": {"gpu": "a100-sxm-80", "gpus_per_node": 4}})";
        const CliRun some = run_cli({"sweep", "--csv", "-", "--over", "parallel.tensor=2..4"}, four);
        QCOMPARE(some.exit, 0);
        QVERIFY(some.out.contains("\n3,,,"));
        QCOMPARE(some.err.count('\n'), 1);
        QVERIFY2(some.err.startsWith("-: parallel.tensor=3: $.parallel: "), some.err.constData());
    }

    void sweeps_along_the_shape_of_the_model()
    {
        const auto swept = [](const QString& over, const QByteArray& model) {
            return run_cli({"sweep", "-", "--over", over},
                           R"({"format": "rigwright.scenario", "version": 1, "build": {"gpu": "rtx4090"}, "model": )" +
                               model + "}");
        };
        // Adapters and tiles too.
        const CliRun ranks = run_cli({"sweep", "-", "--over", "training.lora.rank=8,16"},
                                     R"({"format": "rigwright.scenario", "version": 1, "build": {"gpu": "rtx4090"},
                                     "model": {"preset": "gpt2-small"}, "training": {"lora": {"rank": 4}}})");
        QVERIFY2(ranks.exit == 0, ranks.err.constData());
        QCOMPARE(ranks.json()["points"].toArray().size(), 2);
        // A layer of width d: 12 d² weights, 9 d biases and 4 d of its two norms.
        const QByteArray own = R"({"family": "decoder-transformer",
        "shape": {"layers": 1, "d_model": 64, "heads": 4, "vocabulary": 100}})";
        const CliRun run = swept("model.shape.layers=2,3", own);
        QVERIFY2(run.exit == 0, run.err.constData());
        QCOMPARE(run.json()["over"].toString(), "model.shape.layers");
        const QJsonArray points = run.json()["points"].toArray();
        const auto parameters = [&points](int i) { return points[i]["estimate"]["model"]["parameters"].toInt(); };
        QCOMPARE(parameters(1) - parameters(0), 12 * 64 * 64 + 13 * 64);
        // A preset's values can be overridden; unknown ones are refused with a list of the known.
        QCOMPARE(swept("shape.layers=6,12", R"({"preset": "gpt2-small"})").exit, 0);
        const CliRun none = swept("model.shape.d_model=64,128", R"({"preset": "resnet50"})");
        QCOMPARE(none.exit, 1);
        QVERIFY(none.err.contains("$.model.shape.d_model") && none.err.contains("Expected: block, stage1_blocks"));
        const CliRun typo = swept("model.shape.d_modl=64", own);
        QCOMPARE(typo.exit, 2);
        QVERIFY(typo.err.contains("model.shape.d_model"));
    }

    void lists_the_layers()
    {
        const CliRun json = run_cli({"layers", "--json", example()});
        const QJsonObject first = json.json()["layers"][0].toObject();
        QCOMPARE(first["name"].toString(), "conv1");
        QCOMPARE(first["output"].toArray(), (QJsonArray{64, 400, 533}));
        QCOMPARE(first["parameters"].toInteger(), 64 * 3 * 7 * 7);
        QCOMPARE(first["macs"].toInteger(), qint64{64} * 400 * 533 * 3 * 7 * 7);
        const CliRun text = run_cli({"layers", example()});
        QVERIFY(text.out.contains("64×400×533"));
        QVERIFY(text.out.trimmed().split('\n').last().contains("41,524,768"));
    }

    void explains_a_number()
    {
        const CliRun tree = run_well({"explain", example(), "memory.total_bytes"});
        QVERIFY(tree.out.startsWith("Memory per GPU = "));
        QVERIFY(tree.out.contains("Parameters = 41,524,768"));
        QVERIFY(tree.out.contains("Source: "));
        const CliRun overview = run_cli({"explain", example()});
        QVERIFY(overview.out.contains("time.step_seconds\n"));
        const CliRun chinese = run_cli({"explain", example(), "memory.total_bytes", "--language=zh_CN"});
        QVERIFY(chinese.out.startsWith("单张 GPU 显存 = "));
        for (const CliRun& run : {tree, overview, chinese})
            QVERIFY2(!run.out.contains('[') && !run.out.contains('{'), run.out.constData());
        const QByteArray no_dataset =
            QByteArray(source_text("resources/examples/fabric-defects-1x4090.json")).replace("\"samples\": 1000,", "");
        QCOMPARE(run_cli({"explain", "-", "time.epoch_seconds"}, no_dataset).exit, 1);
    }

    void checks_a_plan()
    {
        const CliRun good = run_well({"check", example()});
        QVERIFY(good.out.contains("$.training.precision: FP16 needs loss scaling"));
        const QByteArray large = QByteArray(source_text("resources/examples/fabric-defects-1x4090.json"))
                                     .replace("\"micro_batch\": 2", "\"micro_batch\": 256");
        const CliRun too_large = run_well({"check"}, large);
        QVERIFY(too_large.out.contains("Blocking: $.training.micro_batch: Out of memory: needs "));
        const CliRun json = run_cli({"check", "--json"}, large);
        QCOMPARE(json.json()["findings"][0]["code"].toString(), "does-not-fit");
    }

    /// Each command has its own lines in the usage text, in both languages.
    void prints_the_usage_of_one_command()
    {
        for (const char* language : {"en", "zh_CN"}) {
            for (const char* command :
                 {"estimate", "sweep", "recommend", "compare", "compare-models", "prices", "calibrate"}) {
                const CliRun help = run_well({QLatin1String(command), "--help", "--language", QLatin1String(language)});
                QVERIFY2(help.out.startsWith(QByteArray("  ") + command + ' '), help.out.constData());
                QVERIFY(help.out.contains("--catalogue"));
            }
        }
        const CliRun sweep = run_cli({"sweep", "--help"});
        QVERIFY(sweep.out.contains("--over training.micro_batch=1..256") && sweep.out.contains("--csv"));
        QVERIFY(!sweep.out.contains("recommend FILE"));
    }

    void lists_the_catalog()
    {
        const Rows<QString> rows{
            {"gpus", "rtx4090"},
            {"cpus", "i9-13900k"},
            {"models", "detr_r50"},
            {"interconnects", "pcie4-x16"},
            {"storage", "nvme4"},
            {"memory", "ddr5-5200-2x32"},
            {"chassis", "nettrix-x620-g50"},
            {"power-supplies", "psu-850-gold"},
        };
        rows.each_named([&](const char* list, const auto& id) {
            const CliRun json = run_well({"catalog", list, "--json"});
            bool found = false;
            for (const QJsonValue& record : QJsonDocument::fromJson(json.out).array())
                found = found || record["id"].toString() == id;
            QVERIFY(found);
            const CliRun text = run_cli({"catalog", list, "--language", "zh_CN"});
            QVERIFY(text.out.contains("\n" + id.toUtf8() + " "));
            QVERIFY(text.out.startsWith("id "));
            QVERIFY(!text.out.contains("[column"));
        });
    }

    void names_the_missing_data_directory()
    {
        const CliRun run = run_cli({"catalog", "gpus"}, {}, {"RIGWRIGHT_DATA=/no/such/folder"});
        QCOMPARE(run.exit, 1);
        QVERIFY(run.err.contains("/no/such/folder"));
        QCOMPARE(run_cli({"--version"}, {}, {"RIGWRIGHT_DATA=/no/such/folder"}).exit, 0);
    }

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
            // The computations of a stage do not overlap.
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

    void takt_time_is_judged()
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

    void a24_total_compute_gives_the_time()
    {
        const QByteArray plan = R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "gpt3-175b"},
        "input": {"sequence_length": 2048}, "training": {"micro_batch": 1, "precision": "bf16-master", "epochs": 7},
        "dataset": {"tokens": 1000}, "parallel": {"tensor": 8, "pipeline": 16},
        "build": {"gpu": "a100-sxm-80", "gpus_per_node": 8, "nodes": 128}})";
        const auto estimate_of = [&plan](const QString& flops) {
            return run_cli({"estimate", "--total-flops", flops}, plan);
        };
        const QJsonObject answer = estimate_of("3.14e23").json();
        // 3.14e23 FLOPs are 3,634 days of 1e15 FLOP/s; rounding up adds less than one sample.
        const double pf_days = answer["time"]["pf_days"].toDouble();
        QVERIFY2(std::abs(pf_days / (3.14e23 / 86400.0 / 1e15) - 1.0) < 1e-6, QByteArray::number(pf_days).constData());
        const double twice = estimate_of("6.28e23").json().value("time")["total_seconds"].toDouble();
        QVERIFY(std::abs(twice / answer["time"]["total_seconds"].toDouble() - 2.0) < 1e-3);
        for (const char* wrong : {"-1", "0", "many", "1e23x", "inf"})
            QCOMPARE(estimate_of(QString::fromLatin1(wrong)).exit, 2);
    }

    void an_absent_figure_names_what_is_missing()
    {
        const auto expect_error = [](const QByteArray& plan, const char* quantity, const char* place,
                                     const char* message) {
            const QByteArray scenario =
                R"({"format": "rigwright.scenario", "version": 1, "model": {"preset": "resnet50"}, )" + plan + "}";
            const CliRun run = run_cli({"explain", "-", quantity}, scenario);
            QCOMPARE(run.exit, 1);
            QVERIFY2(run.err.contains(QByteArray("-: ") + place + ": ") && run.err.contains(message),
                     run.err.constData());
            const CliRun chinese = run_cli({"explain", "-", quantity, "--language=zh_CN"}, scenario);
            QVERIFY(chinese.err.contains("该估算没有 ") && !chinese.err.contains('['));
        };
        const char* const unpriced = R"("build": {"gpu": "h200-nvl"}, "dataset": {"samples": 1000})";
        each_text({"cost.purchase", "cost.depreciation", "cost.maintenance", "cost.run", "cost.break_even_hours",
                   "cost.break_even_calendar"},
                  [&](const char* quantity) {
                      expect_error(unpriced, quantity, "$.build.price_overrides",
                                   "no price for H200 NVL 141GB (h200-nvl)");
                  });
        each_text({"cost.rent_per_gpu_hour", "cost.rent_equivalent"}, [&](const char* quantity) {
            expect_error(unpriced, quantity, "$.build.gpu", "no rental offer for h200-nvl");
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
        rows.each(expect_error);
    }

    /// scripts/update-method rewrites the page after a change of a formula.
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

RIGWRIGHT_TEST(CliTest)

} // namespace rigwright::test::tst_cli

#include "tst_cli.moc"
