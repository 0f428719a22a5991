// SPDX-License-Identifier: Apache-2.0
// The operators of NetworkBuilder that move or map elements: norms, activations, pooling, copies, views.
#include "core/network/network_builder.h"

#include <algorithm>

namespace rigwright {

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
    const TensorId output = in_place ? alias_of(x, shape_of(x)) : new_tensor(shape_of(x), is_per_sample(x));
    append(name, Activation{function, in_place}, {x}, output);
    return output;
}

TensorId NetworkBuilder::add(std::string_view name, TensorId a, TensorId b, bool in_place)
{
    const TensorId output =
        in_place ? alias_of(a, shape_of(a)) : new_tensor(shape_of(a), is_per_sample(a) || is_per_sample(b));
    append(name, Binary{BinaryOperation::add, in_place}, {a, b}, output);
    return output;
}

TensorId NetworkBuilder::multiply(std::string_view name, TensorId a, TensorId b, bool in_place)
{
    const TensorId output =
        in_place ? alias_of(a, shape_of(a)) : new_tensor(shape_of(a), is_per_sample(a) || is_per_sample(b));
    append(name, Binary{BinaryOperation::multiply, in_place}, {a, b}, output);
    return output;
}

TensorId NetworkBuilder::combine(std::string_view name, TensorId x, BinaryOperation operation, const Shape& weight)
{
    const ParameterId parameter = add_parameter(weight.elements(), false);
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, Binary{operation, false}, {x}, output).parameters[0] = parameter;
    return output;
}

TensorId NetworkBuilder::scale(std::string_view name, TensorId x)
{
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, Scale{}, {x}, output);
    return output;
}

TensorId NetworkBuilder::shift(std::string_view name, TensorId x)
{
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, Binary{BinaryOperation::add, false}, {x}, output);
    return output;
}

TensorId NetworkBuilder::masked_fill(std::string_view name, TensorId x, const MaskedFill& mask)
{
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, mask, {x}, output);
    return output;
}

TensorId NetworkBuilder::softmax(std::string_view name, TensorId x)
{
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, Softmax{}, {x}, output);
    return output;
}

TensorId NetworkBuilder::dropout(std::string_view name, TensorId x, double probability, bool in_place)
{
    if (probability <= 0.0) {
        hand_on(x);
        return x;
    }
    const TensorId output = in_place ? alias_of(x, shape_of(x)) : new_tensor(shape_of(x), is_per_sample(x));
    append(name, Dropout{probability, in_place}, {x}, output);
    return output;
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
    const TensorId output = new_tensor(shape, is_per_sample(x));
    append(name, Pooling{size == 1 ? PoolingKind::global_average : PoolingKind::average, {1, 1, 1}, true}, {x}, output);
    return output;
}

TensorId NetworkBuilder::resize(std::string_view name, TensorId x, const Shape& shape, ResizeMode mode)
{
    const TensorId output = new_tensor(shape, is_per_sample(x));
    append(name, Resize{mode}, {x}, output);
    return output;
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

TensorId NetworkBuilder::copy(std::string_view name, TensorId x, const Shape& shape, bool view_at_batch_one)
{
    const TensorId output = new_tensor(shape, is_per_sample(x));
    append(name, Copy{view_at_batch_one}, {x}, output);
    return output;
}

TensorId NetworkBuilder::repeat(std::string_view name, TensorId x)
{
    const TensorId output = new_tensor(shape_of(x), true);
    append(name, Copy{false}, {x}, output);
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
    const TensorId output = new_tensor(shape_of(x), is_per_sample(x));
    append(name, Cast{}, {x, like}, output);
    return output;
}

TensorId NetworkBuilder::mean(std::string_view name, TensorId x, const Shape& shape)
{
    const TensorId output = new_tensor(shape, is_per_sample(x));
    append(name, Mean{}, {x}, output);
    return output;
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
    const TensorId output = new_tensor(shape_of(x).with(-1, count), is_per_sample(x));
    append(name, TopK{}, {x}, output);
    return output;
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
    const TensorId output = new_tensor(shape, is_per_sample(rows));
    append(name, ScatterAdd{}, {rows, indices}, output);
    return output;
}

} // namespace rigwright
