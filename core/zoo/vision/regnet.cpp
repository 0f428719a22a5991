// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

/// Widths are multiples of this (Radosavovic et al. 2020).
constexpr std::int64_t width_quantum = 8;

std::int64_t whole(double value) { return static_cast<std::int64_t>(std::nearbyint(value)); }

/// Blocks of one width.
struct RegNetStage {
    std::int64_t width = 0;
    std::int64_t group_width = 1;
    std::int64_t layers = 0;
};

/// The design space of Radosavovic et al. 2020, section 3.3: block widths grow linearly, rounded to powers of a step
/// and to multiples of eight; blocks of equal width form a stage.
std::vector<RegNetStage> stages_of(const ShapeReader& shape)
{
    const auto initial = static_cast<double>(shape.integer("initial_width"));
    const double slope = shape.real("width_slope");
    const double step = shape.real("width_step");
    std::vector<RegNetStage> stages;
    for (std::int64_t i = 0; i < shape.integer("layers"); ++i) {
        const double on_line = static_cast<double>(i) * slope + initial;
        const double power = std::nearbyint(std::log(on_line / initial) / std::log(step));
        const std::int64_t width = width_quantum * whole(initial * std::pow(step, power) / width_quantum);
        if (stages.empty() || stages.back().width != width) stages.push_back({width, 1, 0});
        ++stages.back().layers;
    }
    return stages;
}

/// Adjusts the inner width to a multiple of the requested group width.
RegNetStage with_full_groups(RegNetStage stage, std::int64_t group_width, double bottleneck)
{
    const auto inner = static_cast<std::int64_t>(static_cast<double>(stage.width) * bottleneck);
    stage.group_width = std::max<std::int64_t>(1, std::min(group_width, inner));
    const std::int64_t filled = rounded_channels(static_cast<double>(inner), stage.group_width);
    stage.width = static_cast<std::int64_t>(static_cast<double>(filled) / bottleneck);
    return stage;
}

class RegNetBody {
public:
    RegNetBody(NetworkBuilder& builder, const ShapeReader& shape, NormalizationMode normalization)
        : builder_(builder),
          bottleneck_(shape.real("bottleneck_ratio")),
          squeeze_(shape.real("squeeze_ratio")),
          normalization_(normalization)
    {}

    TensorId stem(TensorId image, std::int64_t width)
    {
        return convolution("stem", image, {width, 3, 2, 1, relu, normalization_});
    }

    TensorId stage(TensorId x, std::size_t number, const RegNetStage& stage)
    {
        const std::string place = "block" + std::to_string(number);
        const std::string name = "trunk_output." + place + "." + place + "-{}";
        builder_.begin_block(name);
        x = block(x, stage, 2);
        builder_.end_block();
        if (stage.layers == 1) return x;
        builder_.begin_block(name, stage.layers - 1, 1);
        const TensorId output = block(x, stage, 1);
        builder_.end_block({{x, output}});
        return output;
    }

private:
    static constexpr ActivationFunction relu = ActivationFunction::relu;

    TensorId convolution(std::string_view name, TensorId x, const NormedConvolution& layer)
    {
        return normed_convolution(builder_, NormedConvolutionNames::below(name), x, layer);
    }

    TensorId block(TensorId x, const RegNetStage& stage, std::int64_t stride)
    {
        const bool projected = stride != 1 || builder_.shape_of(x)[0] != stage.width;
        const TensorId identity =
            projected ? convolution("proj", x, {stage.width, 1, stride, 1, {}, normalization_}) : x;
        const TensorId sum = builder_.add("add", identity, transformed(x, stage, stride));
        return builder_.activation("activation", sum, relu, true);
    }

    TensorId transformed(TensorId x, const RegNetStage& stage, std::int64_t stride)
    {
        const std::int64_t in_channels = builder_.shape_of(x)[0];
        const std::int64_t inner = std::max<std::int64_t>(1, whole(static_cast<double>(stage.width) * bottleneck_));
        const std::int64_t groups = std::max<std::int64_t>(1, inner / stage.group_width);
        x = convolution("f.a", x, {inner, 1, 1, 1, relu, normalization_});
        x = convolution("f.b", x, {inner, 3, stride, groups, relu, normalization_});
        if (squeeze_ > 0) {
            const std::int64_t squeezed = std::max<std::int64_t>(1, whole(squeeze_ * static_cast<double>(in_channels)));
            x = squeeze_excitation(builder_, "f.se", x, {squeezed, relu, false, ActivationFunction::sigmoid});
        }
        return convolution("f.c", x, {stage.width, 1, 1, 1, {}, normalization_});
    }

    NetworkBuilder& builder_;
    double bottleneck_;
    double squeeze_;
    NormalizationMode normalization_;
};

Network build_regnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const std::int64_t initial = shape.integer("initial_width");
    if (initial % width_quantum != 0) {
        builder.report("width-is-no-multiple", "initial_width", initial, width_quantum);
        return builder.finish({});
    }
    RegNetBody body(builder, shape, options.normalization);
    TensorId x = body.stem(builder.input({*input.channels, *input.image_height, *input.image_width}),
                           shape.integer("stem_width"));
    std::size_t number = 1;
    for (const RegNetStage& stage : stages_of(shape)) {
        const RegNetStage filled =
            with_full_groups(stage, shape.integer("group_width"), shape.real("bottleneck_ratio"));
        x = body.stage(x, number++, filled);
    }
    x = builder.adaptive_average("avgpool", x, 1);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    return builder.finish({builder.linear("fc", x, shape.integer("classes"))});
}

} // namespace

Family regnet_family()
{
    return image_family("regnet", build_regnet)
        .with(Hyperparameter::integer("layers", 16, 1, 1e4))
        .with(Hyperparameter::integer("initial_width", 48, 8, 1e5))
        .with(Hyperparameter::real("width_slope", 27.89, 0, 500))
        .with(Hyperparameter::real("width_step", 2.09, 1.1, 4))
        .with(Hyperparameter::integer("group_width", 8, 1, 1e5))
        .with(Hyperparameter::real("bottleneck_ratio", 1.0, 0.125, 8))
        .with(Hyperparameter::real("squeeze_ratio", 0.25, 0, 1))
        .with(Hyperparameter::integer("stem_width", 32, 1, 1e5))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7));
}

} // namespace rigwright
