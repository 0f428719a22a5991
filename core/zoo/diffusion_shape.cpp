// SPDX-License-Identifier: Apache-2.0
// How a diffusion net's hyperparameters are read, and which of them cannot be.
#include "core/zoo/diffusion_parts.h"
#include "core/zoo/transformer_parts.h"

namespace rigwright {

namespace {

using DiffusionStageKeys = std::array<std::string_view, DiffusionUnet::most_stages>;

constexpr DiffusionStageKeys multiplier_keys{"stage1_multiplier", "stage2_multiplier", "stage3_multiplier",
                                             "stage4_multiplier"};
constexpr DiffusionStageKeys block_keys{"stage1_blocks", "stage2_blocks", "stage3_blocks", "stage4_blocks"};
constexpr DiffusionStageKeys attention_keys{"stage1_attention_layers", "stage2_attention_layers",
                                            "stage3_attention_layers", "stage4_attention_layers"};

bool report_heads(NetworkBuilder& builder, const DiffusionUnet& unet, std::int64_t channels)
{
    if (unet.head_width)
        return report_indivisible(builder, "head-width-does-not-divide-width", "head_dim", channels, *unet.head_width);
    return report_indivisible(builder, "heads-do-not-divide-width", "heads", channels, unet.heads);
}

} // namespace

std::vector<Hyperparameter> diffusion_unet_hyperparameters()
{
    const DiffusionUnet standard;
    std::vector<Hyperparameter> list{
        Hyperparameter::integer("width", standard.width, 1, 65536),
        Hyperparameter::integer("stages", 4, 1, 4),
    };
    for (std::size_t i = 0; i < DiffusionUnet::most_stages; ++i)
        list.push_back(Hyperparameter::integer(multiplier_keys[i], standard.multiplier[i], 1, 64));
    for (std::size_t i = 0; i < DiffusionUnet::most_stages; ++i)
        list.push_back(Hyperparameter::integer(block_keys[i], standard.blocks[i], 1, 64));
    for (std::size_t i = 0; i < DiffusionUnet::most_stages; ++i)
        list.push_back(Hyperparameter::integer(attention_keys[i], standard.attention_layers[i], 0, 1e6));
    list.push_back(Hyperparameter::integer("middle_attention_layers", standard.middle_attention_layers, 0, 1e6));
    list.push_back(Hyperparameter::integer("heads", standard.heads, 1, 1e5));
    list.push_back(Hyperparameter::derived("head_dim", 1, 1e5));
    list.push_back(Hyperparameter::integer("context_width", standard.context_width, 1, 1e6));
    list.push_back(Hyperparameter::integer("context_tokens", standard.context_tokens, 1, 1e6));
    list.push_back(Hyperparameter::integer("latent_channels", standard.latent_channels, 1, 1e4));
    list.push_back(Hyperparameter::integer("norm_groups", standard.norm_groups, 1, 1e4));
    list.push_back(Hyperparameter::flag("linear_projections", false));
    list.push_back(Hyperparameter::real("dropout", 0.0, 0, 1));
    return list;
}

DiffusionUnet read_diffusion_unet(const ShapeReader& shape, const BuildOptions& options)
{
    DiffusionUnet unet;
    unet.stages = static_cast<std::size_t>(shape.integer("stages"));
    unet.width = shape.integer("width");
    for (std::size_t i = 0; i < DiffusionUnet::most_stages; ++i) {
        unet.multiplier[i] = shape.integer(multiplier_keys[i]);
        unet.blocks[i] = shape.integer(block_keys[i]);
        unet.attention_layers[i] = shape.integer(attention_keys[i]);
    }
    unet.middle_attention_layers = shape.integer("middle_attention_layers");
    unet.heads = shape.integer("heads");
    if (shape.has("head_dim")) unet.head_width = shape.integer("head_dim");
    unet.context_width = shape.integer("context_width");
    unet.context_tokens = shape.integer("context_tokens");
    unet.latent_channels = shape.integer("latent_channels");
    unet.norm_groups = shape.integer("norm_groups");
    unet.linear_projections = shape.flag("linear_projections");
    // The code of Stable Diffusion 2, the first with linear projections.
    unet.contiguous_maps = unet.scores_in_fp32 = unet.linear_projections;
    unet.dropout = options.training ? shape.real("dropout") : 0.0;
    unet.fused_attention = options.fused_attention;
    return unet;
}

bool report_impossible(NetworkBuilder& builder, const DiffusionUnet& unet, const ModelInput& input, std::int64_t pixels)
{
    bool impossible = false;
    for (std::size_t i = 0; i < unet.stages && !impossible; ++i)
        impossible = unet.attention_layers[i] > 0 && report_heads(builder, unet, unet.channels(i));
    if (!impossible && unet.middle_attention_layers > 0)
        impossible = report_heads(builder, unet, unet.channels(unet.stages - 1));
    const std::int64_t side = pixels * unet.reduction();
    const char* code = "image-side-is-no-multiple";
    impossible = report_indivisible(builder, code, "image_height", *input.image_height, side) || impossible;
    return report_indivisible(builder, code, "image_width", *input.image_width, side) || impossible;
}

} // namespace rigwright
