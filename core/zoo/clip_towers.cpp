// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/clip_towers.h"

#include "core/zoo/multihead_attention.h"

#include <string>

namespace rigwright {

namespace {

/// CLIP's layer norm is a class of its own: it computes in fp32 and hands on the format it was given.
TensorId norm(NetworkBuilder& builder, const std::string& name, TensorId x)
{
    const TensorId y = builder.normalization(name, builder.cast(name + ".wide", x), NormalizationKind::layer);
    builder.mark(CalledAs::result_of_layer);
    return builder.cast(name + ".back", y, x);
}

/// Adds a table of parameters in the format of `x`.
TensorId placed(NetworkBuilder& builder, const std::string& name, TensorId x, TensorId table)
{
    return builder.add(name + ".add", x, builder.cast(name + ".cast", table, x));
}

/// A product with a parameter that is no layer of its own.
TensorId projected(NetworkBuilder& builder, const char* name, TensorId x, std::int64_t width)
{
    const TensorId y = builder.linear(name, x, width, false);
    builder.mark(CalledAs::function);
    return y;
}

TensorId transformer(NetworkBuilder& builder, const char* name, TensorId x, const ClipTransformer& stack)
{
    const std::int64_t width = builder.shape_of(x)[-1];
    MultiheadAttention attention;
    attention.name = "attn";
    attention.heads = stack.heads;
    attention.fused = stack.fused;
    attention.tokens_first = true;
    builder.begin_block(name, stack.layers);
    const TensorId attended = self_attention(builder, norm(builder, "ln_1", x), attention);
    const TensorId middle = builder.add("add1", x, attended);
    TensorId y = builder.linear("mlp.c_fc", norm(builder, "ln_2", middle), stack.mlp_ratio * width);
    y = builder.activation("mlp.gelu", y, ActivationFunction::quick_gelu);
    const TensorId output = builder.add("add2", middle, builder.linear("mlp.c_proj", y, width));
    builder.end_block({{x, output}});
    return output;
}

} // namespace

TensorId clip_vision(NetworkBuilder& builder, TensorId image, const ClipVision& tower, std::int64_t embedding)
{
    const std::int64_t width = tower.width;
    const TensorId map =
        builder.convolution("visual.conv1", image, NetworkBuilder::square(width, tower.patch, tower.patch));
    const Shape shape = builder.shape_of(map);
    TensorId x = builder.view("visual.tokens", map, {shape[1] * shape[2], width});
    const TensorId token = builder.parameter_tensor("visual.class_embedding", {1, width});
    const TensorId first = builder.repeat("visual.class", builder.cast("visual.class.cast", token, x));
    x = builder.concatenate("visual.cat", {first, x}, 0);
    const TensorId table = builder.parameter_tensor("visual.positional_embedding", builder.shape_of(x));
    x = placed(builder, "visual.positions", x, table);
    x = transformer(builder, "visual.transformer.resblocks.{}", norm(builder, "visual.ln_pre", x), tower.transformer);
    x = norm(builder, "visual.ln_post", builder.view("visual.first", x, {1, width}));
    return projected(builder, "visual.proj", x, embedding);
}

TensorId clip_text(NetworkBuilder& builder, TensorId tokens, const ClipText& tower, std::int64_t embedding)
{
    TensorId x = builder.embedding("token_embedding", tokens, tower.vocabulary, tower.width);
    TensorId table = builder.parameter_tensor("positional_embedding", {tower.max_positions, tower.width});
    if (builder.shape_of(x)[0] < tower.max_positions)
        table = builder.view("positions.front", table, builder.shape_of(x));
    x = builder.add("positions.add", x, table);
    x = norm(builder, "ln_final", transformer(builder, "transformer.resblocks.{}", x, tower.transformer));
    // The features stand where the text ends: its place in the batch and its highest token.
    x = builder.picked_rows("end_of_text", x, builder.input({2}, Content::index), 1);
    builder.mark(CalledAs::function);
    return projected(builder, "text_projection", x, embedding);
}

} // namespace rigwright
