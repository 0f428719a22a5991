// SPDX-License-Identifier: Apache-2.0

#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <algorithm>
#include <array>
#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

TensorId biased_convolution(Builder& builder, const char* name, const char* relu, TensorId x,
                            Builder::ConvolutionOptions options)
{
    options.bias = true;
    return builder.activation(relu, builder.convolution(name, x, options), ActivationFunction::relu, true);
}

TensorId features(Builder& builder, TensorId x)
{
    const Builder::PoolingOptions pool{PoolingKind::maximum, 3, 2, 0, false};
    x = biased_convolution(builder, "features.0", "features.1", x, Builder::square(64, 11, 4, 2));
    x = builder.pooling("features.2", x, pool);
    x = biased_convolution(builder, "features.3", "features.4", x, Builder::square(192, 5, 1, 2));
    x = builder.pooling("features.5", x, pool);
    x = biased_convolution(builder, "features.6", "features.7", x, Builder::square(384, 3, 1, 1));
    x = biased_convolution(builder, "features.8", "features.9", x, Builder::square(256, 3, 1, 1));
    x = biased_convolution(builder, "features.10", "features.11", x, Builder::square(256, 3, 1, 1));
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
    return image_family("alexnet", build_alexnet)
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::integer("d_ff", 4096, 1, 1e6))
        .with(Hyperparameter::real("dropout", 0.5, 0, 1))
        .with(Hyperparameter::flag("global_average_pool", false));
}

namespace {

Network build_lenet(const ShapeReader& shape, const ModelInput& input, const BuildOptions&)
{
    Builder builder;
    const ActivationFunction function = shape.word<ActivationFunction>("activation");
    const Builder::PoolingOptions pool{PoolingKind::average, 2, 2, 0, false};
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    // The paper's images are 32 wide; padding compensates for MNIST's 28.
    x = builder.convolution("conv1", x, biased_square(shape.integer("conv1_width"), 5, 1, 2));
    x = builder.pooling("pool1", builder.activation("act1", x, function), pool);
    x = builder.convolution("conv2", x, biased_square(shape.integer("conv2_width"), 5));
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
    return image_family("lenet", build_lenet, 28, 1)
        .with(Hyperparameter::integer("conv1_width", 6, 1, 1e5))
        .with(Hyperparameter::integer("conv2_width", 16, 1, 1e5))
        .with(Hyperparameter::integer("hidden1_width", 120, 1, 1e6))
        .with(Hyperparameter::integer("hidden2_width", 84, 1, 1e6))
        .with(Hyperparameter::choice("activation", {"tanh", "relu", "sigmoid"}))
        .with(Hyperparameter::integer("classes", 10, 1, 1e7))
        .with(Hyperparameter::flag("global_average_pool", false));
}

namespace {

/// Keys of the layers with an individual width; further ones have the common width.
constexpr std::array<std::string_view, 8> width_keys{"hidden1_width", "hidden2_width", "hidden3_width",
                                                     "hidden4_width", "hidden5_width", "hidden6_width",
                                                     "hidden7_width", "hidden8_width"};

TensorId hidden_layer(Builder& builder, TensorId x, std::int64_t width, bool bias)
{
    return builder.activation("relu", builder.linear("linear", x, width, bias), ActivationFunction::relu);
}

/// Layers from `first` to the last, identical except for the first one's input.
TensorId common_layers(Builder& builder, TensorId x, std::int64_t first, std::int64_t last, std::int64_t width,
                       bool bias)
{
    if (builder.shape_of(x)[0] != width && first <= last) {
        builder.begin_block("hidden{}", 1, first++);
        x = hidden_layer(builder, x, width, bias);
        builder.end_block();
    }
    if (first > last) return x;
    builder.begin_block("hidden{}", last - first + 1, first);
    const TensorId y = hidden_layer(builder, x, width, bias);
    builder.end_block({{x, y}});
    return y;
}

Network build_multi_layer_perceptron(const ShapeReader& shape, const ModelInput&, const BuildOptions&)
{
    Builder builder;
    const std::int64_t layers = shape.integer("hidden_layers");
    const std::int64_t common = shape.integer("hidden_width");
    const bool bias = shape.flag("bias");
    const Shape features{shape.integer("input_features")};
    TensorId x = builder.view("flatten", builder.input(features), features);
    builder.mark(CalledAs::result_of_layer);
    for (std::size_t i = 0; i < width_keys.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i) + 1;
        if (number > layers) {
            if (shape.has(width_keys[i])) builder.report("hidden-layer-not-there", width_keys[i], number, layers);
            continue;
        }
        builder.begin_block("hidden{}", 1, number);
        x = hidden_layer(builder, x, shape.integer_or(width_keys[i], common), bias);
        builder.end_block();
    }
    x = common_layers(builder, x, static_cast<std::int64_t>(width_keys.size()) + 1, layers, common, bias);
    return builder.finish({builder.linear("output", x, shape.integer("classes"), bias)});
}

} // namespace

Family multi_layer_perceptron_family()
{
    Family family = Family{"multi-layer-perceptron", Family::InputKind::features, {}, {}, build_multi_layer_perceptron}
                        .with(Hyperparameter::integer("input_features", 784, 1, 1e9))
                        .with(Hyperparameter::integer("hidden_layers", 2, 0, 1e6))
                        .with(Hyperparameter::integer("hidden_width", 512, 1, 1e7));
    for (const std::string_view key : width_keys) family = std::move(family).with(Hyperparameter::derived(key, 1, 1e7));
    return std::move(family)
        .with(Hyperparameter::integer("classes", 10, 1, 1e7))
        .with(Hyperparameter::flag("bias", true));
}

