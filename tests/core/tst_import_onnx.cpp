// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/analysis.h"
#include "core/network/network_builder.h"
#include "core/network/operator_counts.h"
#include "tests/support/engine_case.h"
#include "tests/support/onnx_case.h"
#include "tests/support/suite.h"

#include <sstream>

namespace rigwright::test::tst_import_onnx {

using Ints = std::vector<std::int64_t>;

OnnxReading read(const std::string& bytes, const ModelInput& input = {})
{
    std::istringstream stream(bytes);
    return import_onnx(stream, input);
}

BatchBytes kept(const Network& network) { return analyse(network, {}).kept; }

/// The convnet as built by the zoo.
Network same_convnet()
{
    NetworkBuilder builder;
    NetworkBuilder::ConvolutionOptions first = NetworkBuilder::square(8, 3, 1, 1);
    first.bias = true;
    TensorId x = builder.convolution("conv", builder.input({3, 8, 8}), first);
    x = builder.activation("relu", builder.normalization("bn", x, NormalizationKind::batch), ActivationFunction::relu);
    x = builder.pooling("pool", x, {PoolingKind::maximum, 2, 2, 0, false});
    NetworkBuilder::ConvolutionOptions second = NetworkBuilder::square(8, 3, 1, 1);
    second.groups = 8;
    x = builder.adaptive_average("mean", builder.convolution("depthwise", x, second), 1);
    return builder.finish({builder.linear("head", builder.view("flat", x, {8}), 10)});
}

void linear(OnnxWriter& onnx, const std::string& name, const std::string& x, std::int64_t in, std::int64_t out)
{
    onnx.weight(name + ".weight", {in, out});
    onnx.weight(name + ".bias", {out});
    onnx.node("MatMul", {x, name + ".weight"}, {name + ".product"});
    onnx.node("Add", {name + ".bias", name + ".product"}, {name});
}

/// Layer norm as files of opset 16 and before write it.
void written_layer_norm(OnnxWriter& onnx, const std::string& name, const std::string& x, std::int64_t width)
{
    onnx.weight(name + ".weight", {width});
    onnx.weight(name + ".bias", {width});
    onnx.factor(name + ".two", 2.0F);
    onnx.factor(name + ".epsilon", 1e-5F);
    onnx.node("ReduceMean", {x}, {name + ".mean"}, {{"axes", Ints{-1}}});
    onnx.node("Sub", {x, name + ".mean"}, {name + ".centred"});
    onnx.node("Pow", {name + ".centred", name + ".two"}, {name + ".square"});
    onnx.node("ReduceMean", {name + ".square"}, {name + ".variance"}, {{"axes", Ints{-1}}});
    onnx.node("Add", {name + ".variance", name + ".epsilon"}, {name + ".shifted"});
    onnx.node("Sqrt", {name + ".shifted"}, {name + ".root"});
    onnx.node("Div", {name + ".centred", name + ".root"}, {name + ".normal"});
    onnx.node("Mul", {name + ".normal", name + ".weight"}, {name + ".scaled"});
    onnx.node("Add", {name + ".scaled", name + ".bias"}, {name});
}

/// {batch, tokens, width} to {batch, heads, tokens, width / heads}, the batch taken from the input's shape.
void split_heads(OnnxWriter& onnx, const std::string& name, const std::string& x, const Ints& order)
{
    onnx.node("Shape", {x}, {name + ".shape"});
    onnx.index(name + ".zero", 0);
    onnx.node("Gather", {name + ".shape", name + ".zero"}, {name + ".batch"}, {{"axis", std::int64_t{0}}});
    onnx.integers(name + ".axes", {0});
    onnx.node("Unsqueeze", {name + ".batch", name + ".axes"}, {name + ".list"});
    onnx.integers(name + ".rest", {-1, 2, 4});
    onnx.node("Concat", {name + ".list", name + ".rest"}, {name + ".target"}, {{"axis", std::int64_t{0}}});
    onnx.node("Reshape", {x, name + ".target"}, {name + ".split"});
    onnx.node("Transpose", {name + ".split"}, {name}, {{"perm", order}});
}

/// A transformer block of width 8, two heads and a feed-forward of 32 on 4 tokens, as PyTorch 1.13 exports one.
OnnxWriter transformer_block(const OnnxWriter::Extent& tokens)
{
    OnnxWriter onnx;
    onnx.input("x", {std::string("batch"), tokens, std::int64_t{8}});
    written_layer_norm(onnx, "norm1", "x", 8);
    for (const char* name : {"q", "k", "v"}) linear(onnx, name, "norm1", 8, 8);
    split_heads(onnx, "qh", "q", {0, 2, 1, 3});
    split_heads(onnx, "kh", "k", {0, 2, 3, 1});
    split_heads(onnx, "vh", "v", {0, 2, 1, 3});
    onnx.node("MatMul", {"qh", "kh"}, {"scores"});
    onnx.factor("root", 2.0F);
    onnx.node("Div", {"scores", "root"}, {"scaled"});
    onnx.node("Softmax", {"scaled"}, {"probabilities"}, {{"axis", std::int64_t{-1}}});
    onnx.node("MatMul", {"probabilities", "vh"}, {"context"});
    onnx.node("Transpose", {"context"}, {"turned"}, {{"perm", Ints{0, 2, 1, 3}}});
    onnx.integers("joined.shape", {0, 0, 8});
    onnx.node("Reshape", {"turned", "joined.shape"}, {"joined"});
    linear(onnx, "out", "joined", 8, 8);
    onnx.node("Add", {"x", "out"}, {"middle"});
    written_layer_norm(onnx, "norm2", "middle", 8);
    linear(onnx, "up", "norm2", 8, 32);
    onnx.factor("sqrt2", 1.41421356F);
    onnx.factor("one", 1.0F);
    onnx.factor("half", 0.5F);
    onnx.node("Div", {"up", "sqrt2"}, {"gelu.1"});
    onnx.node("Erf", {"gelu.1"}, {"gelu.2"});
    onnx.node("Add", {"gelu.2", "one"}, {"gelu.3"});
    onnx.node("Mul", {"up", "gelu.3"}, {"gelu.4"});
    onnx.node("Mul", {"gelu.4", "half"}, {"act"});
    linear(onnx, "down", "act", 32, 8);
    onnx.node("Add", {"middle", "down"}, {"y"});
    onnx.output("y");
    return onnx;
}

std::vector<std::string> words(const Network& network)
{
    std::vector<std::string> list;
    for (const Operator& op : network.operators)
        if (!std::holds_alternative<View>(op.kind)) list.emplace_back(word_of(op.kind));
    return list;
}

class ImportOnnxTest : public QObject {
    Q_OBJECT
private slots:
    void convnet_is_what_the_zoo_would_build()
    {
        const Rows<qint64> rows{
            {"open batch", 0},
            {"batch of one in the file", 1},
            {"batch of sixteen in the file", 16},
        };
        rows.each([&](auto batch) {
            const OnnxWriter::Extent extent =
                batch == 0 ? OnnxWriter::Extent(std::string("N")) : OnnxWriter::Extent(std::int64_t{batch});
            const OnnxReading reading = read(small_convnet(extent).bytes());
            QCOMPARE(described(reading.issues), std::string());
            const Network& network = reading.imported.network;
            const Network expected = same_convnet();
            // 3 x 8 x 9 + 8, 2 x 8, 8 x 9, 8 x 10 + 10.
            QCOMPARE(count_parameters(network).total.value(), std::int64_t{402});
            QCOMPARE(count_parameters(network).tensors.value(), std::int64_t{7});
            QCOMPARE(forward_macs(network).convolution.value(), std::int64_t{64 * 8 * 27 + 16 * 8 * 9});
            QCOMPARE(forward_macs(network).linear.value(), std::int64_t{80});
            QCOMPARE(network.buffer_elements.value(), expected.buffer_elements.value());
            QVERIFY(kept(network) == kept(expected));
            QCOMPARE(reading.imported.coverage.nodes, std::int64_t{8});
            QVERIFY(reading.imported.coverage.complete());
            QCOMPARE(reading.buffers, (std::vector<std::string>{"bn.running_mean", "bn.running_var"}));
            QCOMPARE(reading.imported.input.image_height, std::optional<std::int64_t>(8));
            QCOMPARE(reading.imported.input.channels, std::optional<std::int64_t>(3));
            QVERIFY(network.shape_of(network.outputs.front()) == Shape{10});
        });
    }

