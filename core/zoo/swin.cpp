// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/swin.h"

#include "core/zoo/drop_path.h"
#include "core/zoo/transformer_parts.h"

#include <string>

namespace rigwright {

namespace {

/// Writes Swin's layers; maps are {height, width, channels}.
class SwinWriter {
public:
    SwinWriter(NetworkBuilder& builder, const Swin& model) : builder_(builder), model_(model), all_(model.stages) {}

    TensorId patches(TensorId image)
    {
        NetworkBuilder::ConvolutionOptions options =
            NetworkBuilder::square(all_.stages[0].width, model_.patch, model_.patch);
        options.bias = true;
        const TensorId map = builder_.convolution("features.0.0", image, options);
        const Shape shape = builder_.shape_of(map);
        const TensorId x = builder_.view("features.0.1", map, {shape[1], shape[2], shape[0]});
        builder_.mark(CalledAs::result_of_layer);
        return norm("features.0.2", x);
    }

    /// Blocks in pairs: windows in place, then shifted. The very first block is never left out.
    TensorId stage(TensorId x, std::size_t index)
    {
        const HierarchicalStage& stage = all_.stages[index];
        const std::string name = "features." + std::to_string(2 * index + 1);
        std::int64_t pairs = stage.layers / 2;
        std::int64_t first = 0;
        if (index == 0 && pairs > 0) {
            builder_.begin_block(name);
            x = pair(x, stage, true);
            builder_.end_block();
            --pairs;
            ++first;
        }
        if (pairs > 0) {
            builder_.begin_block(pairs == 1 && first == 0 ? name : name + ".pair{}", pairs, first);
            const TensorId y = pair(x, stage, false);
            builder_.end_block({{x, y}});
            x = y;
        }
        if (stage.layers % 2 == 0) return x;
        builder_.begin_block(name);
        prefix_ = std::to_string(stage.layers - 1) + ".";
        x = block(x, stage, false, index == 0 && stage.layers == 1 ? 0.0 : all_.drop_path);
        builder_.end_block();
        return x;
    }

    /// The four tokens of each square side by side, projected to the next stage's width.
    TensorId merged(TensorId x, std::size_t index)
    {
        const std::string name = "features." + std::to_string(2 * index + 2);
        const Shape shape = builder_.shape_of(x);
        const Shape even{rounded_up(shape[0], 2), rounded_up(shape[1], 2), shape[2]};
        const TensorId padded = builder_.copy(name + ".pad", x, even);
        const Shape quarter{even[0] / 2, even[1] / 2, even[2]};
        const auto picked = [&] { return builder_.view(name + ".pick", padded, quarter); };
        const TensorId a = picked();
        const TensorId b = picked();
        const TensorId c = picked();
        const TensorId y = builder_.concatenate(name + ".cat", {a, b, c, picked()}, 2);
        return builder_.linear(name + ".reduction", norm(name + ".norm", y), all_.stages[index + 1].width, false);
    }

    TensorId head(TensorId x)
    {
        x = norm("norm", x);
        const Shape shape = builder_.shape_of(x);
        x = builder_.view("permute", x, {shape[2], shape[0], shape[1]});
        builder_.mark(CalledAs::result_of_layer);
        x = builder_.view("flatten", builder_.adaptive_average("avgpool", x, 1), {1, shape[2]});
        builder_.mark(CalledAs::result_of_layer);
        return builder_.linear("head", x, all_.classes);
    }

private:
    /// How a map is cut into windows.
    struct Windows {
        Shape map, padded;
        std::int64_t count = 0, across = 0, tokens = 0;
        bool shifted = false;
    };

    std::string named(const char* part) const { return prefix_ + part; }

    TensorId norm(const std::string& name, TensorId x)
    {
        return builder_.normalization(name, x, NormalizationKind::layer);
    }

    TensorId pair(TensorId x, const HierarchicalStage& stage, bool first)
    {
        prefix_ = "0.";
        x = block(x, stage, false, first ? 0.0 : all_.drop_path);
        prefix_ = "1.";
        return block(x, stage, true, all_.drop_path);
    }

    TensorId dropped_path(TensorId x, double probability)
    {
        // A layer that never drops hands its input on.
        if (probability <= 0.0) return builder_.dropout(named("stochastic_depth"), x, 0.0);
        return drop_path(builder_, named("stochastic_depth"), x, probability);
    }

    TensorId block(TensorId x, const HierarchicalStage& stage, bool shifted, double path)
    {
        TensorId y = attention(norm(named("norm1"), x), stage, shifted);
        const TensorId middle = builder_.add(named("add1"), x, dropped_path(y, path));
        y = builder_.linear(named("mlp.0"), norm(named("norm2"), middle), stage.d_ff);
        y = builder_.dropout(named("mlp.2"), builder_.activation(named("mlp.1"), y, ActivationFunction::gelu),
                             all_.dropout);
        y = builder_.dropout(named("mlp.4"), builder_.linear(named("mlp.3"), y, stage.width), all_.dropout);
        return builder_.add(named("add2"), middle, dropped_path(y, path));
    }

