// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rigwright {

/// Writes a `Network` operator by operator and infers every output shape.
///
/// Feature maps are {channels, height, width} (or {channels, depth, height, width}), sequences {tokens, width}. An
/// impossible shape (a kernel larger than its padded input, widths that do not match) is recorded as a `NetworkIssue`
/// under the layer's name; building continues with extent 1, so that one pass finds every problem.
class NetworkBuilder {
public:
    struct ConvolutionOptions {
        std::int64_t out_channels = 0;
        std::array<std::int64_t, 3> kernel{1, 1, 1};
        std::array<std::int64_t, 3> stride{1, 1, 1};
        std::array<std::int64_t, 3> padding{0, 0, 0};
        std::array<std::int64_t, 3> dilation{1, 1, 1};
        std::int64_t groups = 1;
        bool bias = false;
        bool transposed = false;
    };
    struct PoolingOptions {
        PoolingKind kind = PoolingKind::maximum;
        std::int64_t kernel = 2;
        std::int64_t stride = 2;
        std::int64_t padding = 0;
        bool round_up = false;
    };

    NetworkBuilder();

    /// A model input; images and token indices do not need a gradient.
    TensorId input(const Shape& shape, Content content = Content::activation);
    /// A value that exists once per batch and is not a parameter (a computed position table).
    TensorId constant(const Shape& shape, Content content = Content::activation);

    /// Starts `repeat` copies of the operators that follow; `name` may contain "{}" for the copy's index. Blocks do not
    /// nest.
    void begin_block(std::string name, std::int64_t repeat = 1, std::int64_t first_index = 0);
    /// Ends the block; in later copies `carried.into` is the previous copy's `carried.from`.
    void end_block(std::vector<Block::Carried> carried = {});
    /// Marks that the evaluation network has different multiply-accumulates.
    void differ_in_evaluation() { network_.differs_in_evaluation = true; }
    /// Marks that the next input is cropped from feature maps region by region, once per image.
    void cut_regions() { ++network_.region_stages; }
    /// The KV cache of a decoder: elements per sample, and the heads of each token.
    void caches(Count elements, std::int64_t heads)
    {
        network_.cache_elements = elements;
        network_.cache_heads = heads;
    }
    void set_loss(LossKind loss) { network_.loss = loss; }
    /// Prefix for the names of the operators that follow (layers of different kinds inside one block).
    void name_prefix(std::string prefix) { prefix_ = std::move(prefix); }
    /// Parameters created while frozen are not trainable.
    void freeze(bool frozen) { frozen_ = frozen; }

    /// Square kernel shorthand: the same extent, stride and padding in height and width.
    static ConvolutionOptions square(std::int64_t out_channels, std::int64_t kernel, std::int64_t stride = 1,
                                     std::int64_t padding = 0);

    /// Cubic kernel shorthand, for volumes.
    static ConvolutionOptions cube(std::int64_t out_channels, std::int64_t kernel, std::int64_t stride = 1,
                                   std::int64_t padding = 0);

