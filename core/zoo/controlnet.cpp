// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/autoencoder_parts.h"
#include "core/zoo/diffusion_parts.h"
#include "core/zoo/family_list.h"
#include "core/zoo/transformer_parts.h"

#include <utility>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// The text encoder of CLIP ViT-L/14 (Radford et al. 2021), which Stable Diffusion 1.x reads its context from.
constexpr std::int64_t text_vocabulary = 49408;
constexpr std::int64_t text_layers = 12;
constexpr std::int64_t text_head_width = 64;

Builder::ConvolutionOptions biased(std::int64_t channels, std::int64_t kernel, std::int64_t stride = 1)
{
    Builder::ConvolutionOptions options = Builder::square(channels, kernel, stride, kernel / 2);
    options.bias = true;
    return options;
}

/// The picture that steers the net, brought from pixels to the latents' resolution: 3x3 convolutions with SiLU between.
TensorId hint(Builder& builder, const DiffusionUnet& unet, const ModelInput& input)
{
    constexpr std::array<std::pair<std::int64_t, std::int64_t>, 7> widths_and_strides{
        {{16, 1}, {16, 1}, {32, 2}, {32, 1}, {96, 2}, {96, 1}, {256, 2}}};
    builder.begin_block("control_model.input_hint_block");
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    std::int64_t index = 0;
    for (const auto& [width, stride] : widths_and_strides) {
        x = builder.convolution(std::to_string(index), x, biased(width, 3, stride));
        x = builder.activation(std::to_string(index + 1), x, ActivationFunction::silu);
        index += 2;
    }
    x = builder.convolution(std::to_string(index), x, biased(unet.width, 3));
    builder.end_block();
    return x;
}

/// The trained copy of the way down, and a 1x1 convolution that starts at zero behind every map and the middle.
std::vector<TensorId> control(Builder& builder, const DiffusionUnet& unet, const ModelInput& input, TensorId latents,
                              TensorId context)
{
    DiffusionUnetWriter writer(builder, unet, "control_model.", context);
    writer.time_embedding();
    const TensorId guide = hint(builder, unet, input);
    const TensorId entry = builder.add("control_model.add_hint", writer.entry(latents), guide, true);
    std::vector<TensorId> maps = writer.down(entry);
    maps.push_back(writer.middle(maps.back()));
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const std::string name = i + 1 == maps.size() ? "middle_block_out.0" : "zero_convs." + std::to_string(i) + ".0";
        maps[i] = builder.convolution("control_model." + name, maps[i], biased(builder.shape_of(maps[i])[0], 1));
    }
    return maps;
}

TensorId text_layer(Builder& builder, TensorId x, bool fused)
{
    const std::int64_t width = builder.shape_of(x)[-1];
    const SequenceNorm norm;
    const TensorId normed = sequence_norm(builder, "layer_norm1", x, norm);
    const TensorId query = builder.scale("scale", builder.linear("self_attn.q_proj", normed, width));
    const TensorId key = builder.linear("self_attn.k_proj", normed, width);
    const TensorId value = builder.linear("self_attn.v_proj", normed, width);
    AttentionShape shape;
    shape.width = text_head_width;
    shape.heads = shape.key_value_heads = width / text_head_width;
    shape.causal = true;
    shape.scaled = false;
    shape.fused = fused;
    TensorId y = builder.linear("self_attn.out_proj", attention(builder, query, key, value, shape), width);
    x = builder.add("add1", x, y);
    y = builder.linear("mlp.fc1", sequence_norm(builder, "layer_norm2", x, norm), 4 * width);
    y = builder.linear("mlp.fc2", builder.activation("mlp.activation", y, ActivationFunction::quick_gelu), width);
    return builder.add("add2", x, y);
}

/// The frozen text encoder's last hidden states.
TensorId text_encoder(Builder& builder, const DiffusionUnet& unet)
{
    const std::int64_t width = unet.context_width;
    TensorId x = builder.embedding("cond_stage_model.token_embedding",
                                   builder.input({unet.context_tokens}, Content::index), text_vocabulary, width);
    x = builder.combine("cond_stage_model.position_embedding", x, BinaryOperation::add, {unet.context_tokens, width});
    builder.begin_block("cond_stage_model.layers.{}", text_layers);
    const TensorId output = text_layer(builder, x, unet.fused_attention);
    builder.end_block({{x, output}});
    return sequence_norm(builder, "cond_stage_model.final_layer_norm", output, {});
}

/// The frozen net, whose way up reads the control's maps added to its own.
TensorId controlled(Builder& builder, const DiffusionUnet& unet, TensorId latents, TensorId context,
                    const std::vector<TensorId>& steering)
{
    DiffusionUnetWriter writer(builder, unet, "model.", context);
    writer.time_embedding();
    std::vector<TensorId> maps = writer.down(writer.entry(latents));
    const TensorId middle = builder.add("control.middle", writer.middle(maps.back()), steering.back(), true);
    for (std::size_t i = 0; i < maps.size(); ++i)
        maps[i] = builder.add("control." + std::to_string(i), maps[i], steering[i]);
    return writer.exit(writer.up(middle, maps), latents);
}

/// Training: the frozen image encoder and text encoder make latents and context, and gradients reach the trained copy
/// through the frozen net's way up.
Network training(Builder& builder, const DiffusionUnet& unet, const ModelInput& input)
{
    ImageAutoencoder encoder;
    encoder.latent_channels = unet.latent_channels;
    encoder.norm_groups = unet.norm_groups;
    encoder.fused_attention = unet.fused_attention;
    builder.freeze(true);
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const TensorId mean = AutoencoderWriter(builder, encoder, "first_stage_model.").encoder(image);
    const TensorId context = text_encoder(builder, unet);
    // Noise of the format of the weights is added to the scaled latents.
    const TensorId latents = builder.add("q_sample", builder.input(builder.shape_of(mean)), mean);
    builder.freeze(false);
    const std::vector<TensorId> steering = control(builder, unet, input, latents, context);
    builder.freeze(true);
    return builder.finish({controlled(builder, unet, latents, context, steering)});
}

Network build_controlnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    DiffusionUnet unet = read_diffusion_unet(shape, options);
    // Built on the code of Stable Diffusion 2.
    unet.contiguous_maps = unet.scores_in_fp32 = true;
    constexpr std::int64_t pixels = 8;
    const bool with_frozen = shape.flag("frozen_models");
    bool impossible = report_impossible(builder, unet, input, pixels);
    if (with_frozen) {
        impossible = report_indivisible(builder, "head-width-does-not-divide-width", "context_width",
                                        unet.context_width, text_head_width) ||
                     impossible;
    }
    if (impossible) return builder.finish({});
    if (with_frozen) return training(builder, unet, input);
    const TensorId latents =
        builder.input({unet.latent_channels, *input.image_height / pixels, *input.image_width / pixels});
    const TensorId context = builder.input({unet.context_tokens, unet.context_width});
    return builder.finish(control(builder, unet, input, latents, context));
}

} // namespace

Family controlnet_family()
{
    std::vector<Hyperparameter> hyperparameters = diffusion_unet_hyperparameters();
    hyperparameters.push_back(Hyperparameter::flag("frozen_models", false));
    return {
        "controlnet",
        Family::InputKind::image,
        std::move(hyperparameters),
        {.image_height = 512, .image_width = 512, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_controlnet};
}

} // namespace rigwright
