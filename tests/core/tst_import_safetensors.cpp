// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/safetensors.h"
#include "core/network/operator_counts.h"
#include "tests/support/engine_case.h"
#include "tests/support/suite.h"

#include <sstream>

namespace rigwright::test::tst_import_safetensors {

/// A file with this header and as many bytes of payload.
std::string file_with(const std::string& header, std::size_t payload)
{
    std::string file;
    for (std::size_t i = 0; i < 8; ++i) file += static_cast<char>((header.size() >> (8 * i)) & 0xff);
    return file + header + std::string(payload, '\0');
}

SafetensorsReading read(const std::string& file)
{
    std::istringstream stream(file);
    return import_safetensors(stream);
}

// A linear layer of 3 x 4 with bias twice, one batch norm of 2 channels: 2 (12 + 3) + 4 parameters, 5 numbers beside.
const char* const header = R"({"__metadata__": {"format": "pt"},
 "a.weight": {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]},
 "a.bias": {"dtype": "F32", "shape": [3], "data_offsets": [48, 60]},
 "b.weight": {"dtype": "BF16", "shape": [3, 4], "data_offsets": [60, 84]},
 "b.bias": {"dtype": "BF16", "shape": [3], "data_offsets": [84, 90]},
 "bn.weight": {"dtype": "F32", "shape": [2], "data_offsets": [90, 98]},
 "bn.bias": {"dtype": "F32", "shape": [2], "data_offsets": [98, 106]},
 "bn.running_mean": {"dtype": "F32", "shape": [2], "data_offsets": [106, 114]},
 "bn.running_var": {"dtype": "F32", "shape": [2], "data_offsets": [114, 122]},
 "bn.num_batches_tracked": {"dtype": "I64", "shape": [], "data_offsets": [122, 130]}})";

class ImportSafetensorsTest : public QObject {
    Q_OBJECT
private slots:
    void counts_parameters_and_formats()
    {
        const SafetensorsReading reading = read(file_with(header, 130));
        QCOMPARE(described(reading.issues), std::string());
        const ParameterCounts counts = count_parameters(reading.imported.network);
        QCOMPARE(counts.total.value(), std::int64_t{34});
        QCOMPARE(counts.tensors.value(), std::int64_t{6});
        QCOMPARE(reading.imported.network.buffer_elements.value(), std::int64_t{5});
        QCOMPARE(reading.buffers,
                 (std::vector<std::string>{"bn.num_batches_tracked", "bn.running_mean", "bn.running_var"}));
        const std::vector<StoredFormat> formats{{"BF16", 2, 15}, {"F32", 6, 23}, {"I64", 1, 1}};
        QVERIFY(reading.imported.formats == formats);
        QVERIFY(!reading.imported.has_operators);
        // Two sizes that occur twice and one that occurs once share three entries.
        QCOMPARE(reading.imported.network.parameters.size(), std::size_t{3});
    }

    /// The payload of a model of 8 billion parameters is missing; only its size is checked.
    void reads_only_the_size_of_the_payload()
    {
        const std::string big =
            R"({"w": {"dtype": "F16", "shape": [65536, 131072], "data_offsets": [0, 17179869184]}})";
        const SafetensorsReading reading = read(file_with(big, 4));
        QCOMPARE(described(reading.issues), std::string("$ truncated-file"));
    }

