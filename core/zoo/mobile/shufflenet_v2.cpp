// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/mobile/mobile_parts.h"

#include <array>

namespace rigwright {

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

    /// Half of the channels pass untouched.
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

    /// Channels of the two halves in turn: one copy puts them side by side, another one mixes them.
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
    std::vector<Hyperparameter> hyperparameters{Hyperparameter::integer("stem_width", 24, 1, 1e5)};
    for (std::size_t i = 0; i < shufflenet_v2_stages; ++i) {
        const std::size_t place = i + first_stage;
        hyperparameters.push_back(Hyperparameter::integer(stage_layers_keys[place], shufflenet_v2_layers[i], 0, 1e6));
        hyperparameters.push_back(Hyperparameter::integer(stage_width_keys[place], shufflenet_v2_widths[i], 2, 1e5));
    }
    hyperparameters.push_back(Hyperparameter::integer("head_width", 1024, 1, 1e6));
    hyperparameters.push_back(Hyperparameter::integer("classes", 1000, 1, 1e7));
    return mobile_family("shufflenet-v2", std::move(hyperparameters), build_shufflenet_v2);
}

} // namespace rigwright
