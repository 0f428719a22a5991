// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/inverted_residual.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::size_t mobilenet_v2_stages = 7;
constexpr std::array<std::int64_t, mobilenet_v2_stages> mobilenet_v2_strides{1, 2, 2, 2, 1, 2, 1};

// Sandler et al. 2018, MobileNetV2, table 2.
constexpr std::array<std::int64_t, mobilenet_v2_stages> mobilenet_v2_widths{16, 24, 32, 64, 96, 160, 320};
constexpr std::array<std::int64_t, mobilenet_v2_stages> mobilenet_v2_layers{1, 2, 3, 4, 3, 3, 1};
constexpr std::array<std::int64_t, mobilenet_v2_stages> mobilenet_v2_expansions{1, 6, 6, 6, 6, 6, 6};

class MobileNetV2Body {
public:
    MobileNetV2Body(NetworkBuilder& builder, const ShapeReader& shape, NormalizationMode normalization)
        : builder_(builder),
          shape_(shape),
          normalization_(normalization)
    {}

    TensorId write(TensorId image)
    {
        TensorId x = convolution(image, scaled(shape_.integer("stem_width")), 3, 2);
        for (std::size_t i = 0; i < mobilenet_v2_stages; ++i) x = stage(x, i);
        // A narrower net keeps the full width of its last map.
        const double multiplier = std::max(1.0, shape_.real("width_multiplier"));
        const auto head = static_cast<double>(shape_.integer("head_width"));
        return convolution(x, rounded_channels(head * multiplier, shape_.integer("width_divisor")), 1, 1);
    }

private:
    TensorId convolution(TensorId x, std::int64_t width, std::int64_t kernel, std::int64_t stride)
    {
        const std::string name = "features." + std::to_string(index_++);
        return normed_convolution(builder_, NormedConvolutionNames::below(name), x,
                                  {width, kernel, stride, 1, ActivationFunction::relu6, normalization_});
    }

    TensorId stage(TensorId x, std::size_t i)
    {
        const std::int64_t layers = shape_.integer(stage_layers_keys[i]);
        if (layers == 0) return x;
        InvertedResidual block;
        block.names = InvertedResidual::Names::groups_but_last;
        block.expanded = builder_.shape_of(x)[0] * shape_.integer(stage_expansion_keys[i]);
        block.out_channels = scaled(shape_.integer(stage_width_keys[i]));
        block.kernel = shape_.integer("kernel");
        block.stride = mobilenet_v2_strides[i];
        block.normalization = normalization_;
        x = inverted_residuals(builder_, "features.{}", index_, x, block);
        block.expanded = block.out_channels * shape_.integer(stage_expansion_keys[i]);
        block.stride = 1;
        x = inverted_residuals(builder_, "features.{}", index_ + 1, x, block, layers - 1);
        index_ += layers;
        return x;
    }

    std::int64_t scaled(std::int64_t width) const
    {
        return rounded_channels(static_cast<double>(width) * shape_.real("width_multiplier"),
                                shape_.integer("width_divisor"));
    }

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    NormalizationMode normalization_;
    std::int64_t index_ = 0;
};

Network build_mobilenet_v2(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId x = MobileNetV2Body(builder, shape, options.normalization).write(image);
    x = builder.adaptive_average("avgpool", x, 1);
    builder.mark(CalledAs::function);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    x = builder.dropout("classifier.0", x, options.training ? shape.real("dropout") : 0.0);
    return builder.finish({builder.linear("classifier.1", x, shape.integer("classes"))});
}

} // namespace

Family mobilenet_v2_family()
{
    std::vector<Hyperparameter> hyperparameters{
        Hyperparameter::real("width_multiplier", 1.0, 0.1, 10),
        Hyperparameter::integer("width_divisor", 8, 1, 1024),
        Hyperparameter::integer("stem_width", 32, 1, 1e5),
        Hyperparameter::integer("kernel", 3, 1, 31),
    };
    for (std::size_t i = 0; i < mobilenet_v2_stages; ++i) {
        hyperparameters.push_back(Hyperparameter::integer(stage_layers_keys[i], mobilenet_v2_layers[i], 0, 1e6));
        hyperparameters.push_back(Hyperparameter::integer(stage_width_keys[i], mobilenet_v2_widths[i], 1, 1e5));
        hyperparameters.push_back(Hyperparameter::integer(stage_expansion_keys[i], mobilenet_v2_expansions[i], 1, 100));
    }
    hyperparameters.push_back(Hyperparameter::integer("head_width", 1280, 1, 1e6));
    hyperparameters.push_back(Hyperparameter::real("dropout", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::integer("classes", 1000, 1, 1e7));
    return {
        "mobilenet-v2",
        Family::InputKind::image,
        std::move(hyperparameters),
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_mobilenet_v2};
}

} // namespace rigwright
