// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <array>
#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

/// Default width of an attention head if the number of heads is not given.
constexpr std::int64_t usual_head_width = 64;

/// The sizes of both towers that others follow from.
struct Clip {
    const ShapeReader& shape;
    const BuildOptions& options;
    /// The image tower is a ResNet-D: three convolutions at the start, average pooling instead of strides, and attention
    /// pooling of the last map; otherwise a Vision Transformer with a class token and one more norm at the start.
    bool residual;
    std::int64_t embedding, tower_width, tower_heads, text_width, text_heads, max_positions;
};

Clip read_clip(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    const bool residual = shape.choice("image_tower") == "residual-net";
    const std::int64_t tower = shape.integer("tower_width");
    const std::int64_t text = shape.integer("text_width");
    const auto heads = [&](const char* key, std::int64_t width) {
        return shape.integer_or(key, std::max<std::int64_t>(width / usual_head_width, 1));
    };
    return {shape,
            options,
            residual,
            shape.integer("embedding"),
            tower,
            heads("tower_heads", residual ? 32 * tower : tower),
            text,
            heads("text_heads", text),
            shape.integer_or("max_positions", *input.sequence_length)};
}

// The towers of CLIP (Radford et al. 2021) as its authors build them. Each returns one sample's features: {1,
// embedding}.

/// CLIP's layer norm is a separate class: it computes in fp32 and returns the input's format.
TensorId norm(NetworkBuilder& builder, const std::string& name, TensorId x)
{
    const TensorId y = builder.normalization(name, builder.cast(name + ".wide", x), NormalizationKind::layer);
    builder.mark(CalledAs::result_of_layer);
    return builder.cast(name + ".back", y, x);
}

/// Adds a parameter table in the format of `x`.
TensorId placed(NetworkBuilder& builder, const std::string& name, TensorId x, TensorId table)
{
    return builder.add(name + ".add", x, builder.cast(name + ".cast", table, x));
}

/// A product with a bare parameter.
TensorId projected(NetworkBuilder& builder, const char* name, TensorId x, std::int64_t width)
{
    const TensorId y = builder.linear(name, x, width, false);
    builder.mark(CalledAs::function);
    return y;
}

/// Layers with the norm first and quick GELU.
TensorId transformer(NetworkBuilder& builder, const char* name, TensorId x, const Clip& clip, std::int64_t layers,
                     std::int64_t heads)
{
    const std::int64_t width = builder.shape_of(x)[-1];
    MultiheadAttention attention;
    attention.name = "attn";
    attention.heads = heads;
    attention.kernel.fused = clip.options.attention.fused;
    attention.tokens_first = true;
    builder.begin_block(name, layers);
    const TensorId attended = self_attention(builder, norm(builder, "ln_1", x), attention);
    const TensorId middle = builder.add("add1", x, attended);
    TensorId y = builder.linear("mlp.c_fc", norm(builder, "ln_2", middle), clip.shape.integer("mlp_ratio") * width);
    y = builder.activation("mlp.gelu", y, ActivationFunction::quick_gelu);
    const TensorId output = builder.add("add2", middle, builder.linear("mlp.c_proj", y, width));
    builder.end_block({{x, output}});
    return output;
}

TensorId clip_vision(NetworkBuilder& builder, TensorId image, const Clip& clip)
{
    const std::int64_t width = clip.tower_width;
    const std::int64_t patch = clip.shape.integer("patch");
    const TensorId map = builder.convolution("visual.conv1", image, NetworkBuilder::square(width, patch, patch));
    const Shape shape = builder.shape_of(map);
    TensorId x = builder.view("visual.tokens", map, {shape[1] * shape[2], width});
    const TensorId token = builder.parameter_tensor("visual.class_embedding", {1, width});
    const TensorId first = builder.repeat("visual.class", builder.cast("visual.class.cast", token, x));
    x = builder.concatenate("visual.cat", {first, x}, 0);
    const TensorId table = builder.parameter_tensor("visual.positional_embedding", builder.shape_of(x));
    x = placed(builder, "visual.positions", x, table);
    x = transformer(builder, "visual.transformer.resblocks.{}", norm(builder, "visual.ln_pre", x), clip,
                    clip.shape.integer("tower_layers"), clip.tower_heads);
    x = norm(builder, "visual.ln_post", builder.view("visual.first", x, {1, width}));
    return projected(builder, "visual.proj", x, clip.embedding);
}

