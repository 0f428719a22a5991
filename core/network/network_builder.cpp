// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"

#include <algorithm>
#include <utility>

// The operators of NetworkBuilder that move or map elements: norms, activations, pooling, copies, views.
// The operators of NetworkBuilder that multiply: convolutions, linear layers, products of activations, attention.

namespace rigwright {

NetworkBuilder::NetworkBuilder()
{
    // Room for most networks, so that building one needs only a few allocations.
    network_.operators.reserve(128);
    network_.tensors.reserve(160);
    network_.parameters.reserve(192);
    network_.blocks.reserve(16);
}

TensorId NetworkBuilder::new_tensor(const Shape& shape, bool per_sample, Content content)
{
    const auto id = static_cast<TensorId>(network_.tensors.size());
    network_.tensors.push_back({shape, content, per_sample, id, false});
    return id;
}

TensorId NetworkBuilder::alias_of(TensorId base, const Shape& shape)
{
    const Tensor& original = network_.tensors[static_cast<std::size_t>(base)];
    const Tensor alias{shape, original.content, original.per_sample, original.storage, original.parameter};
    network_.tensors.push_back(alias);
    return static_cast<TensorId>(network_.tensors.size() - 1);
}

Operator& NetworkBuilder::append(std::string_view name, const OperatorKind& kind, std::span<const TensorId> inputs,
                                 TensorId output)
{
    Operator& added = network_.operators.emplace_back();
    added.name = prefix_;
    added.name += name;
    added.kind = kind;
    std::size_t slot = 0;
    for (const TensorId id : inputs) {
        if (slot < Operator::max_inputs) added.inputs[slot++] = id;
    }
    added.output = output;
    return added;
}

TensorId NetworkBuilder::write(std::string_view name, const OperatorKind& kind, std::initializer_list<TensorId> inputs,
                               const Shape& shape)
{
    const TensorId output = new_tensor(shape, is_per_sample(*inputs.begin()));
    append(name, kind, inputs, output);
    return output;
}

TensorId NetworkBuilder::write(std::string_view name, const OperatorKind& kind, std::initializer_list<TensorId> inputs,
                               bool in_place)
{
    const TensorId first = *inputs.begin();
    const bool per_sample = std::ranges::any_of(inputs, [this](TensorId id) { return is_per_sample(id); });
    const TensorId output = in_place ? alias_of(first, shape_of(first)) : new_tensor(shape_of(first), per_sample);
    append(name, kind, inputs, output);
    return output;
}

void NetworkBuilder::close_plain_block()
{
    const std::size_t first = network_.blocks.empty() ? 0 : network_.blocks.back().last;
    const std::size_t last = network_.operators.size();
    const bool owns_parameters = !network_.parameters.empty() && network_.parameters.back().block == current_block();
    if (first == last && !owns_parameters) return;
    network_.blocks.push_back({"", 1, 0, first, last, {}});
}

void NetworkBuilder::begin_block(std::string name, std::int64_t repeat, std::int64_t first_index)
{
    close_plain_block();
    open_ = Block{std::move(name), repeat, first_index, network_.operators.size(), network_.operators.size(), {}};
    in_block_ = true;
}

void NetworkBuilder::end_block(std::vector<Block::Carried> carried)
{
    open_.last = network_.operators.size();
    open_.carried = std::move(carried);
    for (const Block::Carried& pair : open_.carried) {
        if (open_.repeat > 1 && !(shape_of(pair.into) == shape_of(pair.from))) {
            report("block-shape-changes", open_.name, shape_of(pair.from)[-1], shape_of(pair.into)[-1]);
        }
    }
    network_.blocks.push_back(open_);
    in_block_ = false;
}

TensorId NetworkBuilder::input(const Shape& shape, Content content) { return new_tensor(shape, true, content); }

TensorId NetworkBuilder::constant(const Shape& shape, Content content) { return new_tensor(shape, false, content); }

ParameterId NetworkBuilder::add_parameter(Count elements, bool in_product)
{
    network_.parameters.push_back({elements, !frozen_, in_product, current_block()});
    return static_cast<ParameterId>(network_.parameters.size() - 1);
}

ParameterId NetworkBuilder::last_parameter(int slot) const
{
    return network_.operators.back().parameters[static_cast<std::size_t>(slot)];
}

TensorId NetworkBuilder::parameter_tensor(std::string_view name, const Shape& shape, bool trainable)
{
    const bool was_frozen = std::exchange(frozen_, frozen_ || !trainable);
    const ParameterId parameter = add_parameter(shape.elements(), false);
    frozen_ = was_frozen;
    const TensorId output = new_tensor(shape, false);
    network_.tensors.back().parameter = true;
    append(name, View{}, {}, output).parameters[0] = parameter;
    return output;
}

void NetworkBuilder::report(std::string code, std::string_view layer, std::int64_t found, std::int64_t expected)
{
    const std::string where =
        in_block_ && !open_.name.empty() ? name_of_copy(open_, 0) + "." + std::string(layer) : std::string(layer);
    network_.issues.push_back({std::move(code), where, found, expected});
}

Network NetworkBuilder::finish(std::vector<TensorId> outputs)
{
    close_plain_block();
    network_.outputs = std::move(outputs);
    return std::move(network_);
}

namespace {

std::int64_t statistics_per_sample(const Shape& shape, NormalizationKind kind, std::int64_t groups)
{
    switch (kind) {
    case NormalizationKind::batch:
    case NormalizationKind::instance: return shape[0];
    case NormalizationKind::group: return groups;
    case NormalizationKind::layer:
    case NormalizationKind::rms: return (shape.elements() / Count(shape[-1])).value();
    }
    return 0;
}

std::int64_t pooled_extent(std::int64_t extent, const NetworkBuilder::PoolingOptions& options)
{
    const std::int64_t room = extent + 2 * options.padding - options.kernel;
    if (room < 0) return 0;
    const std::int64_t steps = options.round_up ? (room + options.stride - 1) / options.stride : room / options.stride;
    const bool last_starts_in_padding = options.round_up && steps * options.stride >= extent + options.padding;
    return steps + (last_starts_in_padding ? 0 : 1);
}

} // namespace

TensorId NetworkBuilder::normalization(std::string_view name, TensorId x, NormalizationKind kind,
                                       NormalizationMode mode, std::int64_t groups, bool affine, bool shift)
{
    const Shape& shape = shape_of(x);
    const bool by_channel =
        kind == NormalizationKind::batch || kind == NormalizationKind::group || kind == NormalizationKind::instance;
    const std::int64_t width = by_channel ? shape[0] : shape[-1];
    if (kind == NormalizationKind::group && width % groups != 0)
        report("groups-do-not-divide-channels", name, width, groups);
    if (kind == NormalizationKind::instance && shape.elements() == Count(width))
        report("norm-over-one-element", name, 1, 2);
    const Normalization norm{kind, mode, statistics_per_sample(shape, kind, groups), true};
    const TensorId output = new_tensor(shape, is_per_sample(x));
    const bool frozen = mode == NormalizationMode::frozen;
    // Batch norm carries a running mean and variance; a frozen one also holds its affine as buffers.
    if (kind == NormalizationKind::batch)
        network_.buffer_elements += Count(frozen ? 4 * width : 2 * width + 1) * Count(in_block_ ? open_.repeat : 1);
    std::array<ParameterId, Operator::max_parameters> parameters{no_id, no_id, no_id};
    if (affine && !frozen) {
        parameters[0] = add_parameter(Count(width), false);
        if (shift) parameters[1] = add_parameter(Count(width), false);
    }
    append(name, norm, {x}, output).parameters = parameters;
    return output;
}

TensorId NetworkBuilder::activation(std::string_view name, TensorId x, ActivationFunction function, bool in_place)
{
    return write(name, Activation{function, in_place}, {x}, in_place);
}

TensorId NetworkBuilder::add(std::string_view name, TensorId a, TensorId b, bool in_place)
{
    return write(name, Binary{BinaryOperation::add, in_place}, {a, b}, in_place);
}

TensorId NetworkBuilder::multiply(std::string_view name, TensorId a, TensorId b, bool in_place)
{
    return write(name, Binary{BinaryOperation::multiply, in_place}, {a, b}, in_place);
}

TensorId NetworkBuilder::combine(std::string_view name, TensorId x, BinaryOperation operation, const Shape& weight)
{
    const ParameterId parameter = add_parameter(weight.elements(), false);
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, Binary{operation, false}, {x}, output).parameters[0] = parameter;
    return output;
}

