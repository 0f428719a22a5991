// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detection/detectors.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Widths are multiples of this, as in the authors' model files.
constexpr std::int64_t width_step = 8;
/// Numbers of a box, and of a box with its objectness.
constexpr std::int64_t box_numbers = 4;
constexpr std::int64_t box_and_score = 5;
constexpr std::int64_t pooling_window = 5;

/// Writes the common parts of the YOLO networks: convolution, batch norm and activation as one unit, scaled widths,
/// bottlenecks, poolings, heads. Layers are named "model.<row>" after their row in the authors' model files.
class YoloWriter {
public:
    struct Style {
        ActivationFunction activation = ActivationFunction::silu;
        /// The activation overwrites the norm's output.
        bool in_place = true;
        /// Concatenation is a module in the measured code.
        bool joins_are_layers = true;
    };

    /// Padding that preserves the size at stride 1.
    static constexpr std::int64_t same = -1;

    YoloWriter(NetworkBuilder& builder, const ShapeReader& shape, const BuildOptions& options, const Style& style)
        : builder_(builder),
          shape_(shape),
          options_(options),
          style_(style)
    {}

    NetworkBuilder& builder() { return builder_; }
    const ShapeReader& shape() const { return shape_; }

    /// A width times `width_multiple`, rounded up to a multiple of eight.
    std::int64_t width(std::int64_t channels) const
    {
        const double scaled = static_cast<double>(channels) * shape_.real("width_multiple");
        return static_cast<std::int64_t>(std::ceil(scaled / static_cast<double>(width_step))) * width_step;
    }

