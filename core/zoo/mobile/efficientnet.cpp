// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

constexpr std::size_t efficientnet_stages = 7;
constexpr std::array<std::int64_t, efficientnet_stages> efficientnet_strides{1, 2, 2, 2, 1, 2, 1};

// Tan and Le 2019, EfficientNet, table 1.
constexpr std::array<std::int64_t, efficientnet_stages> efficientnet_layers{1, 2, 2, 3, 3, 4, 1};
constexpr std::array<std::int64_t, efficientnet_stages> efficientnet_widths{16, 24, 40, 80, 112, 192, 320};
constexpr std::array<std::int64_t, efficientnet_stages> efficientnet_expansions{1, 6, 6, 6, 6, 6, 6};
constexpr std::array<std::int64_t, efficientnet_stages> efficientnet_kernels{3, 3, 5, 3, 5, 5, 3};

class EfficientNetBody {
public:
    EfficientNetBody(NetworkBuilder& builder, const ShapeReader& shape, const BuildOptions& options)
        : builder_(builder),
          shape_(shape),
          normalization_(options.normalization),
          skipping_(options.training ? shape.real("stochastic_depth") : 0.0)
    {
        for (std::size_t i = 0; i < efficientnet_stages; ++i) all_layers_ += layers_of(i);
    }

    TensorId write(TensorId image)
    {
        TensorId x = convolution("features.0", image, scaled("stem_width"), 3, 2);
        std::int64_t place = 1;
        for (std::size_t i = 0; i < efficientnet_stages; ++i) {
            if (layers_of(i) > 0) x = stage("features." + std::to_string(place++) + ".{}", x, i);
        }
        const std::int64_t head = shape_.integer_or("head_width", 4 * builder_.shape_of(x)[0]);
        return convolution("features." + std::to_string(place), x, head, 1, 1);
    }

private:
    TensorId convolution(const std::string& name, TensorId x, std::int64_t width, std::int64_t kernel,
                         std::int64_t stride)
    {
        return normed_convolution(builder_, NormedConvolutionNames::below(name), x,
                                  {width, kernel, stride, 1, ActivationFunction::silu, normalization_});
    }

    TensorId stage(const std::string& name, TensorId x, std::size_t i)
    {
        const std::int64_t layers = layers_of(i);
        x = inverted_residuals(builder_, name, 0, x, block(i, builder_.shape_of(x)[0], efficientnet_strides[i]));
        ++written_;
        x = inverted_residuals(builder_, name, 1, x, block(i, scaled(stage_width_keys[i]), 1), layers - 1);
        written_ += layers - 1;
        return x;
    }

    InvertedResidual block(std::size_t i, std::int64_t in_channels, std::int64_t stride) const
    {
        InvertedResidual block;
        block.expanded = rounded_channels(static_cast<double>(in_channels * shape_.integer(stage_expansion_keys[i])));
        block.out_channels = scaled(stage_width_keys[i]);
        block.kernel = shape_.integer(stage_kernel_keys[i]);
        block.stride = stride;
        block.activation = ActivationFunction::silu;
        block.fused = static_cast<std::int64_t>(i) < shape_.integer("fused_stages");
        const std::int64_t squeezed = std::max<std::int64_t>(1, in_channels / shape_.integer("squeeze_divisor"));
        block.squeeze = SqueezeExcitation{squeezed, ActivationFunction::silu, true, ActivationFunction::sigmoid};
        block.adds_in_place = true;
        // The probability grows from zero at the first block, which is all that the blocks of a stage differ in.
        block.stochastic_depth = skipping_ * static_cast<double>(written_) / static_cast<double>(all_layers_);
        block.normalization = normalization_;
        return block;
    }

    std::int64_t layers_of(std::size_t i) const
    {
        return static_cast<std::int64_t>(
            std::ceil(static_cast<double>(shape_.integer(stage_layers_keys[i])) * shape_.real("depth_multiplier")));
    }

    std::int64_t scaled(std::string_view key) const
    {
        return rounded_channels(static_cast<double>(shape_.integer(key)) * shape_.real("width_multiplier"));
    }

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    NormalizationMode normalization_;
    double skipping_;
    std::int64_t all_layers_ = 0;
    std::int64_t written_ = 0;
};

Network build_efficientnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId x = EfficientNetBody(builder, shape, options).write(image);
    x = builder.adaptive_average("avgpool", x, 1);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    x = builder.dropout("classifier.0", x, options.training ? shape.real("dropout") : 0.0, true);
    return builder.finish({builder.linear("classifier.1", x, shape.integer("classes"))});
}

} // namespace

Family efficientnet_family()
{
    std::vector<Hyperparameter> hyperparameters{
        Hyperparameter::real("width_multiplier", 1.0, 0.1, 10),
        Hyperparameter::real("depth_multiplier", 1.0, 0.1, 10),
        Hyperparameter::integer("stem_width", 32, 1, 1e5),
        Hyperparameter::integer("fused_stages", 0, 0, efficientnet_stages),
    };
    for (std::size_t i = 0; i < efficientnet_stages; ++i) {
        hyperparameters.push_back(Hyperparameter::integer(stage_layers_keys[i], efficientnet_layers[i], 0, 1e6));
        hyperparameters.push_back(Hyperparameter::integer(stage_width_keys[i], efficientnet_widths[i], 1, 1e5));
        hyperparameters.push_back(Hyperparameter::integer(stage_expansion_keys[i], efficientnet_expansions[i], 1, 100));
        hyperparameters.push_back(Hyperparameter::integer(stage_kernel_keys[i], efficientnet_kernels[i], 1, 31));
    }
    hyperparameters.push_back(Hyperparameter::derived("head_width", 1, 1e6));
    hyperparameters.push_back(Hyperparameter::integer("squeeze_divisor", 4, 1, 1e5));
    hyperparameters.push_back(Hyperparameter::real("stochastic_depth", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::real("dropout", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::integer("classes", 1000, 1, 1e7));
    return {
        "efficientnet",
        Family::InputKind::image,
        std::move(hyperparameters),
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_efficientnet};
}

} // namespace rigwright
