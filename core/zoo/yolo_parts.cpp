// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/yolo_parts.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Widths are multiples of this, as the authors' model files ask.
constexpr std::int64_t width_step = 8;
/// Numbers of a box, and of a box with its objectness.
constexpr std::int64_t box_numbers = 4;
constexpr std::int64_t box_and_score = 5;
constexpr std::int64_t pooling_window = 5;

} // namespace

std::optional<TensorId> YoloWriter::image(const ModelInput& input)
{
    const auto fits = [&](const char* key, std::int64_t side) {
        if (side % yolo_stride == 0) return true;
        builder_.report("image-not-multiple-of-stride", key, side, yolo_stride);
        return false;
    };
    const bool height = fits("image_height", *input.image_height);
    const bool width = fits("image_width", *input.image_width);
    if (!height || !width) return std::nullopt;
    return builder_.input({*input.channels, *input.image_height, *input.image_width});
}

std::int64_t YoloWriter::width(std::int64_t channels) const
{
    const double scaled = static_cast<double>(channels) * shape_.real("width_multiple");
    return static_cast<std::int64_t>(std::ceil(scaled / static_cast<double>(width_step))) * width_step;
}

std::int64_t YoloWriter::depth(std::int64_t layers) const
{
    const double scaled = std::nearbyint(static_cast<double>(layers) * shape_.real("depth_multiple"));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(scaled));
}

TensorId YoloWriter::activation(const std::string& name, TensorId x)
{
    return builder_.activation(name, x, style_.activation, style_.in_place);
}

TensorId YoloWriter::normalized(const std::string& convolution, const std::string& norm, TensorId x,
                                const Builder::ConvolutionOptions& options)
{
    x = builder_.convolution(convolution, x, options);
    return builder_.normalization(norm, x, NormalizationKind::batch, style_.normalization);
}

TensorId YoloWriter::unit(const std::string& prefix, TensorId x, std::int64_t channels, std::int64_t kernel,
                          std::int64_t stride, std::int64_t padding)
{
    const Builder::ConvolutionOptions options =
        Builder::square(channels, kernel, stride, padding == same ? kernel / 2 : padding);
    return activation(prefix + "act", normalized(prefix + "conv", prefix + "bn", x, options));
}

TensorId YoloWriter::join(std::span<const TensorId> parts)
{
    const TensorId y = builder_.concatenate(next() + "cat", parts, 0);
    if (style_.joins_are_layers) builder_.mark(CalledAs::result_of_layer);
    return y;
}

TensorId YoloWriter::enlarge(TensorId x)
{
    Shape shape = builder_.shape_of(x);
    shape.set(1, 2 * shape[1]);
    shape.set(2, 2 * shape[2]);
    return builder_.resize(next() + "upsample", x, shape, ResizeMode::nearest);
}

TensorId YoloWriter::window_maximum(const std::string& name, TensorId x, std::int64_t kernel)
{
    return builder_.pooling(name, x, {PoolingKind::maximum, kernel, 1, kernel / 2, false});
}

TensorId YoloWriter::pooled_pyramid(const std::string& prefix, TensorId x, std::int64_t channels)
{
    x = unit(prefix + "cv1.", x, builder_.shape_of(x)[0] / 2);
    const TensorId once = window_maximum(prefix + "m", x, pooling_window);
    const TensorId twice = window_maximum(prefix + "m", once, pooling_window);
    const TensorId thrice = window_maximum(prefix + "m", twice, pooling_window);
    return unit(prefix + "cv2.", builder_.concatenate(prefix + "cat", {x, once, twice, thrice}, 0), channels);
}

TensorId YoloWriter::bottleneck(const std::string& prefix, TensorId x, std::int64_t first_kernel, bool shortcut)
{
    const std::int64_t channels = builder_.shape_of(x)[0];
    const TensorId y = unit(prefix + "cv2.", unit(prefix + "cv1.", x, channels, first_kernel), channels, 3);
    return shortcut ? builder_.add(prefix + "add", x, y) : y;
}

TensorId YoloWriter::add_implicit(const std::string& name, TensorId x)
{
    const TensorId y = builder_.combine(name, x, BinaryOperation::add, {builder_.shape_of(x)[0]});
    builder_.mark(CalledAs::result_of_layer);
    return y;
}