    TensorId convolution(std::string_view name, TensorId x, const ConvolutionOptions& options);
    /// Convolution with an existing weight (and bias): one head shared by multiple feature maps.
    TensorId convolution_shared(std::string_view name, TensorId x, const ConvolutionOptions& options,
                                ParameterId weight, ParameterId bias = no_id);
    TensorId linear(std::string_view name, TensorId x, std::int64_t out_features, bool bias = true);
    /// Linear layer with an existing weight (and bias): a tied output matrix, a part of a packed projection.
    TensorId linear_shared(std::string_view name, TensorId x, std::int64_t out_features, ParameterId weight,
                           ParameterId bias = no_id);
    /// Linear layers of a mixture of experts: each token, sorted by expert, is multiplied by its expert's matrix (and
    /// bias). One token of the sample passes through `active` of them.
    TensorId expert_linear(std::string_view name, TensorId x, std::int64_t out_features, std::int64_t experts,
                           std::int64_t active, bool bias);
    /// Independent products of two activations; `shape` is the result's shape for one sample.
    TensorId matrix_product(std::string_view name, TensorId a, TensorId b, const MatrixProduct& product,
                            const Shape& shape);
    TensorId fused_attention(std::string_view name, TensorId query, TensorId key, TensorId value,
                             const FusedAttention& attention);
    /// Attention of {tokens, heads x width} to all keys, or to those up to the query's own position.
    TensorId fused_attention(std::string_view name, TensorId query, TensorId key, TensorId value, std::int64_t heads,
                             bool causal = false);
    /// `affine` creates scale (and, except for rms norms, shift); frozen norms hold them as buffers. Channels are axis
    /// 0 of feature maps for batch, group and instance norm, the last axis for layer and rms norm.
    TensorId normalization(std::string_view name, TensorId x, NormalizationKind kind,
                           NormalizationMode mode = NormalizationMode::train, std::int64_t groups = 1,
                           bool affine = true, bool shift = true);
    TensorId activation(std::string_view name, TensorId x, ActivationFunction function, bool in_place = false);
    TensorId add(std::string_view name, TensorId a, TensorId b, bool in_place = false);
    TensorId multiply(std::string_view name, TensorId a, TensorId b, bool in_place = false);
    /// Adds or multiplies a new parameter of shape `weight`, broadcast over the other axes.
    TensorId combine(std::string_view name, TensorId x, BinaryOperation operation, const Shape& weight);
    TensorId scale(std::string_view name, TensorId x);
    /// Sum with, or difference from, a constant.
    TensorId shift(std::string_view name, TensorId x);
    TensorId masked_fill(std::string_view name, TensorId x, const MaskedFill& mask);
    TensorId softmax(std::string_view name, TensorId x);
    /// At probability zero there is no operator: the layer returns its input.
    TensorId dropout(std::string_view name, TensorId x, double probability, bool in_place = false);
    /// A layer that returns its input; only textbook sums count it.
    void hand_on(TensorId x);
    TensorId pooling(std::string_view name, TensorId x, const PoolingOptions& options);
    /// Adaptive average pooling of a feature map to `size` x `size`.
    TensorId adaptive_average(std::string_view name, TensorId x, std::int64_t size);
    TensorId resize(std::string_view name, TensorId x, const Shape& shape, ResizeMode mode);
    TensorId concatenate(std::string_view name, std::initializer_list<TensorId> parts, int axis)
    {
        return concatenate(name, std::span<const TensorId>(parts.begin(), parts.size()), axis);
    }
    TensorId concatenate(std::string_view name, std::span<const TensorId> parts, int axis);
    TensorId copy(std::string_view name, TensorId x, const Shape& shape, Copy kind = {});
    /// Materializes a batch-wide tensor once per sample.
    TensorId repeat(std::string_view name, TensorId x);
    TensorId view(std::string_view name, TensorId x, const Shape& shape);
    /// Conversion to fp32, or to the run-time format of `like`.
    TensorId cast(std::string_view name, TensorId x, TensorId like = no_id);
    TensorId mean(std::string_view name, TensorId x, const Shape& shape);
    /// Reads the feature map `x` {channels, height, width} at the positions in `grid` {height, width, 2}.
    TensorId grid_sample(std::string_view name, TensorId x, TensorId grid);
    /// Looks indices {tokens} or {rows, columns} up in a new table of rows x width.
    TensorId embedding(std::string_view name, TensorId indices, std::int64_t rows, std::int64_t width);
    TensorId embedding_shared(std::string_view name, TensorId indices, std::int64_t width, ParameterId table);
    /// The rows of {rows, width} that the indices select, as a gather from activations: the indices are saved for
    /// backward.
    TensorId picked_rows(std::string_view name, TensorId x, TensorId indices, std::int64_t rows);
    /// The `count` largest values of each row.
    TensorId top_k(std::string_view name, TensorId x, std::int64_t count);
    /// Indices computed from the values of `x`.
    TensorId indices(std::string_view name, TensorId x, const Shape& shape);
    /// Rows of `x` selected by one or two index tensors; `shape` is the result's shape.
    TensorId gather(std::string_view name, TensorId x, std::initializer_list<TensorId> indices, const Shape& shape);
    /// `rows` added, from zero, at the positions in `shape` that `indices` select.
    TensorId scatter_add(std::string_view name, TensorId rows, TensorId indices, const Shape& shape);

