// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/resnet_parts.h"

#include <algorithm>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct HeadShape {
    std::int64_t classes = 21;
    NormalizationMode normalization = NormalizationMode::train;
};

/// Writes the heads that turn a feature map into one score a class and pixel of it.
class HeadWriter {
public:
    HeadWriter(Builder& builder, HeadShape shape) : builder_(builder), shape_(shape) {}

    /// Long et al. 2015 in the reference implementation's form: one 3x3 convolution to `width`, then the scores.
    TensorId fully_convolutional(const char* name, TensorId x, std::int64_t width, double dropout)
    {
        builder_.begin_block(name);
        x = unit("0", "1", "2", x, Builder::square(width, 3, 1, 1));
        x = scores("4", builder_.dropout("3", x, dropout));
        builder_.end_block();
        return x;
    }

    /// Chen et al. 2017: parallel convolutions of rates r, 2r and 3r, a 1x1 and the mean of the whole map.
    TensorId atrous_pyramid(TensorId x, std::int64_t width, std::int64_t rate, double dropout)
    {
        builder_.begin_block("classifier");
        const TensorId plain = unit("0.convs.0.0", "0.convs.0.1", "0.convs.0.2", x, Builder::square(width, 1));
        const TensorId near = unit("0.convs.1.0", "0.convs.1.1", "0.convs.1.2", x, dilated(width, rate));
        const TensorId middle = unit("0.convs.2.0", "0.convs.2.1", "0.convs.2.2", x, dilated(width, 2 * rate));
        const TensorId far = unit("0.convs.3.0", "0.convs.3.1", "0.convs.3.2", x, dilated(width, 3 * rate));
        const TensorId mean = whole_map(x, width);
        TensorId y = builder_.concatenate("0.concat", {plain, near, middle, far, mean}, 0);
        y = unit("0.project.0", "0.project.1", "0.project.2", y, Builder::square(width, 1));
        y = builder_.dropout("0.project.3", y, dropout);
        y = unit("1", "2", "3", y, Builder::square(width, 3, 1, 1));
        y = scores("4", y);
        builder_.end_block();
        return y;
    }

    /// Scores for every pixel of the image.
    TensorId enlarged(const char* name, TensorId x, const Shape& image)
    {
        const TensorId y =
            builder_.resize(name, x, {builder_.shape_of(x)[0], image[1], image[2]}, ResizeMode::bilinear);
        builder_.mark(CalledAs::function);
        return y;
    }

private:
    static Builder::ConvolutionOptions dilated(std::int64_t width, std::int64_t rate)
    {
        Builder::ConvolutionOptions options = Builder::square(width, 3, 1, rate);
        options.dilation = {1, rate, rate};
        return options;
    }

    TensorId unit(const char* convolution, const char* norm, const char* relu, TensorId x,
                  const Builder::ConvolutionOptions& options)
    {
        x = builder_.convolution(convolution, x, options);
        x = builder_.normalization(norm, x, NormalizationKind::batch, shape_.normalization);
        return builder_.activation(relu, x, ActivationFunction::relu);
    }

    TensorId whole_map(TensorId x, std::int64_t width)
    {
        const Shape map = builder_.shape_of(x);
        TensorId y = builder_.adaptive_average("0.convs.4.0", x, 1);
        y = unit("0.convs.4.1", "0.convs.4.2", "0.convs.4.3", y, Builder::square(width, 1));
        return enlarged("0.convs.4.interpolate", y, map);
    }

    TensorId scores(const char* name, TensorId x)
    {
        Builder::ConvolutionOptions options = Builder::square(shape_.classes, 1);
        options.bias = true;
        return builder_.convolution(name, x, options);
    }

    Builder& builder_;
    HeadShape shape_;
};

ResidualBody backbone(const ShapeReader& shape, NormalizationMode normalization)
{
    ResidualBody body;
    body.stage_blocks = {shape.integer("stage1_blocks"), shape.integer("stage2_blocks"), shape.integer("stage3_blocks"),
                         shape.integer("stage4_blocks")};
    body.width = shape.integer("width");
    body.normalization = normalization;
    body.dilated_last_stage = shape.integer("dilated_stages") > 0;
    body.dilated_third_stage = shape.integer("dilated_stages") > 1;
    return body;
}

std::int64_t quarter_of(const Builder& builder, TensorId map)
{
    return std::max<std::int64_t>(builder.shape_of(map)[0] / 4, 1);
}

Network build_segmentation(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Shape size{*input.channels, *input.image_height, *input.image_width};
    const auto maps = residual_body(builder, builder.input(size), backbone(shape, options.normalization));
    HeadWriter writer(builder, {shape.integer("classes"), options.normalization});
    // The reference implementation drops a tenth of the channels in every plain head, half of them in the pyramid.
    const auto dropout = [&](double probability) { return options.training ? probability : 0.0; };
    TensorId x = maps[3];
    if (shape.choice("head") == "deeplabv3") {
        x = writer.atrous_pyramid(x, shape.integer_or("head_width", 256), shape.integer("atrous_rate"),
                                  dropout(shape.real_or("dropout", 0.5)));
    } else {
        x = writer.fully_convolutional("classifier", x, shape.integer_or("head_width", quarter_of(builder, x)),
                                       dropout(shape.real_or("dropout", 0.1)));
    }
    x = writer.enlarged("interpolate", x, size);
    if (!shape.flag("auxiliary_heads")) return builder.finish({x});
    TensorId auxiliary =
        writer.fully_convolutional("aux_classifier", maps[2], quarter_of(builder, maps[2]), dropout(0.1));
    auxiliary = writer.enlarged("aux_interpolate", auxiliary, size);
    return builder.finish({x, auxiliary});
}

} // namespace

Family segmentation_family()
{
    return {
        "segmentation",
        Family::InputKind::image,
        {
            Hyperparameter::choice("head", {"fcn", "deeplabv3"}),
            Hyperparameter::integer("stage1_blocks", 3, 1, 1e6),
            Hyperparameter::integer("stage2_blocks", 4, 1, 1e6),
            Hyperparameter::integer("stage3_blocks", 6, 1, 1e6),
            Hyperparameter::integer("stage4_blocks", 3, 1, 1e6),
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::integer("dilated_stages", 2, 0, 2),
            Hyperparameter::derived("head_width", 1, 1e6),
            Hyperparameter::integer("atrous_rate", 12, 1, 1000),
            Hyperparameter::flag("auxiliary_heads", true),
            Hyperparameter::integer("classes", 21, 1, 1e5),
            Hyperparameter::derived_real("dropout", 0, 1),
        },
        {.image_height = 520, .image_width = 520, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_segmentation};
}

} // namespace rigwright