TensorId clip_text(NetworkBuilder& builder, TensorId tokens, const Clip& clip)
{
    TensorId x = builder.embedding("token_embedding", tokens, clip.shape.integer("vocabulary"), clip.text_width);
    TensorId table = builder.parameter_tensor("positional_embedding", {clip.max_positions, clip.text_width});
    if (builder.shape_of(x)[0] < clip.max_positions)
        table = builder.view("positions.front", table, builder.shape_of(x));
    x = builder.add("positions.add", x, table);
    x = transformer(builder, "transformer.resblocks.{}", x, clip, clip.shape.integer("text_layers"), clip.text_heads);
    x = norm(builder, "ln_final", x);
    // The features are read at the end of the text: its position in the batch and its highest token.
    x = builder.picked_rows("end_of_text", x, builder.input({2}, Content::index), 1);
    builder.mark(CalledAs::function);
    return projected(builder, "text_projection", x, clip.embedding);
}

/// Writes CLIP's ResNet; all its convolutions have stride 1 except the first.
class ClipResidualWriter {
public:
    ClipResidualWriter(NetworkBuilder& builder, const Clip& clip) : builder_(builder), clip_(clip) {}

    TensorId write(TensorId image)
    {
        TensorId x = stem(image);
        std::size_t index = 0;
        for (const std::string_view blocks : stage_blocks_keys) x = stage(x, index++, clip_.shape.integer(blocks));
        return attention_pool(x);
    }

private:
    TensorId stem(TensorId image)
    {
        const std::int64_t half = clip_.tower_width / 2;
        TensorId x = relu("visual.relu1", normalized("visual.conv1", "visual.bn1", image, half, 3, 2));
        x = relu("visual.relu2", normalized("visual.conv2", "visual.bn2", x, half, 3));
        x = relu("visual.relu3", normalized("visual.conv3", "visual.bn3", x, clip_.tower_width, 3));
        return pooled("visual.avgpool", x, 2);
    }

    TensorId stage(TensorId x, std::size_t index, std::int64_t blocks)
    {
        const std::string name = "visual.layer" + std::to_string(index + 1) + ".{}";
        const std::int64_t width = clip_.tower_width << index;
        builder_.begin_block(name);
        x = block(x, width, index == 0 ? 1 : 2, true);
        builder_.end_block();
        if (blocks == 1) return x;
        builder_.begin_block(name, blocks - 1, 1);
        const TensorId output = block(x, width, 1, false);
        builder_.end_block({{x, output}});
        return output;
    }

    /// The mean over all positions is the query; all positions and the mean are keys and values.
    TensorId attention_pool(TensorId map)
    {
        const Shape shape = builder_.shape_of(map);
        const std::int64_t width = shape[0];
        TensorId x = builder_.view("visual.attnpool.tokens", map, {shape[1] * shape[2], width});
        x = builder_.concatenate("visual.attnpool.cat", {builder_.mean("visual.attnpool.mean", x, {1, width}), x}, 0);
        const TensorId table = builder_.parameter_tensor("visual.attnpool.positional_embedding", builder_.shape_of(x));
        x = builder_.add("visual.attnpool.add", x, builder_.cast("visual.attnpool.cast", table, x));
        const TensorId asking = builder_.view("visual.attnpool.first", x, {1, width});
        const TensorId query = function(builder_.linear("visual.attnpool.q_proj", asking, width));
        const TensorId key = function(builder_.linear("visual.attnpool.k_proj", x, width));
        const TensorId value = function(builder_.linear("visual.attnpool.v_proj", x, width));
        const TensorId context =
            clip_.options.attention.fused
                ? builder_.fused_attention("visual.attnpool.fused", query, key, value, clip_.tower_heads)
                : materialised(query, key, value);
        return function(builder_.linear("visual.attnpool.c_proj", context, clip_.embedding));
    }

    TensorId function(TensorId x)
    {
        builder_.mark(CalledAs::function);
        return x;
    }

    TensorId normalized(const char* convolution, const char* norm, TensorId x, std::int64_t width, std::int64_t kernel,
                        std::int64_t stride = 1)
    {
        x = builder_.convolution(convolution, x, NetworkBuilder::square(width, kernel, stride, kernel / 2));
        return builder_.normalization(norm, x, NormalizationKind::batch, clip_.options.normalization);
    }

    TensorId relu(const char* name, TensorId x) { return builder_.activation(name, x, ActivationFunction::relu, true); }

    TensorId pooled(const char* name, TensorId x, std::int64_t stride)
    {
        return builder_.pooling(name, x, {PoolingKind::average, stride, stride, 0, false});
    }

    TensorId block(TensorId x, std::int64_t width, std::int64_t stride, bool projection)
    {
        TensorId y = relu("relu1", normalized("conv1", "bn1", x, width, 1));
        y = relu("relu2", normalized("conv2", "bn2", y, width, 3));
        if (stride > 1) y = pooled("avgpool", y, stride);
        y = normalized("conv3", "bn3", y, 4 * width, 1);
        TensorId identity = x;
        // The branch is pooled even at stride 1.
        if (projection)
            identity = normalized("downsample.0", "downsample.1", pooled("downsample.-1", x, stride), 4 * width, 1);
        return relu("relu3", builder_.add("add", y, identity, true));
    }

