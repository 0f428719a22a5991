// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/number_format.h"
#include "core/quantities/quantity.h"
#include "core/quantities/words.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <variant>

namespace rigwright {

/// The extents of one sample's tensor, outermost first, without the batch: {channels, height, width} for feature maps,
/// {tokens, width} for sequences. At most five extents.
class Shape {
public:
    static constexpr int max_rank = 5;

    constexpr Shape() = default;
    constexpr Shape(std::initializer_list<std::int64_t> extents)
    {
        for (const std::int64_t extent : extents) extents_[static_cast<std::size_t>(rank_++)] = extent;
    }

    constexpr int rank() const { return rank_; }
    /// Extent at `axis`; negative axes count from the innermost, -1 being the last.
    constexpr std::int64_t operator[](int axis) const { return extents_[index_of(axis)]; }
    constexpr void set(int axis, std::int64_t extent) { extents_[index_of(axis)] = extent; }
    constexpr Shape with(int axis, std::int64_t extent) const
    {
        Shape changed = *this;
        changed.set(axis, extent);
        return changed;
    }
    constexpr Count elements() const
    {
        Count product = 1;
        for (int axis = 0; axis < rank_; ++axis) product *= Count(extents_[static_cast<std::size_t>(axis)]);
        return product;
    }
    constexpr bool operator==(const Shape&) const = default;

private:
    constexpr std::size_t index_of(int axis) const { return static_cast<std::size_t>(axis < 0 ? rank_ + axis : axis); }

    std::array<std::int64_t, max_rank> extents_{};
    int rank_ = 0;
};

/// Index of a tensor or parameter in the lists of a `Network`; `no_id` means "none".
using TensorId = std::int32_t;
using ParameterId = std::int32_t;
inline constexpr std::int32_t no_id = -1;

// The operator kinds: one struct per kind, with the data that its shapes alone do not give. The saved-tensor rules
// (`saved_tensor_rules.h`), the counts (`operator_counts.h`) and the phases of the time model visit this list, so the
// compiler reports every place that a new kind must handle.

/// Convolution in one to three dimensions, unused dimensions being 1; `transposed` is a transposed convolution.
struct Convolution {
    std::array<std::int64_t, 3> kernel{1, 1, 1};
    std::array<std::int64_t, 3> stride{1, 1, 1};
    std::int64_t in_channels = 0;
    std::int64_t out_channels = 0;
    std::int64_t groups = 1;
    bool transposed = false;

    std::int64_t kernel_elements() const { return kernel[0] * kernel[1] * kernel[2]; }

    bool operator==(const Convolution&) const = default;
};

/// Product of every token with one weight matrix of out_features x in_features; with multiple matrices (the experts of
/// a mixture) the tokens are divided evenly among them.
struct Linear {
    std::int64_t in_features = 0;
    std::int64_t out_features = 0;
    std::int64_t matrices = 1;

    bool operator==(const Linear&) const = default;
};

enum class ProductRole { query_key, attention_value, other };
template <>
inline constexpr std::array<std::string_view, 3> words<ProductRole>{"query-key", "attention-value", "other"};

/// `groups` independent products (rows x depth) x (depth x columns) of two activations, per sample.
struct MatrixProduct {
    ProductRole role = ProductRole::other;
    std::int64_t groups = 1;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t depth = 0;
    /// The code converts its operands to fp32 and disables autocast around it.
    bool in_fp32 = false;

    bool operator==(const MatrixProduct&) const = default;
};

/// Attention in one kernel that never stores the scores (Dao et al. 2022, FlashAttention): inputs query, key, value.
struct FusedAttention {
    std::int64_t heads = 1;
    std::int64_t key_value_heads = 1;
    std::int64_t query_tokens = 0;
    std::int64_t key_tokens = 0;
    std::int64_t head_width = 0;
    std::int64_t value_width = 0;
    /// Independent windows per sample in which the tokens above are counted; 1 for global attention.
    std::int64_t windows = 1;
    bool causal = false;
    /// Maximum number of keys that a query attends to, 0 for all. MAC counts cover the full rectangle, as for causal
    /// attention; the kernel skips the rest.
    std::int64_t reach = 0;

