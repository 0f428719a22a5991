// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/detection/detectors.h"
#include "core/zoo/family_list.h"
#include "core/zoo/generation/diffusion.h"
#include "core/zoo/language/transformer_parts.h"

#include <array>
#include <string>
#include <utility>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// The image autoencoder of latent diffusion (Rombach et al. 2022, as the authors build it): residual blocks with group
/// norm and a written-out swish, one attention head over the smallest map, no time step.
struct ImageAutoencoder {
    static constexpr std::size_t most_stages = 4;

    std::size_t stages = 4;
    std::int64_t width = 128;
    std::array<std::int64_t, most_stages> multiplier{1, 2, 4, 4};
    std::array<std::int64_t, most_stages> blocks{2, 2, 2, 2};
    std::int64_t latent_channels = 4;
    std::int64_t norm_groups = 32;
    double dropout = 0.0;
    bool fused_attention = false;

    std::int64_t channels(std::size_t stage) const { return width * multiplier[stage]; }
    /// Pixels per latent along one side.
    std::int64_t reduction() const { return std::int64_t{1} << (stages - 1); }
};

/// Writes encoder and decoder; `prefix` is prepended to every name.
class AutoencoderWriter {
public:
    AutoencoderWriter(NetworkBuilder& builder, const ImageAutoencoder& net, std::string prefix);

    /// From an image to the posterior mean of its latents, without sampling.
    TensorId encoder(TensorId image);
    /// From latents to an image of `channels` channels.
    TensorId decoder(TensorId latents, std::int64_t channels);

private:
    std::string named(const std::string& name) const { return prefix_ + name; }
    TensorId norm(const std::string& name, TensorId x);
    TensorId swish(const std::string& name, TensorId x);
    TensorId residual_block(const std::string& name, TensorId x, std::int64_t channels);
    TensorId attention(const std::string& name, TensorId x);
    TensorId context(TensorId query, TensorId key, TensorId value);
    TensorId middle(const std::string& name, TensorId x);
    TensorId head(const std::string& name, TensorId x, std::int64_t channels);

    NetworkBuilder& builder_;
    const ImageAutoencoder& net_;
    std::string prefix_;
};

/// The text encoder of CLIP ViT-L/14 (Radford et al. 2021), the source of context in Stable Diffusion 1.x.
constexpr std::int64_t text_vocabulary = 49408;
constexpr std::int64_t text_layers = 12;
constexpr std::int64_t text_head_width = 64;

Builder::ConvolutionOptions biased(std::int64_t channels, std::int64_t kernel, std::int64_t stride = 1)
{
    Builder::ConvolutionOptions options = Builder::square(channels, kernel, stride, kernel / 2);
    options.bias = true;
    return options;
}

/// The conditioning image, reduced from pixels to the latents' resolution: 3x3 convolutions with SiLU between them.
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

/// The trained copy of the encoder, with a 1x1 zero-initialized convolution after every map and the middle block.
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
    shape.kernel.fused = fused;
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

/// The frozen U-Net; its decoder adds the control maps to its own.
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

/// Training: the frozen image and text encoders produce latents and context; gradients reach the trained copy through
/// the frozen U-Net's decoder.
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
    // Noise in the format of the weights is added to the scaled latents.
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
    // Based on the code of Stable Diffusion 2.
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

