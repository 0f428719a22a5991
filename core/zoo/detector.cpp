// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detr.h"
#include "core/zoo/family_list.h"
#include "core/zoo/resnet_parts.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

/// The backbone by name, its batch norms frozen and its stem and first stage not trained, as detectors fine-tune it.
ResidualBody backbone(std::string_view name)
{
    ResidualBody body;
    const bool basic = name == "resnet18" || name == "resnet34";
    body.block = basic ? ResidualBody::BlockKind::basic : ResidualBody::BlockKind::bottleneck;
    if (name == "resnet18") body.stage_blocks = {2, 2, 2, 2};
    if (name == "resnet101") body.stage_blocks = {3, 4, 23, 3};
    body.normalization = NormalizationMode::frozen;
    body.frozen_parts = 2;
    return body;
}

Network build(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    DetrHead head;
    head.queries = shape.integer("queries");
    head.d_model = shape.integer("d_model");
    head.heads = shape.integer("heads");
    head.d_ff = shape.integer("d_ff");
    head.encoder_layers = shape.integer("encoder_layers");
    head.decoder_layers = shape.integer("decoder_layers");
    head.classes = shape.integer("classes");
    head.dropout = options.training ? shape.real("dropout") : 0.0;
    if (report_indivisible(builder, "heads-do-not-divide-width", "heads", head.d_model, head.heads))
        return builder.finish({});
    ResidualBody body = backbone(shape.choice("backbone"));
    body.dilated_last_stage = shape.flag("dilated_last_stage");
    if (body.dilated_last_stage && body.block == ResidualBody::BlockKind::basic) {
        builder.report("basic-blocks-cannot-dilate", "backbone", 1, 0);
        return builder.finish({});
    }
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const DetrOutputs outputs = detr_head(builder, residual_body(builder, image, body)[3], head);
    return builder.finish({outputs.classes, outputs.boxes});
}

} // namespace

Family detector_family()
{
    return {
        "detector",
        Family::InputKind::image,
        {
            Hyperparameter::choice("architecture", {"detr"}),
            Hyperparameter::choice("backbone", {"resnet50", "resnet101", "resnet34", "resnet18"}),
            Hyperparameter::flag("dilated_last_stage", false),
            Hyperparameter::integer("queries", 100, 1, 1e6),
            Hyperparameter::integer("d_model", 256, 1, 1e6),
            Hyperparameter::integer("heads", 8, 1, 1e5),
            Hyperparameter::integer("d_ff", 2048, 1, 1e7),
            Hyperparameter::integer("encoder_layers", 6, 1, 1e6),
            Hyperparameter::integer("decoder_layers", 6, 1, 1e6),
            Hyperparameter::integer("classes", 91, 1, 1e7),
            Hyperparameter::real("dropout", 0.1, 0, 1),
        },
        {.image_height = 800, .image_width = 1066, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build};
}

} // namespace rigwright
