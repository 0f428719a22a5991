// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importing/onnx/onnx_graph.h"
#include "core/importing/onnx/onnx_values.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rigwright {

/// Layers that exporters write as multiple nodes because the file's opset has no operator for them. Recombined into one
/// layer, they save the same tensors as the framework's layer.
enum class Pattern {
    /// Not part of a pattern.
    none,
    /// Inside another node's pattern.
    part,
    layer_norm,
    group_norm,
    gelu,
    silu,
    quick_gelu,
    hardswish,
    /// Product with a matrix and sum with a vector.
    biased_linear,
};

/// The pattern that ends at a node.
struct FoundPattern {
    Pattern pattern = Pattern::none;
    std::string x;
    std::string weight;
    std::string bias;
    /// The node that names the layer.
    std::size_t first = 0;
    std::int64_t groups = 1;
    /// All nodes of the pattern, this one last.
    std::vector<std::size_t> parts = {};
};

/// One entry per node.
std::vector<FoundPattern> find_patterns(const OnnxGraph& graph);

/// Turns a graph into operators, node by node in file order. A node with unknown shapes or an unknown operator becomes
/// an entry of the coverage, and so does everything that depends on it, unless the file declares its output shape.
class OnnxLowering {
public:
    OnnxLowering(const OnnxGraph& graph, const ModelInput& input, OnnxReading& reading);

    void run();

    /// Lowers one node; false if it cannot be counted.
    using Lower = bool (OnnxLowering::*)(const OnnxNode& node);

private:
    // Inputs (onnx_products.cpp).
    void read_inputs();
    bool read_input(const OnnxValueInfo& info);
    Extent extent_of(const OnnxValueInfo& info, std::size_t axis);
    /// Reports a size that the file leaves open and the user does not give, once per expected size.
    void report_open(std::string place, std::string found, std::string_view expected);
    void note_input(const OnnxValueInfo& info, const Extents& extents);
    // Values and emission (onnx_lowering.cpp).
    void lower(std::size_t index);
    /// Lowers a node outside a pattern, or lists it.
    void lower_alone(std::size_t index);
    bool fold(const OnnxNode& node);
    /// Treats constants that products read as weights like initializers.
    void store_constant_weights();
    void give_up(const OnnxNode& node);
    // The network (onnx_products.cpp).
    void finish();
    /// Marks the products that belong to attention: those around a softmax.
    void mark_attention();

    // Values.
    /// The value of input `i`; an unknown one if there is none.
    const OnnxValue& in(const OnnxNode& node, std::size_t i) const;
    bool has_input(const OnnxNode& node, std::size_t i) const { return !node.input(i).empty(); }
    /// A stored array of more than one real number.
    static bool is_parameter(const OnnxValue& value);
    /// A stored array of real numbers, even of one element: the parameter of a layer.
    static bool is_stored(const OnnxValue& value);
    static bool is_number(const OnnxValue& value);
    std::optional<double> number_of(const OnnxValue& value) const;
    /// Whole numbers from an attribute or, in later opsets, from input `i`; nothing if unknown.
    std::optional<std::vector<std::int64_t>> list(const OnnxNode& node, const char* key, std::size_t i) const;
    ParameterId parameter_of(const OnnxValue& value, bool in_product);
    /// Marks a stored array as a buffer.
    void keep_as_buffer(const OnnxValue& value);
    /// The tensor of a value, created on first use.
    TensorId tensor_of(const OnnxValue& value);
    TensorId input_tensor(const OnnxNode& node, std::size_t i);
    TensorId new_tensor(const Extents& extents, OnnxType type);

    /// Adds an operator that writes a new tensor; false if the extents are not valid for a tensor.
    bool emit(const OnnxNode& node, const OperatorKind& kind, const std::vector<TensorId>& inputs,
              const Extents& extents, OnnxType type = OnnxType::real);
    bool emit_to(const std::string& output, const std::string& name, const OperatorKind& kind,
                 const std::vector<TensorId>& inputs, const Extents& extents, OnnxType type);
    /// The same elements with other extents, in the same memory.
    bool view(const OnnxNode& node, const std::string& output, const OnnxValue& x, const Extents& extents,
              bool strided);
    void define(const std::string& output, OnnxValue value);
    Operator& last() { return network_.operators.back(); }
    std::string name_of(const OnnxNode& node) const;
    static bool sound(const Extents& extents);

