// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <algorithm>
#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

constexpr std::int64_t fire_modules = 8;

/// The metaparameters of the paper's section 5.1: widths grow by `step` with every second fire module.
struct FireWidths {
    std::int64_t first = 128;
    std::int64_t step = 128;
    std::int64_t squeeze = 8;

    std::int64_t expanded(std::int64_t module) const { return first + step * (module / 2); }
    std::int64_t squeezed(std::int64_t module) const { return std::max<std::int64_t>(expanded(module) / squeeze, 1); }
};

TensorId squeezenet_convolution(Builder& builder, const std::string& name, const std::string& relu, TensorId x,
                                Builder::ConvolutionOptions options)
{
    options.bias = true;
    return builder.activation(relu, builder.convolution(name, x, options), ActivationFunction::relu, true);
}

/// A narrow 1x1 convolution, then 1x1 and 3x3 side by side, half of the width each.
TensorId fire(Builder& builder, std::int64_t layer, TensorId x, std::int64_t squeezed, std::int64_t expanded)
{
    const std::int64_t half = expanded / 2;
    builder.begin_block("features.{}", 1, layer);
    x = squeezenet_convolution(builder, "squeeze", "squeeze_activation", x, Builder::square(squeezed, 1));
    const TensorId small =
        squeezenet_convolution(builder, "expand1x1", "expand1x1_activation", x, Builder::square(expanded - half, 1));
    const TensorId large =
        squeezenet_convolution(builder, "expand3x3", "expand3x3_activation", x, Builder::square(half, 3, 1, 1));
    x = builder.concatenate("concat", {small, large}, 0);
    builder.end_block();
    return x;
}

TensorId features(Builder& builder, TensorId x, bool first_version, const FireWidths& widths)
{
    const Builder::PoolingOptions pool{PoolingKind::maximum, 3, 2, 0, true};
    x = squeezenet_convolution(builder, "features.0", "features.1", x,
                               first_version ? Builder::square(96, 7, 2) : Builder::square(64, 3, 2));
    x = builder.pooling("features.2", x, pool);
    std::int64_t layer = 3;
    for (std::int64_t module = 0; module < fire_modules; ++module) {
        x = fire(builder, layer++, x, widths.squeezed(module), widths.expanded(module));
        const bool pooled = first_version ? module == 2 || module == 6 : module == 1 || module == 3;
        if (pooled) x = builder.pooling("features." + std::to_string(layer++), x, pool);
    }
    return x;
}

Network build_squeezenet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const FireWidths widths{shape.integer("fire_width"), shape.integer("fire_width_step"),
                            shape.integer("squeeze_reduction")};
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    x = features(builder, x, shape.choice("version") == "1.0", widths);
    x = builder.dropout("classifier.0", x, options.training ? shape.real("dropout") : 0.0);
    x = squeezenet_convolution(builder, "classifier.1", "classifier.2", x,
                               Builder::square(shape.integer("classes"), 1));
    x = builder.adaptive_average("classifier.3", x, 1);
    return builder.finish({builder.view("flatten", x, {builder.shape_of(x)[0]})});
}

} // namespace

Family squeezenet_family()
{
    return {
        "squeezenet",
        Family::InputKind::image,
        {
            Hyperparameter::choice("version", {"1.0", "1.1"}),
            Hyperparameter::integer("fire_width", 128, 2, 1e5),
            Hyperparameter::integer("fire_width_step", 128, 0, 1e5),
            Hyperparameter::integer("squeeze_reduction", 8, 1, 1e5),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::real("dropout", 0.5, 0, 1),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_squeezenet};
}

} // namespace rigwright