TensorId NetworkBuilder::scale(std::string_view name, TensorId x) { return write(name, Scale{}, {x}, shape_of(x)); }

TensorId NetworkBuilder::shift(std::string_view name, TensorId x)
{
    return write(name, Binary{BinaryOperation::add, false}, {x}, shape_of(x));
}

TensorId NetworkBuilder::masked_fill(std::string_view name, TensorId x, const MaskedFill& mask)
{
    return write(name, mask, {x}, shape_of(x));
}

TensorId NetworkBuilder::softmax(std::string_view name, TensorId x) { return write(name, Softmax{}, {x}, shape_of(x)); }

TensorId NetworkBuilder::dropout(std::string_view name, TensorId x, double probability, bool in_place)
{
    if (probability <= 0.0) {
        hand_on(x);
        return x;
    }
    return write(name, Dropout{probability, in_place}, {x}, in_place);
}

void NetworkBuilder::hand_on(TensorId x)
{
    network_.idle_layer_elements += shape_of(x).elements() * Count(in_block_ ? open_.repeat : 1);
}

TensorId NetworkBuilder::pooling(std::string_view name, TensorId x, const PoolingOptions& options)
{
    Shape shape = shape_of(x);
    for (int axis = 1; axis < shape.rank(); ++axis) {
        const std::int64_t extent = pooled_extent(shape[axis], options);
        if (extent < 1) report("input-smaller-than-kernel", name, shape[axis] + 2 * options.padding, options.kernel);
        shape.set(axis, std::max<std::int64_t>(extent, 1));
    }
    const TensorId output = new_tensor(shape, is_per_sample(x));
    const std::int64_t depth = shape.rank() > 3 ? options.kernel : 1;
    append(name, Pooling{options.kind, {depth, options.kernel, options.kernel}, false}, {x}, output);
    return output;
}

