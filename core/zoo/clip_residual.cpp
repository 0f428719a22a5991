// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/clip_towers.h"

#include <string>

namespace rigwright {

namespace {

/// Writes CLIP's residual net; all its convolutions have stride 1 but the first.
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

    /// The mean of all places asks all places and itself; the answer is the tower's.
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
        // The branch is pooled even where the stride is 1.
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

} // namespace

TensorId clip_residual(NetworkBuilder& builder, TensorId image, const ClipResidual& tower, std::int64_t embedding)
{
    ClipResidualWriter writer(builder, tower);
    TensorId x = writer.stem(image);
    for (std::size_t index = 0; index < tower.stage_blocks.size(); ++index) x = writer.stage(x, index);
    return writer.attention_pool(x, embedding);
}

} // namespace rigwright
