// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/autoencoder_parts.h"
#include "core/zoo/family_list.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

ImageAutoencoder read_image_autoencoder(const ShapeReader& shape, const BuildOptions& options)
{
    ImageAutoencoder net;
    net.stages = static_cast<std::size_t>(shape.integer("stages"));
    net.width = shape.integer("width");
    net.multiplier = {shape.integer("stage1_multiplier"), shape.integer("stage2_multiplier"),
                      shape.integer("stage3_multiplier"), shape.integer("stage4_multiplier")};
    net.blocks = {shape.integer("stage1_blocks"), shape.integer("stage2_blocks"), shape.integer("stage3_blocks"),
                  shape.integer("stage4_blocks")};
    net.latent_channels = shape.integer("latent_channels");
    net.norm_groups = shape.integer("norm_groups");
    net.dropout = options.training ? shape.real("dropout") : 0.0;
    net.fused_attention = options.fused_attention;
    return net;
}

Network build_image_autoencoder(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const ImageAutoencoder net = read_image_autoencoder(shape, options);
    const char* code = "image-side-is-no-multiple";
    bool impossible = report_indivisible(builder, code, "image_height", *input.image_height, net.reduction());
    impossible = report_indivisible(builder, code, "image_width", *input.image_width, net.reduction()) || impossible;
    if (impossible) return builder.finish({});
    AutoencoderWriter writer(builder, net, "");
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    return builder.finish({writer.decoder(writer.encoder(image), *input.channels)});
}

} // namespace

Family image_autoencoder_family()
{
    return {
        "image-autoencoder",
        Family::InputKind::image,
        {
            Hyperparameter::integer("width", 128, 1, 65536),
            Hyperparameter::integer("stages", 4, 1, 4),
            Hyperparameter::integer("stage1_multiplier", 1, 1, 64),
            Hyperparameter::integer("stage2_multiplier", 2, 1, 64),
            Hyperparameter::integer("stage3_multiplier", 4, 1, 64),
            Hyperparameter::integer("stage4_multiplier", 4, 1, 64),
            Hyperparameter::integer("stage1_blocks", 2, 1, 64),
            Hyperparameter::integer("stage2_blocks", 2, 1, 64),
            Hyperparameter::integer("stage3_blocks", 2, 1, 64),
            Hyperparameter::integer("stage4_blocks", 2, 1, 64),
            Hyperparameter::integer("latent_channels", 4, 1, 1e4),
            Hyperparameter::integer("norm_groups", 32, 1, 1e4),
            Hyperparameter::real("dropout", 0.0, 0, 1),
        },
        {.image_height = 512, .image_width = 512, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_image_autoencoder};
}

} // namespace rigwright