TensorId NetworkBuilder::adaptive_average(std::string_view name, TensorId x, std::int64_t size)
{
    Shape shape = shape_of(x);
    for (int axis = 1; axis < shape.rank(); ++axis) shape.set(axis, size);
    return write(name, Pooling{size == 1 ? PoolingKind::global_average : PoolingKind::average, {1, 1, 1}, true}, {x},
                 shape);
}

TensorId NetworkBuilder::resize(std::string_view name, TensorId x, const Shape& shape, ResizeMode mode)
{
    return write(name, Resize{mode}, {x}, shape);
}

TensorId NetworkBuilder::concatenate(std::string_view name, std::span<const TensorId> parts, int axis)
{
    Shape shape = shape_of(parts.front());
    std::int64_t extent = 0;
    bool per_sample = false;
    for (const TensorId part : parts) {
        extent += shape_of(part)[axis];
        per_sample = per_sample || is_per_sample(part);
    }
    shape.set(axis, extent);
    const TensorId output = new_tensor(shape, per_sample);
    append(name, Concatenate{}, parts, output);
    return output;
}

TensorId NetworkBuilder::copy(std::string_view name, TensorId x, const Shape& shape, Copy kind)
{
    return write(name, kind, {x}, shape);
}

TensorId NetworkBuilder::repeat(std::string_view name, TensorId x)
{
    const TensorId output = new_tensor(shape_of(x), true);
    append(name, Copy{}, {x}, output);
    return output;
}

TensorId NetworkBuilder::view(std::string_view name, TensorId x, const Shape& shape)
{
    const TensorId output = alias_of(x, shape);
    append(name, View{}, {x}, output);
    return output;
}

TensorId NetworkBuilder::cast(std::string_view name, TensorId x, TensorId like)
{
    return write(name, Cast{}, {x, like}, shape_of(x));
}

TensorId NetworkBuilder::mean(std::string_view name, TensorId x, const Shape& shape)
{
    return write(name, Mean{}, {x}, shape);
}

TensorId NetworkBuilder::grid_sample(std::string_view name, TensorId x, TensorId grid)
{
    const Shape& places = shape_of(grid);
    const TensorId output = new_tensor({shape_of(x)[0], places[0], places[1]}, is_per_sample(x) || is_per_sample(grid));
    append(name, GridSample{}, {x, grid}, output);
    return output;
}