    bool operator==(const FusedAttention&) const = default;
};

/// `instance` normalizes every channel of every sample separately.
enum class NormalizationKind { batch, layer, group, rms, instance };
template <>
inline constexpr std::array<std::string_view, 5> words<NormalizationKind>{"batch", "layer", "group", "rms", "instance"};
/// `frozen`: statistics and affine are constants folded into one multiply-add that saves nothing.
enum class NormalizationMode { train, eval, frozen };
template <>
inline constexpr std::array<std::string_view, 3> words<NormalizationMode>{"train", "eval", "frozen"};

struct Normalization {
    NormalizationKind kind = NormalizationKind::batch;
    NormalizationMode mode = NormalizationMode::train;
    /// Statistic pairs: per sample (layer, group, rms, instance: rows, groups or channels) or per batch (batch norm:
    /// channels).
    std::int64_t statistics = 0;
    /// One kernel that saves only its input and statistics; the eager RMS norm also saves the normalized copy.
    bool fused = true;

    bool operator==(const Normalization&) const = default;
};

enum class ActivationFunction {
    relu,
    relu6,
    leaky_relu,
    prelu,
    gelu,
    gelu_tanh,
    silu,
    sigmoid,
    tanh,
    hardswish,
    hardsigmoid,
    quick_gelu,
    exp,
    sqrt,
    rsqrt,
    square,
    softplus,
    clamp
};
template <>
inline constexpr std::array<std::string_view, 18> words<ActivationFunction>{
    "relu",      "relu6",       "leaky-relu", "prelu", "gelu", "gelu-tanh", "silu",   "sigmoid",  "tanh",
    "hardswish", "hardsigmoid", "quick-gelu", "exp",   "sqrt", "rsqrt",     "square", "softplus", "clamp"};

struct Activation {
    ActivationFunction function = ActivationFunction::relu;
    bool in_place = false;

    bool operator==(const Activation&) const = default;
};

enum class BinaryOperation { add, multiply };
template <>
inline constexpr std::array<std::string_view, 2> words<BinaryOperation>{"add", "multiply"};

/// Element-wise combination of two tensors, the second broadcast if it is smaller, or of one tensor with a parameter.
/// An in-place product saves a clone of the overwritten operand.
struct Binary {
    BinaryOperation operation = BinaryOperation::add;
    bool in_place = false;

    bool operator==(const Binary&) const = default;
};

/// Multiplication by a constant; saves that one number.
struct Scale {
    bool operator==(const Scale&) const = default;
};
/// Replaces masked positions; saves a mask of `mask_elements` bytes, the same for every sample unless `per_sample`.
struct MaskedFill {
    std::int64_t mask_elements = 0;
    bool per_sample = false;

    bool operator==(const MaskedFill&) const = default;
};
struct Softmax {
    bool logarithm = false;

    bool operator==(const Softmax&) const = default;
};
/// In place it has no separate kernel: the input is multiplied by random numbers of its own format, which are saved
/// instead of a mask.
struct Dropout {
    double probability = 0.0;
    bool in_place = false;

    bool operator==(const Dropout&) const = default;
};

enum class PoolingKind { maximum, average, global_average };
template <>
inline constexpr std::array<std::string_view, 3> words<PoolingKind>{"maximum", "average", "global-average"};

struct Pooling {
    PoolingKind kind = PoolingKind::maximum;
    std::array<std::int64_t, 3> kernel{1, 1, 1};
    /// The output size is given instead of the window size.
    bool adaptive = false;

    bool operator==(const Pooling&) const = default;
};

enum class ResizeMode { nearest, bilinear };
template <>
inline constexpr std::array<std::string_view, 2> words<ResizeMode>{"nearest", "bilinear"};

struct Resize {
    ResizeMode mode = ResizeMode::nearest;

    bool operator==(const Resize&) const = default;
};
struct Concatenate {
    bool operator==(const Concatenate&) const = default;
};
/// A new tensor with the same values in another order, position or size: contiguous(), pad, roll, pixel shuffle, stack,
/// gather.
struct Copy {
    /// At batch 1 the framework finds the layout already contiguous and returns the input's storage.
    bool view_at_batch_one = false;
    /// In 16 bit the previous kernel has already written this order.
    bool view_in_16_bit = false;

