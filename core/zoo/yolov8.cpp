// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/yolo_parts.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Classes beyond which the class branch does not widen (Ultralytics 8).
constexpr std::int64_t classes_that_widen = 100;

class Yolov8Writer {
public:
    Yolov8Writer(YoloWriter& parts, const ShapeReader& shape) : parts_(parts), shape_(shape) {}

    Network write(TensorId image)
    {
        TensorId x = stage(shrink(shrink(image, 64), 128), 128, 3, true);
        const TensorId fine = stage(shrink(x, 256), 256, 6, true);
        const TensorId middle = stage(shrink(fine, 512), 512, 6, true);
        x = stage(shrink(middle, 1024), 1024, 3, true);
        const TensorId coarse = parts_.pooled_pyramid(parts_.next(), x, width(1024));
        x = parts_.enlarge(coarse);
        const TensorId lateral = stage(parts_.join({x, middle}), 512, 3, false);
        x = parts_.enlarge(lateral);
        const TensorId p3 = stage(parts_.join({x, fine}), 256, 3, false);
        x = shrink(p3, 256);
        const TensorId p4 = stage(parts_.join({x, lateral}), 512, 3, false);
        x = shrink(p4, 512);
        const TensorId p5 = stage(parts_.join({x, coarse}), 1024, 3, false);
        return parts_.decoupled_head(std::array{p3, p4, p5}, head(parts_.builder().shape_of(p3)[0]));
    }

private:
    std::int64_t width(std::int64_t channels) const
    {
        return parts_.width(std::min(channels, shape_.integer("max_channels")));
    }

    YoloWriter::DecoupledHead head(std::int64_t finest_width) const
    {
        const std::int64_t classes = shape_.integer("classes");
        return {std::max({std::int64_t{16}, finest_width / 4, 4 * shape_.integer("regression_bins")}),
                std::max(finest_width, std::min(classes, classes_that_widen)), false};
    }

    TensorId shrink(TensorId x, std::int64_t channels) { return parts_.unit(parts_.next(), x, width(channels), 3, 2); }

    /// Half of the width passes a row of bottlenecks; every one's result and both halves are joined ("C2f").
    TensorId stage(TensorId x, std::int64_t channels, std::int64_t layers, bool shortcut)
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
    const ShapeReader& shape_;
};

} // namespace

Network yolov8_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    YoloWriter parts(builder, shape,
                     {.joins_are_layers = false, .normalization = options.normalization, .training = options.training});
    const std::optional<TensorId> image = parts.image(input);
    return image ? Yolov8Writer(parts, shape).write(*image) : builder.finish({});
}

} // namespace rigwright