    /// Layers of a stage times `depth_multiple`, rounded half to even, at least one.
    std::int64_t depth(std::int64_t layers) const
    {
        const double scaled = std::nearbyint(static_cast<double>(layers) * shape_.real("depth_multiple"));
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(scaled));
    }

    /// "model.<row>." for the next row.
    std::string next() { return "model." + std::to_string(row_++) + "."; }

    /// Convolution without bias, batch norm, activation, padded to keep the size at stride 1.
    TensorId unit(const std::string& prefix, TensorId x, std::int64_t channels, std::int64_t kernel = 1,
                  std::int64_t stride = 1, std::int64_t padding = same)
    {
        const Builder::ConvolutionOptions options =
            Builder::square(channels, kernel, stride, padding == same ? kernel / 2 : padding);
        return activation(prefix + "act", normalized(prefix + "conv", prefix + "bn", x, options));
    }

    /// The next row: a unit whose width is scaled.
    TensorId row(TensorId x, std::int64_t channels, std::int64_t kernel = 1, std::int64_t stride = 1)
    {
        return unit(next(), x, width(channels), kernel, stride);
    }

    TensorId activation(const std::string& name, TensorId x)
    {
        return builder_.activation(name, x, style_.activation, style_.in_place);
    }

    /// Convolution and batch norm under two names.
    TensorId normalized(const std::string& convolution, const std::string& norm, TensorId x,
                        const NetworkBuilder::ConvolutionOptions& options)
    {
        x = builder_.convolution(convolution, x, options);
        return builder_.normalization(norm, x, NormalizationKind::batch, options_.normalization);
    }

    /// Concatenates maps along their channels.
    TensorId join(std::span<const TensorId> parts)
    {
        const TensorId y = builder_.concatenate(next() + "cat", parts, 0);
        if (style_.joins_are_layers) builder_.mark(CalledAs::result_of_layer);
        return y;
    }

    TensorId join(std::initializer_list<TensorId> parts)
    {
        return join(std::span<const TensorId>(parts.begin(), parts.size()));
    }
    /// Doubles height and width.
    TensorId enlarge(TensorId x)
    {
        Shape shape = builder_.shape_of(x);
        shape.set(1, 2 * shape[1]);
        shape.set(2, 2 * shape[2]);
        return builder_.resize(next() + "upsample", x, shape, ResizeMode::nearest);
    }

    /// The coarser map upsampled, after a finer one of the backbone.
    TensorId beside(TensorId coarser, TensorId finer, std::int64_t channels)
    {
        const TensorId enlarged = enlarge(row(coarser, channels));
        const TensorId lateral = row(finer, channels);
        return join({lateral, enlarged});
    }

    TensorId halve(TensorId x) { return builder_.pooling(next() + "m", x, {PoolingKind::maximum, 2, 2, 0, false}); }

    /// An efficient layer aggregation block (Wang et al. 2023, figure 2): widths of the two entrances, the chain and
    /// the exit, the 3x3 convolutions in the chain, and the interval of concatenated ones.
    struct Block {
        std::int64_t entrance = 64;
        std::int64_t chain = 64;
        std::int64_t exit = 256;
        int convolutions = 4;
        int step = 2;
    };

    TensorId aggregated(TensorId x, const Block& block)
    {
        const TensorId first = row(x, block.entrance);
        TensorId y = row(x, block.entrance);
        std::vector<TensorId> maps{y, first};
        for (int i = 1; i <= block.convolutions; ++i) {
            y = row(y, block.chain, 3);
            if (i % block.step == 0) maps.insert(maps.begin(), y);
        }
        return row(join(maps), block.exit);
    }

    /// Maximum over windows at stride 1 that preserve the size.
    TensorId window_maximum(const std::string& name, TensorId x, std::int64_t kernel)
    {
        return builder_.pooling(name, x, {PoolingKind::maximum, kernel, 1, kernel / 2, false});
    }

    /// Three poolings one after another, concatenated with their input (spatial pyramid pooling, the fast form).
    TensorId pooled_pyramid(const std::string& prefix, TensorId x, std::int64_t channels)
    {
        x = unit(prefix + "cv1.", x, builder_.shape_of(x)[0] / 2);
        const TensorId once = window_maximum(prefix + "m", x, pooling_window);
        const TensorId twice = window_maximum(prefix + "m", once, pooling_window);
        const TensorId thrice = window_maximum(prefix + "m", twice, pooling_window);
        return unit(prefix + "cv2.", builder_.concatenate(prefix + "cat", {x, once, twice, thrice}, 0), channels);
    }

    /// A 1x1 or 3x3 unit and a 3x3 unit, added to the input if `shortcut`.
    TensorId bottleneck(const std::string& prefix, TensorId x, std::int64_t first_kernel, bool shortcut)
    {
        const std::int64_t channels = builder_.shape_of(x)[0];
        const TensorId y = unit(prefix + "cv2.", unit(prefix + "cv1.", x, channels, first_kernel), channels, 3);
        return shortcut ? builder_.add(prefix + "add", x, y) : y;
    }

    /// Predictions with anchors: one 1x1 convolution per map; `implicit` adds the learned summand and factor of YOLOR.
    Network anchor_head(std::span<const TensorId> maps, bool implicit)
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
            outputs[i] = options_.training
                             ? x
                             : activation_function(builder_, prefix + "sigmoid", x, ActivationFunction::sigmoid);
        }
        builder_.set_loss(LossKind::anchor_shapes);
        return builder_.finish({outputs[0], outputs[1], outputs[2]});
    }

    /// Predictions without anchors: boxes as distributions over `regression_bins` distances, and classes in a separate
    /// branch.
    struct DecoupledHead {
        std::int64_t box_width = 64;
        std::int64_t class_width = 80;
        bool implicit = false;
    };

    Network decoupled_head(std::span<const TensorId> maps, const DecoupledHead& head)
    {
        const std::string prefix = next();
        const std::int64_t bins = shape_.integer("regression_bins");
        // The fixed convolution that turns a distribution into a distance is unused in training: the loss does it.
        if (options_.training) {
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
        if (!options_.training) return evaluated_boxes(outputs);
        builder_.set_loss(LossKind::aligned_predictions);
        return builder_.finish({outputs[0], outputs[1], outputs[2]});
    }

private:
    TensorId branch(const std::string& name, const std::string& index, TensorId x, std::int64_t inner,
                    std::int64_t outer, bool implicit)
    {
        const std::string prefix = name + "." + index + ".";
        x = unit(prefix + "1.", unit(prefix + "0.", x, inner, 3), inner, 3);
        x = builder_.convolution(prefix + "2", x, biased_square(outer, 1));
        return implicit ? multiply_implicit(name + ".im." + index, x) : x;
    }

    TensorId add_implicit(const std::string& name, TensorId x)
    {
        const TensorId y = builder_.combine(name, x, BinaryOperation::add, {builder_.shape_of(x)[0]});
        builder_.mark(CalledAs::result_of_layer);
        return y;
    }

    TensorId multiply_implicit(const std::string& name, TensorId x)
    {
        return builder_.combine(name, x, BinaryOperation::multiply, {builder_.shape_of(x)[0]});
    }

    Network evaluated_boxes(std::span<const TensorId> maps)
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

    NetworkBuilder& builder_;
    const ShapeReader& shape_;
    const BuildOptions& options_;
    Style style_;
    int row_ = 0;
};

