// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

#include <array>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

constexpr std::size_t convnext_stages = 4;

// ConvNeXt-T (Liu et al. 2022, A ConvNet for the 2020s).
constexpr std::array<std::int64_t, convnext_stages> convnext_layers{3, 3, 9, 3};
constexpr std::array<std::int64_t, convnext_stages> convnext_widths{96, 192, 384, 768};

Shape channels_last(const Shape& shape) { return {shape[1], shape[2], shape[0]}; }
Shape channels_first(const Shape& shape) { return {shape[2], shape[0], shape[1]}; }

/// Layer norm over the channels of a feature map, a module between two views.
TensorId map_norm(Builder& builder, std::string_view name, TensorId x)
{
    x = builder.view("permute", x, channels_last(builder.shape_of(x)));
    x = builder.normalization(name, x, NormalizationKind::layer);
    builder.mark(CalledAs::result_of_layer);
    return builder.view("permute", x, channels_first(builder.shape_of(x)));
}

class ConvNeXtBody {
public:
    ConvNeXtBody(Builder& builder, const ShapeReader& shape, bool training)
        : builder_(builder),
          shape_(shape),
          skipping_(training ? shape.real("stochastic_depth") : 0.0)
    {}

    TensorId write(TensorId image)
    {
        TensorId x = reduced("features.0.0", image, shape_.integer(stage_width_keys[0]), shape_.integer("patch"));
        x = map_norm(builder_, "features.0.1", x);
        for (std::size_t i = 0; i < convnext_stages; ++i) {
            if (i > 0) x = downsampled(x, i);
            x = stage(x, i);
        }
        return x;
    }

private:
    /// A convolution with non-overlapping windows.
    TensorId reduced(const std::string& name, TensorId x, std::int64_t width, std::int64_t window)
    {
        return builder_.convolution(name, x, biased_square(width, window, window));
    }

    TensorId downsampled(TensorId x, std::size_t i)
    {
        const std::string name = "features." + std::to_string(2 * i);
        x = map_norm(builder_, name + ".0", x);
        return reduced(name + ".1", x, shape_.integer(stage_width_keys[i]), 2);
    }

    TensorId stage(TensorId x, std::size_t i)
    {
        const std::string name = "features." + std::to_string(2 * i + 1) + ".{}";
        const std::int64_t layers = shape_.integer(stage_layers_keys[i]);
        // Only the very first block is never skipped.
        const std::int64_t never_skipped = i == 0 && layers > 0 ? 1 : 0;
        x = blocks(name, 0, x, 0.0, never_skipped);
        return blocks(name, never_skipped, x, skipping_, layers - never_skipped);
    }

    TensorId blocks(const std::string& name, std::int64_t first, TensorId x, double skipping, std::int64_t count)
    {
        if (count == 0) return x;
        builder_.begin_block(name, count, first);
        TensorId y = scaled(branch(x));
        y = stochastic_depth(builder_, "stochastic_depth", y, skipping);
        y = builder_.add("add", y, x, true);
        builder_.end_block({{x, y}});
        return y;
    }

    TensorId branch(TensorId x)
    {
        const std::int64_t width = builder_.shape_of(x)[0];
        const std::int64_t kernel = shape_.integer("kernel");
        report_even_kernel(builder_, "kernel", kernel);
        Builder::ConvolutionOptions options = biased_square(width, kernel, 1, (kernel - 1) / 2);
        options.groups = width;
        TensorId y = builder_.convolution("block.0", x, options);
        y = permuted("block.1", y, channels_last(builder_.shape_of(y)));
        y = builder_.normalization("block.2", y, NormalizationKind::layer);
        y = builder_.linear("block.3", y, width * shape_.integer("expansion"));
        y = builder_.activation("block.4", y, ActivationFunction::gelu);
        y = builder_.linear("block.5", y, width);
        return permuted("block.6", y, channels_first(builder_.shape_of(y)));
    }

    TensorId permuted(const char* name, TensorId x, const Shape& shape)
    {
        x = builder_.view(name, x, shape);
        builder_.mark(CalledAs::result_of_layer);
        return x;
    }

    TensorId scaled(TensorId x)
    {
        x = builder_.combine("layer_scale", x, BinaryOperation::multiply, {builder_.shape_of(x)[0]});
        builder_.mark(CalledAs::function);
        return x;
    }

    Builder& builder_;
    const ShapeReader& shape_;
    double skipping_;
};

Network build_convnext(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId x = ConvNeXtBody(builder, shape, options.training).write(image);
    x = map_norm(builder, "classifier.0", builder.adaptive_average("avgpool", x, 1));
    x = builder.view("classifier.1", x, {builder.shape_of(x)[0]});
    builder.mark(CalledAs::result_of_layer);
    return builder.finish({builder.linear("classifier.2", x, shape.integer("classes"))});
}

} // namespace

Family convnext_family()
{
    Family family = image_family("convnext", build_convnext)
                        .with(Hyperparameter::integer("patch", 4, 1, 1024))
                        .with(Hyperparameter::integer("kernel", 7, 1, 63));
    for (std::size_t i = 0; i < convnext_stages; ++i)
        family = std::move(family)
                     .with(Hyperparameter::integer(stage_layers_keys[i], convnext_layers[i], 0, 1e6))
                     .with(Hyperparameter::integer(stage_width_keys[i], convnext_widths[i], 1, 1e5));
    return std::move(family)
        .with(Hyperparameter::integer("expansion", 4, 1, 100))
        .with(Hyperparameter::real("stochastic_depth", 0.1, 0, 1))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

} // namespace rigwright
