// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/onnx/onnx_graph.h"
#include "core/importing/sha256.h"
#include "core/network/operator_counts.h"
#include "core/scenario/import_model.h"
#include "tests/support/engine_case.h"
#include "tests/support/file_content.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTemporaryDir>

#include <sstream>

namespace rigwright::test::tst_import_embedded {

using nlohmann::json;

/// A folder with model files, and the import of one of them.
class Folder {
public:
    std::string write(const char* name, const std::string& bytes)
    {
        const QString file = folder_.filePath(QString::fromUtf8(name));
        write_file(file, QByteArray::fromStdString(bytes));
        return file.toStdString();
    }
    std::filesystem::path path() const { return folder_.path().toStdString(); }

private:
    QTemporaryDir folder_;
};

const char* const small_config = R"({"model_type": "gpt2", "n_embd": 64, "n_head": 4, "n_layer": 2, "n_positions": 128,
  "vocab_size": 1000})";

const char* const weights_header = R"({"a.0.w":{"dtype":"F32","shape":[256,256],"data_offsets":[0,262144]},)"
                                   R"("a.1.w":{"dtype":"F32","shape":[256,256],"data_offsets":[262144,524288]}})";

std::string weights_file()
{
    const std::string header = weights_header;
    std::string file;
    for (std::size_t i = 0; i < 8; ++i) file += static_cast<char>((header.size() >> (8 * i)) & 0xff);
    return file + header + std::string(524288, '\0');
}

Scenario with_model(ModelChoice model)
{
    Scenario scenario;
    scenario.model = std::move(model);
    scenario.build.gpu = "rtx4090";
    scenario.training.micro_batch = 4;
    return scenario;
}

Scenario with_convnet()
{
    Folder folder;
    return with_model(import_model(folder.write("net.onnx", small_convnet(std::string("N")).bytes())).model);
}

Scenario reread(const Scenario& scenario)
{
    const ScenarioReading reading = parse_scenario(write_scenario(scenario).dump());
    if (!reading.errors.empty()) qWarning("%s", described(reading.errors).c_str());
    return reading.scenario;
}