namespace {

/// Writes layers under the running index of torch.nn.Sequential.
class Sequence {
public:
    Sequence(Builder& builder, std::string_view prefix) : builder_(builder), prefix_(prefix) {}

    std::string next() { return prefix_ + std::to_string(index_++); }
    Builder& builder() { return builder_; }

private:
    Builder& builder_;
    std::string prefix_;
    int index_ = 0;
};

TensorId convolution(Sequence& layers, TensorId x, std::int64_t width, bool batch_norm, NormalizationMode mode)
{
    Builder& builder = layers.builder();
    Builder::ConvolutionOptions options = biased_square(width, 3, 1, 1);
    x = builder.convolution(layers.next(), x, options);
    if (batch_norm) x = builder.normalization(layers.next(), x, NormalizationKind::batch, mode);
    return builder.activation(layers.next(), x, ActivationFunction::relu, true);
}

TensorId features(Builder& builder, TensorId x, const ShapeReader& shape, NormalizationMode mode)
{
    constexpr std::array<std::int64_t, 5> widths{1, 2, 4, 8, 8};
    Sequence layers(builder, "features.");
    for (std::size_t stage = 0; stage < widths.size(); ++stage) {
        const std::int64_t count = shape.integer(stage_layers_keys[stage]);
        for (std::int64_t i = 0; i < count; ++i)
            x = convolution(layers, x, widths[stage] * shape.integer("width"), shape.flag("batch_norm"), mode);
        x = builder.pooling(layers.next(), x, {PoolingKind::maximum, 2, 2, 0, false});
    }
    return x;
}

Network build_vgg(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const double dropout = options.training ? shape.real("dropout") : 0.0;
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    const std::int64_t places = shape.flag("global_average_pool") ? 1 : 7;
    x = builder.adaptive_average("avgpool", features(builder, x, shape, options.normalization), places);
    x = builder.view("flatten", x, {builder.shape_of(x).elements().value()});
    x = builder.linear("classifier.0", x, shape.integer("d_ff"));
    x = builder.activation("classifier.1", x, ActivationFunction::relu, true);
    x = builder.dropout("classifier.2", x, dropout);
    x = builder.linear("classifier.3", x, shape.integer("d_ff"));
    x = builder.activation("classifier.4", x, ActivationFunction::relu, true);
    x = builder.dropout("classifier.5", x, dropout);
    return builder.finish({builder.linear("classifier.6", x, shape.integer("classes"))});
}

} // namespace

Family vgg_family()
{
    // Configuration D (VGG-16) of the paper's table 1; "width" is the first stage's width.
    return image_family("vgg", build_vgg)
        .with(staged(stage_layers_keys, {2, 2, 3, 3, 3}, 1, 64))
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::flag("batch_norm", false))
        .with(Hyperparameter::integer("d_ff", 4096, 1, 1e6))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::real("dropout", 0.5, 0, 1))
        .with(Hyperparameter::flag("global_average_pool", false));
}

namespace {

constexpr std::int64_t fire_modules = 8;

/// The metaparameters of the paper's section 5.1: widths grow by `step` with every second fire module.
struct FireWidths {
    std::int64_t first = 128;
    std::int64_t step = 128;
    std::int64_t squeeze = 8;

    std::int64_t expanded(std::int64_t module) const { return first + step * (module / 2); }
    std::int64_t squeezed(std::int64_t module) const { return std::max<std::int64_t>(expanded(module) / squeeze, 1); }
};

/// A narrow 1x1 convolution, then parallel 1x1 and 3x3 convolutions, half of the width each.
TensorId fire(Builder& builder, std::int64_t layer, TensorId x, std::int64_t squeezed, std::int64_t expanded)
{
    const std::int64_t half = expanded / 2;
    builder.begin_block("features.{}", 1, layer);
    x = biased_convolution(builder, "squeeze", "squeeze_activation", x, Builder::square(squeezed, 1));
    const TensorId small =
        biased_convolution(builder, "expand1x1", "expand1x1_activation", x, Builder::square(expanded - half, 1));
    const TensorId large =
        biased_convolution(builder, "expand3x3", "expand3x3_activation", x, Builder::square(half, 3, 1, 1));
    x = builder.concatenate("concat", {small, large}, 0);
    builder.end_block();
    return x;
}

TensorId features(Builder& builder, TensorId x, bool first_version, const FireWidths& widths)
{
    const Builder::PoolingOptions pool{PoolingKind::maximum, 3, 2, 0, true};
    x = biased_convolution(builder, "features.0", "features.1", x,
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
    x = biased_convolution(builder, "classifier.1", "classifier.2", x, Builder::square(shape.integer("classes"), 1));
    x = builder.adaptive_average("classifier.3", x, 1);
    return builder.finish({builder.view("flatten", x, {builder.shape_of(x)[0]})});
}

} // namespace

Family squeezenet_family()
{
    return image_family("squeezenet", build_squeezenet)
        .with(Hyperparameter::choice("version", {"1.0", "1.1"}))
        .with(Hyperparameter::integer("fire_width", 128, 2, 1e5))
        .with(Hyperparameter::integer("fire_width_step", 128, 0, 1e5))
        .with(Hyperparameter::integer("squeeze_reduction", 8, 1, 1e5))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::real("dropout", 0.5, 0, 1));
}

namespace {

using Builder = NetworkBuilder;

constexpr std::array<std::string_view, 4> layer_keys{"block1_layers", "block2_layers", "block3_layers",
                                                     "block4_layers"};

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
    return image_family("densenet", build_densenet)
        .with(staged(layer_keys, {6, 12, 24, 16}, 1, 1000))
        .with(Hyperparameter::integer("growth", 32, 1, 1e5))
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::integer("bottleneck", 4, 1, 1000))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::real("dropout", 0.0, 0, 1));
}

} // namespace rigwright
