// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/detection/detectors.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// What both nets of latent diffusion (Rombach et al. 2022) have: residual blocks at up to four resolutions. The
/// defaults are those of the image autoencoder.
struct LatentNet {
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
};

/// The denoising U-Net: residual blocks conditioned on the time step, and transformers with self-attention and
/// cross-attention to a text.
struct DiffusionUnet : LatentNet {
    /// Transformer layers after every residual block of a stage; 0 without attention.
    std::array<std::int64_t, most_stages> attention_layers{1, 1, 1, 0};
    std::int64_t middle_attention_layers = 1;
    std::int64_t heads = 8;
    /// Head width, if it is fixed instead of the number of heads.
    std::optional<std::int64_t> head_width{};
    std::int64_t context_width = 768;
    std::int64_t context_tokens = 77;
    /// Linear layers instead of 1x1 convolutions at the start and end of transformers.
    bool linear_projections = false;
    /// Transformers return maps in contiguous (NCHW) layout, as later versions of the code do. Otherwise their
    /// channels-last layout spreads beyond batch 1, and every group norm first copies its input back.
    bool contiguous_maps = false;
    /// Scores are computed in fp32 under autocast, which later versions of the code do to avoid overflow.
    bool scores_in_fp32 = false;
};

/// Writes the parts of the U-Net with the names of the authors' code; `prefix` is prepended to every name.
class DiffusionUnetWriter {
public:
    DiffusionUnetWriter(NetworkBuilder& builder, const DiffusionUnet& unet, std::string prefix, TensorId context)
        : builder_(builder),
          unet_(unet),
          prefix_(std::move(prefix)),
          context_(context)
    {}

    /// The time step's embedding, which every residual block reads.
    void time_embedding()
    {
        const std::int64_t width = 4 * unet_.width;
        builder_.begin_block(named("time_embed"));
        // Sinusoidal embedding of the time step.
        TensorId x = builder_.linear("0", builder_.input({unet_.width}), width);
        x = builder_.activation("1", x, ActivationFunction::silu);
        time_ = builder_.linear("2", x, width);
        builder_.end_block();
    }

    /// Convolution of the latents to the U-Net's width.
    TensorId entry(TensorId latents)
    {
        return builder_.convolution(named("input_blocks.0.0"), latents, biased_square(unet_.width, 3, 1, 1));
    }

    /// The encoder after the entry; returns the skip connections, starting with the entry's map.
    std::vector<TensorId> down(TensorId x)
    {
        std::vector<TensorId> maps{x};
        for (std::size_t stage = 0; stage < unet_.stages; ++stage) {
            for (std::int64_t block = 0; block < unet_.blocks[stage]; ++block) {
                const std::string name = named("input_blocks." + std::to_string(maps.size()));
                x = residual_block(name + ".0", x, no_id, unet_.channels(stage));
                maps.push_back(x = transformer(name + ".1", x, unet_.attention_layers[stage]));
            }
            if (stage + 1 == unet_.stages) break;
            const std::string name = named("input_blocks." + std::to_string(maps.size()));
            maps.push_back(x = resampled(name + ".0.op", x, false));
        }
        return maps;
    }

    TensorId middle(TensorId x)
    {
        const std::int64_t channels = unet_.channels(unet_.stages - 1);
        x = residual_block(named("middle_block.0"), x, no_id, channels);
        x = transformer(named("middle_block.1"), x, unet_.middle_attention_layers);
        return residual_block(named("middle_block.2"), x, no_id, channels);
    }

    /// The decoder, which reads the skip connections from the last to the first.
    TensorId up(TensorId x, std::vector<TensorId> skips)
    {
        std::int64_t index = 0;
        for (std::size_t stage = unet_.stages; stage-- > 0;) {
            for (std::int64_t block = 0; block <= unet_.blocks[stage]; ++block) {
                const std::string name = named("output_blocks." + std::to_string(index++));
                x = residual_block(name + ".0", x, skips.back(), unet_.channels(stage));
                skips.pop_back();
                x = transformer(name + ".1", x, unet_.attention_layers[stage]);
                const bool last = block == unet_.blocks[stage];
                const char* place = unet_.attention_layers[stage] == 0 ? ".1.conv" : ".2.conv";
                if (last && stage > 0) x = resampled(name + place, x, true);
            }
        }
        return x;
    }