namespace {

AutoencoderWriter::AutoencoderWriter(NetworkBuilder& builder, const ImageAutoencoder& net, std::string prefix)
    : builder_(builder),
      net_(net),
      prefix_(std::move(prefix))
{}

TensorId AutoencoderWriter::encoder(TensorId image)
{
    TensorId x = builder_.convolution(named("encoder.conv_in"), image, biased_square(net_.width, 3, 1, 1));
    for (std::size_t stage = 0; stage < net_.stages; ++stage) {
        const std::string name = named("encoder.down." + std::to_string(stage));
        for (std::int64_t block = 0; block < net_.blocks[stage]; ++block)
            x = residual_block(name + ".block." + std::to_string(block), x, net_.channels(stage));
        if (stage + 1 == net_.stages) break;
        // Pads one row and one column of zeros at the bottom and right.
        const Shape shape = builder_.shape_of(x);
        x = builder_.copy(name + ".downsample.pad", x, {shape[0], shape[1] + 1, shape[2] + 1});
        x = builder_.convolution(name + ".downsample.conv", x, biased_square(shape[0], 3, 2));
    }
    x = head(named("encoder"), middle(named("encoder.mid"), x), 2 * net_.latent_channels);
    x = builder_.convolution(named("quant_conv"), x, biased_square(2 * net_.latent_channels, 1));
    return builder_.view(named("mean"), x, builder_.shape_of(x).with(0, net_.latent_channels));
}

TensorId AutoencoderWriter::decoder(TensorId latents, std::int64_t channels)
{
    const std::size_t top = net_.stages - 1;
    TensorId x = builder_.convolution(named("post_quant_conv"), latents, biased_square(net_.latent_channels, 1));
    x = builder_.convolution(named("decoder.conv_in"), x, biased_square(net_.channels(top), 3, 1, 1));
    x = middle(named("decoder.mid"), x);
    for (std::size_t stage = net_.stages; stage-- > 0;) {
        const std::string name = named("decoder.up." + std::to_string(stage));
        for (std::int64_t block = 0; block <= net_.blocks[stage]; ++block)
            x = residual_block(name + ".block." + std::to_string(block), x, net_.channels(stage));
        if (stage == 0) break;
        const Shape shape = builder_.shape_of(x);
        x = builder_.resize(name + ".upsample", x, {shape[0], 2 * shape[1], 2 * shape[2]}, ResizeMode::nearest);
        builder_.mark(CalledAs::function);
        x = builder_.convolution(name + ".upsample.conv", x, biased_square(shape[0], 3, 1, 1));
    }
    return head(named("decoder"), x, channels);
}

TensorId AutoencoderWriter::norm(const std::string& name, TensorId x)
{
    return builder_.normalization(name, x, NormalizationKind::group, NormalizationMode::train, net_.norm_groups);
}

TensorId AutoencoderWriter::swish(const std::string& name, TensorId x)
{
    const TensorId gate = builder_.activation(name + ".sigmoid", x, ActivationFunction::sigmoid);
    builder_.mark(CalledAs::function);
    return builder_.multiply(name, x, gate);
}

TensorId AutoencoderWriter::residual_block(const std::string& name, TensorId x, std::int64_t channels)
{
    builder_.begin_block(name);
    TensorId y = swish("swish1", norm("norm1", x));
    y = builder_.convolution("conv1", y, biased_square(channels, 3, 1, 1));
    y = builder_.dropout("dropout", swish("swish2", norm("norm2", y)), net_.dropout);
    y = builder_.convolution("conv2", y, biased_square(channels, 3, 1, 1));
    if (builder_.shape_of(x)[0] != channels) x = builder_.convolution("nin_shortcut", x, biased_square(channels, 1));
    const TensorId output = builder_.add("add", x, y);
    builder_.end_block();
    return output;
}

TensorId AutoencoderWriter::attention(const std::string& name, TensorId x)
{
    builder_.begin_block(name);
    const Shape shape = builder_.shape_of(x);
    const TensorId normed = norm("norm", x);
    const TensorId query = builder_.convolution("q", normed, biased_square(shape[0], 1));
    const TensorId key = builder_.convolution("k", normed, biased_square(shape[0], 1));
    const TensorId value = builder_.convolution("v", normed, biased_square(shape[0], 1));
    const TensorId y = builder_.view("reshape", context(query, key, value), shape);
    const TensorId output = builder_.add("add", x, builder_.convolution("proj_out", y, biased_square(shape[0], 1)));
    builder_.end_block();
    return output;
}

TensorId AutoencoderWriter::context(TensorId query, TensorId key, TensorId value)
{
    const Shape shape = builder_.shape_of(query);
    const std::int64_t places = shape[1] * shape[2];
    const std::int64_t width = shape[0];
    const Shape tokens{places, width};
    if (net_.fused_attention) {
        FusedAttention kernel;
        kernel.query_tokens = kernel.key_tokens = places;
        kernel.head_width = kernel.value_width = width;
        return builder_.fused_attention("fused", builder_.view("q.tokens", query, tokens),
                                        builder_.view("k.tokens", key, tokens),
                                        builder_.view("v.tokens", value, tokens), kernel);
    }
    TensorId scores = builder_.matrix_product("qk", query, key, {ProductRole::query_key, 1, places, places, width},
                                              {1, places, places});
    scores = builder_.softmax("softmax", builder_.scale("scale", scores));
    builder_.mark(CalledAs::function);
    return builder_.matrix_product("av", value, scores, {ProductRole::attention_value, 1, width, places, places},
                                   {width, places});
}

TensorId AutoencoderWriter::middle(const std::string& name, TensorId x)
{
    const std::int64_t channels = builder_.shape_of(x)[0];
    x = residual_block(name + ".block_1", x, channels);
    x = attention(name + ".attn_1", x);
    return residual_block(name + ".block_2", x, channels);
}

TensorId AutoencoderWriter::head(const std::string& name, TensorId x, std::int64_t channels)
{
    x = swish(name + ".swish", norm(name + ".norm_out", x));
    return builder_.convolution(name + ".conv_out", x, biased_square(channels, 3, 1, 1));
}

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
    net.fused_attention = options.attention.fused;
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
