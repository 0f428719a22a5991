// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detection/yolo.h"

#include <algorithm>

namespace rigwright {

namespace {

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
    Yolov7Writer(YoloWriter& parts, const ShapeReader& shape) : parts_(parts), shape_(shape), form_(form_of(shape)) {}

    Network write(TensorId image)
    {
        const std::int64_t s = form_.stem;
        TensorId x = unit(unit(unit(image, s, 3), 2 * s, 3, 2), 2 * s, 3);
        x = block(unit(x, 4 * s, 3, 2), {64, 64, 8 * s, 2});
        const TensorId fine = block(shrink(x, 4 * s, {}), {128, 128, 16 * s, 2});
        const TensorId middle = block(shrink(fine, 8 * s, {}), {256, 256, 32 * s, 2});
        x = block(shrink(middle, 16 * s, {}), {256, 256, 32 * s, 2});
        const TensorId coarse = pooled_pyramid(x, 16 * s);
        const TensorId lateral = block(beside(coarse, middle, 8 * s), neck(256, 8 * s));
        const TensorId p3 = block(beside(lateral, fine, 4 * s), neck(128, 4 * s));
        const TensorId p4 = block(shrink(p3, 4 * s, lateral), neck(256, 8 * s));
        const TensorId p5 = block(shrink(p4, 8 * s, coarse), neck(512, 16 * s));
        const std::array<TensorId, 3> maps{last(p3, 8 * s), last(p4, 16 * s), last(p5, 32 * s)};
        if (!shape_.flag("anchor_free")) return parts_.anchor_head(maps, true);
        return parts_.decoupled_head(maps, head(parts_.builder().shape_of(maps[0])[0]));
    }

private:
    /// An efficient layer aggregation block (Wang et al. 2023, figure 2): widths of the two entrances, the chain and
    /// the exit, and the interval of concatenated convolutions in the chain.
    struct Block {
        std::int64_t entrance = 64;
        std::int64_t chain = 64;
        std::int64_t exit = 256;
        int step = 2;
    };

    Block neck(std::int64_t entrance, std::int64_t exit) const
    {
        return {entrance, entrance / form_.neck_shrink, exit, form_.neck_step};
    }

    YoloWriter::DecoupledHead head(std::int64_t finest_width) const
    {
        const std::int64_t outputs = shape_.integer("classes") + 4 * shape_.integer("regression_bins");
        return {std::max<std::int64_t>(finest_width / 4, 16), std::max(finest_width, outputs - 4), true};
    }

    TensorId unit(TensorId x, std::int64_t channels, std::int64_t kernel = 1, std::int64_t stride = 1)
    {
        return parts_.unit(parts_.next(), x, parts_.width(channels), kernel, stride);
    }

    TensorId block(TensorId x, const Block& block)
    {
        const TensorId first = unit(x, block.entrance);
        const TensorId second = unit(x, block.entrance);
        std::vector<TensorId> maps{first, second};
        TensorId y = second;
        for (int i = 1; i <= form_.chain; ++i) {
            y = unit(y, block.chain, 3);
            if (i % block.step == 0) maps.insert(maps.begin(), y);
        }
        return unit(parts_.join(maps), block.exit);
    }

    /// Half resolution by pooling and by stride, concatenated, in the neck with `lateral`.
    TensorId shrink(TensorId x, std::int64_t channels, std::optional<TensorId> lateral)
    {
        const TensorId pooled =
            parts_.builder().pooling(parts_.next() + "m", x, {PoolingKind::maximum, 2, 2, 0, false});
        const TensorId left = unit(pooled, channels);
        const TensorId right = unit(unit(x, channels), channels, 3, 2);
        return lateral ? parts_.join({right, left, *lateral}) : parts_.join({right, left});
    }

