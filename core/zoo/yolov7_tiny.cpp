// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/yolo_parts.h"

namespace rigwright {

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
