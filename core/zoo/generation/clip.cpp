// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <algorithm>
#include <array>
#include <string>

namespace rigwright {

namespace {

/// A stack of CLIP's transformer layers: norm first, quick GELU.
struct ClipTransformer {
    std::int64_t layers = 12;
    std::int64_t heads = 8;
    std::int64_t mlp_ratio = 4;
    bool fused = false;
};

/// The Vision Transformer image tower: class token, one more norm at the start.
struct ClipVision {
    ClipTransformer transformer;
    std::int64_t patch = 32;
    std::int64_t width = 768;
};

/// The ResNet-D image tower: three convolutions at the start, average pooling instead of strides, and attention pooling
/// of the last map.
struct ClipResidual {
    std::array<std::int64_t, 4> stage_blocks{3, 4, 6, 3};
    std::int64_t width = 64;
    std::int64_t heads = 32;
    NormalizationMode normalization = NormalizationMode::train;
    bool fused = false;
};

/// The text tower.
struct ClipText {
    ClipTransformer transformer;
    std::int64_t width = 512;
    std::int64_t vocabulary = 49408;
    std::int64_t max_positions = 77;
};

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

TensorId transformer(NetworkBuilder& builder, const char* name, TensorId x, const ClipTransformer& stack)
{
    const std::int64_t width = builder.shape_of(x)[-1];
    MultiheadAttention attention;
    attention.name = "attn";
    attention.heads = stack.heads;
    attention.kernel.fused = stack.fused;
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
    // The features are read at the end of the text: its position in the batch and its highest token.
    x = builder.picked_rows("end_of_text", x, builder.input({2}, Content::index), 1);
    builder.mark(CalledAs::function);
    return projected(builder, "text_projection", x, embedding);
}

/// Writes CLIP's ResNet; all its convolutions have stride 1 except the first.
class ClipResidualWriter {
public:
    ClipResidualWriter(NetworkBuilder& builder, const ClipResidual& tower) : builder_(builder), tower_(tower) {}

    TensorId stem(TensorId image)
    {
        const std::int64_t half = tower_.width / 2;
        TensorId x = relu("visual.relu1", normalized("visual.conv1", "visual.bn1", image, half, 3, 2));
        x = relu("visual.relu2", normalized("visual.conv2", "visual.bn2", x, half, 3));
        x = relu("visual.relu3", normalized("visual.conv3", "visual.bn3", x, tower_.width, 3));
        return pooled("visual.avgpool", x, 2);
    }

    TensorId stage(TensorId x, std::size_t index)
    {
        const std::string name = "visual.layer" + std::to_string(index + 1) + ".{}";
        const std::int64_t width = tower_.width << index;
        builder_.begin_block(name);
        x = block(x, width, index == 0 ? 1 : 2, true);
        builder_.end_block();
        if (tower_.stage_blocks[index] == 1) return x;
        builder_.begin_block(name, tower_.stage_blocks[index] - 1, 1);
        const TensorId output = block(x, width, 1, false);
        builder_.end_block({{x, output}});
        return output;
    }

    /// The mean over all positions is the query; all positions and the mean are keys and values.
    TensorId attention_pool(TensorId map, std::int64_t embedding)
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
        const TensorId context = tower_.fused ? fused(query, key, value) : materialised(query, key, value);
        return function(builder_.linear("visual.attnpool.c_proj", context, embedding));
    }

private:
    TensorId function(TensorId x)
    {
        builder_.mark(CalledAs::function);
        return x;
    }