    /// Norm and convolution to the predicted noise, in the format of the latents.
    TensorId exit(TensorId x, TensorId latents)
    {
        builder_.begin_block(named("out"));
        x = builder_.cast("cast", x, latents);
        x = builder_.activation("1", wide_norm("0", x), ActivationFunction::silu);
        x = builder_.convolution("2", x, biased_square(unet_.latent_channels, 3, 1, 1));
        builder_.end_block();
        return x;
    }

private:
    std::string named(const std::string& name) const { return prefix_ + name; }
    bool is_channels_last(TensorId x) const { return channels_last_.count(x) > 0; }

    TensorId with_layout_of(TensorId source, TensorId x)
    {
        if (is_channels_last(source)) channels_last_.insert(x);
        return x;
    }

    TensorId group_norm(const std::string& name, TensorId x, bool reordered)
    {
        if (reordered) x = builder_.copy(name + ".order", x, builder_.shape_of(x), {.view_at_batch_one = true});
        return builder_.normalization(name, x, NormalizationKind::group, NormalizationMode::train, unet_.norm_groups);
    }

    TensorId wide_norm(const std::string& name, TensorId x)
    {
        const TensorId wide = builder_.cast(name + ".float", x);
        return builder_.cast(name + ".back", group_norm(name, wide, is_channels_last(x)), x);
    }

    TensorId normed_convolution(const std::string& layers, const std::string& convolution, TensorId x,
                                std::int64_t channels, bool with_dropout)
    {
        x = builder_.activation(layers + ".1", wide_norm(layers + ".0", x), ActivationFunction::silu);
        if (with_dropout) x = builder_.dropout(layers + ".2", x, unet_.dropout);
        return builder_.convolution(layers + convolution, x, biased_square(channels, 3, 1, 1));
    }

    TensorId residual_block(const std::string& name, TensorId x, TensorId skip, std::int64_t channels)
    {
        builder_.begin_block(name);
        if (skip != no_id) {
            const TensorId both = builder_.concatenate("cat", {x, skip}, 0);
            x = is_channels_last(skip) ? with_layout_of(x, both) : both;
        }
        TensorId y = normed_convolution("in_layers", ".2", x, channels, false);
        TensorId time = builder_.activation("emb_layers.0", time_, ActivationFunction::silu);
        time = builder_.cast("emb_layers.cast", builder_.linear("emb_layers.1", time, channels), y);
        y = builder_.add("emb_add", y, builder_.view("emb_layers.view", time, {channels, 1, 1}));
        y = normed_convolution("out_layers", ".3", y, channels, true);
        TensorId straight = x;
        if (builder_.shape_of(x)[0] != channels)
            straight = builder_.convolution("skip_connection", x, biased_square(channels, 1));
        const TensorId output = with_layout_of(x, builder_.add("add", straight, y));
        builder_.end_block();
        return output;
    }

    TensorId transformer(const std::string& name, TensorId x, std::int64_t layers)
    {
        if (layers == 0) return x;
        const Shape shape = builder_.shape_of(x);
        const std::int64_t heads = unet_.head_width ? shape[0] / *unet_.head_width : unet_.heads;
        const TensorId entry = transformer_entry(name, x);
        builder_.begin_block(name + ".transformer_blocks.{}", layers);
        const TensorId last = transformer_layer(entry, heads);
        builder_.end_block({{entry, last}});
        const TensorId output = builder_.add(name + ".add", transformer_exit(name, last, shape), x);
        if (!unet_.contiguous_maps) channels_last_.insert(output);
        return output;
    }

    TensorId transformer_entry(const std::string& name, TensorId x)
    {
        const Shape shape = builder_.shape_of(x);
        const Shape sequence{shape[1] * shape[2], shape[0]};
        x = group_norm(name + ".norm", x, is_channels_last(x));
        if (!unet_.linear_projections) x = builder_.convolution(name + ".proj_in", x, biased_square(shape[0], 1));
        x = unet_.contiguous_maps ? builder_.copy(name + ".order", x, sequence)
                                  : builder_.view(name + ".order", x, sequence);
        return unet_.linear_projections ? builder_.linear(name + ".proj_in", x, shape[0]) : x;
    }

    TensorId transformer_exit(const std::string& name, TensorId x, const Shape& shape)
    {
        if (unet_.linear_projections) x = builder_.linear(name + ".proj_out", x, shape[0]);
        x = unet_.contiguous_maps ? builder_.copy(name + ".reorder", x, shape)
                                  : builder_.view(name + ".reorder", x, shape);
        return unet_.linear_projections ? x : builder_.convolution(name + ".proj_out", x, biased_square(shape[0], 1));
    }

    TensorId transformer_layer(TensorId x, std::int64_t heads)
    {
        const SequenceNorm norm;
        const TensorId self = sequence_norm(builder_, "norm1", x, norm);
        x = builder_.add("add1", attention_layer("attn1", self, self, heads), x);
        x = builder_.add("add2", attention_layer("attn2", sequence_norm(builder_, "norm2", x, norm), context_, heads),
                         x);
        return builder_.add("add3", feed_forward(sequence_norm(builder_, "norm3", x, norm)), x);
    }

