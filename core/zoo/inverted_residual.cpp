// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/inverted_residual.h"

namespace rigwright {

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

} // namespace rigwright