    TensorId normalized(const char* convolution, const char* norm, TensorId x, std::int64_t width, std::int64_t kernel,
                        std::int64_t stride = 1)
    {
        x = builder_.convolution(convolution, x, NetworkBuilder::square(width, kernel, stride, kernel / 2));
        return builder_.normalization(norm, x, NormalizationKind::batch, tower_.normalization);
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

    TensorId fused(TensorId query, TensorId key, TensorId value)
    {
        FusedAttention kernel;
        kernel.heads = kernel.key_value_heads = tower_.heads;
        kernel.query_tokens = 1;
        kernel.key_tokens = builder_.shape_of(key)[0];
        kernel.head_width = kernel.value_width = builder_.shape_of(key)[1] / tower_.heads;
        return builder_.fused_attention("visual.attnpool.fused", query, key, value, kernel);
    }

    TensorId materialised(TensorId query, TensorId key, TensorId value)
    {
        const std::int64_t heads = tower_.heads;
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
    const ClipResidual& tower_;
};

TensorId clip_residual(NetworkBuilder& builder, TensorId image, const ClipResidual& tower, std::int64_t embedding)
{
    ClipResidualWriter writer(builder, tower);
    TensorId x = writer.stem(image);
    for (std::size_t index = 0; index < tower.stage_blocks.size(); ++index) x = writer.stage(x, index);
    return writer.attention_pool(x, embedding);
}

using Builder = NetworkBuilder;

/// Default width of an attention head if the number of heads is not given.
constexpr std::int64_t usual_head_width = 64;

ClipText text_tower(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    ClipText text;
    text.width = shape.integer("text_width");
    text.vocabulary = shape.integer("vocabulary");
    text.max_positions = shape.integer_or("max_positions", *input.sequence_length);
    text.transformer.layers = shape.integer("text_layers");
    text.transformer.heads = shape.integer_or("text_heads", std::max<std::int64_t>(text.width / usual_head_width, 1));
    text.transformer.mlp_ratio = shape.integer("mlp_ratio");
    text.transformer.fused = options.attention.fused;
    return text;
}

ClipVision vision_tower(const ShapeReader& shape, const BuildOptions& options)
{
    ClipVision vision;
    vision.patch = shape.integer("patch");
    vision.width = shape.integer("tower_width");
    vision.transformer.layers = shape.integer("tower_layers");
    vision.transformer.heads =
        shape.integer_or("tower_heads", std::max<std::int64_t>(vision.width / usual_head_width, 1));
    vision.transformer.mlp_ratio = shape.integer("mlp_ratio");
    vision.transformer.fused = options.attention.fused;
    return vision;
}

ClipResidual residual_tower(const ShapeReader& shape, const BuildOptions& options)
{
    ClipResidual residual;
    residual.stage_blocks = {shape.integer("stage1_blocks"), shape.integer("stage2_blocks"),
                             shape.integer("stage3_blocks"), shape.integer("stage4_blocks")};
    residual.width = shape.integer("tower_width");
    residual.heads = shape.integer_or("tower_heads", std::max<std::int64_t>(32 * residual.width / usual_head_width, 1));
    residual.normalization = options.normalization;
    residual.fused = options.attention.fused;
    return residual;
}

bool report_impossible(Builder& builder, const ClipText& text, const ModelInput& input)
{
    const bool heads =
        report_indivisible(builder, "heads-do-not-divide-width", "text_heads", text.width, text.transformer.heads);
    if (*input.sequence_length <= text.max_positions) return heads;
    builder.report("sequence-longer-than-positions", "max_positions", *input.sequence_length, text.max_positions);
    return true;
}

bool report_impossible(Builder& builder, const ClipVision& vision, const ModelInput& input)
{
    const bool heads =
        report_indivisible(builder, "heads-do-not-divide-width", "tower_heads", vision.width, vision.transformer.heads);
    return report_patch(builder, input, vision.patch) || heads;
}

bool report_impossible(Builder& builder, const ClipResidual& residual)
{
    const bool width = report_indivisible(builder, "width-is-odd", "tower_width", residual.width, 2);
    return report_indivisible(builder, "heads-do-not-divide-width", "tower_heads", 32 * residual.width,
                              residual.heads) ||
           width;
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
    const std::int64_t embedding = shape.integer("embedding");
    const ClipText text = text_tower(shape, input, options);
    bool impossible = report_impossible(builder, text, input);
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    TensorId image_features = no_id;
    if (shape.choice("image_tower") == "residual-net") {
        const ClipResidual residual = residual_tower(shape, options);
        impossible = report_impossible(builder, residual) || impossible;
        if (!impossible) image_features = clip_residual(builder, image, residual, embedding);
    } else {
        const ClipVision vision = vision_tower(shape, options);
        impossible = report_impossible(builder, vision, input) || impossible;
        if (!impossible) image_features = clip_vision(builder, image, vision, embedding);
    }
    if (impossible) return builder.finish({});
    const TensorId tokens = builder.input({*input.sequence_length}, Content::index);
    const TensorId text_features = clip_text(builder, tokens, text, embedding);
    return builder.finish({logits(builder, image_features, text_features)});
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
        .with(Hyperparameter::integer("stage1_blocks", 3, 1, 1e6))
        .with(Hyperparameter::integer("stage2_blocks", 4, 1, 1e6))
        .with(Hyperparameter::integer("stage3_blocks", 6, 1, 1e6))
        .with(Hyperparameter::integer("stage4_blocks", 3, 1, 1e6))
        .with(Hyperparameter::integer("tower_width", 768, 1, 1e5))
        .with(Hyperparameter::derived("tower_heads", 1, 1e5))
        .with(Hyperparameter::integer("text_layers", 12, 1, 1e6))
        .with(Hyperparameter::integer("text_width", 512, 1, 1e6))
        .with(Hyperparameter::derived("text_heads", 1, 1e5))
        .with(Hyperparameter::integer("mlp_ratio", 4, 1, 1000))
        .with(Hyperparameter::integer("vocabulary", 49408, 1, 1e8))
        .with(Hyperparameter::derived("max_positions", 1, 1e9))
        .with(Hyperparameter::integer("embedding", 512, 1, 1e6));
}

} // namespace rigwright
