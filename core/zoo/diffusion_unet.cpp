// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/diffusion_parts.h"
#include "core/zoo/family_list.h"

namespace rigwright {

namespace {

Network build_diffusion_unet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const DiffusionUnet unet = read_diffusion_unet(shape, options);
    const std::int64_t pixels = shape.integer("pixels_per_latent");
    if (report_impossible(builder, unet, input, pixels)) return builder.finish({});
    const TensorId latents =
        builder.input({unet.latent_channels, *input.image_height / pixels, *input.image_width / pixels});
    const TensorId context = builder.input({unet.context_tokens, unet.context_width});
    DiffusionUnetWriter writer(builder, unet, "", context);
    writer.time_embedding();
    const std::vector<TensorId> maps = writer.down(writer.entry(latents));
    return builder.finish({writer.exit(writer.up(writer.middle(maps.back()), maps), latents)});
}

} // namespace

Family diffusion_unet_family()
{
    std::vector<Hyperparameter> hyperparameters = diffusion_unet_hyperparameters();
    hyperparameters.push_back(Hyperparameter::integer("pixels_per_latent", 8, 1, 1024));
    return {
        "diffusion-unet",
        Family::InputKind::image,
        std::move(hyperparameters),
        {.image_height = 512, .image_width = 512, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_diffusion_unet};
}

} // namespace rigwright
