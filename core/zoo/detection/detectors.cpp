// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detection/detectors.h"

#include "core/zoo/family_list.h"

#include <algorithm>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

} // namespace

TensorId SharedConvolution::apply(Builder& builder, TensorId x)
{
    if (weight_ != no_id) return builder.convolution_shared(name_, x, options_, weight_, bias_);
    const TensorId y = builder.convolution(name_, x, options_);
    weight_ = builder.last_parameter(0);
    bias_ = builder.last_parameter(1);
    return y;
}

std::optional<ResidualBody> detection_body(Builder& builder, const ShapeReader& shape, const BuildOptions& options,
                                           std::int64_t frozen_stages)
{
    const std::string_view name = shape.choice("backbone");
    if (name == "vgg16") {
        builder.report("backbone-does-not-fit-architecture", "backbone", 0, 0);
        return std::nullopt;
    }
    ResidualBody body;
    const bool basic = name == "resnet18" || name == "resnet34";
    body.block = basic ? ResidualBody::BlockKind::basic : ResidualBody::BlockKind::bottleneck;
    if (name == "resnet18") body.stage_blocks = {2, 2, 2, 2};
    if (name == "resnet101") body.stage_blocks = {3, 4, 23, 3};
    body.width = shape.integer("width");
    const bool affine = options.normalization == NormalizationMode::eval;
    body.normalization = affine ? NormalizationMode::eval : NormalizationMode::frozen;
    if (shape.flag("trained_norms")) body.normalization = options.normalization;
    body.frozen_parts = static_cast<int>(shape.integer_or("frozen_stages", frozen_stages));
    body.stride_in_1x1 = shape.flag("stride_in_1x1");
    return body;
}

std::vector<TensorId> feature_pyramid(Builder& builder, std::span<const TensorId> maps, std::int64_t width)
{
    std::vector<TensorId> pyramid(maps.size(), no_id);
    TensorId coarser = no_id;
    for (std::size_t level = maps.size(); level-- > 0;) {
        const std::string index = std::to_string(level);
        TensorId x = builder.convolution("fpn.inner_blocks." + index + ".0", maps[level], biased_square(width, 1));
        if (coarser != no_id) {
            const TensorId enlarged =
                builder.resize("fpn.interpolate", coarser, builder.shape_of(x), ResizeMode::nearest);
            builder.mark(CalledAs::function);
            x = builder.add("fpn.add", x, enlarged);
        }
        coarser = x;
        pyramid[level] = builder.convolution("fpn.layer_blocks." + index + ".0", x, biased_square(width, 3, 1, 1));
    }
    return pyramid;
}

TensorId predictions_by_anchor(Builder& builder, std::span<const TensorId> maps, std::int64_t columns)
{
    std::vector<TensorId> rows;
    for (const TensorId map : maps) {
        const Shape shape = builder.shape_of(map);
        rows.push_back(builder.copy("permute", map, {shape[0] / columns * shape[1] * shape[2], columns}));
    }
    return builder.concatenate("cat", rows, 0);
}

TensorId activation_function(Builder& builder, std::string_view name, TensorId x, ActivationFunction function)
{
    const TensorId y = builder.activation(name, x, function);
    builder.mark(CalledAs::function);
    return y;
}

