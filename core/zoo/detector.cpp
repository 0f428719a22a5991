// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"
#include "core/zoo/family_list.h"

namespace rigwright {

namespace {

using Build = Network (*)(const ShapeReader&, const ModelInput&, const BuildOptions&);

struct Architecture {
    std::string_view name;
    Build build = nullptr;
};

constexpr std::array<Architecture, 10> architectures{{
    {"detr", detr_detector},
    {"ssd", ssd_detector},
    {"faster-rcnn", faster_rcnn_detector},
    {"mask-rcnn", mask_rcnn_detector},
    {"retinanet", retinanet_detector},
    {"yolov5", yolov5_detector},
    {"yolov7", yolov7_detector},
    {"yolov7x", yolov7_detector},
    {"yolov7-tiny", yolov7_tiny_detector},
    {"yolov8", yolov8_detector},
}};

std::vector<std::string_view> architecture_names()
{
    std::vector<std::string_view> names;
    for (const Architecture& architecture : architectures) names.push_back(architecture.name);
    return names;
}

Network build(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    const std::string_view wanted = shape.choice("architecture");
    for (const Architecture& architecture : architectures) {
        if (architecture.name == wanted) return architecture.build(shape, input, options);
    }
    return {};
}

} // namespace

Family detector_family()
{
    return {
        "detector",
        Family::InputKind::image,
        {
            Hyperparameter::choice("architecture", architecture_names()),
            Hyperparameter::integer("classes", 91, 1, 1e7),
            // Residual and VGG backbones.
            Hyperparameter::choice("backbone", {"resnet50", "resnet101", "resnet34", "resnet18", "vgg16"}),
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::derived("frozen_stages", 0, 5),
            Hyperparameter::flag("batch_norm", true),
            // Feature pyramids and the heads on them.
            Hyperparameter::integer("pyramid_width", 256, 1, 1e5),
            Hyperparameter::derived("anchors_per_cell", 1, 1000),
            Hyperparameter::integer("head_layers", 4, 1, 64),
            Hyperparameter::derived("rois_per_image", 1, 1e6),
            Hyperparameter::integer("mask_rois_per_image", 128, 1, 1e6),
            Hyperparameter::integer("box_head_width", 1024, 1, 1e6),
            // YOLO.
            Hyperparameter::real("depth_multiple", 1.0, 0.01, 1e4),
            Hyperparameter::real("width_multiple", 1.0, 0.01, 100),
            Hyperparameter::integer("max_channels", 1024, 1, 1e5),
            Hyperparameter::flag("anchor_free", false),
            Hyperparameter::integer("regression_bins", 16, 1, 1024),
            // DETR.
            Hyperparameter::flag("dilated_last_stage", false),
            Hyperparameter::integer("queries", 100, 1, 1e6),
            Hyperparameter::integer("d_model", 256, 1, 1e6),
            Hyperparameter::integer("heads", 8, 1, 1e5),
            Hyperparameter::integer("d_ff", 2048, 1, 1e7),
            Hyperparameter::integer("encoder_layers", 6, 1, 1e6),
            Hyperparameter::integer("decoder_layers", 6, 1, 1e6),
            Hyperparameter::real("dropout", 0.1, 0, 1),
        },
        {.image_height = 800, .image_width = 1066, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build};
}

} // namespace rigwright
