// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"
#include "core/zoo/family_list.h"

#include <algorithm>

namespace rigwright {

namespace {

using DetectorBuild = Network (*)(const ShapeReader&, const ModelInput&, const BuildOptions&);

/// A builder and the hyperparameters that it reads, between blanks.
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
     " backbone width frozen_stages pyramid_width anchors_per_cell rois_per_image box_head_width "},
    {"mask-rcnn", mask_rcnn_detector,
     " backbone width frozen_stages pyramid_width anchors_per_cell rois_per_image box_head_width head_layers"
     " mask_rois_per_image "},
    {"retinanet", retinanet_detector, " backbone width frozen_stages pyramid_width anchors_per_cell head_layers "},
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

/// Whether a key is one of the words of a list that begins and ends with a blank.
bool holds_word(std::string_view words, std::string_view key)
{
    return words.find(" " + std::string(key) + " ") != std::string_view::npos;
}

bool detector_reads(const ShapeReader& shape, std::string_view key)
{
    const Architecture& architecture = architecture_of(shape);
    // The two heads of YOLOv7 and the two kinds of backbone of SSD read different ones.
    if (key == "anchors_per_cell" && shape.flag("anchor_free")) return false;
    if (key == "regression_bins" && architecture.build == yolov7_detector) return shape.flag("anchor_free");
    if (architecture.build == ssd_detector && shape.choice("backbone") == "vgg16")
        return key == "backbone" || key == "width" || holds_word(read_by_all, key);
    return holds_word(read_by_all, key) || holds_word(architecture.reads, key);
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
        build_detector,
        detector_reads};
}

} // namespace rigwright
