// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rigwright::test {

/// Writes small ONNX models in the protobuf wire format, field by field as onnx.proto numbers them.
class OnnxWriter {
public:
    /// A number, or the name of an extent that is open.
    using Extent = std::variant<std::int64_t, std::string>;

    struct Attribute {
        std::string name;
        std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>> value;
    };

    struct Node {
        std::string kind;
        std::vector<std::string> inputs;
        std::vector<std::string> outputs;
        std::vector<Attribute> attributes;
    };

    static constexpr int real = 1;
    static constexpr int whole = 7;

    static std::string varint(std::uint64_t value)
    {
        std::string bytes;
        for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
        return bytes + static_cast<char>(value);
    }
    static std::string number(std::uint64_t field, std::int64_t value)
    {
        return varint(field << 3) + varint(static_cast<std::uint64_t>(value));
    }
    static std::string text(std::uint64_t field, const std::string& bytes)
    {
        return varint((field << 3) | 2) + varint(bytes.size()) + bytes;
    }
    static std::string single(std::uint64_t field, float value)
    {
        std::string bytes = varint((field << 3) | 5);
        return bytes + std::string(reinterpret_cast<const char*>(&value), 4);
    }

    void input(const std::string& name, const std::vector<Extent>& extents, int type = real)
    {
        graph_ += text(11, value_info(name, extents, type));
    }
    void output(const std::string& name) { graph_ += text(12, text(1, name)); }
    void declare(const std::string& name, const std::vector<Extent>& extents)
    {
        graph_ += text(13, value_info(name, extents, real));
    }

    /// A stored array of zeros.
    void weight(const std::string& name, const std::vector<std::int64_t>& extents)
    {
        graph_ += text(5, zeros(extents) + text(8, name));
    }
    /// The same in a Constant node.
    void constant_weight(const std::string& name, const std::vector<std::int64_t>& extents)
    {
        node_bytes("Constant", {}, {name}, text(5, text(1, "value") + text(5, zeros(extents)) + number(20, 4)));
    }
    /// A weight stored in another file.
    void weight_elsewhere(const std::string& name, const std::vector<std::int64_t>& extents)
    {
        std::string tensor;
        for (const std::int64_t extent : extents) tensor += number(1, extent);
        graph_ += text(5, tensor + number(2, real) + text(8, name));
    }
    void integers(const std::string& name, const std::vector<std::int64_t>& values)
    {
        graph_ += text(5, integer_tensor(values) + text(8, name));
    }
    /// A constant of one number, as exporters write it.
    void factor(const std::string& name, float value)
    {
        const std::string tensor = number(2, real) + text(9, std::string(reinterpret_cast<const char*>(&value), 4));
        node_bytes("Constant", {}, {name}, text(5, text(1, "value") + text(5, tensor) + number(20, 4)));
    }
    void index(const std::string& name, std::int64_t value)
    {
        const std::string tensor = number(2, whole) + text(7, varint(static_cast<std::uint64_t>(value)));
        node_bytes("Constant", {}, {name}, text(5, text(1, "value") + text(5, tensor) + number(20, 4)));
    }

    /// A tensor of the shape in `shape`, full of one whole number.
    void filled(const std::string& name, const std::string& shape, std::int64_t value)
    {
        node_bytes("ConstantOfShape", {shape}, {name},
                   text(5, text(1, "value") + text(5, integer_tensor({value})) + number(20, 4)));
    }

    void node(const std::string& kind, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
              const std::vector<Attribute>& attributes = {})
    {
        Node node{kind, inputs, outputs, attributes};
        if (change_) change_(node);
        std::string bytes;
        for (const Attribute& attribute : node.attributes) bytes += text(5, attribute_bytes(attribute));
        node_bytes(node.kind, node.inputs, node.outputs, bytes);
    }
    /// From now on nodes pass through `change` before they are written.
    void change_nodes(std::function<void(Node&)> change) { change_ = std::move(change); }

