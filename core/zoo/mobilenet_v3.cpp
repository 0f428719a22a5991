// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/inverted_residual.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::size_t stage_count = 6;

/// One stage as the paper's tables give it. Its blocks widen to the three numbers in turn, all further ones to the
/// last.
struct MobileNetV3Stage {
    std::int64_t layers = 0;
    std::int64_t width = 0;
    std::array<std::int64_t, 3> expanded{};
    std::int64_t kernel = 3;
    std::int64_t stride = 1;
    bool squeezed = false;
    bool hardswish = false;
};

struct Variant {
    std::array<MobileNetV3Stage, stage_count> stages;
    std::int64_t head_width = 0;
};

// Howard et al. 2019, Searching for MobileNetV3, tables 1 and 2. The small net ends after its fifth stage.
constexpr Variant large_variant{{{{1, 16, {16, 16, 16}, 3, 1, false, false},
                                  {2, 24, {64, 72, 72}, 3, 2, false, false},
                                  {3, 40, {72, 120, 120}, 5, 2, true, false},
                                  {4, 80, {240, 200, 184}, 3, 2, false, true},
                                  {2, 112, {480, 672, 672}, 3, 1, true, true},
                                  {3, 160, {672, 960, 960}, 5, 2, true, true}}},
                                1280};
constexpr Variant small_variant{{{{1, 16, {16, 16, 16}, 3, 2, true, false},
                                  {2, 24, {72, 88, 88}, 3, 2, false, false},
                                  {3, 40, {96, 240, 240}, 5, 2, true, true},
                                  {2, 48, {120, 144, 144}, 5, 1, true, true},
                                  {3, 96, {288, 576, 576}, 5, 2, true, true},
                                  {0, 96, {576, 576, 576}, 5, 1, true, true}}},
                                1024};

class MobileNetV3Body {
public:
    MobileNetV3Body(NetworkBuilder& builder, const ShapeReader& shape, NormalizationMode normalization)
        : builder_(builder),
          shape_(shape),
          variant_(shape.choice("variant") == "small" ? small_variant : large_variant),
          normalization_(normalization)
    {}

    TensorId write(TensorId image)
    {
        TensorId x = convolution(image, scaled(static_cast<double>(shape_.integer("stem_width"))), 3, 2);
        for (std::size_t i = 0; i < stage_count; ++i) x = stage(x, i);
        return convolution(x, 6 * builder_.shape_of(x)[0], 1, 1);
    }

    std::int64_t head_width() const
    {
        return scaled(static_cast<double>(shape_.integer_or("head_width", variant_.head_width)));
    }

private:
    TensorId convolution(TensorId x, std::int64_t width, std::int64_t kernel, std::int64_t stride)
    {
        const std::string name = "features." + std::to_string(index_++);
        return normed_convolution(builder_, NormedConvolutionNames::below(name), x,
                                  {width, kernel, stride, 1, ActivationFunction::hardswish, normalization_});
    }

    TensorId stage(TensorId x, std::size_t i)
    {
        const std::int64_t layers = shape_.integer_or(stage_layers_keys[i], variant_.stages[i].layers);
        for (std::int64_t layer = 0; layer < std::min<std::int64_t>(layers, 2); ++layer)
            x = inverted_residuals(builder_, "features.{}", index_ + layer, x, block(i, layer));
        if (layers > 2) x = inverted_residuals(builder_, "features.{}", index_ + 2, x, block(i, 2), layers - 2);
        index_ += layers;
        return x;
    }

    InvertedResidual block(std::size_t i, std::int64_t layer) const
    {
        const MobileNetV3Stage& stage = variant_.stages[i];
        const auto width = static_cast<double>(shape_.integer_or(stage_width_keys[i], stage.width));
        // A stage of another width widens in proportion.
        const double widening = width / static_cast<double>(stage.width);
        InvertedResidual block;
        block.expanded = scaled(static_cast<double>(stage.expanded[static_cast<std::size_t>(layer)]) * widening);
        block.out_channels = scaled(width);
        block.kernel = shape_.integer_or(stage_kernel_keys[i], stage.kernel);
        block.stride = layer == 0 ? stage.stride : 1;
        block.activation = stage.hardswish ? ActivationFunction::hardswish : ActivationFunction::relu;
        if (stage.squeezed) {
            const std::int64_t squeezed = block.expanded / shape_.integer("squeeze_divisor");
            block.squeeze = SqueezeExcitation{rounded_channels(static_cast<double>(squeezed)), ActivationFunction::relu,
                                              false, ActivationFunction::hardsigmoid};
        }
        block.adds_in_place = true;
        block.normalization = normalization_;
        return block;
    }

    std::int64_t scaled(double width) const { return rounded_channels(width * shape_.real("width_multiplier")); }

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    const Variant& variant_;
    NormalizationMode normalization_;
    std::int64_t index_ = 0;
};

Network build_mobilenet_v3(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    MobileNetV3Body body(builder, shape, options.normalization);
    TensorId x = builder.adaptive_average("avgpool", body.write(image), 1);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    x = builder.linear("classifier.0", x, body.head_width());
    x = builder.activation("classifier.1", x, ActivationFunction::hardswish, true);
    x = builder.dropout("classifier.2", x, options.training ? shape.real("dropout") : 0.0, true);
    return builder.finish({builder.linear("classifier.3", x, shape.integer("classes"))});
}

} // namespace

Family mobilenet_v3_family()
{
    std::vector<Hyperparameter> hyperparameters{
        Hyperparameter::choice("variant", {"large", "small"}),
        Hyperparameter::real("width_multiplier", 1.0, 0.1, 10),
        Hyperparameter::integer("stem_width", 16, 1, 1e5),
    };
    for (std::size_t i = 0; i < stage_count; ++i) {
        hyperparameters.push_back(Hyperparameter::derived(stage_layers_keys[i], 0, 1e6));
        hyperparameters.push_back(Hyperparameter::derived(stage_width_keys[i], 1, 1e5));
        hyperparameters.push_back(Hyperparameter::derived(stage_kernel_keys[i], 1, 31));
    }
    hyperparameters.push_back(Hyperparameter::integer("squeeze_divisor", 4, 1, 1e5));
    hyperparameters.push_back(Hyperparameter::derived("head_width", 1, 1e6));
    hyperparameters.push_back(Hyperparameter::real("dropout", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::integer("classes", 1000, 1, 1e7));
    return {
        "mobilenet-v3",
        Family::InputKind::image,
        std::move(hyperparameters),
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_mobilenet_v3};
}

} // namespace rigwright
