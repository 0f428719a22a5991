// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Boxes for each cell of the six maps (Liu et al. 2016, section 3.1).
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

    /// The third stage's map, which keeps the resolution of the second, and five behind it.
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

    /// Every cell's channels divided by their length, which is bounded from below, times a learned factor for each
    /// channel.
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
