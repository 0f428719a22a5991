// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Writes layers under the running index that torch.nn.Sequential gives them.
class Sequence {
public:
    Sequence(Builder& builder, std::string_view prefix) : builder_(builder), prefix_(prefix) {}

    std::string next() { return prefix_ + std::to_string(index_++); }
    Builder& builder() { return builder_; }

private:
    Builder& builder_;
    std::string prefix_;
    int index_ = 0;
};

TensorId convolution(Sequence& layers, TensorId x, std::int64_t width, bool batch_norm, NormalizationMode mode)
{
    Builder& builder = layers.builder();
    Builder::ConvolutionOptions options = Builder::square(width, 3, 1, 1);
    options.bias = true;
    x = builder.convolution(layers.next(), x, options);
    if (batch_norm) x = builder.normalization(layers.next(), x, NormalizationKind::batch, mode);
    return builder.activation(layers.next(), x, ActivationFunction::relu, true);
}

TensorId features(Builder& builder, TensorId x, const ShapeReader& shape, NormalizationMode mode)
{
    constexpr std::array<std::string_view, 5> counts{"stage1_layers", "stage2_layers", "stage3_layers", "stage4_layers",
                                                     "stage5_layers"};
    constexpr std::array<std::int64_t, 5> widths{1, 2, 4, 8, 8};
    Sequence layers(builder, "features.");
    for (std::size_t stage = 0; stage < counts.size(); ++stage) {
        const std::int64_t count = shape.integer(counts[stage]);
        for (std::int64_t i = 0; i < count; ++i)
            x = convolution(layers, x, widths[stage] * shape.integer("width"), shape.flag("batch_norm"), mode);
        x = builder.pooling(layers.next(), x, {PoolingKind::maximum, 2, 2, 0, false});
    }
    return x;
}

Network build_vgg(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const double dropout = options.training ? shape.real("dropout") : 0.0;
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    const std::int64_t places = shape.flag("global_average_pool") ? 1 : 7;
    x = builder.adaptive_average("avgpool", features(builder, x, shape, options.normalization), places);
    x = builder.view("flatten", x, {builder.shape_of(x).elements().value()});
    x = builder.linear("classifier.0", x, shape.integer("d_ff"));
    x = builder.activation("classifier.1", x, ActivationFunction::relu, true);
    x = builder.dropout("classifier.2", x, dropout);
    x = builder.linear("classifier.3", x, shape.integer("d_ff"));
    x = builder.activation("classifier.4", x, ActivationFunction::relu, true);
    x = builder.dropout("classifier.5", x, dropout);
    return builder.finish({builder.linear("classifier.6", x, shape.integer("classes"))});
}

} // namespace

Family vgg_family()
{
    // Configuration D (VGG-16) of the paper's table 1; "width" is that of the first stage.
    return {
        "vgg",
        Family::InputKind::image,
        {
            Hyperparameter::integer("stage1_layers", 2, 1, 64),
            Hyperparameter::integer("stage2_layers", 2, 1, 64),
            Hyperparameter::integer("stage3_layers", 3, 1, 64),
            Hyperparameter::integer("stage4_layers", 3, 1, 64),
            Hyperparameter::integer("stage5_layers", 3, 1, 64),
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::flag("batch_norm", false),
            Hyperparameter::integer("d_ff", 4096, 1, 1e6),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::real("dropout", 0.5, 0, 1),
            Hyperparameter::flag("global_average_pool", false),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_vgg};
}

} // namespace rigwright
