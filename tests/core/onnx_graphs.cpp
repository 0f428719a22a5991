// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/onnx_graphs.h"

namespace rigwright::test {

namespace {

using Ints = std::vector<std::int64_t>;
using Attributes = std::vector<OnnxWriter::Attribute>;

std::function<void(OnnxWriter&)> one(const char* kind, const Attributes& attributes = {})
{
    return [=](OnnxWriter& onnx) { onnx.node(kind, {"x"}, {"y"}, attributes); };
}

/// With whole numbers as the second input.
std::function<void(OnnxWriter&)> with_list(const char* kind, const Ints& list, const Attributes& attributes = {})
{
    return [=](OnnxWriter& onnx) {
        onnx.integers("list", list);
        onnx.node(kind, {"x", "list"}, {"y"}, attributes);
    };
}

/// With stored arrays as further inputs.
std::function<void(OnnxWriter&)> with_weights(const char* kind, const std::vector<Ints>& weights,
                                              const Attributes& attributes = {})
{
    return [=](OnnxWriter& onnx) {
        std::vector<std::string> inputs{"x"};
        for (const Ints& extents : weights) {
            inputs.push_back("w" + std::to_string(inputs.size()));
            onnx.weight(inputs.back(), extents);
        }
        onnx.node(kind, inputs, {"y"}, attributes);
    };
}

std::function<void(OnnxWriter&)> with_number(const char* kind, float number, bool first = false)
{
    return [=](OnnxWriter& onnx) {
        onnx.factor("number", number);
        onnx.node(kind, first ? std::vector<std::string>{"number", "x"} : std::vector<std::string>{"x", "number"},
                  {"y"});
    };
}

std::function<void(OnnxWriter&)> sliced(const Ints& from, const Ints& to, const Ints& axes, const Ints& steps)
{
    return [=](OnnxWriter& onnx) {
        onnx.integers("from", from);
        onnx.integers("to", to);
        onnx.integers("axes", axes);
        onnx.integers("steps", steps);
        onnx.node("Slice", {"x", "from", "to", "axes", "steps"}, {"y"});
    };
}

/// Two pieces of the channels, one after the other again.
std::function<void(OnnxWriter&)> split(const std::vector<std::string>& inputs, const Attributes& attributes)
{
    return [=](OnnxWriter& onnx) {
        onnx.integers("sizes", {1, 3});
        onnx.node("Split", inputs, {"a", "b"}, attributes);
        onnx.node("Relu", {"a"}, {"c"});
        onnx.node("Concat", {"c", "b"}, {"y"}, {{"axis", std::int64_t{1}}});
    };
}

void hardswish_written_out(OnnxWriter& onnx)
{
    onnx.factor("three", 3.0F);
    onnx.factor("six", 6.0F);
    onnx.node("Add", {"x", "three"}, {"a"});
    onnx.node("Clip", {"a"}, {"b"});
    onnx.node("Mul", {"x", "b"}, {"c"});
    onnx.node("Div", {"c", "six"}, {"y"});
}

void quick_gelu(OnnxWriter& onnx)
{
    onnx.factor("slope", 1.702F);
    onnx.node("Mul", {"x", "slope"}, {"a"});
    onnx.node("Sigmoid", {"a"}, {"b"});
    onnx.node("Mul", {"x", "b"}, {"y"});
}

/// The half first and the root as a factor.
void gelu_the_other_way(OnnxWriter& onnx)
{
    onnx.factor("half", 0.5F);
    onnx.factor("root", 0.70710678F);
    onnx.factor("one", 1.0F);
    onnx.node("Mul", {"x", "half"}, {"halved"});
    onnx.node("Mul", {"x", "root"}, {"a"});
    onnx.node("Erf", {"a"}, {"b"});
    onnx.node("Add", {"b", "one"}, {"c"});
    onnx.node("Mul", {"halved", "c"}, {"y"});
}

/// The usual way: x (1 + erf(x / root of 2)) / 2.
void gelu_written_out(OnnxWriter& onnx)
{
    onnx.factor("root", 1.41421356F);
    onnx.factor("one", 1.0F);
    onnx.factor("half", 0.5F);
    onnx.node("Div", {"x", "root"}, {"a"});
    onnx.node("Erf", {"a"}, {"b"});
    onnx.node("Add", {"b", "one"}, {"c"});
    onnx.node("Mul", {"x", "c"}, {"d"});
    onnx.node("Mul", {"d", "half"}, {"y"});
}

/// As files before opset 17 write a layer norm.
void layer_norm_written_out(OnnxWriter& onnx)
{
    onnx.weight("scale", {6});
    onnx.weight("shift", {6});
    onnx.factor("two", 2.0F);
    onnx.factor("epsilon", 1e-5F);
    onnx.node("ReduceMean", {"x"}, {"mean"}, {{"axes", Ints{-1}}});
    onnx.node("Sub", {"x", "mean"}, {"centred"});
    onnx.node("Pow", {"centred", "two"}, {"square"});
    onnx.node("ReduceMean", {"square"}, {"variance"}, {{"axes", Ints{-1}}});
    onnx.node("Add", {"variance", "epsilon"}, {"shifted"});
    onnx.node("Sqrt", {"shifted"}, {"root"});
    onnx.node("Div", {"centred", "root"}, {"normal"});
    onnx.node("Mul", {"normal", "scale"}, {"scaled"});
    onnx.node("Add", {"scaled", "shift"}, {"y"});
}

/// As files before opset 18 write a group norm of two groups.
void group_norm_written_out(OnnxWriter& onnx)
{
    onnx.integers("folded", {0, 2, -1});
    onnx.weight("ones", {2});
    onnx.weight("zeros", {2});
    onnx.integers("whole", {0, 4, 6, 6});
    onnx.weight("scale", {4, 1, 1});
    onnx.weight("shift", {4, 1, 1});
    onnx.node("Reshape", {"x", "folded"}, {"a"});
    onnx.node("InstanceNormalization", {"a", "ones", "zeros"}, {"b"});
    onnx.node("Reshape", {"b", "whole"}, {"c"});
    onnx.node("Mul", {"c", "scale"}, {"d"});
    onnx.node("Add", {"d", "shift"}, {"y"});
}

} // namespace

const std::vector<SmallGraph>& understood_graphs()
{
    const Ints pair{2, 2};
    static const std::vector<SmallGraph> all{
        {"a curve with a slope", one("Elu"), "activation", {4, 6, 6}},
        {"the smooth ramp", one("Gelu", {{"approximate", std::string("tanh")}}), "activation", {4, 6, 6}},
        {"x times sigmoid",
         [](OnnxWriter& onnx) {
             onnx.node("Sigmoid", {"x"}, {"a"});
             onnx.node("Mul", {"a", "x"}, {"y"});
         },
         "activation",
         {4, 6, 6}},
        {"x times hard sigmoid",
         [](OnnxWriter& onnx) {
             onnx.node("HardSigmoid", {"x"}, {"a"});
             onnx.node("Mul", {"x", "a"}, {"y"});
         },
         "activation",
         {4, 6, 6}},
        {"hardswish written out", hardswish_written_out, "activation", {4, 6, 6}},
        {"quick gelu", quick_gelu, "activation", {4, 6, 6}},
        {"gelu written out", gelu_written_out, "activation", {4, 6, 6}},
        {"layer norm written out", layer_norm_written_out, "normalization", {4, 6, 6}, 12},
        {"gelu, the half first", gelu_the_other_way, "activation", {4, 6, 6}},
        {"a slope for each channel", with_weights("PRelu", {{4, 1, 1}}), "activation", {4, 6, 6}, 4},
        {"opposite", one("Neg"), "scale", {4, 6, 6}},
        {"times a number", with_number("Mul", 3.0F), "scale", {4, 6, 6}},
        {"a number less x", with_number("Sub", 1.0F, true), "add", {4, 6, 6}},
        {"a number by x", with_number("Div", 1.0F, true), "activation", {4, 6, 6}},
        {"root as a power", with_number("Pow", 0.5F), "activation", {4, 6, 6}},
        {"one by the root as a power", with_number("Pow", -0.5F), "activation", {4, 6, 6}},
        {"square as a power", with_number("Pow", 2.0F), "activation", {4, 6, 6}},
        {"times stored numbers", with_weights("Mul", {{4, 1, 1}}), "multiply", {4, 6, 6}, 4},
        {"three summands",
         [](OnnxWriter& onnx) {
             onnx.node("Relu", {"x"}, {"a"});
             onnx.node("Tanh", {"x"}, {"b"});
             onnx.node("Sum", {"x", "a", "b"}, {"y"});
         },
         "activation activation add add",
         {4, 6, 6}},
        {"one summand", one("Sum"), "", {4, 6, 6}},
        {"a smaller map and a larger",
         [](OnnxWriter& onnx) {
             onnx.node("GlobalMaxPool", {"x"}, {"a"});
             onnx.node("Mul", {"a", "x"}, {"y"});
         },
         "pooling multiply",
         {4, 6, 6}},
        {"is greater than a number", with_number("Greater", 0.0F), "copy", {4, 6, 6}},
        {"is no number", one("IsNaN"), "copy", {4, 6, 6}},
        {"x where it is positive",
         [](OnnxWriter& onnx) {
             onnx.factor("zero", 0.0F);
             onnx.node("Greater", {"x", "zero"}, {"holds"});
             onnx.node("Where", {"holds", "x", "zero"}, {"y"});
         },
         "copy mask",
         {4, 6, 6}},
        {"logarithm of shares", one("LogSoftmax", {{"axis", std::int64_t{1}}}), "softmax", {4, 6, 6}},
        {"dropout as it was", one("Dropout", {{"ratio", 0.3}}), "dropout", {4, 6, 6}},
        {"dropout of nothing", one("Dropout", {{"ratio", 0.0}}), "", {4, 6, 6}},
        {"norm of each map", with_weights("InstanceNormalization", {{4}, {4}}), "normalization", {4, 6, 6}, 8},
        {"norm of groups",
         with_weights("GroupNormalization", {{4}, {4}}, {{"num_groups", std::int64_t{2}}}),
         "normalization",
         {4, 6, 6},
         8},
        {"norm of groups written out", group_norm_written_out, "normalization", {4, 6, 6}, 8},
        {"norm of the rows", with_weights("LayerNormalization", {{6}, {6}}), "normalization", {4, 6, 6}, 12},
        {"norm without a mean",
         with_weights("RMSNormalization", {{6}}, {{"axis", std::int64_t{3}}}),
         "normalization",
         {4, 6, 6},
         6},
        {"window that rounds up",
         one("MaxPool", {{"kernel_shape", Ints{3, 3}}, {"strides", pair}, {"ceil_mode", std::int64_t{1}}}),
         "pooling",
         {4, 3, 3}},
        {"window that keeps the size",
         one("AveragePool", {{"kernel_shape", Ints{3, 3}}, {"strides", pair}, {"auto_pad", std::string("SAME_UPPER")}}),
         "pooling",
         {4, 3, 3}},
        {"sum over the map, axes gone", with_list("ReduceSum", {2, 3}, {{"keepdims", std::int64_t{0}}}), "mean", {4}},
        {"extreme over channels", one("ReduceMax", {{"axes", Ints{1}}}), "pooling", {1, 6, 6}},
        {"nothing to reduce", one("ReduceSum", {{"noop_with_empty_axes", std::int64_t{1}}}), "", {4, 6, 6}},
        {"place of the largest",
         one("ArgMax", {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}}),
         "copy",
         {6, 6}},
        {"turned around", one("Transpose", {{"perm", Ints{0, 3, 2, 1}}}), "", {6, 6, 4}},
        {"an axis of one gone",
         [](OnnxWriter& onnx) {
             onnx.node("GlobalAveragePool", {"x"}, {"a"});
             onnx.integers("axes", {-1, 2});
             onnx.node("Squeeze", {"a", "axes"}, {"y"});
         },
         "pooling",
         {4}},
        {"every axis of one gone",
         [](OnnxWriter& onnx) {
             onnx.node("GlobalAveragePool", {"x"}, {"a"});
             onnx.node("Squeeze", {"a"}, {"y"});
         },
         "pooling",
         {4}},
        {"to another real format", one("Cast", {{"to", std::int64_t{10}}}), "", {4, 6, 6}},
        {"to whole numbers", one("Cast", {{"to", std::int64_t{7}}}), "copy", {4, 6, 6}},
        {"pieces by a list", split({"x", "sizes"}, {{"axis", std::int64_t{1}}}), "activation concatenate", {4, 6, 6}},
        {"pieces of one size", split({"x"}, {{"axis", std::int64_t{1}}}), "activation concatenate", {4, 6, 6}},
        {"a middle", sliced({1, 2}, {3, 6}, {1, 3}, {1, 2}), "", {2, 6, 2}},
        {"backwards", sliced({-1}, {-9223372036854775807}, {2}, {-1}), "", {4, 6, 6}},
        {"backwards by two", sliced({5}, {0}, {3}, {-2}), "copy", {4, 6, 3}},
        {"the whole batch", sliced({0}, {9223372036854775807}, {0}, {1}), "", {4, 6, 6}},
        {"one place", with_list("Gather", {2}, {{"axis", std::int64_t{1}}}), "copy", {1, 6, 6}},
        {"a stretch of ones",
         [](OnnxWriter& onnx) {
             onnx.node("GlobalAveragePool", {"x"}, {"a"});
             onnx.integers("wanted", {-1, 4, 6, 6});
             onnx.node("Expand", {"a", "wanted"}, {"b"});
             onnx.node("Add", {"b", "x"}, {"y"});
         },
         "pooling add",
         {4, 6, 6}},
        {"nothing padded", with_list("Pad", {0, 0, 0, 0, 0, 0, 0, 0}), "", {4, 6, 6}},
        {"twice the size",
         [](OnnxWriter& onnx) {
             onnx.integers("sizes", {1, 4, 12, 12});
             onnx.node("Resize", {"x", "", "", "sizes"}, {"y"}, {{"mode", std::string("linear")}});
         },
         "resize",
         {4, 12, 12}},
        {"signs", one("Sign"), "copy", {4, 6, 6}},
        {"groups of channels",
         with_weights("Conv", {{8, 2, 3, 3}, {8}},
                      {{"group", std::int64_t{2}}, {"strides", pair}, {"pads", Ints{1, 1, 1, 1}}}),
         "convolution",
         {8, 3, 3},
         152},
        {"seen backwards",
         with_weights("ConvTranspose", {{4, 3, 2, 2}, {3}}, {{"strides", pair}}),
         "transposed-convolution",
         {3, 12, 12},
         51},
        {"seen backwards to a stated size",
         with_weights("ConvTranspose", {{4, 3, 3, 3}},
                      {{"strides", pair}, {"output_shape", Ints{11, 12}}, {"output_padding", Ints{0, 1}}}),
         "transposed-convolution",
         {3, 11, 12},
         108},
        {"rows by a stored matrix", with_weights("MatMul", {{6, 5}}), "linear", {4, 6, 5}, 30},
        {"the map by its columns",
         [](OnnxWriter& onnx) {
             onnx.node("Transpose", {"x"}, {"turned"}, {{"perm", Ints{0, 1, 3, 2}}});
             onnx.node("MatMul", {"x", "turned"}, {"y"});
         },
         "copy matrix-product",
         {4, 6, 6}},
        {"a product by letters",
         [](OnnxWriter& onnx) {
             onnx.node("Tanh", {"x"}, {"a"});
             onnx.node("Einsum", {"x", "a"}, {"y"}, {{"equation", std::string("bchw, bcvw -> bchv")}});
         },
         "activation matrix-product",
         {4, 6, 6}},
    };
    return all;
}