    void reports_errors()
    {
        const auto tensor = [](const char* entry, std::size_t payload) {
            return file_with(std::string(R"({"w": )") + entry + "}", payload);
        };
        const auto named = [](const std::string& name, const std::string& dtype, std::size_t bytes) {
            const std::string entry =
                "{\"dtype\": \"" + dtype + "\", \"shape\": [8], \"data_offsets\": [0, " + std::to_string(bytes) + "]}";
            return file_with("{\"" + name + "\": " + entry + "}", bytes);
        };
        const Rows<std::string, QByteArray> rows{
            {"empty file", "", "$ truncated-file"},
            {"length alone", std::string(8, '\0'), "$ ends-early"},
            {"header longer than the file", file_with(header, 0).substr(0, 100), "$ truncated-file"},
            {"header of 100 MB and a byte", std::string("\x01\xe1\xf5\x05\0\0\0\0", 8), "$ header-too-large"},
            {"header of 2^63 bytes", std::string("\0\0\0\0\0\0\0\x80", 8), "$ header-too-large"},
            {"no JSON", file_with("not JSON", 0), "$ syntax"},
            {"no object", file_with("[]", 0), "$ wrong-type"},
            {"no tensors", file_with("{}", 0), "$ no-parameters"},
            {"integers alone", tensor(R"({"dtype": "I64", "shape": [1], "data_offsets": [0, 8]})", 8),
             "$ no-parameters"},
            {"unknown number format", tensor(R"({"dtype": "F128", "shape": [1], "data_offsets": [0, 16]})", 16),
             "$.w.dtype unknown-dtype"},
            {"shape missing", tensor(R"({"dtype": "F32", "data_offsets": [0, 4]})", 4), "$.w.shape missing-key"},
            {"negative extent", tensor(R"({"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]})", 4),
             "$.w.shape out-of-range"},
            {"extents beyond 64 bits",
             tensor(R"({"dtype": "F32", "shape": [1000000000000, 1000000000000], "data_offsets": [0, 4]})", 4),
             "$.w.shape out-of-range"},
            {"size does not match", tensor(R"({"dtype": "F32", "shape": [2], "data_offsets": [0, 4]})", 4),
             "$.w.data_offsets bad-offsets"},
            {"backward offsets", tensor(R"({"dtype": "F32", "shape": [1], "data_offsets": [4, 0]})", 4),
             "$.w.data_offsets bad-offsets"},
            {"hole at the start", tensor(R"({"dtype": "F32", "shape": [1], "data_offsets": [4, 8]})", 8),
             "$.w.data_offsets bad-offsets"},
            {"bytes after the last tensor", file_with(header, 131), "$ bad-offsets"},
            {"bytes missing", file_with(header, 129), "$ truncated-file"},
            {"overlap",
             file_with(R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
                      "b": {"dtype": "F32", "shape": [1], "data_offsets": [2, 6]}})",
                       6),
             "$.b.data_offsets bad-offsets"},
            {"GPTQ", named("model.layers.0.mlp.up_proj.qweight", "I32", 32),
             R"($["model.layers.0.mlp.up_proj.qweight"] packed-weights)"},
            {"bitsandbytes", named("model.layers.0.mlp.up_proj.weight", "U8", 8),
             R"($["model.layers.0.mlp.up_proj.weight"] packed-weights)"},
            {"unknown key", tensor(R"({"dtype": "F32", "shape": [1], "data_offsets": [0, 4], "x": 1})", 4),
             "$.w.x unknown-key"},
            {"same tensor twice", file_with(R"({"w": {}, "w": {}})", 0), "$.w duplicate-key"},
        };
        rows.each([&](const auto& file, const auto& issue) {
            QCOMPARE(QByteArray::fromStdString(described(read(file).issues)), issue);
        });
    }

    void a_weight_in_8_bit_integers_is_a_parameter_each()
    {
        const SafetensorsReading reading =
            read(file_with(R"({"w.weight": {"dtype": "I8", "shape": [8], "data_offsets": [0, 8]}})", 8));
        QCOMPARE(described(reading.issues), std::string());
        QCOMPARE(count_parameters(reading.imported.network).total.value(), std::int64_t{8});
    }

    void joins_shards()
    {
        const ShardIndex index = read_shard_index(R"({"metadata": {"total_size": 12}, "weight_map": {
        "a": "model-00002-of-00002.safetensors", "b": "model-00001-of-00002.safetensors",
        "c": "model-00001-of-00002.safetensors"}})");
        QCOMPARE(described(index.issues), std::string());
        QCOMPARE(index.files,
                 (std::map<std::string, std::vector<std::string>>{{"model-00001-of-00002.safetensors", {"b", "c"}},
                                                                  {"model-00002-of-00002.safetensors", {"a"}}}));
        const SafetensorsReading whole = joined_shards({read(file_with(header, 130)), read(file_with(header, 130))});
        QCOMPARE(count_parameters(whole.imported.network).total.value(), std::int64_t{68});
        QCOMPARE(whole.imported.formats.front().tensors, std::int64_t{4});
        const ShardIndex outside = read_shard_index(R"({"weight_map": {"a": "../secret.safetensors"}})");
        QCOMPARE(described(outside.issues), std::string("$.weight_map.a wrong-type"));
    }

    void every_prefix_and_every_flipped_byte_is_survived()
    {
        const std::string file = file_with(header, 130);
        for (std::size_t length = 0; length < file.size(); ++length)
            QVERIFY2(!read(file.substr(0, length)).issues.empty(), qPrintable(QString::number(length)));
        for (std::size_t place = 0; place < file.size() - 130; ++place) {
            for (const int bits : {1, 0x10, 0xff}) {
                std::string flipped = file;
                flipped[place] = static_cast<char>(flipped[place] ^ bits);
                const SafetensorsReading reading = read(flipped);
                if (reading.issues.empty()) QVERIFY(count_parameters(reading.imported.network).total <= Count(39));
            }
        }
    }
};

RIGWRIGHT_TEST(ImportSafetensorsTest)

} // namespace rigwright::test::tst_import_safetensors

#include "tst_import_safetensors.moc"
