// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/mobile/mobile_parts.h"

#include <algorithm>

namespace rigwright {

std::int64_t rounded_channels(double channels, std::int64_t divisor)
{
    const double half = static_cast<double>(divisor) / 2.0;
    const auto nearest = static_cast<std::int64_t>(channels + half) / divisor * divisor;
    const std::int64_t rounded = std::max(divisor, nearest);
    return static_cast<double>(rounded) < 0.9 * channels ? rounded + divisor : rounded;
}

NormedConvolutionNames NormedConvolutionNames::below(std::string_view prefix)
{
    const std::string start(prefix);
    return {start + ".0", start + ".1", start + ".2"};
}

TensorId normed_convolution(NetworkBuilder& builder, const NormedConvolutionNames& names, TensorId x,
                            const NormedConvolution& layer)
{
    NetworkBuilder::ConvolutionOptions options =
        NetworkBuilder::square(layer.out_channels, layer.kernel, layer.stride, (layer.kernel - 1) / 2);
    options.groups = layer.groups;
    x = builder.convolution(names.convolution, x, options);
    x = builder.normalization(names.norm, x, NormalizationKind::batch, layer.normalization);
    return layer.activation ? builder.activation(names.activation, x, *layer.activation, true) : x;
}

TensorId squeeze_excitation(NetworkBuilder& builder, std::string_view prefix, TensorId x,
                            const SqueezeExcitation& squeeze)
{
    const std::string start = std::string(prefix) + ".";
    NetworkBuilder::ConvolutionOptions options = biased_square(squeeze.squeezed_channels, 1);
    TensorId scale = builder.adaptive_average(start + "avgpool", x, 1);
    scale = builder.convolution(start + "fc1", scale, options);
    scale = builder.activation(start + "activation", scale, squeeze.activation, squeeze.in_place);
    options.out_channels = builder.shape_of(x)[0];
    scale = builder.convolution(start + "fc2", scale, options);
    scale = builder.activation(start + "scale_activation", scale, squeeze.gate);
    return builder.multiply(start + "scale", x, scale);
}

TensorId stochastic_depth(NetworkBuilder& builder, std::string_view name, TensorId x, double probability)
{
    // A layer without effect, like a dropout of probability zero.
    if (probability <= 0.0) return builder.dropout(name, x, 0.0);
    const std::string start = std::string(name) + ".";
    const TensorId source = builder.cast(start + "format", builder.input({1, 1, 1}), x);
    const TensorId draws = builder.copy(start + "noise", source, {1, 1, 1});
    const TensorId output = builder.multiply(name, x, draws);
    builder.mark(CalledAs::result_of_layer);
    return output;
}

bool report_even_kernel(NetworkBuilder& builder, std::string_view layer, std::int64_t kernel)
{
    if (kernel % 2 != 0) return false;
    builder.report("kernel-is-even", layer, kernel, kernel + 1);
    return true;
}

namespace {

using BlockNames = InvertedResidual::Names;

class InvertedResidualWriter {
public:
    InvertedResidualWriter(NetworkBuilder& builder, const InvertedResidual& block) : builder_(builder), block_(block) {}

    TensorId write(TensorId x)
    {
        const std::int64_t in_channels = builder_.shape_of(x)[0];
        const bool residual = block_.stride == 1 && in_channels == block_.out_channels;
        const TensorId y = block_.fused ? fused(x, in_channels) : depthwise(x, in_channels);
        return residual ? sum(x, y) : y;
    }

private:
    TensorId depthwise(TensorId x, std::int64_t in_channels)
    {
        if (block_.always_expands || block_.expanded != in_channels)
            x = convolution(x, block_.expanded, 1, 1, 1, block_.activation);
        x = convolution(x, block_.expanded, block_.kernel, block_.stride, block_.expanded, block_.activation);
        if (block_.squeeze) x = squeeze_excitation(builder_, prefix() + std::to_string(index_++), x, *block_.squeeze);
        return convolution(x, block_.out_channels, 1, 1, 1, {});
    }