    TensorId attention_layer(const char* name, TensorId x, TensorId memory, std::int64_t heads)
    {
        const auto part = [&](const char* own) { return std::string(name).append(own); };
        const std::int64_t width = builder_.shape_of(x)[-1];
        const TensorId query = builder_.linear(part(".to_q"), x, width, false);
        const TensorId key = builder_.linear(part(".to_k"), memory, width, false);
        const TensorId value = builder_.linear(part(".to_v"), memory, width, false);
        AttentionShape shape;
        shape.heads = shape.key_value_heads = heads;
        shape.width = width / heads;
        shape.scores_in_fp32 = unet_.scores_in_fp32;
        shape.kernel.fused = unet_.fused_attention;
        const TensorId context = attention(builder_, query, key, value, shape);
        return builder_.dropout(part(".to_out.1"), builder_.linear(part(".to_out.0"), context, width), unet_.dropout);
    }

    TensorId feed_forward(TensorId x)
    {
        const std::int64_t width = builder_.shape_of(x)[-1];
        const Shape inner = builder_.shape_of(x).with(-1, 4 * width);
        const TensorId both = builder_.linear("ff.net.0.proj", x, 8 * width);
        const TensorId value = builder_.view("ff.net.0.chunk", both, inner);
        const TensorId gate = builder_.activation("ff.net.0.gelu", builder_.view("ff.net.0.chunk", both, inner),
                                                  ActivationFunction::gelu);
        builder_.mark(CalledAs::function);
        x = builder_.dropout("ff.net.1", builder_.multiply("ff.net.0.gate", value, gate), unet_.dropout);
        return builder_.linear("ff.net.2", x, width);
    }

    TensorId resampled(const std::string& name, TensorId x, bool up)
    {
        const Shape shape = builder_.shape_of(x);
        if (!up) return with_layout_of(x, builder_.convolution(name, x, biased_square(shape[0], 3, 2, 1)));
        const TensorId larger =
            builder_.resize(name + ".interpolate", x, {shape[0], 2 * shape[1], 2 * shape[2]}, ResizeMode::nearest);
        builder_.mark(CalledAs::function);
        return with_layout_of(x, builder_.convolution(name, larger, biased_square(shape[0], 3, 1, 1)));
    }

    NetworkBuilder& builder_;
    const DiffusionUnet& unet_;
    std::string prefix_;
    TensorId context_;
    TensorId time_ = no_id;
    /// Maps in channels-last layout beyond batch 1.
    std::set<TensorId> channels_last_;
};

using DiffusionStageKeys = std::array<std::string_view, DiffusionUnet::most_stages>;

constexpr DiffusionStageKeys attention_keys{"stage1_attention_layers", "stage2_attention_layers",
                                            "stage3_attention_layers", "stage4_attention_layers"};

bool report_heads(NetworkBuilder& builder, const DiffusionUnet& unet, std::int64_t channels)
{
    if (unet.head_width)
        return report_indivisible(builder, "head-width-does-not-divide-width", "head_dim", channels, *unet.head_width);
    return report_indivisible(builder, "heads-do-not-divide-width", "heads", channels, unet.heads);
}

/// Width, stages, their multiples of the width and their blocks.
std::vector<Hyperparameter> latent_stages(std::int64_t width)
{
    std::vector<Hyperparameter> list{Hyperparameter::integer("width", width, 1, 65536),
                                     Hyperparameter::integer("stages", 4, 1, 4)};
    for (Hyperparameter& one : staged(stage_multiplier_keys, {1, 2, 4, 4}, 1, 64)) list.push_back(std::move(one));
    for (Hyperparameter& one : staged(stage_blocks_keys, {2, 2, 2, 2}, 1, 64)) list.push_back(std::move(one));
    return list;
}