TensorId NetworkBuilder::cross_entropy(std::string_view name, TensorId logits, TensorId targets)
{
    const TensorId output = new_tensor({1}, false);
    append(name, CrossEntropy{}, {logits, targets}, output);
    return output;
}

TensorId NetworkBuilder::embedding(std::string_view name, TensorId indices, std::int64_t rows, std::int64_t width)
{
    return embedding_shared(name, indices, width, add_parameter(Count(rows) * Count(width), false));
}

TensorId NetworkBuilder::embedding_shared(std::string_view name, TensorId indices, std::int64_t width,
                                          ParameterId table)
{
    const Shape& places = shape_of(indices);
    const Shape shape = places.rank() == 2 ? Shape{places[0], places[1], width} : Shape{places[0], width};
    const TensorId output = new_tensor(shape, is_per_sample(indices));
    append(name, Embedding{}, {indices}, output).parameters[0] = table;
    return output;
}

TensorId NetworkBuilder::picked_rows(std::string_view name, TensorId x, TensorId indices, std::int64_t rows)
{
    return gather(name, x, {indices}, {rows, shape_of(x)[-1]});
}

TensorId NetworkBuilder::top_k(std::string_view name, TensorId x, std::int64_t count)
{
    return write(name, TopK{}, {x}, shape_of(x).with(-1, count));
}

TensorId NetworkBuilder::indices(std::string_view name, TensorId x, const Shape& shape)
{
    const TensorId output = new_tensor(shape, is_per_sample(x), Content::index);
    append(name, Indices{}, {x}, output);
    return output;
}

TensorId NetworkBuilder::gather(std::string_view name, TensorId x, std::initializer_list<TensorId> indices,
                                const Shape& shape)
{
    const TensorId output = new_tensor(shape, is_per_sample(x) || is_per_sample(*indices.begin()));
    Operator& added = append(name, Gather{}, {x}, output);
    std::size_t slot = 1;
    for (const TensorId id : indices) {
        if (slot < Operator::max_inputs) added.inputs[slot++] = id;
    }
    return output;
}

TensorId NetworkBuilder::scatter_add(std::string_view name, TensorId rows, TensorId indices, const Shape& shape)
{
    return write(name, ScatterAdd{}, {rows, indices}, shape);
}

NetworkBuilder::ConvolutionOptions NetworkBuilder::square(std::int64_t out_channels, std::int64_t kernel,
                                                          std::int64_t stride, std::int64_t padding)
{
    return {out_channels, {1, kernel, kernel}, {1, stride, stride}, {0, padding, padding}, {1, 1, 1}, 1, false, false};
}

NetworkBuilder::ConvolutionOptions biased_square(std::int64_t out_channels, std::int64_t kernel, std::int64_t stride,
                                                 std::int64_t padding)
{
    NetworkBuilder::ConvolutionOptions options = NetworkBuilder::square(out_channels, kernel, stride, padding);
    options.bias = true;
    return options;
}

NetworkBuilder::ConvolutionOptions NetworkBuilder::cube(std::int64_t out_channels, std::int64_t kernel,
                                                        std::int64_t stride, std::int64_t padding)
{
    return {out_channels,
            {kernel, kernel, kernel},
            {stride, stride, stride},
            {padding, padding, padding},
            {1, 1, 1},
            1,
            false,
            false};
}

std::int64_t NetworkBuilder::convolved_extent(std::string_view name, std::int64_t extent,
                                              const ConvolutionOptions& options, std::size_t axis)
{
    const std::int64_t kernel = options.kernel[axis];
    const std::int64_t span = options.dilation[axis] * (kernel - 1) + 1;
    if (options.transposed) return (extent - 1) * options.stride[axis] - 2 * options.padding[axis] + span;
    const std::int64_t room = extent + 2 * options.padding[axis];
    if (room < span) {
        report("input-smaller-than-kernel", name, room, span);
        return 1;
    }
    return (room - span) / options.stride[axis] + 1;
}

TensorId NetworkBuilder::convolution(std::string_view name, TensorId x, const ConvolutionOptions& options)
{
    const std::int64_t kernel_elements = options.kernel[0] * options.kernel[1] * options.kernel[2];
    const Count weight = Count(options.out_channels) * Count(shape_of(x)[0] / options.groups) * Count(kernel_elements);
    const ParameterId weight_id = add_parameter(weight, true);
    const ParameterId bias_id = options.bias ? add_parameter(Count(options.out_channels), true) : no_id;
    return convolution_shared(name, x, options, weight_id, bias_id);
}