    bool operator==(const Copy&) const = default;
};
/// Another view on the storage of the first input; free in time and memory.
struct View {
    bool operator==(const View&) const = default;
};
/// Conversion in the model's code: to fp32, or to the format of the second input if there is one. Free if the format is
/// already right.
struct Cast {
    bool operator==(const Cast&) const = default;
};
/// Rows of a table selected by indices (int64 per token).
struct Embedding {
    bool operator==(const Embedding&) const = default;
};
/// The largest values of each row and, as int64, their positions.
struct TopK {
    bool operator==(const TopK&) const = default;
};
/// Indices computed from the values of a tensor (positions where a condition holds, an order); no gradient flows
/// through.
struct Indices {
    bool operator==(const Indices&) const = default;
};
/// Rows of the first input selected by the indices that follow it.
struct Gather {
    bool operator==(const Gather&) const = default;
};
/// Rows (first input) added at given indices (second input), from zero. Saves both (autograd of PyTorch 1.13).
struct ScatterAdd {
    bool operator==(const ScatterAdd&) const = default;
};
/// Mean over one or more dimensions; saves only sizes.
struct Mean {
    bool operator==(const Mean&) const = default;
};
/// Backward warping: samples a feature map at the positions in a second tensor, two coordinates per position, bilinear
/// between the four neighbors.
struct GridSample {
    bool operator==(const GridSample&) const = default;
};
/// Cross entropy of logits against class indices: log-softmax, selection, average.
struct CrossEntropy {
    bool operator==(const CrossEntropy&) const = default;
};

using OperatorKind = std::variant<Convolution, Linear, MatrixProduct, FusedAttention, Normalization, Activation, Binary,
                                  Scale, MaskedFill, Softmax, Dropout, Pooling, Resize, Concatenate, Copy, View, Cast,
                                  Embedding, TopK, Indices, Gather, ScatterAdd, Mean, GridSample, CrossEntropy>;

/// The way in which the reference implementation calls an operator, which determines what tools that walk a model's
/// modules see: a module, a function, the function inside a module that writes the module's result, or a step of a
/// recurrent module, whose products and sums thop adds up itself. `cell_result` is the last step of a recurrent cell:
/// on GPUs one fused kernel does everything that the cell does between its matrix products.
enum class CalledAs { layer, function, result_of_layer, recurrent_step, cell_result };

/// Reads and writes of one tensor's size.
struct ElementMoves {
    double forward = 0.0;
    double backward = 0.0;

    bool operator==(const ElementMoves&) const = default;
};

/// One operator of a network, with the tensors it reads, the one it writes and the parameters it owns or shares.
struct Operator {
    static constexpr std::size_t max_inputs = 8;
    static constexpr std::size_t max_parameters = 3;

    /// Name inside its block ("conv1", "attn.c_proj"), as in the reference implementation.
    std::string name;
    OperatorKind kind;
    std::array<TensorId, max_inputs> inputs{no_id, no_id, no_id, no_id, no_id, no_id, no_id, no_id};
    TensorId output = no_id;
    /// Weight first, then bias or scale.
    std::array<ParameterId, max_parameters> parameters{no_id, no_id, no_id};
    CalledAs called_as = CalledAs::layer;
    /// Traffic per output element of further kernels in the reference implementation: copies into another order, a
    /// separate bias sum, gradients of parts gathered into a whole. Compilers omit them.
    ElementMoves beside{};
};

/// Whether the operator is of that kind.
template <typename Kind>
bool is(const Operator& op)
{
    return std::holds_alternative<Kind>(op.kind);
}

/// Whether the operator is a product of two activations in that role.
inline bool is_product(const Operator& op, ProductRole role)
{
    const auto* product = std::get_if<MatrixProduct>(&op.kind);
    return product != nullptr && product->role == role;
}

/// Index of a tensor or parameter in its network's list.
constexpr std::size_t index_of(std::int32_t id) { return static_cast<std::size_t>(id); }

/// Name of the operator kind in layer tables ("convolution", "linear", ...), the key of its message "operator.<word>".
const char* word_of(const OperatorKind& kind);

/// Combines multiple callables into one for std::visit over a variant: a missing case does not compile.
template <typename... Cases>
struct Match : Cases... {
    using Cases::operator()...;
};

template <typename... Cases>
Match(Cases...) -> Match<Cases...>;

} // namespace rigwright