    Windows windows_of(const Shape& map, bool shifted) const
    {
        const std::int64_t side = model_.window;
        const Shape padded{rounded_up(map[0], side), rounded_up(map[1], side), map[2]};
        const std::int64_t across = padded[1] / side;
        // Where one window covers the map there is nothing to shift.
        const bool shifts = shifted && side > 1 && (padded[0] > side || padded[1] > side);
        return {map, padded, padded[0] / side * across, across, side * side, shifts};
    }

    /// The tokens of each window one after another; a single column of windows lies in order already.
    TensorId reordered(const char* name, TensorId x, const Windows& windows, const Shape& shape)
    {
        return windows.across == 1 ? builder_.view(named(name), x, shape) : builder_.copy(named(name), x, shape);
    }

    TensorId function(TensorId x)
    {
        builder_.mark(CalledAs::function);
        return x;
    }

    TensorId attention(TensorId x, const HierarchicalStage& stage, bool shifted)
    {
        const Windows windows = windows_of(builder_.shape_of(x), shifted);
        const TensorId bias = position_bias(stage, windows);
        TensorId y = builder_.copy(named("attn.pad"), x, windows.padded);
        if (windows.shifted) y = builder_.copy(named("attn.roll"), y, windows.padded);
        y = reordered("attn.partition", y, windows, {windows.count * windows.tokens, stage.width});
        y = function(builder_.linear(named("attn.qkv"), y, 3 * stage.width));
        y = within_windows(y, bias, stage, windows);
        y = function(builder_.linear(named("attn.proj"), y, stage.width));
        if (all_.dropout > 0) y = function(builder_.dropout(named("attn.dropout"), y, all_.dropout));
        y = reordered("attn.reverse", y, windows, windows.padded);
        if (windows.shifted) y = builder_.copy(named("attn.unroll"), y, windows.padded);
        return windows.padded == windows.map ? y : builder_.copy(named("attn.crop"), y, windows.map);
    }

    /// A learned number for each head and each distance in height and width: {heads, tokens, tokens}.
    TensorId position_bias(const HierarchicalStage& stage, const Windows& windows)
    {
        const std::int64_t distances = 2 * model_.window - 1;
        const TensorId table =
            builder_.parameter_tensor(named("attn.relative_position_bias_table"), {distances * distances, stage.heads});
        const TensorId rows = builder_.copy(named("attn.index"), table, {windows.tokens * windows.tokens, stage.heads});
        return builder_.copy(named("attn.bias"), rows, {stage.heads, windows.tokens, windows.tokens});
    }

    /// One head, or one window at batch 1, lies as batched products want it; anything else is copied.
    TensorId heads_first(const char* name, TensorId x, const HierarchicalStage& stage, const Windows& windows)
    {
        if (stage.heads == 1) return x;
        return builder_.copy(named(name), x, builder_.shape_of(x), windows.count == 1);
    }

    TensorId within_windows(TensorId qkv, TensorId bias, const HierarchicalStage& stage, const Windows& windows)
    {
        const Shape shape{windows.count * windows.tokens, stage.width};
        const std::int64_t tokens = windows.tokens;
        const std::int64_t depth = stage.width / stage.heads;
        const std::int64_t groups = windows.count * stage.heads;
        const auto part = [&](const char* name) { return builder_.view(named(name), qkv, shape); };
        TensorId query = heads_first("attn.q", builder_.scale(named("attn.scale"), part("attn.q")), stage, windows);
        const TensorId key = heads_first("attn.k", part("attn.k"), stage, windows);
        TensorId scores = builder_.matrix_product(named("attn.qk"), query, key,
                                                  {ProductRole::query_key, groups, tokens, tokens, depth},
                                                  {windows.count, stage.heads, tokens, tokens});
        scores = builder_.add(named("attn.add_bias"), scores, bias);
        if (windows.shifted)
            scores = builder_.add(named("attn.mask"), scores, builder_.constant({windows.count, tokens, tokens}));
        TensorId weights = function(builder_.softmax(named("attn.softmax"), scores));
        if (all_.attention_dropout > 0)
            weights = function(builder_.dropout(named("attn.attention_dropout"), weights, all_.attention_dropout));
        const TensorId value = heads_first("attn.v", part("attn.v"), stage, windows);
        const TensorId context = builder_.matrix_product(
            named("attn.av"), weights, value, {ProductRole::attention_value, groups, tokens, depth, tokens}, shape);
        return stage.heads == 1 ? context : builder_.copy(named("attn.merge"), context, shape);
    }

    NetworkBuilder& builder_;
    const Swin& model_;
    const HierarchicalStages& all_;
    std::string prefix_;
};

} // namespace

TensorId swin(NetworkBuilder& builder, TensorId image, const Swin& model)
{
    SwinWriter writer(builder, model);
    TensorId x = writer.patches(image);
    for (std::size_t stage = 0; stage < model.stages.stages.size(); ++stage) {
        if (stage > 0) x = writer.merged(x, stage - 1);
        x = writer.stage(x, stage);
    }
    return writer.head(x);
}

} // namespace rigwright