TensorId NetworkBuilder::convolution_shared(std::string_view name, TensorId x, const ConvolutionOptions& options,
                                            ParameterId weight, ParameterId bias)
{
    Shape shape = shape_of(x);
    const std::int64_t in_channels = shape[0];
    if (in_channels % options.groups != 0) report("groups-do-not-divide-channels", name, in_channels, options.groups);
    if (options.out_channels % options.groups != 0)
        report("groups-do-not-divide-channels", name, options.out_channels, options.groups);
    shape.set(0, options.out_channels);
    for (int axis = 1; axis < shape.rank(); ++axis) {
        const auto option_axis = static_cast<std::size_t>(axis + 3 - shape.rank());
        shape.set(axis, convolved_extent(name, shape[axis], options, option_axis));
    }
    const Convolution kind{options.kernel,       options.stride, in_channels,
                           options.out_channels, options.groups, options.transposed};
    const TensorId output = new_tensor(shape, is_per_sample(x));
    append(name, kind, {x}, output).parameters = {weight, bias, no_id};
    return output;
}

TensorId NetworkBuilder::linear(std::string_view name, TensorId x, std::int64_t out_features, bool bias)
{
    const std::int64_t in_features = shape_of(x)[-1];
    const ParameterId weight = add_parameter(Count(in_features) * Count(out_features), true);
    const TensorId output = linear_shared(name, x, out_features, weight);
    if (bias) network_.operators.back().parameters[1] = add_parameter(Count(out_features), true);
    return output;
}

TensorId NetworkBuilder::linear_shared(std::string_view name, TensorId x, std::int64_t out_features, ParameterId weight,
                                       ParameterId bias)
{
    const std::int64_t in_features = shape_of(x)[-1];
    network_.parameters[static_cast<std::size_t>(weight)].in_product = true;
    const TensorId output = new_tensor(shape_of(x).with(-1, out_features), is_per_sample(x));
    append(name, Linear{in_features, out_features, 1}, {x}, output).parameters = {weight, bias, no_id};
    return output;
}

TensorId NetworkBuilder::expert_linear(std::string_view name, TensorId x, std::int64_t out_features,
                                       std::int64_t experts, std::int64_t active, bool bias)
{
    const std::int64_t in_features = shape_of(x)[-1];
    const auto divided = [&](ParameterId id) {
        network_.parameters[static_cast<std::size_t>(id)].parts = experts;
        network_.parameters[static_cast<std::size_t>(id)].active_parts = active;
        return id;
    };
    const Count weight = Count(experts) * Count(in_features) * Count(out_features);
    const ParameterId weight_id = divided(add_parameter(weight, true));
    const ParameterId bias_id = bias ? divided(add_parameter(Count(experts) * Count(out_features), true)) : no_id;
    const TensorId output = new_tensor(shape_of(x).with(-1, out_features), is_per_sample(x));
    append(name, Linear{in_features, out_features, experts}, {x}, output).parameters = {weight_id, bias_id, no_id};
    return output;
}

TensorId NetworkBuilder::matrix_product(std::string_view name, TensorId a, TensorId b, const MatrixProduct& product,
                                        const Shape& shape)
{
    const TensorId output = new_tensor(shape, is_per_sample(a) || is_per_sample(b));
    append(name, product, {a, b}, output);
    return output;
}

TensorId NetworkBuilder::fused_attention(std::string_view name, TensorId query, TensorId key, TensorId value,
                                         const FusedAttention& attention)
{
    return write(name, attention, {query, key, value},
                 {attention.windows * attention.query_tokens, attention.heads * attention.value_width});
}

TensorId NetworkBuilder::fused_attention(std::string_view name, TensorId query, TensorId key, TensorId value,
                                         std::int64_t heads, bool causal)
{
    const std::int64_t width = shape_of(query)[-1] / heads;
    return fused_attention(name, query, key, value,
                           {heads, heads, shape_of(query)[0], shape_of(key)[0], width, width, 1, causal});
}

} // namespace rigwright