    TensorId materialised(TensorId query, TensorId key, TensorId value)
    {
        const std::int64_t heads = clip_.tower_heads;
        const std::int64_t tokens = builder_.shape_of(key)[0];
        const std::int64_t width = builder_.shape_of(key)[1];
        const TensorId scaled = builder_.scale("visual.attnpool.scale", query);
        const TensorId scores =
            builder_.matrix_product("visual.attnpool.qk", scaled, key,
                                    {ProductRole::query_key, heads, 1, tokens, width / heads}, {heads, 1, tokens});
        const TensorId weights = function(builder_.softmax("visual.attnpool.softmax", scores));
        return builder_.matrix_product("visual.attnpool.av", weights, value,
                                       {ProductRole::attention_value, heads, 1, width / heads, tokens}, {1, width});
    }

    NetworkBuilder& builder_;
    const Clip& clip_;
};

bool report_impossible(Builder& builder, const Clip& clip, const ModelInput& input)
{
    const char* code = "heads-do-not-divide-width";
    bool impossible = report_indivisible(builder, code, "text_heads", clip.text_width, clip.text_heads);
    if (*input.sequence_length > clip.max_positions) {
        builder.report("sequence-longer-than-positions", "max_positions", *input.sequence_length, clip.max_positions);
        impossible = true;
    }
    const std::int64_t width = clip.residual ? 32 * clip.tower_width : clip.tower_width;
    if (clip.residual)
        impossible = report_indivisible(builder, "width-is-odd", "tower_width", clip.tower_width, 2) || impossible;
    return report_indivisible(builder, code, "tower_heads", width, clip.tower_heads) || impossible;
}

/// Features divided by their L2 norm.
TensorId normalized(Builder& builder, const std::string& name, TensorId x)
{
    const TensorId squares = builder.activation(name + ".square", x, ActivationFunction::square);
    builder.mark(CalledAs::function);
    const TensorId sum = builder.mean(name + ".sum", squares, {1, 1});
    const TensorId length = builder.activation(name + ".norm", sum, ActivationFunction::sqrt);
    builder.mark(CalledAs::function);
    return builder.multiply(name + ".divide", x, length);
}

/// Similarity of the sample's image and text, times a learned factor. In a batch every image is compared with every
/// text.
TensorId logits(Builder& builder, TensorId image, TensorId text)
{
    const std::int64_t width = builder.shape_of(image)[-1];
    image = normalized(builder, "image_features", image);
    text = normalized(builder, "text_features", text);
    const TensorId scale =
        builder.activation("logit_scale.exp", builder.parameter_tensor("logit_scale", {1}), ActivationFunction::exp);
    builder.mark(CalledAs::function);
    const TensorId scaled = builder.multiply("scale", image, scale);
    return builder.matrix_product("logits", scaled, text, {ProductRole::other, 1, 1, 1, width}, {1, 1});
}

Network build_clip(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Clip clip = read_clip(shape, input, options);
    if (report_impossible(builder, clip, input)) return builder.finish({});
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const TensorId image_features =
        clip.residual ? ClipResidualWriter(builder, clip).write(image) : clip_vision(builder, image, clip);
    const TensorId tokens = builder.input({*input.sequence_length}, Content::index);
    return builder.finish({logits(builder, image_features, clip_text(builder, tokens, clip))});
}

} // namespace

Family clip_family()
{
    return Family{"clip",
                  Family::InputKind::image_and_text,
                  {},
                  {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = 77},
                  build_clip}
        .with(Hyperparameter::choice("image_tower", {"vision-transformer", "residual-net"}))
        .with(Hyperparameter::integer("patch", 32, 1, 1024))
        .with(Hyperparameter::integer("tower_layers", 12, 1, 1e6))
        .with(staged(stage_blocks_keys, {3, 4, 6, 3}, 1, 1e6))
        .with(Hyperparameter::integer("tower_width", 768, 1, 1e5))
        .with(Hyperparameter::derived("tower_heads", 1, 1e5))
        .with(Hyperparameter::integer("text_layers", 12, 1, 1e6))
        .with(Hyperparameter::integer("text_width", 512, 1, 1e6))
        .with(Hyperparameter::derived("text_heads", 1, 1e5))
        .with(Hyperparameter::integer("mlp_ratio", 4, 1, 1000))
        .with(Hyperparameter::integer("vocabulary", 49408, 1, 1e8))
        .with(Hyperparameter::derived("max_positions", 1, 1e9))
        .with(Hyperparameter::integer("embedding", 512, 1, 1e6))
        .with_sides_in_steps_of([](const ShapeReader& shape) {
            return shape.choice("image_tower") == "vision-transformer" ? shape.integer("patch") : 1;
        });
}

} // namespace rigwright
