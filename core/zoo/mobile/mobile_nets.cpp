// SPDX-License-Identifier: Apache-2.0

#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

// Sandler et al. 2018, MobileNetV2, table 2.
constexpr std::array mobilenet_v2_stages{MobileStage{1, 16, 1, 1}, MobileStage{6, 24, 2, 2}, MobileStage{6, 32, 3, 2},
                                         MobileStage{6, 64, 4, 2}, MobileStage{6, 96, 3, 1}, MobileStage{6, 160, 3, 2},
                                         MobileStage{6, 320, 1, 1}};

InvertedResidual mobilenet_v2_block(const MobileNet& net, std::size_t i, std::int64_t in_channels, std::int64_t layer)
{
    InvertedResidual block;
    block.names = InvertedResidual::Names::groups_but_last;
    block.expanded = in_channels * net.shape.integer(stage_expansion_keys[i]);
    block.out_channels = net.scaled(stage_width_keys[i]);
    block.kernel = net.shape.integer("kernel");
    block.stride = layer == 0 ? mobilenet_v2_stages[i].stride : 1;
    block.normalization = net.normalization;
    return block;
}

Network build_mobilenet_v2(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    MobileNet net(shape, input, options, ActivationFunction::relu6);
    net.divisor = shape.integer("width_divisor");
    net.convolve("features.0", net.scaled("stem_width"), 3, 2);
    std::int64_t index = 1;
    for (std::size_t i = 0; i < mobilenet_v2_stages.size(); ++i) {
        const std::int64_t layers = shape.integer(stage_layers_keys[i]);
        net.x = mobile_stage(
            net.builder, "features.{}", index, net.x, layers, 2,
            [&](std::int64_t channels, std::int64_t layer) { return mobilenet_v2_block(net, i, channels, layer); });
        index += layers;
    }
    // A narrower network keeps the full width of its last map.
    const double multiplier = std::max(1.0, shape.real("width_multiplier"));
    const auto head = static_cast<double>(shape.integer("head_width"));
    net.convolve("features." + std::to_string(index), rounded_channels(head * multiplier, net.divisor), 1, 1);
    net.x = net.builder.adaptive_average("avgpool", net.x, 1);
    net.builder.mark(CalledAs::function);
    net.x = net.builder.view("flatten", net.x, {net.channels()});
    return net.classified("classifier.0", "classifier.1", false);
}

} // namespace