template <typename Writer>
Network yolo_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options,
                      const YoloWriter::Style& style)
{
    NetworkBuilder builder;
    YoloWriter parts(builder, shape, options, style);
    return Writer(parts).write(builder.input({*input.channels, *input.image_height, *input.image_width}));
}

/// Number of classes beyond which the class branch does not widen (Ultralytics 8).
constexpr std::int64_t classes_that_widen = 100;

/// YOLOv5 and YOLOv8, as in the authors' model files: widths and depths before their multiples.
template <bool is_v8>
class PathAggregationWriter {
public:
    explicit PathAggregationWriter(YoloWriter& parts) : parts_(parts) {}

    Network write(TensorId image)
    {
        TensorId x = is_v8 ? shrink(image, 64) : parts_.unit(parts_.next(), image, width(64), 6, 2, 2);
        x = stage(shrink(x, 128), 128, 3, true);
        const TensorId fine = stage(shrink(x, 256), 256, 6, true);
        const TensorId middle = stage(shrink(fine, 512), 512, is_v8 ? 6 : 9, true);
        x = stage(shrink(middle, 1024), 1024, 3, true);
        const TensorId coarse = narrowed(parts_.pooled_pyramid(parts_.next(), x, width(1024)), 512);
        x = parts_.enlarge(coarse);
        const TensorId lateral = narrowed(stage(parts_.join({x, middle}), 512, 3, false), 256);
        x = parts_.enlarge(lateral);
        const TensorId p3 = stage(parts_.join({x, fine}), 256, 3, false);
        x = shrink(p3, 256);
        const TensorId p4 = stage(parts_.join({x, lateral}), 512, 3, false);
        x = shrink(p4, 512);
        const std::array maps{p3, p4, stage(parts_.join({x, coarse}), 1024, 3, false)};
        return is_v8 ? parts_.decoupled_head(maps, head(parts_.builder().shape_of(p3)[0]))
                     : parts_.anchor_head(maps, false);
    }

private:
    std::int64_t width(std::int64_t channels) const
    {
        return parts_.width(std::min(channels, parts_.shape().integer("max_channels")));
    }

    YoloWriter::DecoupledHead head(std::int64_t finest_width) const
    {
        const std::int64_t classes = parts_.shape().integer("classes");
        return {std::max({std::int64_t{16}, finest_width / 4, 4 * parts_.shape().integer("regression_bins")}),
                std::max(finest_width, std::min(classes, classes_that_widen)), false};
    }

    TensorId shrink(TensorId x, std::int64_t channels) { return parts_.unit(parts_.next(), x, width(channels), 3, 2); }

    /// YOLOv5 narrows a map before it enlarges it.
    TensorId narrowed(TensorId x, std::int64_t channels) { return is_v8 ? x : parts_.row(x, channels); }

    TensorId stage(TensorId x, std::int64_t channels, std::int64_t layers, bool shortcut)
    {
        return is_v8 ? joined_stage(x, channels, layers, shortcut) : partial_stage(x, channels, layers, shortcut);
    }

    /// Half of the width passes through a row of bottlenecks, the other half bypasses it (cross-stage partial, "C3").
    TensorId partial_stage(TensorId input, std::int64_t channels, std::int64_t layers, bool shortcut)
    {
        NetworkBuilder& builder = parts_.builder();
        const std::string prefix = parts_.next();
        const std::int64_t out = width(channels);
        const TensorId x = parts_.unit(prefix + "cv1.", input, out / 2);
        builder.begin_block(prefix + "m.{}", parts_.depth(layers));
        const TensorId y = parts_.bottleneck("", x, 1, shortcut);
        builder.end_block({{x, y}});
        const TensorId beside = parts_.unit(prefix + "cv2.", input, out / 2);
        return parts_.unit(prefix + "cv3.", builder.concatenate(prefix + "cat", {y, beside}, 0), out);
    }

