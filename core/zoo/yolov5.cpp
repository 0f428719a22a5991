// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/yolo_parts.h"

namespace rigwright {

namespace {

/// The net of the authors' model files: widths and depths before their multiples.
class Yolov5Writer {
public:
    explicit Yolov5Writer(YoloWriter& parts) : parts_(parts) {}

    Network write(TensorId image)
    {
        TensorId x = parts_.unit(parts_.next(), image, parts_.width(64), 6, 2, 2);
        x = stage(shrink(x, 128), 128, 3, true);
        const TensorId fine = stage(shrink(x, 256), 256, 6, true);
        const TensorId middle = stage(shrink(fine, 512), 512, 9, true);
        x = stage(shrink(middle, 1024), 1024, 3, true);
        x = parts_.pooled_pyramid(parts_.next(), x, parts_.width(1024));
        const TensorId coarse_lateral = parts_.unit(parts_.next(), x, parts_.width(512));
        x = parts_.enlarge(coarse_lateral);
        x = stage(parts_.join({x, middle}), 512, 3, false);
        const TensorId middle_lateral = parts_.unit(parts_.next(), x, parts_.width(256));
        x = parts_.enlarge(middle_lateral);
        const TensorId p3 = stage(parts_.join({x, fine}), 256, 3, false);
        x = shrink(p3, 256);
        const TensorId p4 = stage(parts_.join({x, middle_lateral}), 512, 3, false);
        x = shrink(p4, 512);
        const TensorId p5 = stage(parts_.join({x, coarse_lateral}), 1024, 3, false);
        return parts_.anchor_head(std::array{p3, p4, p5}, false);
    }

private:
    TensorId shrink(TensorId x, std::int64_t channels)
    {
        return parts_.unit(parts_.next(), x, parts_.width(channels), 3, 2);
    }

    /// Half of the width passes a row of bottlenecks, the other half goes beside it (cross-stage partial, "C3").
    TensorId stage(TensorId input, std::int64_t channels, std::int64_t layers, bool shortcut)
    {
        NetworkBuilder& builder = parts_.builder();
        const std::string prefix = parts_.next();
        const std::int64_t width = parts_.width(channels);
        const TensorId x = parts_.unit(prefix + "cv1.", input, width / 2);
        builder.begin_block(prefix + "m.{}", parts_.depth(layers));
        const TensorId y = parts_.bottleneck("", x, 1, shortcut);
        builder.end_block({{x, y}});
        const TensorId beside = parts_.unit(prefix + "cv2.", input, width / 2);
        return parts_.unit(prefix + "cv3.", builder.concatenate(prefix + "cat", {y, beside}, 0), width);
    }

    YoloWriter& parts_;
};

} // namespace

Network yolov5_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    YoloWriter parts(builder, shape, {.normalization = options.normalization, .training = options.training});
    const std::optional<TensorId> image = parts.image(input);
    return image ? Yolov5Writer(parts).write(*image) : builder.finish({});
}

} // namespace rigwright
