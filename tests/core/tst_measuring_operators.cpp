// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measuring_script.h"
#include "core/network/operator_counts.h"
#include "core/scenario/import_model.h"
#include "tests/support/engine_case.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/python_run.h"
#include "tests/support/suite.h"

#include <set>

namespace rigwright::test::tst_measuring_operators {

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
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    const std::string bytes = chain.onnx().bytes();
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    file.close();
    Scenario scenario;
    scenario.model = import_model(path.toStdString()).model;
    scenario.build.gpu = "rtx4090";
    scenario.training.micro_batch = 2;
    return scenario;
}

/// What measuring scripts are told about each operator, and whether they can run it.
class MeasuringOperatorsTest : public QObject {
    Q_OBJECT
private slots:
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

    /// Kernels that skip what lies outside a window are not in the libraries that the scripts use.
    void a_sliding_window_is_a_stand_in()
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

RIGWRIGHT_TEST(MeasuringOperatorsTest)

} // namespace rigwright::test::tst_measuring_operators

#include "tst_measuring_operators.moc"
