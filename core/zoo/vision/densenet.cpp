// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <array>
#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct DenseShape {
    std::int64_t width = 64;
    std::int64_t growth = 32;
    /// Width of a layer's 1x1 convolution, in multiples of the growth rate.
    std::int64_t bottleneck = 4;
    double dropout = 0.0;
    NormalizationMode normalization = NormalizationMode::train;
};

/// Writes the parts of a DenseNet in execution order.
class DenseWriter {
public:
    DenseWriter(Builder& builder, const DenseShape& shape) : builder_(builder), shape_(shape) {}

    TensorId stem(TensorId image)
    {
        TensorId x = builder_.convolution("conv0", image, Builder::square(shape_.width, 7, 2, 3));
        x = normalized("norm0", "relu0", x);
        return builder_.pooling("pool0", x, {PoolingKind::maximum, 3, 2, 1, false});
    }

    /// Every layer reads the concatenation of all earlier maps in its block.
    TensorId dense_block(TensorId x, std::size_t index, std::int64_t layers)
    {
        constexpr std::array<const char*, 4> names{
            "features.denseblock1.denselayer{}", "features.denseblock2.denselayer{}",
            "features.denseblock3.denselayer{}", "features.denseblock4.denselayer{}"};
        TensorId all = x;
        TensorId added = no_id;
        for (std::int64_t i = 0; i < layers; ++i) {
            builder_.begin_block(names[index], 1, i + 1);
            all = joined(all, added);
            added = layer(all);
            builder_.end_block();
        }
        return joined(all, added);
    }

    TensorId transition(TensorId x)
    {
        x = normalized("norm", "relu", x);
        x = builder_.convolution("conv", x, Builder::square(builder_.shape_of(x)[0] / 2, 1));
        return builder_.pooling("pool", x, {PoolingKind::average, 2, 2, 0, false});
    }

    TensorId normalized(const char* norm, const char* relu, TensorId x)
    {
        x = builder_.normalization(norm, x, NormalizationKind::batch, shape_.normalization);
        return builder_.activation(relu, x, ActivationFunction::relu, true);
    }

private:
    TensorId joined(TensorId all, TensorId added)
    {
        return added == no_id ? builder_.concatenate("concat", {all}, 0)
                              : builder_.concatenate("concat", {all, added}, 0);
    }

    TensorId layer(TensorId x)
    {
        x = normalized("norm1", "relu1", x);
        x = builder_.convolution("conv1", x, Builder::square(shape_.bottleneck * shape_.growth, 1));
        x = normalized("norm2", "relu2", x);
        x = builder_.convolution("conv2", x, Builder::square(shape_.growth, 3, 1, 1));
        if (shape_.dropout <= 0.0) return x;
        x = builder_.dropout("dropout", x, shape_.dropout);
        builder_.mark(CalledAs::function);
        return x;
    }

    Builder& builder_;
    const DenseShape& shape_;
};

Network build_densenet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    constexpr std::array<const char*, 4> layer_keys{"block1_layers", "block2_layers", "block3_layers", "block4_layers"};
    constexpr std::array<const char*, 3> transitions{"features.transition1", "features.transition2",
                                                     "features.transition3"};
    Builder builder;
    const DenseShape dense{shape.integer("width"), shape.integer("growth"), shape.integer("bottleneck"),
                           options.training ? shape.real("dropout") : 0.0, options.normalization};
    DenseWriter writer(builder, dense);
    builder.begin_block("features");
    TensorId x = writer.stem(builder.input({*input.channels, *input.image_height, *input.image_width}));
    builder.end_block();
    for (std::size_t i = 0; i < layer_keys.size(); ++i) {
        x = writer.dense_block(x, i, shape.integer(layer_keys[i]));
        if (i == transitions.size()) break;
        builder.begin_block(transitions[i]);
        x = writer.transition(x);
        builder.end_block();
    }
    x = writer.normalized("features.norm5", "relu", x);
    builder.mark(CalledAs::function);
    x = builder.adaptive_average("avgpool", x, 1);
    builder.mark(CalledAs::function);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    return builder.finish({builder.linear("classifier", x, shape.integer("classes"))});
}

} // namespace

Family densenet_family()
{
    return {
        "densenet",
        Family::InputKind::image,
        {
            Hyperparameter::integer("block1_layers", 6, 1, 1000),
            Hyperparameter::integer("block2_layers", 12, 1, 1000),
            Hyperparameter::integer("block3_layers", 24, 1, 1000),
            Hyperparameter::integer("block4_layers", 16, 1, 1000),
            Hyperparameter::integer("growth", 32, 1, 1e5),
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::integer("bottleneck", 4, 1, 1000),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::real("dropout", 0.0, 0, 1),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_densenet};
}

} // namespace rigwright