    /// The coarser map upsampled, after a finer one of the backbone.
    TensorId beside(TensorId coarser, TensorId finer, std::int64_t channels)
    {
        const TensorId enlarged = parts_.enlarge(unit(coarser, channels));
        const TensorId lateral = unit(finer, channels);
        return parts_.join({lateral, enlarged});
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
        if (!form_.two_paths) return unit(x, channels, 3);
        const std::string prefix = parts_.next();
        const std::int64_t width = parts_.width(channels);
        const TensorId dense = parts_.normalized(prefix + "rbr_dense.0", prefix + "rbr_dense.1", x,
                                                 NetworkBuilder::square(width, 3, 1, 1));
        const TensorId point =
            parts_.normalized(prefix + "rbr_1x1.0", prefix + "rbr_1x1.1", x, NetworkBuilder::square(width, 1));
        return parts_.activation(prefix + "act", parts_.builder().add(prefix + "add", dense, point));
    }

    YoloWriter& parts_;
    const ShapeReader& shape_;
    YoloForm form_;
};

} // namespace

Network yolov7_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    // Only the code of the anchor-free branch lets SiLU overwrite its input.
    YoloWriter parts(
        builder, shape,
        {.in_place = shape.flag("anchor_free"), .normalization = options.normalization, .training = options.training});
    const std::optional<TensorId> image = parts.image(input);
    return image ? Yolov7Writer(parts, shape).write(*image) : builder.finish({});
}

namespace {

class Yolov7TinyWriter {
public:
    explicit Yolov7TinyWriter(YoloWriter& parts) : parts_(parts) {}

    Network write(TensorId image)
    {
        TensorId x = block(unit(unit(image, 32, 3, 2), 64, 3, 2), 32, 64);
        const TensorId fine = block(halve(x), 64, 128);
        const TensorId middle = block(halve(fine), 128, 256);
        const TensorId coarse = pooled_pyramid(block(halve(middle), 256, 512), 256);
        const TensorId lateral = block(beside(coarse, middle, 128), 64, 128);
        const TensorId p3 = block(beside(lateral, fine, 64), 32, 64);
        const TensorId down4 = unit(p3, 128, 3, 2);
        const TensorId p4 = block(parts_.join({down4, lateral}), 64, 128);
        const TensorId down5 = unit(p4, 256, 3, 2);
        const TensorId p5 = block(parts_.join({down5, coarse}), 128, 256);
        const TensorId first = unit(p3, 128, 3);
        const TensorId second = unit(p4, 256, 3);
        return parts_.anchor_head(std::array{first, second, unit(p5, 512, 3)}, true);
    }

private:
    TensorId unit(TensorId x, std::int64_t channels, std::int64_t kernel = 1, std::int64_t stride = 1)
    {
        return parts_.unit(parts_.next(), x, parts_.width(channels), kernel, stride);
    }

    TensorId halve(TensorId x)
    {
        return parts_.builder().pooling(parts_.next() + "m", x, {PoolingKind::maximum, 2, 2, 0, false});
    }

    TensorId block(TensorId x, std::int64_t inner, std::int64_t exit)
    {
        const TensorId first = unit(x, inner);
        const TensorId second = unit(x, inner);
        const TensorId third = unit(second, inner, 3);
        const TensorId fourth = unit(third, inner, 3);
        return unit(parts_.join({fourth, third, second, first}), exit);
    }

    TensorId beside(TensorId coarser, TensorId finer, std::int64_t channels)
    {
        const TensorId enlarged = parts_.enlarge(unit(coarser, channels));
        const TensorId lateral = unit(finer, channels);
        return parts_.join({lateral, enlarged});
    }

    TensorId pooled_pyramid(TensorId input, std::int64_t channels)
    {
        const TensorId side = unit(input, channels);
        const TensorId x = unit(input, channels);
        const TensorId small = parts_.window_maximum(parts_.next() + "m", x, 5);
        const TensorId medium = parts_.window_maximum(parts_.next() + "m", x, 9);
        const TensorId large = parts_.window_maximum(parts_.next() + "m", x, 13);
        const TensorId pooled = unit(parts_.join({large, medium, small, x}), channels);
        return unit(parts_.join({pooled, side}), channels);
    }

    YoloWriter& parts_;
};

} // namespace

Network yolov7_tiny_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    YoloWriter parts(builder, shape,
                     {.activation = ActivationFunction::leaky_relu,
                      .normalization = options.normalization,
                      .training = options.training});
    const std::optional<TensorId> image = parts.image(input);
    return image ? Yolov7TinyWriter(parts).write(*image) : builder.finish({});
}

} // namespace rigwright
