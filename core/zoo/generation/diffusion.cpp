// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/generation/diffusion.h"

#include "core/zoo/detection/detectors.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <utility>

// Reads a diffusion U-Net's hyperparameters and reports impossible ones.

namespace rigwright {

DiffusionUnetWriter::DiffusionUnetWriter(NetworkBuilder& builder, const DiffusionUnet& unet, std::string prefix,
                                         TensorId context)
    : builder_(builder),
      unet_(unet),
      prefix_(std::move(prefix)),
      context_(context)
{}

void DiffusionUnetWriter::time_embedding()
{
    const std::int64_t width = 4 * unet_.width;
    builder_.begin_block(named("time_embed"));
    // Sinusoidal embedding of the time step.
    TensorId x = builder_.linear("0", builder_.input({unet_.width}), width);
    x = builder_.activation("1", x, ActivationFunction::silu);
    time_ = builder_.linear("2", x, width);
    builder_.end_block();
}

TensorId DiffusionUnetWriter::entry(TensorId latents)
{
    return builder_.convolution(named("input_blocks.0.0"), latents, biased_square(unet_.width, 3, 1, 1));
}

std::vector<TensorId> DiffusionUnetWriter::down(TensorId x)
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

TensorId DiffusionUnetWriter::middle(TensorId x)
{
    const std::int64_t channels = unet_.channels(unet_.stages - 1);
    x = residual_block(named("middle_block.0"), x, no_id, channels);
    x = transformer(named("middle_block.1"), x, unet_.middle_attention_layers);
    return residual_block(named("middle_block.2"), x, no_id, channels);
}

TensorId DiffusionUnetWriter::up(TensorId x, std::vector<TensorId> skips)
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

TensorId DiffusionUnetWriter::exit(TensorId x, TensorId latents)
{
    builder_.begin_block(named("out"));
    x = builder_.cast("cast", x, latents);
    x = builder_.activation("1", wide_norm("0", x), ActivationFunction::silu);
    x = builder_.convolution("2", x, biased_square(unet_.latent_channels, 3, 1, 1));
    builder_.end_block();
    return x;
}

TensorId DiffusionUnetWriter::with_layout_of(TensorId source, TensorId x)
{
    if (is_channels_last(source)) channels_last_.insert(x);
    return x;
}

TensorId DiffusionUnetWriter::group_norm(const std::string& name, TensorId x, bool reordered)
{
    if (reordered) x = builder_.copy(name + ".order", x, builder_.shape_of(x), {.view_at_batch_one = true});
    return builder_.normalization(name, x, NormalizationKind::group, NormalizationMode::train, unet_.norm_groups);
}

TensorId DiffusionUnetWriter::wide_norm(const std::string& name, TensorId x)
{
    const TensorId wide = builder_.cast(name + ".float", x);
    return builder_.cast(name + ".back", group_norm(name, wide, is_channels_last(x)), x);
}

TensorId DiffusionUnetWriter::normed_convolution(const std::string& layers, const std::string& convolution, TensorId x,
                                                 std::int64_t channels, bool with_dropout)
{
    x = builder_.activation(layers + ".1", wide_norm(layers + ".0", x), ActivationFunction::silu);
    if (with_dropout) x = builder_.dropout(layers + ".2", x, unet_.dropout);
    return builder_.convolution(layers + convolution, x, biased_square(channels, 3, 1, 1));
}

TensorId DiffusionUnetWriter::residual_block(const std::string& name, TensorId x, TensorId skip, std::int64_t channels)
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

TensorId DiffusionUnetWriter::resampled(const std::string& name, TensorId x, bool up)
{
    const Shape shape = builder_.shape_of(x);
    if (!up) return with_layout_of(x, builder_.convolution(name, x, biased_square(shape[0], 3, 2, 1)));
    const TensorId larger =
        builder_.resize(name + ".interpolate", x, {shape[0], 2 * shape[1], 2 * shape[2]}, ResizeMode::nearest);
    builder_.mark(CalledAs::function);
    return with_layout_of(x, builder_.convolution(name, larger, biased_square(shape[0], 3, 1, 1)));
}

TensorId DiffusionUnetWriter::transformer(const std::string& name, TensorId x, std::int64_t layers)
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

TensorId DiffusionUnetWriter::transformer_entry(const std::string& name, TensorId x)
{
    const Shape shape = builder_.shape_of(x);
    const Shape sequence{shape[1] * shape[2], shape[0]};
    x = group_norm(name + ".norm", x, is_channels_last(x));
    if (!unet_.linear_projections) x = builder_.convolution(name + ".proj_in", x, biased_square(shape[0], 1));
    x = unet_.contiguous_maps ? builder_.copy(name + ".order", x, sequence)
                              : builder_.view(name + ".order", x, sequence);
    return unet_.linear_projections ? builder_.linear(name + ".proj_in", x, shape[0]) : x;
}

TensorId DiffusionUnetWriter::transformer_exit(const std::string& name, TensorId x, const Shape& shape)
{
    if (unet_.linear_projections) x = builder_.linear(name + ".proj_out", x, shape[0]);
    x = unet_.contiguous_maps ? builder_.copy(name + ".reorder", x, shape) : builder_.view(name + ".reorder", x, shape);
    return unet_.linear_projections ? x : builder_.convolution(name + ".proj_out", x, biased_square(shape[0], 1));
}

TensorId DiffusionUnetWriter::transformer_layer(TensorId x, std::int64_t heads)
{
    const SequenceNorm norm;
    const TensorId self = sequence_norm(builder_, "norm1", x, norm);
    x = builder_.add("add1", attention_layer("attn1", self, self, heads), x);
    x = builder_.add("add2", attention_layer("attn2", sequence_norm(builder_, "norm2", x, norm), context_, heads), x);
    return builder_.add("add3", feed_forward(sequence_norm(builder_, "norm3", x, norm)), x);
}

TensorId DiffusionUnetWriter::attention_layer(const char* name, TensorId x, TensorId memory, std::int64_t heads)
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

TensorId DiffusionUnetWriter::feed_forward(TensorId x)
{
    const std::int64_t width = builder_.shape_of(x)[-1];
    const Shape inner = builder_.shape_of(x).with(-1, 4 * width);
    const TensorId both = builder_.linear("ff.net.0.proj", x, 8 * width);
    const TensorId value = builder_.view("ff.net.0.chunk", both, inner);
    const TensorId gate =
        builder_.activation("ff.net.0.gelu", builder_.view("ff.net.0.chunk", both, inner), ActivationFunction::gelu);
    builder_.mark(CalledAs::function);
    x = builder_.dropout("ff.net.1", builder_.multiply("ff.net.0.gate", value, gate), unet_.dropout);
    return builder_.linear("ff.net.2", x, width);
}

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
    // The code of Stable Diffusion 2 was the first with linear projections.
    unet.contiguous_maps = unet.scores_in_fp32 = unet.linear_projections;
    unet.dropout = options.training ? shape.real("dropout") : 0.0;
    unet.fused_attention = options.attention.fused;
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
