// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/inverted_residual.h"

#include <array>

namespace rigwright {

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
