// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"
#include "core/zoo/vision/residual_net.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rigwright {

// Parts shared by multiple detectors, and one builder per architecture.

/// A convolution whose weights multiple feature maps share; the first use creates them.
class SharedConvolution {
public:
    SharedConvolution(std::string name, const NetworkBuilder::ConvolutionOptions& options)
        : name_(std::move(name)),
          options_(options)
    {}

    TensorId apply(NetworkBuilder& builder, TensorId x);

private:
    std::string name_;
    NetworkBuilder::ConvolutionOptions options_;
    ParameterId weight_ = no_id;
    ParameterId bias_ = no_id;
};

/// The ResNet named `backbone`, with its first `frozen_stages` parts frozen and, without `trained_norms`, its batch
/// norms constant, as torchvision fine-tunes it; with norms in evaluation mode their affine parts are trained
/// (MMDetection). Empty after an issue if the architecture has no such backbone.
std::optional<ResidualBody> detection_body(NetworkBuilder& builder, const ShapeReader& shape,
                                           const BuildOptions& options, std::int64_t frozen_stages);

/// Lateral and top-down paths over feature maps from fine to coarse (Lin et al. 2017): one map of `width` channels per
/// input map, in the same order.
std::vector<TensorId> feature_pyramid(NetworkBuilder& builder, std::span<const TensorId> maps, std::int64_t width);

/// The predictions {anchors x columns, height, width} of multiple maps, one row per anchor, one map after another.
TensorId predictions_by_anchor(NetworkBuilder& builder, std::span<const TensorId> maps, std::int64_t columns);

/// Activation that the reference implementation calls as a function.
TensorId activation_function(NetworkBuilder& builder, std::string_view name, TensorId x, ActivationFunction function);

/// DETR (Carion et al. 2020), as its authors build it.
Network detr_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// SSD (Liu et al. 2016): with VGG-16 as torchvision builds it; with a ResNet as the training benchmarks of NVIDIA
/// (DeepLearningExamples) and MLPerf build it.
Network ssd_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// Faster R-CNN (Ren et al. 2015) on a feature pyramid, as torchvision builds it.
Network faster_rcnn_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// Mask R-CNN (He et al. 2017) on a feature pyramid, as torchvision builds it.
Network mask_rcnn_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// RetinaNet (Lin et al. 2017), as torchvision builds it.
Network retinanet_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// YOLOv5, release 7.0.
Network yolov5_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// YOLOv7 (Wang et al. 2023), its wider form x and its anchor-free form u6, not fused.
Network yolov7_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// YOLOv7-tiny, not fused.
Network yolov7_tiny_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);
/// YOLOv8.
Network yolov8_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options);

} // namespace rigwright
