// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <array>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Keys of the layers whose width can be set one by one; further ones have the common width.
constexpr std::array<std::string_view, 8> width_keys{"hidden1_width", "hidden2_width", "hidden3_width",
                                                     "hidden4_width", "hidden5_width", "hidden6_width",
                                                     "hidden7_width", "hidden8_width"};

TensorId hidden_layer(Builder& builder, TensorId x, std::int64_t width, bool bias)
{
    return builder.activation("relu", builder.linear("linear", x, width, bias), ActivationFunction::relu);
}

/// Layers `first` to the last, alike but for the first one's input.
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
    std::vector<Hyperparameter> hyperparameters{
        Hyperparameter::integer("input_features", 784, 1, 1e9),
        Hyperparameter::integer("hidden_layers", 2, 0, 1e6),
        Hyperparameter::integer("hidden_width", 512, 1, 1e7),
    };
    for (const std::string_view key : width_keys) hyperparameters.push_back(Hyperparameter::derived(key, 1, 1e7));
    hyperparameters.push_back(Hyperparameter::integer("classes", 10, 1, 1e7));
    hyperparameters.push_back(Hyperparameter::flag("bias", true));
    return {"multi-layer-perceptron",
            Family::InputKind::features,
            std::move(hyperparameters),
            {},
            build_multi_layer_perceptron};
}

} // namespace rigwright