std::vector<Hyperparameter> diffusion_unet_hyperparameters()
{
    const DiffusionUnet standard;
    std::vector<Hyperparameter> list = latent_stages(320);
    for (Hyperparameter& layers : staged(attention_keys, {1, 1, 1, 0}, 0, 1e6)) list.push_back(std::move(layers));
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

LatentNet read_latent_net(const ShapeReader& shape, const BuildOptions& options)
{
    LatentNet net;
    net.stages = static_cast<std::size_t>(shape.integer("stages"));
    net.width = shape.integer("width");
    net.multiplier = shape.integers(stage_multiplier_keys);
    net.blocks = shape.integers(stage_blocks_keys);
    net.latent_channels = shape.integer("latent_channels");
    net.norm_groups = shape.integer("norm_groups");
    net.dropout = options.training ? shape.real("dropout") : 0.0;
    net.fused_attention = options.attention.fused;
    return net;
}

/// The net halves the sides of its largest map in every stage but one.
std::int64_t halved_side(const ShapeReader& shape) { return std::int64_t{1} << (shape.integer("stages") - 1); }

DiffusionUnet read_diffusion_unet(const ShapeReader& shape, const BuildOptions& options)
{
    DiffusionUnet unet{read_latent_net(shape, options)};
    unet.attention_layers = shape.integers(attention_keys);
    unet.middle_attention_layers = shape.integer("middle_attention_layers");
    unet.heads = shape.integer("heads");
    if (shape.has("head_dim")) unet.head_width = shape.integer("head_dim");
    unet.context_width = shape.integer("context_width");
    unet.context_tokens = shape.integer("context_tokens");
    unet.linear_projections = shape.flag("linear_projections");
    // The code of Stable Diffusion 2 was the first with linear projections.
    unet.contiguous_maps = unet.scores_in_fp32 = unet.linear_projections;
    return unet;
}

/// Reports heads that do not divide a width.
bool report_impossible(NetworkBuilder& builder, const DiffusionUnet& unet)
{
    bool impossible = false;
    for (std::size_t i = 0; i < unet.stages && !impossible; ++i)
        impossible = unet.attention_layers[i] > 0 && report_heads(builder, unet, unet.channels(i));
    if (!impossible && unet.middle_attention_layers > 0)
        impossible = report_heads(builder, unet, unet.channels(unet.stages - 1));
    return impossible;
}

Network build_diffusion_unet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const DiffusionUnet unet = read_diffusion_unet(shape, options);
    const std::int64_t pixels = shape.integer("pixels_per_latent");
    if (report_impossible(builder, unet)) return builder.finish({});
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
    return image_family("diffusion-unet", build_diffusion_unet, 512)
        .with(diffusion_unet_hyperparameters())
        .with(Hyperparameter::integer("pixels_per_latent", 8, 1, 1024))
        .with_sides_in_steps_of(
            [](const ShapeReader& shape) { return shape.integer("pixels_per_latent") * halved_side(shape); });
}

namespace {

/// Writes encoder and decoder of the image autoencoder as the authors build it: residual blocks with group norm and a
/// written-out swish, one attention head over the smallest map, no time step. `prefix` is prepended to every name.
class AutoencoderWriter {
public:
    AutoencoderWriter(NetworkBuilder& builder, const LatentNet& net, std::string prefix)
        : builder_(builder),
          net_(net),
          prefix_(std::move(prefix))
    {}

    /// From an image to the posterior mean of its latents, without sampling.
    TensorId encoder(TensorId image)
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

    /// From latents to an image of `channels` channels.
    TensorId decoder(TensorId latents, std::int64_t channels)
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

private:
    std::string named(const std::string& name) const { return prefix_ + name; }

    TensorId norm(const std::string& name, TensorId x)
    {
        return builder_.normalization(name, x, NormalizationKind::group, NormalizationMode::train, net_.norm_groups);
    }

    TensorId swish(const std::string& name, TensorId x)
    {
        const TensorId gate = builder_.activation(name + ".sigmoid", x, ActivationFunction::sigmoid);
        builder_.mark(CalledAs::function);
        return builder_.multiply(name, x, gate);
    }

    TensorId residual_block(const std::string& name, TensorId x, std::int64_t channels)
    {
        builder_.begin_block(name);
        TensorId y = swish("swish1", norm("norm1", x));
        y = builder_.convolution("conv1", y, biased_square(channels, 3, 1, 1));
        y = builder_.dropout("dropout", swish("swish2", norm("norm2", y)), net_.dropout);
        y = builder_.convolution("conv2", y, biased_square(channels, 3, 1, 1));
        if (builder_.shape_of(x)[0] != channels)
            x = builder_.convolution("nin_shortcut", x, biased_square(channels, 1));
        const TensorId output = builder_.add("add", x, y);
        builder_.end_block();
        return output;
    }

    TensorId attention(const std::string& name, TensorId x)
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