TensorId YoloWriter::multiply_implicit(const std::string& name, TensorId x)
{
    return builder_.combine(name, x, BinaryOperation::multiply, {builder_.shape_of(x)[0]});
}

Network YoloWriter::anchor_head(std::span<const TensorId> maps, bool implicit)
{
    const std::string prefix = next();
    const std::int64_t anchors = shape_.integer_or("anchors_per_cell", 3);
    const std::int64_t columns = shape_.integer("classes") + box_and_score;
    const auto named = [&prefix](const char* part, std::size_t i) { return prefix + part + std::to_string(i); };
    std::array<TensorId, 3> outputs{};
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        TensorId x = implicit ? add_implicit(named("ia.", i), maps[i]) : maps[i];
        x = builder_.convolution(named("m.", i), x, biased_square(anchors * columns, 1));
        if (implicit) x = multiply_implicit(named("im.", i), x);
        const Shape map = builder_.shape_of(x);
        x = builder_.copy(prefix + "permute", x, {anchors, map[1], map[2], columns});
        outputs[i] =
            style_.training ? x : activation_function(builder_, prefix + "sigmoid", x, ActivationFunction::sigmoid);
    }
    builder_.set_loss(LossKind::anchor_shapes);
    return builder_.finish({outputs[0], outputs[1], outputs[2]});
}

TensorId YoloWriter::branch(const std::string& name, const std::string& index, TensorId x, std::int64_t inner,
                            std::int64_t outer, bool implicit)
{
    const std::string prefix = name + "." + index + ".";
    x = unit(prefix + "1.", unit(prefix + "0.", x, inner, 3), inner, 3);
    x = builder_.convolution(prefix + "2", x, biased_square(outer, 1));
    return implicit ? multiply_implicit(name + ".im." + index, x) : x;
}

Network YoloWriter::decoupled_head(std::span<const TensorId> maps, const DecoupledHead& head)
{
    const std::string prefix = next();
    const std::int64_t bins = shape_.integer("regression_bins");
    // The fixed convolution that turns a distribution into a distance rests while training: the loss does that itself.
    if (style_.training) {
        builder_.parameter_tensor(prefix + "dfl.conv", {1, bins, 1, 1}, false);
        builder_.differ_in_evaluation();
    }
    const auto implicit = [&](const char* name, std::size_t i) {
        return head.implicit ? add_implicit(prefix + name + std::to_string(i), maps[i]) : maps[i];
    };
    std::array<TensorId, 3> outputs{};
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string index = std::to_string(i);
        const TensorId boxes =
            branch(prefix + "cv2", index, implicit("ia2.", i), head.box_width, box_numbers * bins, head.implicit);
        const TensorId classes = branch(prefix + "cv3", index, implicit("ia3.", i), head.class_width,
                                        shape_.integer("classes"), head.implicit);
        outputs[i] = builder_.concatenate(prefix + "cat", {boxes, classes}, 0);
    }
    if (!style_.training) return evaluated_boxes(outputs);
    builder_.set_loss(LossKind::aligned_predictions);
    return builder_.finish({outputs[0], outputs[1], outputs[2]});
}

Network YoloWriter::evaluated_boxes(std::span<const TensorId> maps)
{
    const std::int64_t bins = shape_.integer("regression_bins");
    std::vector<TensorId> flat;
    for (const TensorId map : maps) {
        const Shape shape = builder_.shape_of(map);
        flat.push_back(builder_.view("detect.view", map, {shape[0], shape[1] * shape[2]}));
    }
    const TensorId all = builder_.concatenate("detect.cat", flat, 1);
    const std::int64_t cells = builder_.shape_of(all)[1];
    TensorId boxes = builder_.view("detect.split", all, {bins, box_numbers, cells});
    boxes = builder_.softmax("detect.dfl.softmax", boxes);
    builder_.mark(CalledAs::function);
    builder_.freeze(true);
    boxes = builder_.convolution("detect.dfl.conv", boxes, Builder::square(1, 1));
    builder_.freeze(false);
    TensorId classes = builder_.view("detect.split", all, {shape_.integer("classes"), cells});
    classes = activation_function(builder_, "detect.sigmoid", classes, ActivationFunction::sigmoid);
    return builder_.finish({boxes, classes});
}

} // namespace rigwright
