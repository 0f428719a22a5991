// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detector_parts.h"
#include "core/zoo/detr.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

Network detr_detector(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
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
    std::optional<ResidualBody> body = detection_body(builder, shape, options, 2);
    if (!body) return builder.finish({});
    body->dilated_last_stage = shape.flag("dilated_last_stage");
    if (body->dilated_last_stage && body->block == ResidualBody::BlockKind::basic) {
        builder.report("basic-blocks-cannot-dilate", "backbone", 1, 0);
        return builder.finish({});
    }
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const DetrOutputs outputs = detr_head(builder, residual_body(builder, image, *body)[3], head);
    return builder.finish({outputs.classes, outputs.boxes});
}

} // namespace rigwright