    TensorId context(TensorId query, TensorId key, TensorId value)
    {
        const Shape shape = builder_.shape_of(query);
        const std::int64_t places = shape[1] * shape[2];
        const std::int64_t width = shape[0];
        const Shape tokens{places, width};
        if (net_.fused_attention)
            return builder_.fused_attention("fused", builder_.view("q.tokens", query, tokens),
                                            builder_.view("k.tokens", key, tokens),
                                            builder_.view("v.tokens", value, tokens), 1);
        TensorId scores = builder_.matrix_product("qk", query, key, {ProductRole::query_key, 1, places, places, width},
                                                  {1, places, places});
        scores = builder_.softmax("softmax", builder_.scale("scale", scores));
        builder_.mark(CalledAs::function);
        return builder_.matrix_product("av", value, scores, {ProductRole::attention_value, 1, width, places, places},
                                       {width, places});
    }

    TensorId middle(const std::string& name, TensorId x)
    {
        const std::int64_t channels = builder_.shape_of(x)[0];
        x = residual_block(name + ".block_1", x, channels);
        x = attention(name + ".attn_1", x);
        return residual_block(name + ".block_2", x, channels);
    }

    TensorId head(const std::string& name, TensorId x, std::int64_t channels)
    {
        x = swish(name + ".swish", norm(name + ".norm_out", x));
        return builder_.convolution(name + ".conv_out", x, biased_square(channels, 3, 1, 1));
    }

    NetworkBuilder& builder_;
    const LatentNet& net_;
    std::string prefix_;
};

/// The text encoder of CLIP ViT-L/14 (Radford et al. 2021), the source of context in Stable Diffusion 1.x.
constexpr std::int64_t text_vocabulary = 49408;
constexpr std::int64_t text_layers = 12;
constexpr std::int64_t text_head_width = 64;

/// The conditioning image, reduced from pixels to the latents' resolution: 3x3 convolutions with SiLU between them.
TensorId hint(Builder& builder, const DiffusionUnet& unet, const ModelInput& input)
{
    constexpr std::array<std::pair<std::int64_t, std::int64_t>, 7> widths_and_strides{
        {{16, 1}, {16, 1}, {32, 2}, {32, 1}, {96, 2}, {96, 1}, {256, 2}}};
    builder.begin_block("control_model.input_hint_block");
    TensorId x = builder.input({*input.channels, *input.image_height, *input.image_width});
    std::int64_t index = 0;
    for (const auto& [width, stride] : widths_and_strides) {
        x = builder.convolution(std::to_string(index), x, biased_square(width, 3, stride, 1));
        x = builder.activation(std::to_string(index + 1), x, ActivationFunction::silu);
        index += 2;
    }
    x = builder.convolution(std::to_string(index), x, biased_square(unet.width, 3, 1, 1));
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
        maps[i] = builder.convolution("control_model." + name, maps[i], biased_square(builder.shape_of(maps[i])[0], 1));
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
    LatentNet encoder;
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

constexpr std::int64_t pixels_per_latent = 8;

Network build_controlnet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    DiffusionUnet unet = read_diffusion_unet(shape, options);
    // Based on the code of Stable Diffusion 2.
    unet.contiguous_maps = unet.scores_in_fp32 = true;
    const bool with_frozen = shape.flag("frozen_models");
    bool impossible = report_impossible(builder, unet);
    if (with_frozen) {
        impossible = report_indivisible(builder, "head-width-does-not-divide-width", "context_width",
                                        unet.context_width, text_head_width) ||
                     impossible;
    }
    if (impossible) return builder.finish({});
    if (with_frozen) return training(builder, unet, input);
    const TensorId latents = builder.input(
        {unet.latent_channels, *input.image_height / pixels_per_latent, *input.image_width / pixels_per_latent});
    const TensorId context = builder.input({unet.context_tokens, unet.context_width});
    return builder.finish(control(builder, unet, input, latents, context));
}

} // namespace

Family controlnet_family()
{
    return image_family("controlnet", build_controlnet, 512)
        .with(diffusion_unet_hyperparameters())
        .with(Hyperparameter::flag("frozen_models", false))
        .with_sides_in_steps_of([](const ShapeReader& shape) { return pixels_per_latent * halved_side(shape); });
}

namespace {

Network build_image_autoencoder(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const LatentNet net = read_latent_net(shape, options);
    AutoencoderWriter writer(builder, net, "");
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    return builder.finish({writer.decoder(writer.encoder(image), *input.channels)});
}

} // namespace

Family image_autoencoder_family()
{
    return image_family("image-autoencoder", build_image_autoencoder, 512)
        .with(latent_stages(128))
        .with(Hyperparameter::integer("latent_channels", 4, 1, 1e4))
        .with(Hyperparameter::integer("norm_groups", 32, 1, 1e4))
        .with(Hyperparameter::real("dropout", 0.0, 0, 1))
        .with_sides_in_steps_of(halved_side);
}

} // namespace rigwright