    void names_layers_after_their_weights()
    {
        const OnnxReading reading = read(small_convnet(std::string("N")).bytes());
        std::vector<std::string> names;
        for (const Operator& op : reading.imported.network.operators) names.push_back(op.name);
        QCOMPARE(names, (std::vector<std::string>{"conv", "bn", "c/Relu", "d/MaxPool", "depthwise",
                                                  "f/GlobalAveragePool", "g/Flatten", "head"}));
    }

    void reads_a_perceptron()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::string("batch"), std::int64_t{16}});
        linear(onnx, "up", "x", 16, 32);
        onnx.node("Relu", {"up"}, {"act"});
        linear(onnx, "down", "act", 32, 4);
        onnx.output("down");
        const OnnxReading reading = read(onnx.bytes());
        QCOMPARE(described(reading.issues), std::string());
        const Network& network = reading.imported.network;
        QCOMPARE(count_parameters(network).total.value(), std::int64_t{16 * 32 + 32 + 32 * 4 + 4});
        QCOMPARE(forward_macs(network).total().value(), std::int64_t{16 * 32 + 32 * 4});
        QCOMPARE(words(network), (std::vector<std::string>{"linear", "activation", "linear"}));
        // The input and the activation, each four bytes a number.
        QVERIFY(kept(network).per_sample == Bytes::of(4 * (16 + 32)));
        QCOMPARE(reading.imported.coverage.nodes, std::int64_t{5});
        QVERIFY(reading.imported.coverage.complete());
    }

    void reads_a_transformer_block()
    {
        const OnnxReading reading = read(transformer_block(std::int64_t{4}).bytes(13));
        QCOMPARE(described(reading.issues), std::string());
        QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
        const Network& network = reading.imported.network;
        // 4 (64 + 8) in attention, 2 x 256 + 32 + 8 in the feed-forward, 2 x 16 in the norms.
        QCOMPARE(count_parameters(network).total.value(), std::int64_t{872});
        QCOMPARE(forward_macs(network).linear.value(), std::int64_t{4 * (4 * 64 + 2 * 256)});
        QCOMPARE(forward_macs(network).attention.value(), std::int64_t{2 * (2 * 4 * 4 * 4)});
        QCOMPARE(forward_macs(network).other.value(), std::int64_t{0});
        QCOMPARE(words(network),
                 (std::vector<std::string>{"normalization", "linear", "linear", "linear", "copy", "copy",
                                           "matrix-product", "scale", "softmax", "copy", "matrix-product", "copy",
                                           "linear", "add", "normalization", "linear", "activation", "linear", "add"}));
        QVERIFY(network.shape_of(network.outputs.front()) == (Shape{4, 8}));
        QCOMPARE(reading.imported.input.sequence_length, std::optional<std::int64_t>(4));
    }

    /// Attention exported with a fixed batch: batch and heads merged and split by constant shapes.
    void a_fixed_batch_is_found_again_in_shapes()
    {
        const Rows<qint64> rows{
            {"one", 1},
            {"two", 2},
            {"sixteen", 16},
        };
        rows.each([&](auto batch) {
            OnnxWriter onnx;
            onnx.input("x", {std::int64_t{batch}, std::int64_t{4}, std::int64_t{8}});
            onnx.integers("split", {batch, 4, 2, 4});
            onnx.integers("merged", {batch * 2, 4, 4});
            onnx.integers("apart", {batch, 2, 4, 4});
            onnx.integers("joined", {batch, 4, 8});
            onnx.node("Reshape", {"x", "split"}, {"a"});
            onnx.node("Transpose", {"a"}, {"b"}, {{"perm", Ints{0, 2, 1, 3}}});
            onnx.node("Reshape", {"b", "merged"}, {"c"});
            onnx.node("Transpose", {"c"}, {"d"}, {{"perm", Ints{0, 2, 1}}});
            onnx.node("MatMul", {"c", "d"}, {"scores"});
            onnx.node("Softmax", {"scores"}, {"p"}, {{"axis", std::int64_t{-1}}});
            onnx.node("MatMul", {"p", "c"}, {"e"});
            onnx.node("Reshape", {"e", "apart"}, {"f"});
            onnx.node("Transpose", {"f"}, {"g"}, {{"perm", Ints{0, 2, 1, 3}}});
            onnx.node("Reshape", {"g", "joined"}, {"h"});
            onnx.node("Add", {"h", "x"}, {"y"});
            onnx.output("y");
            const OnnxReading reading = read(onnx.bytes());
            QCOMPARE(described(reading.issues), std::string());
            QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
            const Network& network = reading.imported.network;
            QVERIFY(network.shape_of(network.outputs.front()) == (Shape{4, 8}));
            QVERIFY(network.tensors[static_cast<std::size_t>(network.outputs.front())].per_sample);
            // Two heads of 4 x 4 x 4, twice.
            QCOMPARE(forward_macs(network).attention.value(), std::int64_t{2 * 2 * 64});
        });
    }

    /// Masks from ones and zeros, and position embeddings looked up by a stored list cut to the length of the text.
    void reads_masks_and_positions_of_encoders()
    {
        OnnxWriter onnx;
        onnx.input("tokens", {std::string("batch"), std::string("length")}, OnnxWriter::whole);
        onnx.input("mask", {std::string("batch"), std::string("length")}, OnnxWriter::whole);
        onnx.weight("word.weight", {100, 8});
        onnx.weight("place.weight", {12, 8});
        onnx.integers("places", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
        onnx.integers("front", {0});
        onnx.integers("second", {1});
        onnx.factor("one", 1.0F);
        onnx.factor("lowest", -1e30F);
        onnx.node("Unsqueeze", {"mask", "second"}, {"m1"});
        onnx.node("Cast", {"m1"}, {"m2"}, {{"to", std::int64_t{1}}});
        onnx.node("Sub", {"one", "m2"}, {"m3"});
        onnx.node("Mul", {"m3", "lowest"}, {"m4"});
        onnx.node("Shape", {"tokens"}, {"shape"});
        onnx.node("Gather", {"shape", "second"}, {"length"}, {{"axis", std::int64_t{0}}});
        onnx.node("Slice", {"places", "front", "length", "front"}, {"here"});
        onnx.node("Gather", {"word.weight", "tokens"}, {"w"});
        onnx.node("Gather", {"place.weight", "here"}, {"p"});
        onnx.node("Add", {"w", "p"}, {"x"});
        onnx.node("Transpose", {"x"}, {"t"}, {{"perm", Ints{0, 2, 1}}});
        onnx.node("MatMul", {"x", "t"}, {"scores"});
        onnx.node("Add", {"scores", "m4"}, {"masked"});
        onnx.node("Softmax", {"masked"}, {"y"}, {{"axis", std::int64_t{-1}}});
        onnx.output("y");
        ModelInput input;
        input.sequence_length = 6;
        const OnnxReading reading = read(onnx.bytes(), input);
        QCOMPARE(described(reading.issues), std::string());
        QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
        const Network& network = reading.imported.network;
        QCOMPARE(count_parameters(network).total.value(), std::int64_t{112 * 8});
        QVERIFY(network.shape_of(network.outputs.front()) == (Shape{6, 6}));
        QCOMPARE(forward_macs(network).attention.value(), std::int64_t{6 * 6 * 8});
    }

    void every_open_size_is_reported_once()
    {
        OnnxWriter onnx;
        onnx.input("image", {std::string("N"), std::int64_t{3}, std::string("height"), std::string("width")});
        onnx.input("ids", {std::string("N"), std::string("tokens")}, OnnxWriter::whole);
        onnx.input("mask", {std::string("N"), std::string("more tokens")}, OnnxWriter::whole);
        onnx.input("decoder_ids", {std::string("N"), std::string("answers")}, OnnxWriter::whole);
        onnx.node("Relu", {"image"}, {"y"});
        std::vector<std::string> expected;
        for (const JsonIssue& issue : read(onnx.bytes()).issues) {
            QCOMPARE(issue.code, std::string("open-dimension"));
            expected.push_back(issue.expected);
        }
        QCOMPARE(expected, (std::vector<std::string>{"image_height", "image_width", "sequence_length",
                                                     "target_sequence_length"}));
        // The length of the source is also that of the target if only one is given.
        ModelInput input;
        input.image_height = input.image_width = 8;
        input.sequence_length = 5;
        QCOMPARE(described(read(onnx.bytes(), input).issues), std::string());
    }

    void an_open_length_needs_a_number()
    {
        const std::string bytes = transformer_block(std::string("tokens")).bytes(13);
        QCOMPARE(described(read(bytes).issues), std::string("graph.input x[1] open-dimension"));
        ModelInput input;
        input.sequence_length = 16;
        const OnnxReading reading = read(bytes, input);
        QCOMPARE(described(reading.issues), std::string());
        QCOMPARE(forward_macs(reading.imported.network).linear.value(), std::int64_t{16 * (4 * 64 + 2 * 256)});
    }

    void lists_what_it_does_not_know()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::string("batch"), std::int64_t{16}});
        onnx.node("Relu", {"x"}, {"a"});
        onnx.node("TopK", {"a"}, {"b"});
        onnx.node("Relu", {"b"}, {"c"});
        onnx.output("c");
        const ImportCoverage coverage = read(onnx.bytes()).imported.coverage;
        QCOMPARE(coverage.nodes, std::int64_t{3});
        QCOMPARE(coverage.counted, std::int64_t{1});
        QCOMPARE(coverage.unknown, (std::vector<std::string>{"b/TopK (TopK)", "c/Relu (Relu)"}));
        // Neither reads weights or multiplies.
        QVERIFY(coverage.whole());
    }

    void goes_on_from_declared_shapes()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::string("batch"), std::int64_t{16}});
        onnx.node("Relu", {"x"}, {"a"});
        onnx.node("TopK", {"a"}, {"b"});
        onnx.declare("b", {std::string("batch"), std::int64_t{5}});
        onnx.node("Relu", {"b"}, {"c"});
        onnx.output("c");
        const OnnxReading reading = read(onnx.bytes());
        QCOMPARE(reading.imported.coverage.counted, std::int64_t{2});
        QVERIFY(reading.imported.network.shape_of(reading.imported.network.outputs.front()) == Shape{5});
    }

    void weights_of_unknown_nodes_are_parameters()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::int64_t{10}, std::int64_t{1}, std::int64_t{16}});
        onnx.weight("lstm.w", {1, 128, 16});
        onnx.weight("lstm.r", {1, 128, 32});
        onnx.node("Relu", {"x"}, {"a"});
        onnx.node("LSTM", {"a", "lstm.w", "lstm.r"}, {"y"});
        onnx.output("y");
        const OnnxReading reading = read(onnx.bytes());
        QCOMPARE(count_parameters(reading.imported.network).total.value(), std::int64_t{128 * 48});
        QCOMPARE(reading.imported.coverage.counted, std::int64_t{1});
    }

    /// A product with its bias is one layer; after a value of unknown shape neither may be lost.
    void weights_behind_unknown_values_are_parameters()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::string("batch"), std::int64_t{16}});
        onnx.weight("first.weight", {16, 8});
        onnx.weight("first.bias", {8});
        onnx.weight("second.weight", {8, 100});
        onnx.weight("second.bias", {100});
        onnx.node("MatMul", {"x", "first.weight"}, {"a"});
        onnx.node("Add", {"a", "first.bias"}, {"b"});
        onnx.node("TopK", {"b"}, {"c"});
        onnx.node("MatMul", {"c", "second.weight"}, {"d"});
        onnx.node("Add", {"d", "second.bias"}, {"y"});
        onnx.output("y");
        const OnnxReading reading = read(onnx.bytes());
        QCOMPARE(count_parameters(reading.imported.network).total.value(), std::int64_t{16 * 8 + 8 + 8 * 100 + 100});
        const ImportCoverage& coverage = reading.imported.coverage;
        QCOMPARE(coverage.nodes, std::int64_t{5});
        QCOMPARE(coverage.counted, std::int64_t{2});
        QCOMPARE(coverage.missing.size(), std::size_t{2});
        QVERIFY(!coverage.whole());
    }

    /// Weights in Constant nodes are ordinary layer weights.
    void constants_can_be_weights()
    {
        OnnxWriter onnx;
        onnx.input("x", {std::string("batch"), std::int64_t{16}});
        onnx.constant_weight("w", {16, 8});
        onnx.node("LRN", {"x"}, {"a"});
        onnx.node("MatMul", {"a", "w"}, {"y"});
        onnx.output("y");
        const OnnxReading reading = read(onnx.bytes());
        QVERIFY(reading.imported.coverage.complete());
        QCOMPARE(forward_macs(reading.imported.network).linear.value(), std::int64_t{16 * 8});
        QCOMPARE(count_parameters(reading.imported.network).total.value(), std::int64_t{16 * 8});
    }

    void shapes()
    {
        const Rows<QByteArray, QByteArray, QList<qint64>, QList<qint64>, QList<qint64>> rows{
            {"transpose", "Transpose", "perm", {0, 2, 3, 1}, {}, {6, 6, 4}},
            {"flatten", "Flatten", "axis", {1}, {}, {144}},
            {"flatten behind channels", "Flatten", "axis", {2}, {}, {4, 36}},
            {"reshape, derived", "Reshape", "", {}, {0, -1}, {144}},
            {"reshape, batch derived", "Reshape", "", {}, {-1, 4, 36}, {4, 36}},
            {"tokens", "Reshape", "", {}, {0, 4, -1}, {4, 36}},
            {"one axis more", "Unsqueeze", "", {}, {1}, {1, 4, 6, 6}},
            {"padded", "Pad", "", {}, {0, 0, 1, 2, 0, 0, 1, 2}, {4, 8, 10}},
            {"repeated", "Tile", "", {}, {1, 2, 1, 3}, {8, 6, 18}},
            {"pooled", "AveragePool", "kernel_shape", {3, 2}, {}, {4, 4, 5}},
            {"mean over the map", "ReduceMean", "axes", {2, 3}, {}, {4, 1, 1}},
            {"to space", "DepthToSpace", "blocksize", {2}, {}, {1, 12, 12}},
            {"to depth", "SpaceToDepth", "blocksize", {3}, {}, {36, 2, 2}},
            {"resized", "Resize", "", {}, {1, 4, 12, 9}, {4, 12, 9}},
            {"stretched", "Expand", "", {}, {5, 1, 1, 1, 1}, {5, 4, 6, 6}},
        };
        rows.each(
            [&](const auto& kind, const auto& attribute, const auto& numbers, const auto& list, const auto& expected) {
                OnnxWriter onnx;
                onnx.input("x", {std::string("batch"), std::int64_t{4}, std::int64_t{6}, std::int64_t{6}});
                std::vector<std::string> inputs{"x"};
                std::vector<OnnxWriter::Attribute> attributes;
                if (!attribute.isEmpty() && numbers.size() == 1)
                    attributes.push_back({attribute.toStdString(), std::int64_t{numbers.front()}});
                else if (!attribute.isEmpty())
                    attributes.push_back({attribute.toStdString(), Ints(numbers.begin(), numbers.end())});
                if (!list.isEmpty()) {
                    onnx.integers("list", Ints(list.begin(), list.end()));
                    if (kind == "Resize") inputs.insert(inputs.end(), {"", ""});
                    inputs.emplace_back("list");
                }
                onnx.node(kind.toStdString(), inputs, {"y"}, attributes);
                onnx.node("Relu", {"y"}, {"z"});
                onnx.output("z");
                QCOMPARE(extents_of_output(read_onnx(onnx)), expected);
            });
    }

    void tied_weights_are_one_parameter()
    {
        OnnxWriter onnx;
        onnx.input("tokens", {std::string("batch"), std::int64_t{7}}, OnnxWriter::whole);
        onnx.weight("table", {100, 8});
        onnx.node("Gather", {"table", "tokens"}, {"x"});
        onnx.node("Transpose", {"table"}, {"turned"}, {{"perm", Ints{1, 0}}});
        onnx.node("MatMul", {"x", "turned"}, {"logits"});
        onnx.output("logits");
        const OnnxReading reading = read(onnx.bytes());
        QCOMPARE(reading.imported.coverage.unknown, std::vector<std::string>{});
        QCOMPARE(count_parameters(reading.imported.network).total.value(), std::int64_t{800});
        QCOMPARE(forward_macs(reading.imported.network).linear.value(), std::int64_t{7 * 800});
    }

    void reports_errors()
    {
        const std::string sound = small_convnet(std::string("N")).bytes();
        OnnxWriter no_input;
        no_input.node("Relu", {"x"}, {"y"});
        OnnxWriter no_operator;
        no_operator.input("x", {std::string("batch"), std::int64_t{3}});
        no_operator.node("TopK", {"x"}, {"y"});
        OnnxWriter open_map;
        open_map.input("x", {std::string("batch"), std::int64_t{3}, std::string("height"), std::int64_t{8}});
        open_map.node("Relu", {"x"}, {"y"});
        // It would count for the memory and could not be read back from a project.
        OnnxWriter vast = small_convnet(std::string("N"));
        vast.weight_elsewhere("spare", {std::int64_t{1} << 40, std::int64_t{1} << 20});
        OnnxWriter many = small_convnet(std::string("N"));
        for (const char* name : {"one", "two"}) many.weight_elsewhere(name, {600'000'000, 1'000'000});
        OnnxWriter negative;
        negative.input("x", {std::string("batch"), std::int64_t{3}});
        negative.weight("w", {});
        const Rows<std::string, std::string> rows{
            {"empty file", "", "no-graph"},
            {"no graph", OnnxWriter::number(1, 8), "no-graph"},
            {"graph without nodes", OnnxWriter::text(7, OnnxWriter::text(2, "g")), "no-graph"},
            {"truncated in the middle", sound.substr(0, sound.size() / 2), "truncated-file"},
            {"number of eleven bytes", std::string(11, '\xff'), "bad-wire"},
            {"number without end", "\x08\xff", "truncated-file"},
            {"field number zero", std::string("\0\0", 2), "bad-wire"},
            {"unknown wire type", "\x0b", "bad-wire"},
            {"graph longer than the file", "\x3a\x7f", "truncated-file"},
            {"node longer than the graph", "\x3a\x02\x0a\x7f" + std::string(200, ' '), "bad-wire"},
            {"text, not protobuf", "{\"model\": 1}", "bad-wire"},
            {"no input", no_input.bytes(), "no-input"},
            {"nothing counted", no_operator.bytes(), "nothing-counted"},
            {"open height", open_map.bytes(), "open-dimension"},
            // It would count for the memory and could not be read back from a project.
            {"unused weight of 2^60 elements", vast.bytes(), "out-of-range"},
            {"unused weights too large together", many.bytes(), "out-of-range"},
            {"negative extent",
             OnnxWriter::text(7, OnnxWriter::text(5, OnnxWriter::number(1, -1) + OnnxWriter::number(2, 1))),
             "bad-wire"},
        };
        rows.each([](const auto& file, const auto& code) {
            const OnnxReading reading = read(file);
            QCOMPARE(reading.issues.size(), std::size_t{1});
            QCOMPARE(reading.issues.front().code, code);
        });
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
                // Any result that is read can be counted.
                QVERIFY(!analyse(reading.imported.network, {}).facts.empty());
                QVERIFY(count_parameters(reading.imported.network).total >= Count(0));
            }
        }
    }
};

RIGWRIGHT_TEST(ImportOnnxTest)

} // namespace rigwright::test::tst_import_onnx

#include "tst_import_onnx.moc"
