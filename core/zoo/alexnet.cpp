// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

TensorId alexnet_convolution(Builder& builder, const char* name, const char* relu, TensorId x,
                             Builder::ConvolutionOptions options)
{
    options.bias = true;
    return builder.activation(relu, builder.convolution(name, x, options), ActivationFunction::relu, true);
}

TensorId features(Builder& builder, TensorId x)
{
    const Builder::PoolingOptions pool{PoolingKind::maximum, 3, 2, 0, false};
    x = alexnet_convolution(builder, "features.0", "features.1", x, Builder::square(64, 11, 4, 2));
    x = builder.pooling("features.2", x, pool);
    x = alexnet_convolution(builder, "features.3", "features.4", x, Builder::square(192, 5, 1, 2));
    x = builder.pooling("features.5", x, pool);
    x = alexnet_convolution(builder, "features.6", "features.7", x, Builder::square(384, 3, 1, 1));
    x = alexnet_convolution(builder, "features.8", "features.9", x, Builder::square(256, 3, 1, 1));
    x = alexnet_convolution(builder, "features.10", "features.11", x, Builder::square(256, 3, 1, 1));
    return builder.pooling("features.12", x, pool);
}

Network build_alexnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const double dropout = options.training ? shape.real("dropout") : 0.0;
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    x = builder.adaptive_average("avgpool", features(builder, x), shape.flag("global_average_pool") ? 1 : 6);
    x = builder.view("flatten", x, {builder.shape_of(x).elements().value()});
    x = builder.dropout("classifier.0", x, dropout);
    x = builder.linear("classifier.1", x, shape.integer("d_ff"));
    x = builder.activation("classifier.2", x, ActivationFunction::relu, true);
    x = builder.dropout("classifier.3", x, dropout);
    x = builder.linear("classifier.4", x, shape.integer("d_ff"));
    x = builder.activation("classifier.5", x, ActivationFunction::relu, true);
    return builder.finish({builder.linear("classifier.6", x, shape.integer("classes"))});
}

} // namespace

Family alexnet_family()
{
    return {
        "alexnet",
        Family::InputKind::image,
        {
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::integer("d_ff", 4096, 1, 1e6),
            Hyperparameter::real("dropout", 0.5, 0, 1),
            Hyperparameter::flag("global_average_pool", false),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_alexnet};
}

} // namespace rigwright