namespace {

using DetectorBuild = Network (*)(const ShapeReader&, const ModelInput&, const BuildOptions&);

/// A builder and its hyperparameters, separated by spaces.
struct Architecture {
    std::string_view name;
    DetectorBuild build = nullptr;
    std::string_view reads;
};

constexpr std::string_view read_by_all = " architecture classes ";

constexpr std::array<Architecture, 10> architectures{{
    {"detr", detr_detector,
     " backbone width frozen_stages dilated_last_stage queries d_model heads d_ff encoder_layers decoder_layers "
     "dropout "},
    {"ssd", ssd_detector, " backbone width frozen_stages batch_norm "},
    {"faster-rcnn", faster_rcnn_detector,
     " backbone width frozen_stages trained_norms stride_in_1x1 pyramid_width anchors_per_cell rois_per_image "
     "box_head_width "},
    {"mask-rcnn", mask_rcnn_detector,
     " backbone width frozen_stages trained_norms stride_in_1x1 pyramid_width anchors_per_cell rois_per_image "
     "box_head_width head_layers mask_rois_per_image "},
    {"retinanet", retinanet_detector,
     " backbone width frozen_stages trained_norms stride_in_1x1 pyramid_width anchors_per_cell head_layers "},
    {"yolov5", yolov5_detector, " depth_multiple width_multiple anchors_per_cell "},
    {"yolov7", yolov7_detector, " width_multiple anchor_free anchors_per_cell regression_bins "},
    {"yolov7x", yolov7_detector, " width_multiple anchor_free anchors_per_cell regression_bins "},
    {"yolov7-tiny", yolov7_tiny_detector, " width_multiple anchors_per_cell "},
    {"yolov8", yolov8_detector, " depth_multiple width_multiple max_channels regression_bins "},
}};

std::vector<std::string_view> architecture_names()
{
    std::vector<std::string_view> names;
    names.reserve(architectures.size());
    for (const Architecture& architecture : architectures) names.push_back(architecture.name);
    return names;
}

const Architecture& architecture_of(const ShapeReader& shape)
{
    const std::string_view wanted = shape.choice("architecture");
    const auto found = std::find_if(architectures.begin(), architectures.end(),
                                    [&](const Architecture& candidate) { return candidate.name == wanted; });
    return found == architectures.end() ? architectures.front() : *found;
}

Network build_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return architecture_of(shape).build(shape, input, options);
}

/// Whether a key is in a list that begins and ends with a space.
bool holds_word(std::string_view words, std::string_view key)
{
    return words.find(" " + std::string(key) + " ") != std::string_view::npos;
}

bool detector_reads(const ShapeReader& shape, std::string_view key)
{
    const Architecture& architecture = architecture_of(shape);
    // The two heads of YOLOv7 and the two kinds of SSD backbone read different keys.
    if (key == "anchors_per_cell" && shape.flag("anchor_free")) return false;
    if (key == "regression_bins" && architecture.build == yolov7_detector) return shape.flag("anchor_free");
    if (architecture.build == ssd_detector && shape.choice("backbone") == "vgg16")
        return key == "backbone" || key == "width" || holds_word(read_by_all, key);
    return holds_word(read_by_all, key) || holds_word(architecture.reads, key);
}

} // namespace

Family detector_family()
{
    return Family{"detector",
                  Family::InputKind::image,
                  {},
                  {.image_height = 800, .image_width = 1066, .channels = 3},
                  build_detector,
                  detector_reads}
        .with(Hyperparameter::choice("architecture", architecture_names()))
        .with(Hyperparameter::integer("classes", 91, 1, 1e7))
        // Residual and VGG backbones.
        .with(Hyperparameter::choice("backbone", {"resnet50", "resnet101", "resnet34", "resnet18", "vgg16"}))
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::derived("frozen_stages", 0, 5))
        .with(Hyperparameter::flag("trained_norms", false))
        .with(Hyperparameter::flag("stride_in_1x1", false))
        .with(Hyperparameter::flag("batch_norm", true))
        // Feature pyramids and the heads on them.
        .with(Hyperparameter::integer("pyramid_width", 256, 1, 1e5))
        .with(Hyperparameter::derived("anchors_per_cell", 1, 1000))
        .with(Hyperparameter::integer("head_layers", 4, 1, 64))
        .with(Hyperparameter::derived("rois_per_image", 1, 1e6))
        .with(Hyperparameter::integer("mask_rois_per_image", 128, 1, 1e6))
        .with(Hyperparameter::integer("box_head_width", 1024, 1, 1e6))
        // YOLO.
        .with(Hyperparameter::real("depth_multiple", 1.0, 0.01, 1e4))
        .with(Hyperparameter::real("width_multiple", 1.0, 0.01, 100))
        .with(Hyperparameter::integer("max_channels", 1024, 1, 1e5))
        .with(Hyperparameter::flag("anchor_free", false))
        .with(Hyperparameter::integer("regression_bins", 16, 1, 1024))
        // DETR.
        .with(Hyperparameter::flag("dilated_last_stage", false))
        .with(Hyperparameter::integer("queries", 100, 1, 1e6))
        .with(Hyperparameter::integer("d_model", 256, 1, 1e6))
        .with(Hyperparameter::integer("heads", 8, 1, 1e5))
        .with(Hyperparameter::integer("d_ff", 2048, 1, 1e7))
        .with(Hyperparameter::integer("encoder_layers", 6, 1, 1e6))
        .with(Hyperparameter::integer("decoder_layers", 6, 1, 1e6))
        .with(Hyperparameter::real("dropout", 0.1, 0, 1))
        // Ultralytics' and WongKinYiu's networks halve a side five times and join the maps on the way back.
        .with_sides_in_steps_of([](const ShapeReader& shape) -> std::int64_t {
            return shape.choice("architecture").starts_with("yolo") ? 32 : 1;
        });
}

