// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

// Tan and Le 2019, EfficientNet, table 1.
constexpr std::array efficientnet_stages{MobileStage{1, 16, 1, 1, 3},  MobileStage{6, 24, 2, 2, 3},
                                         MobileStage{6, 40, 2, 2, 5},  MobileStage{6, 80, 3, 2, 3},
                                         MobileStage{6, 112, 3, 1, 5}, MobileStage{6, 192, 4, 2, 5},
                                         MobileStage{6, 320, 1, 1, 3}};

std::int64_t efficientnet_layers(const ShapeReader& shape, std::size_t i)
{
    return static_cast<std::int64_t>(
        std::ceil(static_cast<double>(shape.integer(stage_layers_keys[i])) * shape.real("depth_multiplier")));
}

InvertedResidual efficientnet_block(const MobileNet& net, std::size_t i, std::int64_t in_channels, std::int64_t layer)
{
    const ShapeReader& shape = net.shape;
    InvertedResidual block;
    block.expanded = rounded_channels(static_cast<double>(in_channels * shape.integer(stage_expansion_keys[i])));
    block.out_channels = net.scaled(stage_width_keys[i]);
    block.kernel = shape.integer(stage_kernel_keys[i]);
    block.stride = layer == 0 ? efficientnet_stages[i].stride : 1;
    block.activation = net.activation;
    block.fused = static_cast<std::int64_t>(i) < shape.integer("fused_stages");
    const std::int64_t squeezed = std::max<std::int64_t>(1, in_channels / shape.integer("squeeze_divisor"));
    block.squeeze = SqueezeExcitation{squeezed, net.activation, true, ActivationFunction::sigmoid};
    block.adds_in_place = true;
    block.normalization = net.normalization;
    return block;
}

Network build_efficientnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    MobileNet net(shape, input, options, ActivationFunction::silu);
    const double skipping = options.training ? shape.real("stochastic_depth") : 0.0;
    std::int64_t all_layers = 0;
    for (std::size_t i = 0; i < efficientnet_stages.size(); ++i) all_layers += efficientnet_layers(shape, i);
    net.convolve("features.0", net.scaled("stem_width"), 3, 2);
    std::int64_t place = 1;
    std::int64_t written = 0;
    for (std::size_t i = 0; i < efficientnet_stages.size(); ++i) {
        const std::int64_t layers = efficientnet_layers(shape, i);
        if (layers == 0) continue;
        const std::string name = "features." + std::to_string(place++) + ".{}";
        net.x = mobile_stage(net.builder, name, 0, net.x, layers, 2, [&](std::int64_t channels, std::int64_t layer) {
            InvertedResidual block = efficientnet_block(net, i, channels, layer);
            // The probability grows from zero at the first block, which is all that the blocks of a stage differ in.
            block.stochastic_depth = skipping * static_cast<double>(written + layer) / static_cast<double>(all_layers);
            return block;
        });
        written += layers;
    }
    net.convolve("features." + std::to_string(place), shape.integer_or("head_width", 4 * net.channels()), 1, 1);
    net.x = net.builder.adaptive_average("avgpool", net.x, 1);
    net.x = net.builder.view("flatten", net.x, {net.channels()});
    return net.classified("classifier.0", "classifier.1");
}

} // namespace

Family efficientnet_family()
{
    std::vector<Hyperparameter> hyperparameters{
        Hyperparameter::real("width_multiplier", 1.0, 0.1, 10),
        Hyperparameter::real("depth_multiplier", 1.0, 0.1, 10),
        Hyperparameter::integer("stem_width", 32, 1, 1e5),
        Hyperparameter::integer("fused_stages", 0, 0, efficientnet_stages.size()),
    };
    add_stages(hyperparameters, efficientnet_stages, StageNumbers::all);
    hyperparameters.push_back(Hyperparameter::derived("head_width", 1, 1e6));
    hyperparameters.push_back(Hyperparameter::integer("squeeze_divisor", 4, 1, 1e5));
    hyperparameters.push_back(Hyperparameter::real("stochastic_depth", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::real("dropout", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::integer("classes", 1000, 1, 1e7));
    return mobile_family("efficientnet", std::move(hyperparameters), build_efficientnet);
}

} // namespace rigwright
