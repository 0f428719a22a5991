// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

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

namespace {

constexpr std::size_t mnasnet_stages = 7;

// Tan et al. 2019, MnasNet, figure 7; the first stage is the separable convolution behind the stem and does not widen.
constexpr std::array<std::int64_t, mnasnet_stages> mnasnet_layers{1, 3, 3, 3, 2, 4, 1};
constexpr std::array<std::int64_t, mnasnet_stages> mnasnet_widths{16, 24, 40, 80, 96, 192, 320};
constexpr std::array<std::int64_t, mnasnet_stages> mnasnet_expansions{1, 3, 3, 6, 6, 6, 6};
constexpr std::array<std::int64_t, mnasnet_stages> mnasnet_kernels{3, 3, 5, 5, 3, 5, 3};
constexpr std::array<std::int64_t, mnasnet_stages> mnasnet_strides{1, 2, 2, 2, 1, 2, 1};

class MnasNetBody {
public:
    MnasNetBody(NetworkBuilder& builder, const ShapeReader& shape, NormalizationMode normalization)
        : builder_(builder),
          shape_(shape),
          normalization_(normalization)
    {}

    TensorId write(TensorId image)
    {
        TensorId x = convolution(0, image, scaled("stem_width"), 3, 2, 1, true);
        x = separable(x);
        for (std::size_t i = 1; i < mnasnet_stages; ++i) x = stage(x, i);
        return convolution(14, x, shape_.integer("head_width"), 1, 1, 1, true);
    }

private:
    TensorId convolution(int index, TensorId x, std::int64_t width, std::int64_t kernel, std::int64_t stride,
                         std::int64_t groups, bool activated)
    {
        const auto numbered = [](int number) { return "layers." + std::to_string(number); };
        const std::optional<ActivationFunction> relu =
            activated ? std::optional(ActivationFunction::relu) : std::nullopt;
        return normed_convolution(builder_, {numbered(index), numbered(index + 1), numbered(index + 2)}, x,
                                  {width, kernel, stride, groups, relu, normalization_});
    }

    TensorId separable(TensorId x)
    {
        const std::int64_t width = builder_.shape_of(x)[0];
        const std::int64_t kernel = shape_.integer(stage_kernel_keys[0]);
        report_even_kernel(builder_, stage_kernel_keys[0], kernel);
        x = convolution(3, x, width, kernel, mnasnet_strides[0], width, true);
        return convolution(6, x, scaled(stage_width_keys[0]), 1, 1, 1, false);
    }

    TensorId stage(TensorId x, std::size_t i)
    {
        const std::int64_t layers = shape_.integer(stage_layers_keys[i]);
        if (layers == 0) return x;
        const std::int64_t expansion = shape_.integer(stage_expansion_keys[i]);
        InvertedResidual block;
        block.names = InvertedResidual::Names::flat;
        block.expanded = builder_.shape_of(x)[0] * expansion;
        block.out_channels = scaled(stage_width_keys[i]);
        block.kernel = shape_.integer(stage_kernel_keys[i]);
        block.stride = mnasnet_strides[i];
        block.activation = ActivationFunction::relu;
        block.always_expands = true;
        block.normalization = normalization_;
        const std::string name = "layers." + std::to_string(i + 7) + ".{}";
        x = inverted_residuals(builder_, name, 0, x, block);
        block.expanded = block.out_channels * expansion;
        block.stride = 1;
        return inverted_residuals(builder_, name, 1, x, block, layers - 1);
    }

    std::int64_t scaled(std::string_view key) const
    {
        return rounded_channels(static_cast<double>(shape_.integer(key)) * shape_.real("width_multiplier"));
    }

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    NormalizationMode normalization_;
};

Network build_mnasnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId x = MnasNetBody(builder, shape, options.normalization).write(image);
    x = builder.mean("mean", x, {builder.shape_of(x)[0]});
    x = builder.dropout("classifier.0", x, options.training ? shape.real("dropout") : 0.0, true);
    return builder.finish({builder.linear("classifier.1", x, shape.integer("classes"))});
}

} // namespace

Family mnasnet_family()
{
    std::vector<Hyperparameter> hyperparameters{
        Hyperparameter::real("width_multiplier", 1.0, 0.1, 10),
        Hyperparameter::integer("stem_width", 32, 1, 1e5),
        Hyperparameter::integer(stage_width_keys[0], mnasnet_widths[0], 1, 1e5),
        Hyperparameter::integer(stage_kernel_keys[0], mnasnet_kernels[0], 1, 31),
    };
    for (std::size_t i = 1; i < mnasnet_stages; ++i) {
        hyperparameters.push_back(Hyperparameter::integer(stage_layers_keys[i], mnasnet_layers[i], 0, 1e6));
        hyperparameters.push_back(Hyperparameter::integer(stage_width_keys[i], mnasnet_widths[i], 1, 1e5));
        hyperparameters.push_back(Hyperparameter::integer(stage_expansion_keys[i], mnasnet_expansions[i], 1, 100));
        hyperparameters.push_back(Hyperparameter::integer(stage_kernel_keys[i], mnasnet_kernels[i], 1, 31));
    }
    hyperparameters.push_back(Hyperparameter::integer("head_width", 1280, 1, 1e6));
    hyperparameters.push_back(Hyperparameter::real("dropout", 0.2, 0, 1));
    hyperparameters.push_back(Hyperparameter::integer("classes", 1000, 1, 1e7));
    return {
        "mnasnet",
        Family::InputKind::image,
        std::move(hyperparameters),
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_mnasnet};
}

} // namespace rigwright
