// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Regions whose boxes one image's loss samples, and proposals that inference keeps (torchvision 0.14).
constexpr std::int64_t training_regions = 512;
constexpr std::int64_t inference_regions = 1000;
/// Cells that a region is pooled to, for boxes and for masks (He et al. 2017, figure 4).
constexpr std::int64_t box_cells = 7;
constexpr std::int64_t mask_cells = 14;

class TwoStageWriter {
public:
    TwoStageWriter(Builder& builder, const ShapeReader& shape, bool training)
        : builder_(builder),
          shape_(shape),
          training_(training)
    {}

    /// Four maps of the body and a coarser one picked out of the last.
    std::vector<TensorId> pyramid(TensorId image, const ResidualBody& body)
    {
        const std::array<TensorId, 4> maps = residual_body(builder_, image, body);
        std::vector<TensorId> levels = feature_pyramid(builder_, maps, shape_.integer("pyramid_width"));
        levels.push_back(builder_.pooling("fpn.pool", levels.back(), {PoolingKind::maximum, 1, 2, 0, false}));
        // The pooling layer returns all levels, its own behind those it was given.
        for (std::size_t level = 0; level + 1 < levels.size(); ++level) builder_.hand_on(levels[level]);
        return levels;
    }

    struct Pair {
        TensorId classes = no_id;
        TensorId boxes = no_id;
    };

    /// Region proposals: one small head over all levels.
    Pair proposals(const std::vector<TensorId>& levels)
    {
        const std::int64_t anchors = shape_.integer_or("anchors_per_cell", 3);
        SharedConvolution hidden("rpn.head.conv.0.0", biased_square(shape_.integer("pyramid_width"), 3, 1, 1));
        SharedConvolution objectness("rpn.head.cls_logits", biased_square(anchors, 1));
        SharedConvolution boxes("rpn.head.bbox_pred", biased_square(4 * anchors, 1));
        std::vector<TensorId> scores;
        std::vector<TensorId> deltas;
        for (const TensorId level : levels) {
            const TensorId x =
                builder_.activation("rpn.head.conv.0.1", hidden.apply(builder_, level), ActivationFunction::relu, true);
            scores.push_back(objectness.apply(builder_, x));
            deltas.push_back(boxes.apply(builder_, x));
        }
        return {predictions_by_anchor(builder_, scores, 1), predictions_by_anchor(builder_, deltas, 4)};
    }

    Pair box_head()
    {
        const std::int64_t rois = shape_.integer_or("rois_per_image", training_ ? training_regions : inference_regions);
        if (training_ && !shape_.has("rois_per_image")) builder_.differ_in_evaluation();
        const std::int64_t width = shape_.integer("box_head_width");
        builder_.cut_regions();
        TensorId x = builder_.input({rois, shape_.integer("pyramid_width") * box_cells * box_cells});
        for (const char* name : {"roi_heads.box_head.fc6", "roi_heads.box_head.fc7"})
            x = activation_function(builder_, "relu", builder_.linear(name, x, width), ActivationFunction::relu);
        const TensorId classes = builder_.linear("roi_heads.box_predictor.cls_score", x, shape_.integer("classes"));
        return {classes, builder_.linear("roi_heads.box_predictor.bbox_pred", x, 4 * shape_.integer("classes"))};
    }

    /// Regions lie along the depth axis, which no kernel crosses.
    TensorId mask_head()
    {
        const std::int64_t width = shape_.integer("pyramid_width");
        const std::string prefix = "roi_heads.mask_head.";
        builder_.cut_regions();
        TensorId x = builder_.input({width, shape_.integer("mask_rois_per_image"), mask_cells, mask_cells});
        for (std::int64_t i = 0; i < shape_.integer("head_layers"); ++i) {
            const std::string layer = prefix + std::to_string(i);
            x = builder_.convolution(layer + ".0", x, biased_square(width, 3, 1, 1));
            x = builder_.activation(layer + ".1", x, ActivationFunction::relu, true);
        }
        Builder::ConvolutionOptions enlarge = biased_square(width, 2, 2);
        enlarge.transposed = true;
        x = builder_.convolution("roi_heads.mask_predictor.conv5_mask", x, enlarge);
        x = builder_.activation("roi_heads.mask_predictor.relu", x, ActivationFunction::relu, true);
        return builder_.convolution("roi_heads.mask_predictor.mask_fcn_logits", x,
                                    biased_square(shape_.integer("classes"), 1));
    }

private:
    Builder& builder_;
    const ShapeReader& shape_;
    bool training_;
};

Network build_two_stage_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options,
                                 bool masks)
{
    Builder builder;
    TwoStageWriter writer(builder, shape, options.training);
    const std::optional<ResidualBody> body = detection_body(builder, shape, options, 2);
    if (!body) return builder.finish({});
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const auto proposals = writer.proposals(writer.pyramid(image, *body));
    const auto boxes = writer.box_head();
    builder.set_loss(LossKind::two_stage);
    if (!masks) return builder.finish({proposals.classes, proposals.boxes, boxes.classes, boxes.boxes});
    return builder.finish({proposals.classes, proposals.boxes, boxes.classes, boxes.boxes, writer.mask_head()});
}

} // namespace

Network faster_rcnn_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return build_two_stage_detector(shape, input, options, false);
}

Network mask_rcnn_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return build_two_stage_detector(shape, input, options, true);
}

} // namespace rigwright