const std::vector<SmallGraph>& refused_graphs()
{
    static const std::vector<SmallGraph> all{
        {"no slope stored", with_number("PRelu", 0.1F), "", {}},
        {"more than all dropped", one("Dropout", {{"ratio", 1.5}}), "", {}},
        {"groups that do not divide",
         with_weights("GroupNormalization", {{4}, {4}}, {{"num_groups", std::int64_t{3}}}),
         "",
         {}},
        {"a window larger than the map", one("MaxPool", {{"kernel_shape", Ints{9, 9}}}), "", {}},
        {"a window of three sides", one("MaxPool", {{"kernel_shape", Ints{2, 2, 2}}}), "", {}},
        {"a window without a size", one("AveragePool"), "", {}},
        {"a sum over the batch", one("ReduceSum", {{"axes", Ints{0}}}), "", {}},
        {"an axis that is not there", one("ArgMax", {{"axis", std::int64_t{7}}}), "", {}},
        {"the largest of the batch", one("ArgMax", {{"axis", std::int64_t{0}}}), "", {}},
        {"an axis twice", one("Transpose", {{"perm", Ints{0, 1, 1, 3}}}), "", {}},
        {"too few axes", one("Transpose", {{"perm", Ints{0, 1}}}), "", {}},
        {"an axis of six squeezed", with_list("Squeeze", {2}), "", {}},
        {"a new axis twice", with_list("Unsqueeze", {1, 1}), "", {}},
        {"flat behind the last axis", one("Flatten", {{"axis", std::int64_t{9}}}), "", {}},
        {"another number of elements", with_list("Reshape", {0, 7, 7}), "", {}},
        {"a stretch that does not fit", with_list("Expand", {1, 3, 6, 6}), "", {}},
        {"pieces that are not the whole", split({"x", "sizes"}, {{"axis", std::int64_t{2}}}), "", {}},
        {"pieces of the batch", split({"x"}, {{"axis", std::int64_t{0}}}), "", {}},
        {"no step", sliced({0}, {6}, {2}, {0}), "", {}},
        {"nothing left", sliced({4}, {4}, {2}, {1}), "", {}},
        {"half of the batch", sliced({0}, {1}, {0}, {2}), "", {}},
        {"a place in the batch", with_list("Gather", {0}, {{"axis", std::int64_t{0}}}), "", {}},
        {"a padded batch", with_list("Pad", {1, 0, 0, 0, 0, 0, 0, 0}), "", {}},
        {"pads for other axes", with_list("Pad", {0, 1}), "", {}},
        {"no copy at all", with_list("Tile", {1, 0, 1, 1}), "", {}},
        {"no size to resize to", one("Resize"), "", {}},
        {"blocks that do not divide", one("SpaceToDepth", {{"blocksize", std::int64_t{4}}}), "", {}},
        {"other channels than the weight's", with_weights("Conv", {{8, 3, 3, 3}}), "", {}},
        {"groups that do not divide the channels",
         with_weights("Conv", {{8, 2, 3, 3}}, {{"group", std::int64_t{3}}}),
         "",
         {}},
        {"other channels seen backwards", with_weights("ConvTranspose", {{3, 4, 2, 2}}), "", {}},
        {"another depth", with_weights("MatMul", {{5, 6}}), "", {}},
        {"a map as a matrix", with_weights("Gemm", {{6, 6}}), "", {}},
        {"letters that do not fit",
         [](OnnxWriter& onnx) {
             onnx.node("Tanh", {"x"}, {"a"});
             onnx.node("Einsum", {"x", "a"}, {"y"}, {{"equation", std::string("bch,bcvw->bchv")}});
         },
         "",
         {}},
        {"letters without an arrow",
         [](OnnxWriter& onnx) {
             onnx.node("Tanh", {"x"}, {"a"});
             onnx.node("Einsum", {"x", "a"}, {"y"}, {{"equation", std::string("bchw,bchw")}});
         },
         "",
         {}},
        {"maps of different sizes",
         [](OnnxWriter& onnx) {
             onnx.node("MaxPool", {"x"}, {"a"}, {{"kernel_shape", Ints{2, 2}}});
             onnx.node("Add", {"x", "a"}, {"y"});
         },
         "",
         {}},
        {"maps of different sizes in a row",
         [](OnnxWriter& onnx) {
             onnx.node("MaxPool", {"x"}, {"a"}, {{"kernel_shape", Ints{2, 2}}});
             onnx.node("Concat", {"x", "a"}, {"y"}, {{"axis", std::int64_t{1}}});
         },
         "",
         {}},
    };
    return all;
}

OnnxWriter written(const SmallGraph& graph, const OnnxChange& change, const std::function<void(OnnxWriter&)>& before)
{
    OnnxWriter onnx;
    onnx.input("x", {std::string("batch"), std::int64_t{4}, std::int64_t{6}, std::int64_t{6}});
    if (before) before(onnx);
    onnx.change_nodes(change);
    graph.write(onnx);
    onnx.node("Relu", {"y"}, {"z"});
    onnx.output("z");
    return onnx;
}

} // namespace rigwright::test