namespace {

/// Regions per image whose boxes the loss samples, and proposals kept in inference (torchvision 0.14).
constexpr std::int64_t training_regions = 512;
constexpr std::int64_t inference_regions = 1000;
/// Side of a pooled region, for boxes and for masks (He et al. 2017, figure 4).
constexpr std::int64_t box_cells = 7;
constexpr std::int64_t mask_cells = 14;

class TwoStageWriter {
public:
    TwoStageWriter(Builder& builder, const ShapeReader& shape, bool training)
        : builder_(builder),
          shape_(shape),
          training_(training)
    {}

    /// Four maps of the backbone and a coarser one subsampled from the last.
    std::vector<TensorId> pyramid(TensorId image, const ResidualBody& body)
    {
        const std::array<TensorId, 4> maps = residual_body(builder_, image, body);
        std::vector<TensorId> levels = feature_pyramid(builder_, maps, shape_.integer("pyramid_width"));
        levels.push_back(builder_.pooling("fpn.pool", levels.back(), {PoolingKind::maximum, 1, 2, 0, false}));
        // The pooling layer returns all levels, its own after its inputs.
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

    /// Regions are along the depth axis, which no kernel crosses.
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

namespace {

/// Anchors per cell: three sizes of three shapes (Lin et al. 2017, section 4).
constexpr std::int64_t standard_anchors = 9;

/// Levels 3 to 5 from the backbone; convolutions of the finished level 5 give 6 and 7.
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

/// A tower of convolutions shared by all levels, and its prediction of `columns` numbers per anchor.
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

namespace {

/// Boxes per cell of the six maps (Liu et al. 2016, section 3.1).
constexpr std::array<std::int64_t, 6> boxes_per_cell{4, 6, 6, 6, 4, 4};

class SsdWriter {
public:
    SsdWriter(Builder& builder, const ShapeReader& shape, const BuildOptions& options)
        : builder_(builder),
          shape_(shape),
          normalization_(options.normalization)
    {}

    /// The fourth stage's map scaled to unit length, and the five after it.
    std::vector<TensorId> vgg_maps(TensorId image)
    {
        const std::int64_t width = shape_.integer("width");
        TensorId x = stage("features.", 0, image, width, 2);
        x = stage("features.", 5, pool("features.4", x, false), 2 * width, 2);
        x = stage("features.", 10, pool("features.9", x, false), 4 * width, 3);
        x = stage("features.", 17, pool("features.16", x, true), 8 * width, 3);
        std::vector<TensorId> maps{unit_length(x)};
        x = stage("extra.0.", 1, pool("extra.0.0", x, false), 8 * width, 3);
        x = builder_.pooling("extra.0.7.0", x, {PoolingKind::maximum, 3, 1, 1, false});
        Builder::ConvolutionOptions dilated = biased_square(16 * width, 3, 1, 6);
        dilated.dilation = {1, 6, 6};
        x = relu("extra.0.7.2", builder_.convolution("extra.0.7.1", x, dilated));
        x = relu("extra.0.7.4", builder_.convolution("extra.0.7.3", x, biased_square(16 * width, 1)));
        maps.push_back(x);
        const std::array<Extra, 4> extras{{{4, 8, 2, 1}, {2, 4, 2, 1}, {2, 4, 1, 0}, {2, 4, 1, 0}}};
        for (std::size_t i = 0; i < extras.size(); ++i)
            maps.push_back(x = extra("extra." + std::to_string(i + 1) + ".", x, extras[i], false));
        return maps;
    }

    /// The third stage's map, at the resolution of the second, and five after it.
    std::vector<TensorId> residual_maps(TensorId image, ResidualBody body)
    {
        body.normalization = normalization_;
        body.stage_strides = {1, 2, 1, 1};
        body.stages = 3;
        TensorId x = residual_body(builder_, image, body)[2];
        std::vector<TensorId> maps{x};
        const std::array<Extra, 5> extras{{{4, 8, 2, 1}, {4, 8, 2, 1}, {2, 4, 2, 1}, {2, 4, 1, 0}, {2, 4, 1, 0}}};
        const bool norms = shape_.flag("batch_norm");
        for (std::size_t i = 0; i < extras.size(); ++i)
            maps.push_back(x = extra("additional_blocks." + std::to_string(i) + ".", x, extras[i], norms));
        return maps;
    }

    Network heads(const std::vector<TensorId>& maps, std::string_view boxes, std::string_view classes, bool by_anchor)
    {
        const std::int64_t columns = shape_.integer("classes");
        const TensorId locations = predictions(maps, boxes, 4, by_anchor);
        return builder_.finish({locations, predictions(maps, classes, columns, by_anchor)});
    }

private:
    /// Two convolutions that shrink the map; widths in units of the backbone's first stage.
    struct Extra {
        std::int64_t inner = 0;
        std::int64_t outer = 0;
        std::int64_t stride = 1;
        std::int64_t padding = 0;
    };

    TensorId relu(std::string_view name, TensorId x)
    {
        return builder_.activation(name, x, ActivationFunction::relu, true);
    }

    TensorId pool(const char* name, TensorId x, bool round_up)
    {
        return builder_.pooling(name, x, {PoolingKind::maximum, 2, 2, 0, round_up});
    }

    TensorId stage(const std::string& prefix, int first, TensorId x, std::int64_t width, int layers)
    {
        for (int i = 0; i < layers; ++i) {
            const int index = first + 2 * i;
            x = builder_.convolution(prefix + std::to_string(index), x, biased_square(width, 3, 1, 1));
            x = relu(prefix + std::to_string(index + 1), x);
        }
        return x;
    }

    /// L2-normalizes every cell's channels (norm bounded from below), then multiplies by a learned factor per channel.
    TensorId unit_length(TensorId x)
    {
        const Shape map = builder_.shape_of(x);
        const Shape cells = map.with(0, 1);
        const TensorId length = activation_function(builder_, "normalize.norm",
                                                    builder_.mean("normalize.sum", x, cells), ActivationFunction::sqrt);
        const TensorId y = builder_.multiply("normalize.divide", x, builder_.copy("normalize.clamp", length, cells));
        const TensorId scaled = builder_.combine("scale_weight", y, BinaryOperation::multiply, {map[0]});
        builder_.mark(CalledAs::function);
        return scaled;
    }

    TensorId extra(const std::string& prefix, TensorId x, const Extra& block, bool norms)
    {
        const std::int64_t unit = shape_.integer("width");
        int index = 0;
        const auto layer = [&](const Builder::ConvolutionOptions& shape) {
            Builder::ConvolutionOptions options = shape;
            options.bias = !norms;
            x = builder_.convolution(prefix + std::to_string(index++), x, options);
            if (norms)
                x = builder_.normalization(prefix + std::to_string(index++), x, NormalizationKind::batch,
                                           normalization_);
            x = relu(prefix + std::to_string(index++), x);
        };
        layer(Builder::square(block.inner * unit, 1));
        layer(Builder::square(block.outer * unit, 3, block.stride, block.padding));
        return x;
    }

    TensorId predictions(const std::vector<TensorId>& maps, std::string_view prefix, std::int64_t columns,
                         bool by_anchor)
    {
        std::vector<TensorId> parts;
        for (std::size_t i = 0; i < maps.size(); ++i) {
            const std::string name = std::string(prefix) + std::to_string(i);
            parts.push_back(builder_.convolution(name, maps[i], biased_square(boxes_per_cell[i] * columns, 3, 1, 1)));
        }
        if (by_anchor) return predictions_by_anchor(builder_, parts, columns);
        for (TensorId& part : parts) {
            const Shape map = builder_.shape_of(part);
            part = builder_.view("reshape", part, {columns, map[0] / columns * map[1] * map[2]});
        }
        return builder_.concatenate("cat", parts, 1);
    }

    Builder& builder_;
    const ShapeReader& shape_;
    NormalizationMode normalization_;
};

} // namespace

Network ssd_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    SsdWriter writer(builder, shape, options);
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    if (shape.choice("backbone") == "vgg16")
        return writer.heads(writer.vgg_maps(image), "head.regression_head.module_list.",
                            "head.classification_head.module_list.", true);
    const std::optional<ResidualBody> body = detection_body(builder, shape, options, 0);
    if (!body) return builder.finish({});
    return writer.heads(writer.residual_maps(image, *body), "loc.", "conf.", false);
}

} // namespace rigwright
