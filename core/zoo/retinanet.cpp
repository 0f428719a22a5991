// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Anchors in each cell: three sizes of three shapes (Lin et al. 2017, section 4).
constexpr std::int64_t standard_anchors = 9;

/// Levels 3 to 5 from the body; 6 and 7 are convolved from the finished level 5.
std::vector<TensorId> pyramid(Builder& builder, TensorId image, const ResidualBody& body, std::int64_t width)
{
    const std::array<TensorId, 4> maps = residual_body(builder, image, body);
    std::vector<TensorId> levels = feature_pyramid(builder, std::span(maps).subspan(1), width);
    const TensorId p6 = builder.convolution("fpn.extra_blocks.p6", levels.back(), biased_square(width, 3, 2, 1));
    const TensorId x = activation_function(builder, "fpn.relu", p6, ActivationFunction::relu);
    levels.push_back(p6);
    levels.push_back(builder.convolution("fpn.extra_blocks.p7", x, biased_square(width, 3, 2, 1)));
    return levels;
}

/// A tower of convolutions that all levels share, and its prediction of `columns` numbers for each anchor.
TensorId head(Builder& builder, const std::vector<TensorId>& levels, const ShapeReader& shape,
              const std::string& prefix, const char* prediction, std::int64_t columns)
{
    const std::int64_t anchors = shape.integer_or("anchors_per_cell", standard_anchors);
    std::vector<SharedConvolution> tower;
    for (std::int64_t i = 0; i < shape.integer("head_layers"); ++i)
        tower.emplace_back(prefix + "conv." + std::to_string(i) + ".0",
                           biased_square(shape.integer("pyramid_width"), 3, 1, 1));
    SharedConvolution last(prefix + prediction, biased_square(anchors * columns, 3, 1, 1));
    std::vector<TensorId> results;
    for (TensorId x : levels) {
        for (SharedConvolution& layer : tower)
            x = builder.activation(prefix + "relu", layer.apply(builder, x), ActivationFunction::relu, true);
        results.push_back(last.apply(builder, x));
    }
    return predictions_by_anchor(builder, results, columns);
}

} // namespace

Network retinanet_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const std::optional<ResidualBody> body = detection_body(builder, shape, options, 2);
    if (!body) return builder.finish({});
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const std::vector<TensorId> levels = pyramid(builder, image, *body, shape.integer("pyramid_width"));
    builder.set_loss(LossKind::focal);
    const TensorId classes =
        head(builder, levels, shape, "head.classification_head.", "cls_logits", shape.integer("classes"));
    return builder.finish({classes, head(builder, levels, shape, "head.regression_head.", "bbox_reg", 4)});
}

} // namespace rigwright