class ImportEmbeddedTest : public QObject {
    Q_OBJECT
private slots:
    void digests_are_those_of_the_standard()
    {
        const Rows<QByteArray, QByteArray> rows{
            // NIST, "Example values", SHA-256: one block, two blocks, a million letters; and the empty message.
            {"empty", QByteArray(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
            {"abc", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
            {"two blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
             "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
            {"a million", QByteArray(1000000, 'a'), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
        };
        rows.each([&](const auto& bytes, const auto& digest) {
            QCOMPARE(QByteArray::fromStdString(sha256_hex(bytes.toStdString())), digest);
            Sha256 in_pieces;
            for (qsizetype at = 0; at < bytes.size(); at += 77) in_pieces.add(bytes.mid(at, 77).toStdString());
            QCOMPARE(QByteArray::fromStdString(in_pieces.hex_digest()), digest);
        });
    }

    void keeps_name_and_digest_but_no_path()
    {
        Folder folder;
        const std::string bytes = small_convnet(std::string("N")).bytes();
        const ImportedModel imported = import_model(folder.write("net.onnx", bytes));
        QCOMPARE(described(imported.errors), std::string());
        const EmbeddedModel& embedded = *imported.model.embedded;
        QCOMPARE(embedded.file, std::string("net.onnx"));
        QCOMPARE(embedded.sha256, sha256_hex(bytes));
        QVERIFY(!imported.model.imported);
        QCOMPARE(imported.report.coverage.nodes, std::int64_t{8});
        const std::string text = write_scenario(with_model(imported.model)).dump();
        QVERIFY(text.find(folder.path().string()) == std::string::npos);
        QVERIFY(text.find("\"path\"") == std::string::npos);
    }

    void reads_back_what_it_wrote()
    {
        Folder folder;
        const std::string safetensors = folder.write("w.safetensors", weights_file());
        const std::string config = folder.write("config.json", small_config);
        for (const Scenario& scenario :
             {with_convnet(), with_model(import_model(safetensors).model), with_model(import_model(config).model)}) {
            const Scenario again = reread(scenario);
            QVERIFY(again == scenario);
            QCOMPARE(write_scenario(again).dump(), write_scenario(scenario).dump());
        }
        Scenario other = with_convnet();
        other.model.embedded->sha256[0] = other.model.embedded->sha256[0] == '0' ? '1' : '0';
        QVERIFY(!(other == with_convnet()));
    }

    void network_of_a_file_is_estimated()
    {
        const Scenario scenario = reread(with_convnet());
        const Evaluation evaluation = evaluated(scenario);
        QCOMPARE(described(evaluation.errors), std::string());
        const Estimate& estimate = *evaluation.estimate;
        QCOMPARE(estimate.model.parameters.value(), std::int64_t{402});
        QCOMPARE(estimate.model.forward_macs_per_sample.value(), std::int64_t{13824 + 1152 + 80});
        // Figures that are counted in evaluation mode see the file's network too.
        QCOMPARE(forward_macs(evaluation_network(scenario, engine_data())).total().value(),
                 std::int64_t{13824 + 1152 + 80});
        QVERIFY(estimate.memory && estimate.time && estimate.verdict);
        QVERIFY(*estimate.verdict == Verdict::fits);
        QVERIFY(estimate.time->step.base() > 0.0);
        QVERIFY(estimate.model.layers_unknown.empty());
        Scenario larger = scenario;
        larger.input.image_height = 16;
        QCOMPARE(described(evaluated(larger).errors), std::string("$.input.image_height input-fixed-by-import"));
        Scenario shaped = scenario;
        shaped.model.shape["layers"] = std::int64_t{3};
        QCOMPARE(described(evaluated(shaped).errors), std::string("$.model.shape shape-of-imported-network"));
    }

    void norm_mode_and_inference_change_the_network()
    {
        OnnxWriter onnx = small_convnet(std::string("N"));
        onnx.node("Dropout", {"logits"}, {"dropped"}, {{"ratio", 0.25}});
        std::istringstream stream(onnx.bytes());
        const ImportedNetwork imported = import_onnx(stream).imported;
        BuildOptions frozen;
        frozen.normalization = NormalizationMode::frozen;
        // A frozen batch norm holds scale and shift as constants: 16 parameters fewer, as many buffer elements more.
        QCOMPARE(count_parameters(network_for(imported, frozen)).total.value(), std::int64_t{402 - 16});
        QCOMPARE(network_for(imported, frozen).buffer_elements.value(), imported.network.buffer_elements.value() + 16);
        BuildOptions inference;
        inference.training = false;
        const auto dropouts = [](const Network& network) {
            return std::ranges::count_if(network.operators,
                                         [](const Operator& op) { return std::holds_alternative<Dropout>(op.kind); });
        };
        QCOMPARE(dropouts(network_for(imported, {})), 1);
        QCOMPARE(dropouts(network_for(imported, inference)), 0);
    }

    void weights_alone_are_exact_and_reported()
    {
        Folder folder;
        const Scenario scenario = reread(with_model(import_model(folder.write("w.safetensors", weights_file())).model));
        const Estimate estimate = *evaluated(scenario).estimate;
        QCOMPARE(estimate.model.parameters.value(), std::int64_t{131072});
        // fp32 with AdamW: four bytes a weight, four a gradient, eight of moments, and more.
        QVERIFY(!estimate.memory);
        QVERIFY(estimate.memory_at_least->value() > 2'097'152);
        QCOMPARE(estimate.model.layers_unknown, std::vector<std::string>{"a.{}.w (2)"});
        QVERIFY(!estimate.time);
        QVERIFY(estimate.verdict == Verdict::incomplete);
        QVERIFY(estimate.findings.front().severity == Finding::Severity::blocks);
        QCOMPARE(estimate.findings.front().code, std::string("import-weights-only"));
    }

    void configuration_stays_editable()
    {
        Folder folder;
        Scenario scenario = with_model(import_model(folder.write("config.json", small_config)).model);
        QCOMPARE(scenario.model.family, std::string("decoder-transformer"));
        QVERIFY(!scenario.model.embedded->imported);
        scenario.input.sequence_length = 64;
        const Evaluation before = evaluated(scenario);
        QCOMPARE(described(before.errors), std::string());
        // 12 d^2 + 13 d a layer, the tables of tokens and positions, and the last norm.
        QCOMPARE(before.estimate->model.parameters.value(),
                 std::int64_t{2 * (12 * 64 * 64 + 13 * 64) + 1000 * 64 + 128 * 64 + 128});
        scenario.model.shape["layers"] = std::int64_t{3};
        QCOMPARE(evaluated(scenario).estimate->model.parameters.value(),
                 std::int64_t{3 * (12 * 64 * 64 + 13 * 64) + 1000 * 64 + 128 * 64 + 128});
    }

    void shards_are_one_model()
    {
        Folder folder;
        folder.write("model-1.safetensors", weights_file());
        folder.write("model-2.safetensors", weights_file());
        const std::string index = folder.write(
            "model.safetensors.index.json",
            R"({"metadata": {}, "weight_map": {"a.0.w": "model-1.safetensors", "a.1.w": "model-2.safetensors"}})");
        const ImportedModel whole = import_model(index);
        QCOMPARE(described(whole.errors), std::string());
        QCOMPARE(count_parameters(whole.model.embedded->imported->network).total.value(), std::int64_t{262144});
        const std::string wrong =
            folder.write("wrong.safetensors.index.json",
                         R"({"weight_map": {"a.0.w": "model-1.safetensors", "b": "model-2.safetensors"}})");
        QCOMPARE(described(import_model(wrong).errors), std::string("$.model.import import-missing-tensor"));
        QVERIFY(QFile::remove(QString::fromStdString((folder.path() / "model-2.safetensors").string())));
        QCOMPARE(described(import_model(index).errors), std::string("$.model.import import-cannot-read"));
    }

    void relative_paths_start_at_the_scenario()
    {
        Folder folder;
        folder.write("config.json", small_config);
        Scenario scenario = with_model({});
        scenario.model.imported = ModelImport{ImportKind::hf_config, "config.json"};
        scenario.model.shape["layers"] = std::int64_t{5};
        Workload second;
        second.model.imported = ModelImport{ImportKind::hf_config, "missing.json"};
        scenario.requirements.workloads.push_back(second);
        QCOMPARE(described(resolve_imports(scenario, folder.path())),
                 std::string("$.requirements.workloads[0].model.import import-cannot-read"));
        QVERIFY(!scenario.model.imported);
        QCOMPARE(std::get<std::int64_t>(scenario.model.shape.at("layers")), std::int64_t{5});
        QCOMPARE(std::get<std::int64_t>(scenario.model.shape.at("d_model")), std::int64_t{64});
    }

    void refuses_what_does_not_go_together()
    {
        const Rows<QByteArray, QByteArray> rows{
            {"path", QByteArray(R"({"model": {"embedded": null, "import": {"kind": "onnx", "path": "m.onnx"}}})"),
             "$.model.import import-path-not-accepted"},
            {"preset beside", QByteArray(R"({"model": {"preset": "resnet50"}})"), "$.model model-named-twice"},
        };
        rows.each([&](const auto& change, const auto& error) {
            json file = json::parse(write_scenario(with_convnet()).dump());
            file.merge_patch(json::parse(change.toStdString()));
            const ScenarioReading reading = parse_scenario(file.dump());
            QCOMPARE(described(reading.errors), std::string());
            QCOMPARE(QByteArray::fromStdString(described(evaluated(reading.scenario).errors)), error);
        });
    }

    void an_unknown_type_names_those_of_a_similar_name()
    {
        Folder folder;
        const auto accepted = [&folder](const char* config) {
            const Finding error = import_model(folder.write("config.json", config)).errors.at(0);
            const auto found = std::ranges::find(error.arguments, "accepted", &std::pair<std::string, Argument>::first);
            return std::get<std::string>(found->second);
        };
        QCOMPARE(accepted(R"({"model_type": "qwen3_5"})").substr(0, 5), std::string("qwen3"));
        QCOMPARE(accepted(R"({"model_type": "zzzzzzzz"})"), std::string("-"));
    }

    void names_files_of_other_formats()
    {
        const Rows<QByteArray, QByteArray> rows{
            {"w.onnx", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git-lfs-pointer"},
            {"model.safetensors", "version https://git-lfs.github.com/spec/v1\n", "git-lfs-pointer"},
            {"model.pt", QByteArray("PK\x03\x04 archive"), "pytorch-file"},
            {"old.pth", QByteArray("\x80\x02 pickle"), "pytorch-file"},
            {"net.onnx", "GGUF\x03", "gguf-file"},
            {"net.h5", QByteArray("\x89HDF\r\n"), "hdf5-file"},
            {"net.tflite", QByteArray("\x1c\0\0\0TFL3", 8), "tflite-file"},
            {"config.json", "<!DOCTYPE html><html>", "web-page"},
            {"net.what", "anything", "unknown-kind"},
            {"llama3_8b.yaml", "trainer:\n  devices: 8\n", "training-config"},
        };
        rows.each_named([&](const char* name, const auto& start, const auto& code) {
            Folder folder;
            const ImportedModel imported = import_model(folder.write(name, start.toStdString()));
            QCOMPARE(described(imported.errors), "$.model.import import-" + code.toStdString());
        });
    }

    void refuses_defective_networks()
    {
        const Rows<QByteArray, QByteArray, QByteArray> rows{
            {"newer version", "/version", "2", "version import-out-of-range"},
            {"unknown kind", "/kind", "\"gguf\"", "kind import-unknown-value"},
            {"a path as name", "/file", "\"models/net.onnx\"", "file import-unknown-value"},
            {"short digest", "/sha256", "\"abc\"", "sha256 import-bad-digest"},
            {"unknown key", "/hidden", "1", "hidden import-unknown-key"},
            {"more counted than there are", "/nodes_counted", "9", "nodes_counted import-out-of-range"},
            {"no operators said", "/has_operators", "false", "has_operators import-bad-network"},
            {"tensor without extents", "/network/tensors/0/shape", "[]",
             "network.tensors[0].shape import-out-of-range"},
            {"negative extent", "/network/tensors/0/shape", "[-3, 8, 8]",
             "network.tensors[0].shape import-out-of-range"},
            {"extents beyond the range", "/network/tensors/0/shape", "[1000000000, 1000000000]",
             "network.tensors[0].shape import-out-of-range"},
            {"storage ahead", "/network/tensors/1/storage", "5", "network.tensors[1].storage import-out-of-range"},
            {"empty parameter", "/network/parameters/0/elements", "0",
             "network.parameters[0].elements import-out-of-range"},
            {"unknown operator", "/network/operators/0/kind", "\"sort\"",
             "network.operators[0].kind import-unknown-value"},
            {"input that is not there", "/network/operators/0/inputs", "[77]",
             "network.operators[0].inputs import-bad-reference"},
            {"no input", "/network/operators/0/inputs", "[]", "network.operators[0].inputs import-bad-network"},
            {"parameter that is not there", "/network/operators/0/parameters", "[99]",
             "network.operators[0].parameters import-bad-reference"},
            {"groups that do not divide", "/network/operators/0/groups", "5",
             "network.operators[0].groups import-bad-network"},
            {"written twice", "/network/operators/1/output", "1", "network.operators[1].output import-bad-network"},
            {"unknown activation", "/network/operators/2/function", "\"mish\"",
             "network.operators[2].function import-unknown-value"},
            {"output that is not there", "/network/outputs", "[1000]", "network.outputs import-bad-reference"},
        };
        rows.each([&](const auto& pointer, const auto& value, const auto& error) {
            json file = json::parse(write_scenario(with_convnet()).dump());
            file["model"]["embedded"][json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
            const ScenarioReading reading = parse_scenario(file.dump());
            QVERIFY(!reading.errors.empty());
            QCOMPARE(QByteArray::fromStdString(described({reading.errors.front()})), "$.model.embedded." + error);
            QVERIFY(!reading.scenario.model.embedded);
        });
    }

    void every_defect_has_its_words()
    {
        for (const std::string& code : import_finding_codes())
            QVERIFY2(messages(Language::english).table().contains("finding." + code), code.c_str());
    }
};

RIGWRIGHT_TEST(ImportEmbeddedTest)

} // namespace rigwright::test::tst_import_embedded

#include "tst_import_embedded.moc"