    // Products (onnx_products.cpp).
    bool convolution(const OnnxNode& node);
    bool transposed_convolution(const OnnxNode& node);
    bool gemm(const OnnxNode& node);
    bool matrix_product(const OnnxNode& node);
    bool linear(const OnnxNode& node, const OnnxValue& x, const OnnxValue& weight, std::int64_t in_features,
                std::int64_t out_features);
    bool einsum(const OnnxNode& node);
    /// An operand of a product over heads in contiguous order; the framework copies one that is not.
    TensorId in_order(const OnnxNode& node, const OnnxValue& value);
    /// Stride, padding and other window options of convolutions and pools, one entry per spatial axis.
    struct Window {
        std::vector<std::int64_t> kernel, stride, dilation, before, after;
    };
    std::optional<Window> window(const OnnxNode& node, const OnnxValue& x, std::vector<std::int64_t> kernel) const;
    std::optional<Window> window_of_weight(const OnnxNode& node);
    std::optional<Extents> slid(const OnnxNode& node, const OnnxValue& x, const Window& window) const;
    bool emit_with_weight(const OnnxNode& node, const OperatorKind& kind, const Extents& extents);
    static std::array<std::int64_t, 3> triple(const std::vector<std::int64_t>& extents);

    // Element by element, norms, sums (onnx_elements.cpp).
    static std::optional<ActivationFunction> activation_of(std::string_view kind);
    bool unary(const OnnxNode& node);
    bool prelu(const OnnxNode& node);
    bool negate(const OnnxNode& node);
    bool sum(const OnnxNode& node);
    bool product(const OnnxNode& node);
    bool power(const OnnxNode& node);
    bool comparison(const OnnxNode& node);
    bool where(const OnnxNode& node);
    bool softmax(const OnnxNode& node);
    bool dropout(const OnnxNode& node);
    bool batch_norm(const OnnxNode& node);
    bool instance_norm(const OnnxNode& node);
    bool group_norm(const OnnxNode& node);
    bool group_norm(const OnnxNode& node, std::int64_t groups);
    bool layer_norm(const OnnxNode& node);
    bool pool(const OnnxNode& node);
    bool global_pool(const OnnxNode& node);
    bool reduce(const OnnxNode& node);
    bool arg_max(const OnnxNode& node);
    bool pattern(const OnnxNode& node, const FoundPattern& found);
    bool binary(const OnnxNode& node, BinaryOperation operation);
    /// A norm of the first input, with the others, if stored, as its weight and bias.
    bool normalize(const OnnxNode& node, NormalizationKind kind, std::int64_t statistics);

    // Shapes (onnx_shapes.cpp).
    bool reshape(const OnnxNode& node);
    bool flatten(const OnnxNode& node);
    bool squeeze(const OnnxNode& node);
    bool unsqueeze(const OnnxNode& node);
    bool transpose(const OnnxNode& node);
    bool identity(const OnnxNode& node);
    bool cast(const OnnxNode& node);
    bool expand(const OnnxNode& node);
    bool concatenate(const OnnxNode& node);
    bool split(const OnnxNode& node);
    bool slice(const OnnxNode& node);
    bool gather(const OnnxNode& node);
    // Sizes (onnx_shapes.cpp).
    bool pad(const OnnxNode& node);
    bool tile(const OnnxNode& node);
    bool resize(const OnnxNode& node);
    bool shuffle(const OnnxNode& node);
    bool same_shape_copy(const OnnxNode& node);
    bool constant_of_shape(const OnnxNode& node);
    bool rearranged(const OnnxNode& node, const OnnxValue& x, const Extents& extents);

    // The list (onnx_lowering.cpp).
    static Lower lower_of(std::string_view kind);
    /// Whether an uncounted node may contain products: those operators, control flow, and every operator that is not
    /// known to have none.
    static bool may_multiply(const OnnxNode& node);

    const OnnxGraph& graph_;
    ModelInput given_;
    OnnxReading& reading_;
    Network network_;
    BatchRule batch_;
    std::string batch_name_;
    std::unordered_map<std::string, OnnxValue> values_;
    std::unordered_map<std::string, std::int64_t> named_extents_;
    std::unordered_map<std::string, const OnnxValueInfo*> declared_;
    std::unordered_map<const OnnxTensor*, ParameterId> parameters_;
    std::unordered_map<std::string, TensorId> constants_;
    std::unordered_map<const OnnxTensor*, bool> buffers_;
    std::vector<FoundPattern> patterns_;
    std::size_t index_ = 0;
    std::size_t folded_numbers_ = 0;
};

} // namespace rigwright