    TensorId fused(TensorId x, std::int64_t in_channels)
    {
        if (block_.expanded == in_channels)
            return convolution(x, block_.out_channels, block_.kernel, block_.stride, 1, block_.activation);
        x = convolution(x, block_.expanded, block_.kernel, block_.stride, 1, block_.activation);
        return convolution(x, block_.out_channels, 1, 1, 1, {});
    }

    TensorId sum(TensorId x, TensorId y)
    {
        if (block_.stochastic_depth) y = stochastic_depth(builder_, "stochastic_depth", y, *block_.stochastic_depth);
        return builder_.add("add", y, x, block_.adds_in_place);
    }

    TensorId convolution(TensorId x, std::int64_t out_channels, std::int64_t kernel, std::int64_t stride,
                         std::int64_t groups, std::optional<ActivationFunction> activation)
    {
        return normed_convolution(builder_, next_names(activation.has_value()), x,
                                  {out_channels, kernel, stride, groups, activation, block_.normalization});
    }

    std::string prefix() const
    {
        switch (block_.names) {
        case BlockNames::groups: return "block.";
        case BlockNames::groups_but_last: return "conv.";
        case BlockNames::flat: return "layers.";
        }
        return "";
    }

    NormedConvolutionNames next_names(bool activated)
    {
        const bool group =
            block_.names == BlockNames::groups || (block_.names == BlockNames::groups_but_last && activated);
        if (group) return NormedConvolutionNames::below(prefix() + std::to_string(index_++));
        const auto numbered = [&] { return prefix() + std::to_string(index_++); };
        NormedConvolutionNames names;
        names.convolution = numbered();
        names.norm = numbered();
        if (activated) names.activation = numbered();
        return names;
    }

    NetworkBuilder& builder_;
    const InvertedResidual& block_;
    int index_ = 0;
};

} // namespace

TensorId inverted_residuals(NetworkBuilder& builder, const std::string& name, std::int64_t first_index, TensorId x,
                            const InvertedResidual& block, std::int64_t count)
{
    if (count == 0) return x;
    builder.begin_block(name, count, first_index);
    report_even_kernel(builder, "kernel", block.kernel);
    const TensorId output = InvertedResidualWriter(builder, block).write(x);
    builder.end_block({{x, output}});
    return output;
}

std::vector<Hyperparameter> stage_hyperparameters(std::span<const MobileStage> stages, StageNumbers numbers,
                                                  std::size_t first)
{
    std::vector<Hyperparameter> list;
    for (std::size_t i = first; i < stages.size(); ++i) {
        list.push_back(Hyperparameter::integer(stage_layers_keys[i], stages[i].layers, 0, 1e6));
        list.push_back(Hyperparameter::integer(stage_width_keys[i], stages[i].width, 1, 1e5));
        list.push_back(Hyperparameter::integer(stage_expansion_keys[i], stages[i].expansion, 1, 100));
        if (numbers == StageNumbers::all)
            list.push_back(Hyperparameter::integer(stage_kernel_keys[i], stages[i].kernel, 1, 31));
    }
    return list;
}

MobileNet::MobileNet(const ShapeReader& net_shape, const ModelInput& input, const BuildOptions& options,
                     ActivationFunction function)
    : shape(net_shape),
      normalization(options.normalization),
      activation(function),
      dropout(options.training ? shape.real("dropout") : 0.0),
      x(builder.input({*input.channels, *input.image_height, *input.image_width}))
{}

void MobileNet::convolve(const std::string& name, std::int64_t width, std::int64_t kernel, std::int64_t stride)
{
    x = normed_convolution(builder, NormedConvolutionNames::below(name), x,
                           {width, kernel, stride, 1, activation, normalization});
}

Network MobileNet::classified(std::string_view drop, std::string_view classifier, bool drops_in_place)
{
    x = builder.dropout(drop, x, dropout, drops_in_place);
    return builder.finish({builder.linear(classifier, x, shape.integer("classes"))});
}

} // namespace rigwright