    /// Half of the width passes through a row of bottlenecks; all their results and both halves are concatenated
    /// ("C2f").
    TensorId joined_stage(TensorId x, std::int64_t channels, std::int64_t layers, bool shortcut)
    {
        NetworkBuilder& builder = parts_.builder();
        const std::string prefix = parts_.next();
        const std::int64_t count = parts_.depth(layers);
        constexpr auto most = static_cast<std::int64_t>(Operator::max_inputs);
        if (count + 2 > most) {
            builder.report("too-many-maps-to-join", prefix + "cat", count + 2, most);
            return parts_.unit(prefix + "cv2.", x, width(channels));
        }
        const TensorId halves = parts_.unit(prefix + "cv1.", x, width(channels));
        const Shape half = builder.shape_of(halves).with(0, width(channels) / 2);
        std::vector<TensorId> maps{builder.view(prefix + "chunk", halves, half),
                                   builder.view(prefix + "chunk", halves, half)};
        for (std::int64_t i = 0; i < count; ++i)
            maps.push_back(parts_.bottleneck(prefix + "m." + std::to_string(i) + ".", maps.back(), 3, shortcut));
        return parts_.unit(prefix + "cv2.", builder.concatenate(prefix + "cat", maps, 0), width(channels));
    }

    YoloWriter& parts_;
};

/// Differences between the forms of YOLOv7; widths before `width_multiple`.
struct YoloForm {
    /// Width of the first convolution; the maps between blocks are multiples of it.
    std::int64_t stem = 32;
    /// 3x3 convolutions in a row inside a block.
    int chain = 4;
    /// In the neck: width of the chain relative to the block's entrance, and the interval of concatenated convolutions.
    std::int64_t neck_shrink = 2;
    int neck_step = 1;
    /// In training, the last convolutions have a parallel 1x1 convolution.
    bool two_paths = true;
};

YoloForm form_of(const ShapeReader& shape)
{
    if (shape.choice("architecture") == "yolov7x") return {40, 6, 1, 2, false};
    YoloForm form;
    form.two_paths = !shape.flag("anchor_free");
    return form;
}

class Yolov7Writer {
public:
    explicit Yolov7Writer(YoloWriter& parts) : parts_(parts), form_(form_of(parts.shape())) {}

    Network write(TensorId image)
    {
        const std::int64_t s = form_.stem;
        TensorId x = parts_.row(parts_.row(parts_.row(image, s, 3), 2 * s, 3, 2), 2 * s, 3);
        x = parts_.aggregated(parts_.row(x, 4 * s, 3, 2), {64, 64, 8 * s, form_.chain, 2});
        const TensorId fine = parts_.aggregated(shrink(x, 4 * s, {}), {128, 128, 16 * s, form_.chain, 2});
        const TensorId middle = parts_.aggregated(shrink(fine, 8 * s, {}), {256, 256, 32 * s, form_.chain, 2});
        x = parts_.aggregated(shrink(middle, 16 * s, {}), {256, 256, 32 * s, form_.chain, 2});
        const TensorId coarse = pooled_pyramid(x, 16 * s);
        const TensorId lateral = parts_.aggregated(parts_.beside(coarse, middle, 8 * s), neck(256, 8 * s));
        const TensorId p3 = parts_.aggregated(parts_.beside(lateral, fine, 4 * s), neck(128, 4 * s));
        const TensorId p4 = parts_.aggregated(shrink(p3, 4 * s, lateral), neck(256, 8 * s));
        const TensorId p5 = parts_.aggregated(shrink(p4, 8 * s, coarse), neck(512, 16 * s));
        const std::array<TensorId, 3> maps{last(p3, 8 * s), last(p4, 16 * s), last(p5, 32 * s)};
        if (!parts_.shape().flag("anchor_free")) return parts_.anchor_head(maps, true);
        return parts_.decoupled_head(maps, head(parts_.builder().shape_of(maps[0])[0]));
    }

private:
    YoloWriter::Block neck(std::int64_t entrance, std::int64_t exit) const
    {
        return {entrance, entrance / form_.neck_shrink, exit, form_.chain, form_.neck_step};
    }

    YoloWriter::DecoupledHead head(std::int64_t finest_width) const
    {
        const std::int64_t outputs = parts_.shape().integer("classes") + 4 * parts_.shape().integer("regression_bins");
        return {std::max<std::int64_t>(finest_width / 4, 16), std::max(finest_width, outputs - 4), true};
    }

    /// Half resolution by pooling and by stride, concatenated, in the neck with `lateral`.
    TensorId shrink(TensorId x, std::int64_t channels, std::optional<TensorId> lateral)
    {
        const TensorId left = parts_.row(parts_.halve(x), channels);
        const TensorId right = parts_.row(parts_.row(x, channels), channels, 3, 2);
        return lateral ? parts_.join({right, left, *lateral}) : parts_.join({right, left});
    }