    std::string bytes(std::int64_t opset = 17) const
    {
        return number(1, 8) + text(2, "rigwright") + text(7, graph_) + text(8, text(1, "") + number(2, opset));
    }

private:
    static std::string value_info(const std::string& name, const std::vector<Extent>& extents, int type)
    {
        std::string shape;
        for (const Extent& extent : extents) {
            const auto* count = std::get_if<std::int64_t>(&extent);
            shape += text(1, count != nullptr ? number(1, *count) : text(2, std::get<std::string>(extent)));
        }
        return text(1, name) + text(2, text(1, number(1, type) + text(2, shape)));
    }

    static std::string zeros(const std::vector<std::int64_t>& extents)
    {
        std::string tensor;
        std::size_t bytes = 4;
        for (const std::int64_t extent : extents) {
            tensor += number(1, extent);
            bytes *= static_cast<std::size_t>(extent);
        }
        return tensor + number(2, real) + text(9, std::string(bytes, '\0'));
    }

    static std::string integer_tensor(const std::vector<std::int64_t>& values)
    {
        std::string packed;
        for (const std::int64_t value : values) packed += varint(static_cast<std::uint64_t>(value));
        return number(1, static_cast<std::int64_t>(values.size())) + number(2, whole) + text(7, packed);
    }

    static std::string attribute_bytes(const Attribute& attribute)
    {
        std::string bytes = text(1, attribute.name);
        if (const auto* count = std::get_if<std::int64_t>(&attribute.value))
            return bytes + number(3, *count) + number(20, 2);
        if (const auto* share = std::get_if<double>(&attribute.value))
            return bytes + single(2, static_cast<float>(*share)) + number(20, 1);
        if (const auto* word = std::get_if<std::string>(&attribute.value))
            return bytes + text(4, *word) + number(20, 3);
        for (const std::int64_t value : std::get<std::vector<std::int64_t>>(attribute.value)) bytes += number(8, value);
        return bytes + number(20, 7);
    }

    void node_bytes(const std::string& kind, const std::vector<std::string>& inputs,
                    const std::vector<std::string>& outputs, const std::string& attributes)
    {
        std::string bytes;
        for (const std::string& name : inputs) bytes += text(1, name);
        for (const std::string& name : outputs) bytes += text(2, name);
        graph_ += text(1, bytes + text(3, "/" + (outputs.empty() ? "" : outputs.front()) + "/" + kind) + text(4, kind) +
                              attributes);
    }

    std::string graph_;
    std::function<void(Node&)> change_;
};

/// Convolution, batch norm, pooling, depthwise convolution, classifier: 402 parameters on 3 x 8 x 8.
inline OnnxWriter small_convnet(const OnnxWriter::Extent& batch)
{
    using Ints = std::vector<std::int64_t>;
    OnnxWriter onnx;
    onnx.input("image", {batch, std::int64_t{3}, std::int64_t{8}, std::int64_t{8}});
    onnx.weight("conv.weight", {8, 3, 3, 3});
    onnx.weight("conv.bias", {8});
    for (const char* part : {"weight", "bias", "running_mean", "running_var"})
        onnx.weight(std::string("bn.") + part, {8});
    onnx.weight("depthwise.weight", {8, 1, 3, 3});
    onnx.weight("head.weight", {10, 8});
    onnx.weight("head.bias", {10});
    onnx.node("Conv", {"image", "conv.weight", "conv.bias"}, {"a"},
              {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
    onnx.node("BatchNormalization", {"a", "bn.weight", "bn.bias", "bn.running_mean", "bn.running_var"}, {"b"});
    onnx.node("Relu", {"b"}, {"c"});
    onnx.node("MaxPool", {"c"}, {"d"}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}});
    onnx.node("Conv", {"d", "depthwise.weight"}, {"e"},
              {{"group", std::int64_t{8}}, {"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
    onnx.node("GlobalAveragePool", {"e"}, {"f"});
    onnx.node("Flatten", {"f"}, {"g"}, {{"axis", std::int64_t{1}}});
    onnx.node("Gemm", {"g", "head.weight", "head.bias"}, {"logits"}, {{"transB", std::int64_t{1}}});
    onnx.output("logits");
    return onnx;
}

} // namespace rigwright::test
