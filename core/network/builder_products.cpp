// SPDX-License-Identifier: Apache-2.0
// The operators of NetworkBuilder that multiply: convolutions, linear layers, products of activations, attention.
#include "core/network/network_builder.h"

namespace rigwright {

NetworkBuilder::ConvolutionOptions NetworkBuilder::square(std::int64_t out_channels, std::int64_t kernel,
                                                          std::int64_t stride, std::int64_t padding)
{
    return {out_channels, {1, kernel, kernel}, {1, stride, stride}, {0, padding, padding}, {1, 1, 1}, 1, false, false};
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
    const TensorId output = new_tensor(
        {attention.windows * attention.query_tokens, attention.heads * attention.value_width}, is_per_sample(query));
    append(name, attention, {query, key, value}, output);
    return output;
}

} // namespace rigwright
