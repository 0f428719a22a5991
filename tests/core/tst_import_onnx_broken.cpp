// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/importing/onnx/onnx_graph.h"
#include "core/network/analysis.h"
#include "core/network/operator_counts.h"
#include "tests/support/onnx_writer.h"
#include "tests/support/suite.h"

#include <sstream>

namespace rigwright::test::tst_import_onnx_broken {

using Ints = std::vector<std::int64_t>;

OnnxReading read(const std::string& bytes)
{
    std::istringstream stream(bytes);
    return import_onnx(stream);
}

class ImportOnnxBrokenTest : public QObject {
    Q_OBJECT
private slots:
    void says_what_is_wrong_data()
    {
        const auto add = add_columns<QByteArray, QByteArray>("file", "code");
        const auto row = [&](const char* name, const std::string& file, const char* code) {
            add(name, QByteArray::fromStdString(file), QByteArray(code));
        };
        const std::string sound = small_convnet(std::string("N")).bytes();
        row("empty file", "", "no-graph");
        row("no graph", OnnxWriter::number(1, 8), "no-graph");
        row("graph without nodes", OnnxWriter::text(7, OnnxWriter::text(2, "g")), "no-graph");
        row("truncated in the middle", sound.substr(0, sound.size() / 2), "truncated-file");
        row("number of eleven bytes", std::string(11, '\xff'), "bad-wire");
        row("number without end", "\x08\xff", "truncated-file");
        row("field number zero", std::string("\0\0", 2), "bad-wire");
        row("unknown wire type", "\x0b", "bad-wire");
        row("graph longer than the file", "\x3a\x7f", "truncated-file");
        row("node longer than the graph", "\x3a\x02\x0a\x7f" + std::string(200, ' '), "bad-wire");
        row("text, not protobuf", "{\"model\": 1}", "bad-wire");
        OnnxWriter no_input;
        no_input.node("Relu", {"x"}, {"y"});
        row("no input", no_input.bytes(), "no-input");
        OnnxWriter no_operator;
        no_operator.input("x", {std::string("batch"), std::int64_t{3}});
        no_operator.node("TopK", {"x"}, {"y"});
        row("nothing counted", no_operator.bytes(), "nothing-counted");
        OnnxWriter open_map;
        open_map.input("x", {std::string("batch"), std::int64_t{3}, std::string("height"), std::string("width")});
        open_map.node("Relu", {"x"}, {"y"});
        row("open image", open_map.bytes(), "open-dimension");
        // It would count for the memory and could not be read back from a project.
        OnnxWriter vast = small_convnet(std::string("N"));
        vast.weight_elsewhere("spare", {std::int64_t{1} << 40, std::int64_t{1} << 20});
        row("unused weight of 2^60 elements", vast.bytes(), "out-of-range");
        OnnxWriter many = small_convnet(std::string("N"));
        for (const char* name : {"one", "two"}) many.weight_elsewhere(name, {600'000'000, 1'000'000});
        row("unused weights too large together", many.bytes(), "out-of-range");
        OnnxWriter negative;
        negative.input("x", {std::string("batch"), std::int64_t{3}});
        negative.weight("w", {});
        row("negative extent",
            OnnxWriter::text(7, OnnxWriter::text(5, OnnxWriter::number(1, -1) + OnnxWriter::number(2, 1))), "bad-wire");
    }

    void says_what_is_wrong()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, code);
        const OnnxReading reading = read(file.toStdString());
        QCOMPARE(reading.issues.size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(reading.issues.front().code), code);
    }

    void every_prefix_and_every_flipped_byte_is_survived()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::string("batch"), std::int64_t{4}});
        onnx.weight("w", {4, 2});
        onnx.node("MatMul", {"x", "w"}, {"a"});
        onnx.integers("s", {0, 2, 1});
        onnx.node("Reshape", {"a", "s"}, {"y"});
        onnx.node("Transpose", {"y"}, {"z"}, {{"perm", Ints{0, 2, 1}}});
        onnx.output("z");
        const std::string file = onnx.bytes();
        QVERIFY(read(file).issues.empty());
        for (std::size_t length = 0; length < file.size(); ++length) read(file.substr(0, length));
        for (std::size_t place = 0; place < file.size(); ++place) {
            for (int value = 0; value < 256; value += 5) {
                std::string changed = file;
                changed[place] = static_cast<char>(changed[place] ^ value);
                const OnnxReading reading = read(changed);
                if (!reading.issues.empty()) continue;
                // Whatever is read is sound enough to be counted.
                QVERIFY(!analyse(reading.imported.network, {}).facts.empty());
                QVERIFY(count_parameters(reading.imported.network).total >= Count(0));
            }
        }
    }
};

RIGWRIGHT_TEST(ImportOnnxBrokenTest)

} // namespace rigwright::test::tst_import_onnx_broken

#include "tst_import_onnx_broken.moc"
