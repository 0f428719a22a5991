// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

ActivationFunction lenet_activation(std::string_view word)
{
    if (word == "relu") return ActivationFunction::relu;
    return word == "sigmoid" ? ActivationFunction::sigmoid : ActivationFunction::tanh;
}

Builder::ConvolutionOptions biased_five(std::int64_t channels, std::int64_t padding)
{
    Builder::ConvolutionOptions options = Builder::square(channels, 5, 1, padding);
    options.bias = true;
    return options;
}

Network build_lenet(const ShapeReader& shape, const ModelInput& input, const BuildOptions&)
{
    Builder builder;
    const ActivationFunction function = lenet_activation(shape.choice("activation"));
    const Builder::PoolingOptions pool{PoolingKind::average, 2, 2, 0, false};
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    // The paper's images are 32 wide; padding makes up for the 28 of MNIST.
    x = builder.convolution("conv1", x, biased_five(shape.integer("conv1_width"), 2));
    x = builder.pooling("pool1", builder.activation("act1", x, function), pool);
    x = builder.convolution("conv2", x, biased_five(shape.integer("conv2_width"), 0));
    x = builder.pooling("pool2", builder.activation("act2", x, function), pool);
    if (shape.flag("global_average_pool")) x = builder.adaptive_average("avgpool", x, 1);
    x = builder.view("flatten", x, {builder.shape_of(x).elements().value()});
    x = builder.activation("act3", builder.linear("fc1", x, shape.integer("hidden1_width")), function);
    x = builder.activation("act4", builder.linear("fc2", x, shape.integer("hidden2_width")), function);
    return builder.finish({builder.linear("fc3", x, shape.integer("classes"))});
}

} // namespace

Family lenet_family()
{
    return {"lenet",
            Family::InputKind::image,
            {
                Hyperparameter::integer("conv1_width", 6, 1, 1e5),
                Hyperparameter::integer("conv2_width", 16, 1, 1e5),
                Hyperparameter::integer("hidden1_width", 120, 1, 1e6),
                Hyperparameter::integer("hidden2_width", 84, 1, 1e6),
                Hyperparameter::choice("activation", {"tanh", "relu", "sigmoid"}),
                Hyperparameter::integer("classes", 10, 1, 1e7),
                Hyperparameter::flag("global_average_pool", false),
            },
            {.image_height = 28, .image_width = 28, .channels = 1, .sequence_length = {}, .target_sequence_length = {}},
            build_lenet};
}

} // namespace rigwright