    /// Mean loss of logits {tokens, classes} against target indices {tokens}.
    TensorId cross_entropy(std::string_view name, TensorId logits, TensorId targets);

    /// A parameter used outside the layers above (position tables, class tokens, layer scale), as a batch-wide tensor.
    TensorId parameter_tensor(std::string_view name, const Shape& shape, bool trainable = true);
    ParameterId add_parameter(Count elements, bool in_product);
    /// Parameter `slot` (0 weight, 1 bias) of the last operator.
    ParameterId last_parameter(int slot = 0) const;

    /// Makes the last operator use existing parameters (a norm shared by multiple layers).
    void use_parameters(ParameterId first, ParameterId second)
    {
        network_.operators.back().parameters = {first, second, no_id};
    }
    /// Adds an existing third parameter to the last operator.
    void use_third_parameter(ParameterId third) { network_.operators.back().parameters[2] = third; }
    /// Records how the reference implementation calls the last operator.
    void mark(CalledAs called_as) { network_.operators.back().called_as = called_as; }
    /// Records further memory traffic of the reference implementation at the last operator.
    void move_beside(const ElementMoves& moves) { network_.operators.back().beside = moves; }

    const Shape& shape_of(TensorId id) const { return network_.shape_of(id); }
    /// Operators written so far.
    std::size_t operator_count() const { return network_.operators.size(); }
    void report(std::string code, std::string_view layer, std::int64_t found, std::int64_t expected);

    /// Returns the finished network, with `outputs` passed to the loss.
    Network finish(std::vector<TensorId> outputs);

private:
    TensorId new_tensor(const Shape& shape, bool per_sample, Content content = Content::activation);
    TensorId alias_of(TensorId base, const Shape& shape);
    bool is_per_sample(TensorId id) const { return network_.tensors[static_cast<std::size_t>(id)].per_sample; }
    /// Appends an operator writing a new tensor that exists as often as its first input.
    TensorId write(std::string_view name, const OperatorKind& kind, std::initializer_list<TensorId> inputs,
                   const Shape& shape);
    /// Appends an operator writing over its first input or a tensor like it, which exists as often as any input.
    TensorId write(std::string_view name, const OperatorKind& kind, std::initializer_list<TensorId> inputs,
                   bool in_place);
    /// Appends an operator writing `output`.
    Operator& append(std::string_view name, const OperatorKind& kind, std::initializer_list<TensorId> inputs,
                     TensorId output)
    {
        return append(name, kind, std::span<const TensorId>(inputs.begin(), inputs.size()), output);
    }
    Operator& append(std::string_view name, const OperatorKind& kind, std::span<const TensorId> inputs,
                     TensorId output);
    void close_plain_block();
    int current_block() const { return static_cast<int>(network_.blocks.size()); }
    std::int64_t convolved_extent(std::string_view name, std::int64_t extent, const ConvolutionOptions& options,
                                  std::size_t axis);

    Network network_;
    Block open_;
    bool in_block_ = false;
    bool frozen_ = false;
    std::string prefix_;
};

/// `NetworkBuilder::square` with a bias.
NetworkBuilder::ConvolutionOptions biased_square(std::int64_t out_channels, std::int64_t kernel,
                                                 std::int64_t stride = 1, std::int64_t padding = 0);

} // namespace rigwright
