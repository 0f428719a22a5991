// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measurement_result.h"
#include "core/measure/measuring_script.h"
#include "core/network/operator_counts.h"
#include "core/scenario/fields.h"
#include "core/scenario/import_model.h"
#include "core/scenario/measurement_settings.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/python_run.h"
#include "tests/support/suite.h"

#include <QRegularExpression>

#include <set>

namespace rigwright::test::tst_measuring_script {

std::filesystem::path templates() { return find_data_directory().value_or(DataDirectory({})).measuring(); }

MeasuringScript script_of(const Scenario& scenario, ScriptFramework framework = ScriptFramework::pytorch)
{
    return measuring_script(scenario, engine_data(), framework, templates());
}

void write(const QString& path, const std::string& text) { write_file(path, QByteArray::fromStdString(text)); }

/// A synthetic network with one operator of every kind.
template <std::size_t... Kinds>
Network one_of_each(std::index_sequence<Kinds...>)
{
    Network network;
    network.operators.resize(sizeof...(Kinds));
    ((network.operators[Kinds].kind = std::variant_alternative_t<Kinds, OperatorKind>{}), ...);
    return network;
}

/// The output of a script, written by hand.
nlohmann::json result_of(const Scenario& scenario)
{
    nlohmann::json settings = nlohmann::json::parse(write_scenario(scenario).dump());
    for (const char* key : {"format", "version", "name"}) settings.erase(key);
    return {{"format", "rigwright.measurement-result"},
            {"version", 1},
            {"fingerprint", network_fingerprint(scenario)},
            {"settings", settings},
            {"micro_batch", 8},
            {"step_seconds", 0.125},
            {"steps", 40},
            {"kind", "cuda"},
            {"device", "NVIDIA A100-SXM4-80GB"},
            {"date", "2026-11-21"},
            {"stand_ins", nlohmann::json::array()},
            {"idle_context_bytes", 500'000'000},
            {"peak_allocated_bytes", 1'500'000'000},
            {"peak_device_bytes", 2'200'000'000}};
}

using Ints = std::vector<std::int64_t>;

/// A chain of maps of 8 x 6 x 6 through every function that files can hold.
class Chain {
public:
    Chain() { onnx_.input("x", {std::string("batch"), std::int64_t{8}, std::int64_t{6}, std::int64_t{6}}); }

    void add(const char* kind, const std::vector<std::string>& further = {},
             const std::vector<OnnxWriter::Attribute>& attributes = {})
    {
        std::vector<std::string> inputs{last_};
        inputs.insert(inputs.end(), further.begin(), further.end());
        last_ = "t" + std::to_string(++count_);
        onnx_.node(kind, inputs, {last_}, attributes);
    }
    std::string weight(const Ints& extents)
    {
        const std::string name = "w" + std::to_string(++count_);
        onnx_.weight(name, extents);
        return name;
    }
    std::string number(float value)
    {
        const std::string name = "n" + std::to_string(++count_);
        onnx_.factor(name, value);
        return name;
    }
    std::string integers(const Ints& values)
    {
        const std::string name = "i" + std::to_string(++count_);
        onnx_.integers(name, values);
        return name;
    }
    const std::string& last() const { return last_; }
    OnnxWriter& onnx() { return onnx_; }

private:
    OnnxWriter onnx_;
    std::string last_ = "x";
    int count_ = 0;
};

void functions(Chain& chain)
{
    chain.add("Conv", {chain.weight({8, 8, 3, 3}), chain.weight({8})}, {{"pads", Ints{1, 1, 1, 1}}});
    for (const char* kind :
         {"Relu", "LeakyRelu", "Gelu", "Sigmoid", "Tanh", "HardSwish", "HardSigmoid", "Exp", "Sqrt", "Softplus", "Neg"})
        chain.add(kind);
    chain.add("Gelu", {}, {{"approximate", std::string("tanh")}});
    chain.add("Clip", {chain.number(0.0F), chain.number(6.0F)});
    chain.add("PRelu", {chain.weight({8, 1, 1})});
    for (const float power : {0.5F, -0.5F, 2.0F}) chain.add("Pow", {chain.number(power)});
    // x * sigmoid(x), and with the factor of the quick GELU.
    for (const bool quick : {false, true}) {
        const std::string x = chain.last();
        if (quick) chain.add("Mul", {chain.number(1.702F)});
        chain.add("Sigmoid");
        chain.add("Mul", {x});
    }
}

void norms_and_shapes(Chain& chain)
{
    chain.add("InstanceNormalization", {chain.weight({8}), chain.weight({8})});
    chain.add("GroupNormalization", {chain.weight({8}), chain.weight({8})}, {{"num_groups", std::int64_t{2}}});
    chain.add("BatchNormalization", {chain.weight({8}), chain.weight({8}), chain.weight({8}), chain.weight({8})});
    chain.add("LayerNormalization", {chain.weight({6}), chain.weight({6})});
    chain.add("RMSNormalization", {chain.weight({6})}, {{"axis", std::int64_t{3}}});
    chain.add("MatMul", {chain.weight({6, 6})});
    chain.add("MatMul", {chain.last()});
    chain.add("Softmax", {}, {{"axis", std::int64_t{3}}});
    chain.add("Dropout", {}, {{"ratio", 0.25}});
    chain.add("MaxPool", {}, {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
    chain.add("AveragePool", {}, {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
    for (const char* mode : {"nearest", "linear"})
        chain.add("Resize", {"", "", chain.integers({1, 8, 6, 6})}, {{"mode", std::string(mode)}});
    chain.add("ConvTranspose", {chain.weight({8, 8, 3, 3})}, {{"pads", Ints{1, 1, 1, 1}}});
    chain.add("Concat", {chain.last()}, {{"axis", std::int64_t{1}}});
    chain.add("GlobalAveragePool");
    chain.add("Flatten", {}, {{"axis", std::int64_t{1}}});
    chain.add("Gemm", {chain.weight({10, 16}), chain.weight({10})}, {{"transB", std::int64_t{1}}});
}

Scenario chained()
{
    Chain chain;
    functions(chain);
    norms_and_shapes(chain);
    chain.onnx().output(chain.last());
    QTemporaryDir folder;
    const QString path = folder.filePath("chain.onnx");
    write(path, chain.onnx().bytes());
    Scenario scenario;
    scenario.model = import_model(path.toStdString()).model;
    scenario.build.gpu = "rtx4090";
    scenario.training.micro_batch = 2;
    return scenario;
}

/// Scripts that measure a scenario on a real machine, their description of each operator, and their results.
class MeasuringScriptTest : public QObject {
    Q_OBJECT

private slots:
    void the_job_holds_the_network()
    {
        const Evaluation evaluation = evaluated(scenario_of("alexnet"));
        const nlohmann::ordered_json job = network_job(*evaluation.network);
        QCOMPARE(job["operators"].size(), evaluation.network->operators.size());
        // AlexNet's first layer: 64 kernels of 11 x 11 over three channels, stride 4.
        const auto& first = job["operators"][0];
        QCOMPARE(first["op"].get<std::string>(), std::string("convolution"));
        QCOMPARE(first["out_channels"].get<int>(), 64);
        QCOMPARE(first["kernel"].dump(), std::string("[1,11,11]"));
        QCOMPARE(first["stride"].dump(), std::string("[1,4,4]"));
        std::int64_t weights = 0;
        for (const auto& parameter : job["parameters"]) weights += parameter["elements"].get<std::int64_t>();
        QCOMPARE(weights, 61'100'840);
    }

    void every_operator_can_be_run()
    {
        const Network network = one_of_each(std::make_index_sequence<std::variant_size_v<OperatorKind>>());
        const nlohmann::ordered_json job = network_job(network);
        std::set<std::string> words;
        for (const auto& op : job["operators"]) words.insert(op["op"].get<std::string>());
        QCOMPARE(words.size(), std::variant_size_v<OperatorKind>);
        for (const char* file : {"pytorch.py", "tensorflow.py"}) {
            const std::string text = content_of(QString::fromStdString((templates() / file).string())).toStdString();
            for (const std::string& word : words)
                QVERIFY2(text.find("def run_" + word + "(") != std::string::npos, (file + word).c_str());
        }
    }

    void text_of_the_scenario_stays_text()
    {
        Scenario scenario = scenario_of("lenet5");
        scenario.name = "\"\"\"\n'); import os; os.system('touch /tmp/owned') #\\";
        scenario.build.storage.clear();
        EngineData data = engine_data();
        const std::string hostile = "x\"); raise SystemExit(7) #\n\\u0022 \xE7\xAE\x97\xE5\x8A\x9B";
        Preset preset = *engine_data().preset("lenet5");
        preset.id = hostile;
        data.presets.insert(std::ranges::lower_bound(data.presets, preset.id, {}, &Preset::id), preset);
        scenario.model.preset = hostile;
        const MeasuringScript script = measuring_script(scenario, data, ScriptFramework::pytorch, templates());
        QVERIFY(script.errors.empty());
        // Between the brackets of the job stand string literals of ASCII alone.
        const QString text = QString::fromStdString(script.text);
        const qsizetype first = text.indexOf("json.loads(\n") + 12;
        const qsizetype last = text.indexOf("\n)\n", first);
        static const QRegularExpression literal("^    \"(?:[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]|\\\\[\"\\\\])*\"$");
        const QStringList lines = text.mid(first, last - first).split('\n');
        QVERIFY(lines.size() > 20);
        for (const QString& line : lines) QVERIFY2(literal.match(line).hasMatch(), qPrintable(line));
        const QString python = python_with("json");
        if (python.isEmpty()) QSKIP("there is no Python here");
        QTemporaryDir folder;
        const QString file = folder.filePath("job.py");
        write(file, script.text.substr(0, script.text.find("\nimport torch\n")) +
                        "\nsys.stdout.buffer.write(JOB['preset'].encode())\n");
        QProcess process;
        process.start(python, {file});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardOutput(), QByteArray::fromStdString(hostile));
    }

    void what_cannot_be_run_is_refused()
    {
        const Rows<QString, QString, QString> rows{
            {"fp8", R"({"precision": "fp8"})", "script-without-precision", "training.precision"},
            {"nf4", R"({"precision": "bf16", "base_weights": "nf4", "lora": {"rank": 8, "targets": "attention"}})",
             "script-without-quantized-base", "training.base_weights"},
        };
        rows.each([&](const auto& json, const auto& code, const auto& field) {
            nlohmann::json file = nlohmann::json::parse(write_scenario(scenario_of("gpt2-small")).dump());
            file["training"] = nlohmann::json::parse(json.toStdString());
            const ScenarioReading reading = read_scenario(file);
            QVERIFY(reading.errors.empty());
            const MeasuringScript script = script_of(reading.scenario);
            QVERIFY(script.text.empty());
            QCOMPARE(QString::fromStdString(script.errors.at(0).code), code);
            QCOMPARE(QString::fromStdString(script.errors.at(0).field), field);
        });
    }

    void the_script_runs_and_comes_back()
    {
        const QString python = python_with("torch");
        if (python.isEmpty()) QSKIP("no Python here has torch (Debian: python3-torch)");
        const Rows<std::string, std::string, std::string, qint64, bool> rows{
            {"convolutions", "lenet5", "fp32", "none", 0, true},
            {"residual blocks", "resnet18", "fp32", "none", 64, true},
            {"depthwise, autocast", "mobilenet_v3_small", "bf16-amp", "none", 64, true},
            {"a library's model, where there is one", "resnet18", "fp32", "none", 64, false},
            {"tokens, recomputed", "gpt2-tiny", "fp32", "full", 0, true},
            {"packed projections", "detr_r50", "fp32", "none", 64, true},
            {"recurrent", "physo-rnn", "fp32", "none", 0, true},
        };
        rows.each([&](const auto& preset, const auto& precision, const auto& recompute, auto side, bool operators) {
            Scenario scenario = scenario_of(preset, 2);
            if (preset == "gpt2-tiny") {
                scenario.model = {};
                scenario.model.family = "decoder-transformer";
                scenario.model.shape = shape_from({{"layers", 2}, {"d_model", 64}, {"heads", 4}, {"vocabulary", 500}});
                scenario.input.sequence_length = 32;
            }
            if (side > 0) {
                scenario.input.image_height = side;
                scenario.input.image_width = side;
            }
            field_of("training.precision")->write(scenario, precision);
            field_of("training.recompute")->write(scenario, recompute);
            const MeasuringScript script = script_of(scenario);
            QVERIFY(script.errors.empty());
            const MeasuringRun run =
                run_measuring(python, script.text, operators ? QStringList("--operators") : QStringList());
            QVERIFY2(run.exit == 0, run.errors.constData());
            const nlohmann::json result = nlohmann::json::parse(run.result);
            QVERIFY(result["step_seconds"].get<double>() > 0.0);
            QVERIFY(result["steps"].get<int>() >= 3);
            QVERIFY(!result.contains("peak_device_bytes"));
            if (operators) QCOMPARE(result["net"].get<std::string>(), std::string("operators"));
            QVERIFY2(!operators || result["stand_ins"].size() <= 2, result["stand_ins"].dump().c_str());
            const MeasurementResult read_back = read_measurement_result(run.result, scenario, engine_data());
            QVERIFY2(read_back.errors.empty(),
                     read_back.errors.empty() ? "" : (read_back.errors[0].field + read_back.errors[0].code).c_str());
            QCOMPARE(read_back.gpu, std::string("none"));
            QCOMPARE(read_back.measurements.size(), std::size_t{1});
            // A step on a CPU is not used for the GPU of the plan.
            const Evaluation corrected = evaluated(with_result(scenario, read_back));
            QVERIFY(corrected.estimate && !corrected.estimate->time->measured_correction);
        });
    }

    void the_tensorflow_script_runs()
    {
        Scenario scenario = scenario_of("lenet5", 2);
        const MeasuringScript script = script_of(scenario, ScriptFramework::tensorflow);
        QVERIFY(script.errors.empty());
        QTemporaryDir folder;
        const QString file = folder.filePath("measure.py");
        write(file, script.text);
        const QString any = python_with("ast");
        if (any.isEmpty()) QSKIP("there is no Python here");
        const QString parse = "import ast, sys; ast.parse(open(sys.argv[1], encoding='utf-8').read())";
        QCOMPARE(run_python(any, {"-c", parse, file}), 0);
        const QString python = python_with("tensorflow");
        if (python.isEmpty()) QSKIP("no Python here has tensorflow; the script was only parsed");
        const MeasuringRun run = run_measuring(python, script.text);
        QVERIFY2(run.exit == 0, run.errors.constData());
        QVERIFY(read_measurement_result(run.result, scenario, engine_data()).errors.empty());
    }

    void a_result_becomes_measurements()
    {
        const Scenario scenario = scenario_of("resnet50", 16);
        const MeasurementResult result = read_measurement_result(result_of(scenario).dump(), scenario, engine_data());
        QVERIFY2(result.errors.empty(), result.errors.empty() ? "" : result.errors[0].code.c_str());
        QCOMPARE(result.gpu, std::string("a100-sxm-80"));
        QCOMPARE(result.context_bytes.value_or(0), 500'000'000);
        QCOMPARE(result.measurements.size(), std::size_t{2});
        QCOMPARE(result.measurements[0].step_seconds.value_or(0.0), 0.125);
        QVERIFY(result.measurements[0].kind == PeakKind::allocated);
        QVERIFY(result.measurements[1].kind == PeakKind::device);
        const Scenario next = with_result(scenario, result);
        QCOMPARE(next.build.context_bytes.value_or(0), 500'000'000);
        const Estimate estimate = *evaluated(next).estimate;
        QVERIFY(estimate.memory->measured_correction && estimate.time->measured_correction);
        const auto lines = logged(next, estimate, 2);
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].device, std::string("NVIDIA A100-SXM4-80GB"));
        QVERIFY(lines[0].predicted_step_seconds.has_value() && lines[1].predicted_peak_bytes.has_value());
        // It goes through a file with the scenario.
        const ScenarioReading again = parse_scenario(write_scenario(next).dump());
        QVERIFY(again.errors.empty());
        QCOMPARE(again.scenario.measurements.size(), std::size_t{2});
    }

    void devices_find_their_record()
    {
        const Rows<std::string, QString> rows{
            {"4090", "NVIDIA GeForce RTX 4090", "rtx4090"},
            {"A100 40", "NVIDIA A100-SXM4-40GB", "a100-sxm-40"},
            {"T4", "Tesla T4", "t4"},
            // Unknown card: that of the plan is kept.
            {"unknown", "Quantum 9", ""},
        };
        rows.each([&](const auto& device, const auto& gpu) {
            const Scenario scenario = scenario_of("resnet50", 16);
            nlohmann::json file = result_of(scenario);
            file["device"] = device;
            const MeasurementResult result = read_measurement_result(file.dump(), scenario, engine_data());
            QCOMPARE(QString::fromStdString(result.gpu), gpu);
        });
    }

    void defective_results_are_located()
    {
        const Rows<QString, QString> rows{
            {R"({"format": "rigwright.scenario"})", "format", "wrong-format"},
            {R"({"version": 2})", "version", "newer-version"},
            {R"({"micro_batch": 0})", "micro_batch", "integer-out-of-range"},
            {R"({"micro_batch": null})", "micro_batch", "missing-key"},
            {R"({"step_seconds": -1})", "step_seconds", "number-not-above"},
            {R"({"step_seconds": "fast"})", "step_seconds", "not-a-number"},
            {R"({"peak_device_bytes": 1.5})", "peak_device_bytes", "not-an-integer"},
            {R"({"idle_context_bytes": true})", "idle_context_bytes", "not-an-integer"},
            // A result must not contain values that the scenario refuses.
            {R"({"idle_context_bytes": 1000000000001})", "idle_context_bytes", "integer-out-of-range"},
            {R"({"peak_device_bytes": 1000000000000001})", "peak_device_bytes", "integer-out-of-range"},
            {R"({"date": "2026-11-21, on a cold day, after the mainboard was changed"})", "date", "text-length"},
            {R"({"settings": []})", "settings", "not-an-object"},
            {R"({"settings": {"model": {"preset": "resnet50"}, "build": {"gpu": 3}}})", "settings.build.gpu",
             "not-a-text"},
            {R"({"fingerprint": "0123456789abcdef"})", "fingerprint", "result-changed"},
            {R"({"stand_ins": [3]})", "stand_ins[0]", "not-a-text"},
            {R"({"surprise": 1})", "surprise", "unknown-key"},
        };
        rows.each_named([&](const char* change, const auto& field, const auto& code) {
            const Scenario scenario = scenario_of("resnet50", 16);
            nlohmann::json file = result_of(scenario);
            file.update(nlohmann::json::parse(change));
            if (file["micro_batch"].is_null()) file.erase("micro_batch");
            const MeasurementResult result = read_measurement_result(file.dump(), scenario, engine_data());
            QVERIFY(result.measurements.empty());
            QVERIFY(!result.errors.empty());
            QCOMPARE(QString::fromStdString(result.errors[0].field), field);
            QCOMPARE(QString::fromStdString(result.errors[0].code), code);
            // Another network, and half a file.
            const MeasurementResult other =
                read_measurement_result(result_of(scenario).dump(), scenario_of("resnet18", 16), engine_data());
            QCOMPARE(other.errors.at(0).code, std::string("result-of-another-network"));
            const std::string whole = result_of(scenario).dump();
            QVERIFY(
                !read_measurement_result(whole.substr(0, whole.size() / 2), scenario, engine_data()).errors.empty());
        });
    }

    void the_list_survives_its_file()
    {
        LoggedMeasurement line;
        line.date = "2026-11-21";
        line.model = "resnet50";
        line.device = "NVIDIA A100-SXM4-80GB";
        line.micro_batch = 8;
        line.step_seconds = 0.125;
        line.peak_bytes = 2'200'000'000;
        line.kind = PeakKind::device;
        const MeasurementLog log = read_measurement_log(write_measurement_log({line, line}));
        QVERIFY(log.errors.empty());
        QCOMPARE(log.lines.size(), std::size_t{2});
        QVERIFY(log.lines[0] == line);
        QVERIFY(read_measurement_log("").lines.empty());
    }

    void defective_lists_are_located()
    {
        const auto first = [](const char* text) { return read_measurement_log(text).errors.at(0); };
        QCOMPARE(first("[]").code, std::string("not-an-object"));
        QCOMPARE(first(R"({"format": "x", "version": 1, "measurements": []})").code, std::string("wrong-format"));
        const Finding fault =
            first(R"({"format": "rigwright.my-measurements", "version": 1, "measurements": [{"micro_batch": -1}]})");
        QCOMPARE(fault.field, std::string("measurements[0].micro_batch"));
        QCOMPARE(fault.code, std::string("integer-out-of-range"));
    }

    void every_function_of_a_file_is_named()
    {
        const Scenario scenario = chained();
        QVERIFY(scenario.model.embedded && scenario.model.embedded->imported);
        QCOMPARE(scenario.model.embedded->imported->coverage.unknown, std::vector<std::string>{});
        const nlohmann::ordered_json job = network_job(*evaluated(scenario).network);
        std::set<std::string> words;
        for (const auto& op : job["operators"])
            for (const char* key : {"function", "kind", "mode"})
                if (op.contains(key)) words.insert(op[key].get<std::string>());
        const std::set<std::string> expected{// functions
                                             "exp", "gelu", "gelu_tanh", "hardsigmoid", "hardswish", "leaky_relu",
                                             "prelu", "quick_gelu", "relu", "relu6", "rsqrt", "sigmoid", "silu",
                                             "softplus", "sqrt", "square", "tanh",
                                             // norms, in their mode
                                             "batch", "group", "layer", "rms", "train",
                                             // windows, and what enlarges
                                             "average", "global_average", "maximum", "bilinear", "nearest"};
        QCOMPARE(words, expected);
    }

    void every_function_of_a_file_runs()
    {
        const QString python = python_with("torch");
        if (python.isEmpty()) QSKIP("no Python here has torch (Debian: python3-torch)");
        const std::filesystem::path templates = find_data_directory().value_or(DataDirectory({})).measuring();
        const MeasuringScript script = measuring_script(chained(), engine_data(), ScriptFramework::pytorch, templates);
        QVERIFY(script.errors.empty());
        const MeasuringRun run = run_measuring(python, script.text);
        QVERIFY2(run.exit == 0, run.errors.constData());
        const nlohmann::json read = nlohmann::json::parse(run.result);
        QVERIFY2(read["stand_ins"].empty(), read["stand_ins"].dump().c_str());
    }

    /// The libraries used by the scripts have no kernels that skip tokens outside a window.
    void a_sliding_window_runs_as_full_attention()
    {
        Scenario scenario = scenario_of("gpt-oss-120b");
        scenario.input.sequence_length = 4096;
        const nlohmann::ordered_json job = network_job(*evaluated(scenario).network);
        int windows = 0;
        for (const auto& op : job["operators"])
            if (op["op"] == "fused_attention" && op["reach"] == 128 && op["key_tokens"] == 4096) ++windows;
        QVERIFY(windows > 0);
    }
};

RIGWRIGHT_TEST(MeasuringScriptTest)

} // namespace rigwright::test::tst_measuring_script

#include "tst_measuring_script.moc"