Family mobilenet_v2_family()
{
    return image_family("mobilenet-v2", build_mobilenet_v2)
        .with(Hyperparameter::real("width_multiplier", 1.0, 0.1, 10))
        .with(Hyperparameter::integer("width_divisor", 8, 1, 1024))
        .with(Hyperparameter::integer("stem_width", 32, 1, 1e5))
        .with(Hyperparameter::integer("kernel", 3, 1, 31))
        .with(stage_hyperparameters(mobilenet_v2_stages, StageNumbers::all_but_kernel))
        .with(Hyperparameter::integer("head_width", 1280, 1, 1e6))
        .with(Hyperparameter::real("dropout", 0.2, 0, 1))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

namespace {

constexpr std::size_t stage_count = 6;

/// One stage as in the paper's tables. Its first blocks widen to the three numbers in turn, all further ones to the
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

// Howard et al. 2019, Searching for MobileNetV3, tables 1 and 2. The small network ends after its fifth stage.
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

InvertedResidual mobilenet_v3_block(const MobileNet& net, const MobileNetV3Stage& stage, std::size_t i,
                                    std::int64_t layer)
{
    const auto width = static_cast<double>(net.shape.integer_or(stage_width_keys[i], stage.width));
    // A stage of a different width widens in proportion.
    const double widening = width / static_cast<double>(stage.width);
    InvertedResidual block;
    block.expanded = net.scaled(static_cast<double>(stage.expanded[static_cast<std::size_t>(layer)]) * widening);
    block.out_channels = net.scaled(width);
    block.kernel = net.shape.integer_or(stage_kernel_keys[i], stage.kernel);
    block.stride = layer == 0 ? stage.stride : 1;
    block.activation = stage.hardswish ? ActivationFunction::hardswish : ActivationFunction::relu;
    if (stage.squeezed) {
        const std::int64_t squeezed = block.expanded / net.shape.integer("squeeze_divisor");
        block.squeeze = SqueezeExcitation{rounded_channels(static_cast<double>(squeezed)), ActivationFunction::relu,
                                          false, ActivationFunction::hardsigmoid};
    }
    block.adds_in_place = true;
    block.normalization = net.normalization;
    return block;
}

Network build_mobilenet_v3(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    MobileNet net(shape, input, options, ActivationFunction::hardswish);
    const Variant& variant = shape.choice("variant") == "small" ? small_variant : large_variant;
    net.convolve("features.0", net.scaled("stem_width"), 3, 2);
    std::int64_t index = 1;
    for (std::size_t i = 0; i < stage_count; ++i) {
        const MobileNetV3Stage& stage = variant.stages[i];
        const std::int64_t layers = shape.integer_or(stage_layers_keys[i], stage.layers);
        net.x =
            mobile_stage(net.builder, "features.{}", index, net.x, layers, 3,
                         [&](std::int64_t, std::int64_t layer) { return mobilenet_v3_block(net, stage, i, layer); });
        index += layers;
    }
    net.convolve("features." + std::to_string(index), 6 * net.channels(), 1, 1);
    net.x = net.builder.adaptive_average("avgpool", net.x, 1);
    net.x = net.builder.view("flatten", net.x, {net.channels()});
    const std::int64_t head_width = shape.integer_or("head_width", variant.head_width);
    net.x = net.builder.linear("classifier.0", net.x, net.scaled(static_cast<double>(head_width)));
    net.x = net.builder.activation("classifier.1", net.x, net.activation, true);
    return net.classified("classifier.2", "classifier.3");
}

} // namespace

Family mobilenet_v3_family()
{
    Family family = image_family("mobilenet-v3", build_mobilenet_v3)
                        .with(Hyperparameter::choice("variant", {"large", "small"}))
                        .with(Hyperparameter::real("width_multiplier", 1.0, 0.1, 10))
                        .with(Hyperparameter::integer("stem_width", 16, 1, 1e5));
    for (std::size_t i = 0; i < stage_count; ++i)
        family = std::move(family)
                     .with(Hyperparameter::derived(stage_layers_keys[i], 0, 1e6))
                     .with(Hyperparameter::derived(stage_width_keys[i], 1, 1e5))
                     .with(Hyperparameter::derived(stage_kernel_keys[i], 1, 31));
    return std::move(family)
        .with(Hyperparameter::integer("squeeze_divisor", 4, 1, 1e5))
        .with(Hyperparameter::derived("head_width", 1, 1e6))
        .with(Hyperparameter::real("dropout", 0.2, 0, 1))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

namespace {

// Tan et al. 2019, MnasNet, figure 7; the first stage is the separable convolution after the stem and does not widen.
constexpr std::array mnasnet_stages{
    MobileStage{1, 16, 1, 1, 3}, MobileStage{3, 24, 3, 2, 3},  MobileStage{3, 40, 3, 2, 5}, MobileStage{6, 80, 3, 2, 5},
    MobileStage{6, 96, 2, 1, 3}, MobileStage{6, 192, 4, 2, 5}, MobileStage{6, 320, 1, 1, 3}};

/// Layers outside blocks have consecutive numbers over all stages.
void mnasnet_convolution(MobileNet& net, int index, const NormedConvolution& layer)
{
    const auto numbered = [](int number) { return "layers." + std::to_string(number); };
    net.x = normed_convolution(net.builder, {numbered(index), numbered(index + 1), numbered(index + 2)}, net.x, layer);
}

InvertedResidual mnasnet_block(const MobileNet& net, std::size_t i, std::int64_t in_channels, std::int64_t layer)
{
    InvertedResidual block;
    block.names = InvertedResidual::Names::flat;
    block.expanded = in_channels * net.shape.integer(stage_expansion_keys[i]);
    block.out_channels = net.scaled(stage_width_keys[i]);
    block.kernel = net.shape.integer(stage_kernel_keys[i]);
    block.stride = layer == 0 ? mnasnet_stages[i].stride : 1;
    block.activation = net.activation;
    block.always_expands = true;
    block.normalization = net.normalization;
    return block;
}

Network build_mnasnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    MobileNet net(shape, input, options, ActivationFunction::relu);
    const NormalizationMode norm = net.normalization;
    const std::int64_t stem = net.scaled("stem_width");
    const std::int64_t kernel = shape.integer(stage_kernel_keys[0]);
    mnasnet_convolution(net, 0, {stem, 3, 2, 1, net.activation, norm});
    report_even_kernel(net.builder, stage_kernel_keys[0], kernel);
    mnasnet_convolution(net, 3, {stem, kernel, mnasnet_stages[0].stride, stem, net.activation, norm});
    mnasnet_convolution(net, 6, {net.scaled(stage_width_keys[0]), 1, 1, 1, {}, norm});
    for (std::size_t i = 1; i < mnasnet_stages.size(); ++i)
        net.x = mobile_stage(
            net.builder, "layers." + std::to_string(i + 7) + ".{}", 0, net.x, shape.integer(stage_layers_keys[i]), 2,
            [&](std::int64_t channels, std::int64_t layer) { return mnasnet_block(net, i, channels, layer); });
    mnasnet_convolution(net, 14, {shape.integer("head_width"), 1, 1, 1, net.activation, norm});
    net.x = net.builder.mean("mean", net.x, {net.channels()});
    return net.classified("classifier.0", "classifier.1");
}

} // namespace

Family mnasnet_family()
{
    return image_family("mnasnet", build_mnasnet)
        .with(Hyperparameter::real("width_multiplier", 1.0, 0.1, 10))
        .with(Hyperparameter::integer("stem_width", 32, 1, 1e5))
        .with(Hyperparameter::integer(stage_width_keys[0], mnasnet_stages[0].width, 1, 1e5))
        .with(Hyperparameter::integer(stage_kernel_keys[0], mnasnet_stages[0].kernel, 1, 31))
        .with(stage_hyperparameters(mnasnet_stages, StageNumbers::all, 1))
        .with(Hyperparameter::integer("head_width", 1280, 1, 1e6))
        .with(Hyperparameter::real("dropout", 0.2, 0, 1))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

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
            // The probability grows from zero at the first block, which is the only difference between the blocks of a
            // stage.
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
    return image_family("efficientnet", build_efficientnet)
        .with(Hyperparameter::real("width_multiplier", 1.0, 0.1, 10))
        .with(Hyperparameter::real("depth_multiplier", 1.0, 0.1, 10))
        .with(Hyperparameter::integer("stem_width", 32, 1, 1e5))
        .with(Hyperparameter::integer("fused_stages", 0, 0, efficientnet_stages.size()))
        .with(stage_hyperparameters(efficientnet_stages, StageNumbers::all))
        .with(Hyperparameter::derived("head_width", 1, 1e6))
        .with(Hyperparameter::integer("squeeze_divisor", 4, 1, 1e5))
        .with(Hyperparameter::real("stochastic_depth", 0.2, 0, 1))
        .with(Hyperparameter::real("dropout", 0.2, 0, 1))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

namespace {

constexpr std::size_t shufflenet_v2_stages = 3;

// Ma et al. 2018, ShuffleNet V2, table 5, width 1.0; the stem counts as the first stage.
constexpr std::array<std::int64_t, shufflenet_v2_stages> shufflenet_v2_layers{4, 8, 4};
constexpr std::array<std::int64_t, shufflenet_v2_stages> shufflenet_v2_widths{116, 232, 464};
constexpr std::size_t first_stage = 1;

class ShuffleNetV2Body {
public:
    ShuffleNetV2Body(NetworkBuilder& builder, const ShapeReader& shape, NormalizationMode normalization)
        : builder_(builder),
          shape_(shape),
          normalization_(normalization)
    {}

    TensorId write(TensorId image)
    {
        TensorId x = normed("conv1.", 0, image, {shape_.integer("stem_width"), 3, 2, 1, relu, normalization_});
        x = builder_.pooling("maxpool", x, {PoolingKind::maximum, 3, 2, 1, false});
        for (std::size_t i = first_stage; i < first_stage + shufflenet_v2_stages; ++i) x = stage(x, i);
        return normed("conv5.", 0, x, {shape_.integer("head_width"), 1, 1, 1, relu, normalization_});
    }

private:
    static constexpr ActivationFunction relu = ActivationFunction::relu;

    TensorId normed(const std::string& prefix, int index, TensorId x, const NormedConvolution& layer)
    {
        const auto numbered = [&](int number) { return prefix + std::to_string(number); };
        return normed_convolution(builder_, {numbered(index), numbered(index + 1), numbered(index + 2)}, x, layer);
    }

    TensorId stage(TensorId x, std::size_t i)
    {
        const std::int64_t layers = shape_.integer(stage_layers_keys[i]);
        const std::int64_t width = shape_.integer(stage_width_keys[i]);
        if (width % 2 != 0) builder_.report("groups-do-not-divide-channels", stage_width_keys[i], width, 2);
        if (layers == 0) return x;
        const std::string name = "stage" + std::to_string(i + 1) + ".{}";
        builder_.begin_block(name);
        x = reducing_unit(x, width / 2);
        builder_.end_block();
        if (layers == 1) return x;
        builder_.begin_block(name, layers - 1, 1);
        const TensorId output = unit(x, width / 2);
        builder_.end_block({{x, output}});
        return output;
    }

    /// Halves the map; both branches read all channels.
    TensorId reducing_unit(TensorId x, std::int64_t half)
    {
        const std::int64_t in_channels = builder_.shape_of(x)[0];
        TensorId left = normed("branch1.", 0, x, {in_channels, 3, 2, in_channels, {}, normalization_});
        left = normed("branch1.", 2, left, {half, 1, 1, 1, relu, normalization_});
        return shuffled(left, right_branch(x, half, 2));
    }

    /// Half of the channels pass through unchanged.
    TensorId unit(TensorId x, std::int64_t half)
    {
        const Shape part = builder_.shape_of(x).with(0, half);
        const TensorId left = builder_.view("chunk", x, part);
        return shuffled(left, right_branch(builder_.view("chunk", x, part), half, 1));
    }

    TensorId right_branch(TensorId x, std::int64_t half, std::int64_t stride)
    {
        x = normed("branch2.", 0, x, {half, 1, 1, 1, relu, normalization_});
        x = normed("branch2.", 3, x, {half, 3, stride, half, {}, normalization_});
        return normed("branch2.", 5, x, {half, 1, 1, 1, relu, normalization_});
    }

    /// Interleaves the channels of the two halves: one copy concatenates them, another one shuffles them.
    TensorId shuffled(TensorId left, TensorId right)
    {
        const TensorId x = builder_.concatenate("cat", {left, right}, 0);
        return builder_.copy("channel_shuffle", x, builder_.shape_of(x));
    }

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    NormalizationMode normalization_;
};

Network build_shufflenet_v2(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId x = ShuffleNetV2Body(builder, shape, options.normalization).write(image);
    x = builder.mean("mean", x, {builder.shape_of(x)[0]});
    return builder.finish({builder.linear("fc", x, shape.integer("classes"))});
}

} // namespace

Family shufflenet_v2_family()
{
    Family family =
        image_family("shufflenet-v2", build_shufflenet_v2).with(Hyperparameter::integer("stem_width", 24, 1, 1e5));
    for (std::size_t i = 0; i < shufflenet_v2_stages; ++i)
        family = std::move(family)
                     .with(Hyperparameter::integer(stage_layers_keys[i + first_stage], shufflenet_v2_layers[i], 0, 1e6))
                     .with(Hyperparameter::integer(stage_width_keys[i + first_stage], shufflenet_v2_widths[i], 2, 1e5));
    return std::move(family)
        .with(Hyperparameter::integer("head_width", 1024, 1, 1e6))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

} // namespace rigwright