    /// Spatial pyramid pooling on one of two paths ("SPPCSPC").
    TensorId pooled_pyramid(TensorId input, std::int64_t channels)
    {
        const std::string prefix = parts_.next();
        const std::int64_t width = parts_.width(channels);
        TensorId x = parts_.unit(prefix + "cv1.", input, width);
        x = parts_.unit(prefix + "cv4.", parts_.unit(prefix + "cv3.", x, width, 3), width);
        std::vector<TensorId> maps{x};
        for (const std::int64_t window : {5, 9, 13})
            maps.push_back(parts_.window_maximum(prefix + "m." + std::to_string(maps.size() - 1), x, window));
        x = parts_.unit(prefix + "cv5.", parts_.builder().concatenate(prefix + "cat", maps, 0), width);
        x = parts_.unit(prefix + "cv6.", x, width, 3);
        const TensorId side = parts_.unit(prefix + "cv2.", input, width);
        return parts_.unit(prefix + "cv7.", parts_.builder().concatenate(prefix + "cat", {x, side}, 0), width);
    }

    TensorId last(TensorId x, std::int64_t channels)
    {
        if (!form_.two_paths) return parts_.row(x, channels, 3);
        const std::string prefix = parts_.next();
        const std::int64_t width = parts_.width(channels);
        const TensorId dense = parts_.normalized(prefix + "rbr_dense.0", prefix + "rbr_dense.1", x,
                                                 NetworkBuilder::square(width, 3, 1, 1));
        const TensorId point =
            parts_.normalized(prefix + "rbr_1x1.0", prefix + "rbr_1x1.1", x, NetworkBuilder::square(width, 1));
        return parts_.activation(prefix + "act", parts_.builder().add(prefix + "add", dense, point));
    }

    YoloWriter& parts_;
    YoloForm form_;
};

class Yolov7TinyWriter {
public:
    explicit Yolov7TinyWriter(YoloWriter& parts) : parts_(parts) {}

    Network write(TensorId image)
    {
        TensorId x = block(parts_.row(parts_.row(image, 32, 3, 2), 64, 3, 2), 32, 64);
        const TensorId fine = block(parts_.halve(x), 64, 128);
        const TensorId middle = block(parts_.halve(fine), 128, 256);
        const TensorId coarse = pooled_pyramid(block(parts_.halve(middle), 256, 512), 256);
        const TensorId lateral = block(parts_.beside(coarse, middle, 128), 64, 128);
        const TensorId p3 = block(parts_.beside(lateral, fine, 64), 32, 64);
        const TensorId down4 = parts_.row(p3, 128, 3, 2);
        const TensorId p4 = block(parts_.join({down4, lateral}), 64, 128);
        const TensorId down5 = parts_.row(p4, 256, 3, 2);
        const TensorId p5 = block(parts_.join({down5, coarse}), 128, 256);
        const TensorId first = parts_.row(p3, 128, 3);
        const TensorId second = parts_.row(p4, 256, 3);
        return parts_.anchor_head(std::array{first, second, parts_.row(p5, 512, 3)}, true);
    }

private:
    TensorId block(TensorId x, std::int64_t inner, std::int64_t exit)
    {
        return parts_.aggregated(x, {inner, inner, exit, 2, 1});
    }

    TensorId pooled_pyramid(TensorId input, std::int64_t channels)
    {
        const TensorId side = parts_.row(input, channels);
        const TensorId x = parts_.row(input, channels);
        const TensorId small = parts_.window_maximum(parts_.next() + "m", x, 5);
        const TensorId medium = parts_.window_maximum(parts_.next() + "m", x, 9);
        const TensorId large = parts_.window_maximum(parts_.next() + "m", x, 13);
        const TensorId pooled = parts_.row(parts_.join({large, medium, small, x}), channels);
        return parts_.row(parts_.join({pooled, side}), channels);
    }

    YoloWriter& parts_;
};

} // namespace

Network yolov5_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return yolo_detector<PathAggregationWriter<false>>(shape, input, options, {});
}

Network yolov7_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    // Only the code of the anchor-free branch lets SiLU overwrite its input.
    return yolo_detector<Yolov7Writer>(shape, input, options, {.in_place = shape.flag("anchor_free")});
}

Network yolov7_tiny_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return yolo_detector<Yolov7TinyWriter>(shape, input, options, {.activation = ActivationFunction::leaky_relu});
}

Network yolov8_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    return yolo_detector<PathAggregationWriter<true>>(shape, input, options, {.joins_are_layers = false});
}

} // namespace rigwright
