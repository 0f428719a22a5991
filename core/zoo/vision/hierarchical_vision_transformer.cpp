// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"
#include "core/zoo/language/transformer_parts.h"

#include <array>
#include <string>

namespace rigwright {

namespace {

/// One stage of a hierarchical vision transformer: blocks at one resolution and width.
struct HierarchicalStage {
    std::int64_t layers = 2;
    std::int64_t width = 96;
    std::int64_t heads = 3;
    std::int64_t d_ff = 384;
    /// Side of the token squares that are merged into one key and value (PVT; 1: none).
    std::int64_t reduction = 1;
};

struct HierarchicalStages {
    std::array<HierarchicalStage, 4> stages;
    /// Stride of the first patch embedding (the later stages of PVT halve the map), and side of Swin's windows.
    std::int64_t patch = 4;
    std::int64_t window = 7;
    std::int64_t classes = 1000;
    double dropout = 0.0;
    double attention_dropout = 0.0;
    /// Probability of dropping the last block's branch for a sample; it grows from zero in the first block.
    double drop_path = 0.0;
    bool fused_attention = false;
};

/// Stochastic depth (Huang et al. 2016), also called drop path: drops the branch of a whole sample at random. One
/// random factor per sample, in the format of `x`, is drawn and saved. At probability zero there is no operator.
TensorId drop_path(NetworkBuilder& builder, const std::string& name, TensorId x, double probability)
{
    if (probability <= 0.0) return x;
    const TensorId drawn = builder.repeat(name + ".noise", builder.constant({1}));
    const TensorId y = builder.multiply(name, x, builder.cast(name + ".cast", drawn, x));
    builder.mark(CalledAs::result_of_layer);
    return y;
}

/// Writes PVT (Wang et al. 2021) as its authors build it: keys and values come from a map reduced by a strided
/// convolution. The second version (Wang et al. 2022) has overlapping patches, a depthwise convolution instead of
/// learned positions, and the mean of all tokens instead of the class token. Maps are {channels, height, width},
/// sequences {tokens, channels}.
class PyramidWriter {
public:
    PyramidWriter(NetworkBuilder& builder, const HierarchicalStages& all, bool second_version)
        : builder_(builder),
          all_(all),
          second_version_(second_version)
    {}

    /// Class scores of an image.
    TensorId scores(TensorId image)
    {
        TensorId x = image;
        for (std::size_t index = 0; index < all_.stages.size(); ++index) {
            const std::string number = std::to_string(index + 1);
            x = patches(x, index, number);
            if (!second_version_) x = placed(x, index, number);
            x = blocks(x, index, "block" + number + ".{}");
            if (second_version_) x = norm("norm" + number, x);
            if (index + 1 < all_.stages.size())
                x = builder_.copy("map" + number, x, {builder_.shape_of(x)[1], height_, width_});
        }
        const Shape one{1, builder_.shape_of(x)[1]};
        x = second_version_ ? builder_.mean("mean", x, one) : builder_.view("class", norm("norm", x), one);
        return builder_.linear("head", x, all_.classes);
    }

private:
    TensorId norm(const std::string& name, TensorId x)
    {
        return builder_.normalization(name, x, NormalizationKind::layer);
    }

    TensorId patches(TensorId map, std::size_t index, const std::string& number)
    {
        const std::int64_t stride = index == 0 ? all_.patch : 2;
        const std::int64_t width = all_.stages[index].width;
        // Overlapping patches extend into their neighbors: 7 pixels for a stride of 4, 3 for a stride of 2.
        auto options = second_version_ ? NetworkBuilder::square(width, 2 * stride - 1, stride, stride - 1)
                                       : NetworkBuilder::square(width, stride, stride);
        options.bias = true;
        const std::string name = "patch_embed" + number;
        const TensorId y = builder_.convolution(name + ".proj", map, options);
        height_ = builder_.shape_of(y)[1];
        width_ = builder_.shape_of(y)[2];
        return norm(name + ".norm", builder_.view(name + ".flatten", y, {height_ * width_, width}));
    }

    /// Learned positions, which every stage except the first resizes even if they fit; a class token in the last.
    TensorId placed(TensorId x, std::size_t index, const std::string& number)
    {
        const Shape map_tokens = builder_.shape_of(x);
        const bool last = index + 1 == all_.stages.size();
        if (last) {
            const TensorId token = builder_.parameter_tensor("cls_token", {1, map_tokens[1]});
            x = builder_.concatenate("cat", {token, x}, 0);
        }
        const std::string name = "pos_embed" + number;
        TensorId positions = builder_.parameter_tensor(name, builder_.shape_of(x));
        const TensorId table = positions;
        if (index > 0) {
            const TensorId map = builder_.view(name + ".map", table, {map_tokens[1], height_, width_});
            positions = builder_.resize(name + ".resize", map, builder_.shape_of(map), ResizeMode::bilinear);
            builder_.mark(CalledAs::function);
            positions = builder_.view(name + ".tokens", positions, map_tokens);
        }
        if (last) {
            const TensorId first = builder_.view(name + ".class", table, {1, map_tokens[1]});
            positions = builder_.concatenate(name + ".cat", {first, positions}, 0);
        }
        return builder_.dropout("pos_drop" + number, builder_.add("add" + number, x, positions), all_.dropout);
    }

    TensorId blocks(TensorId x, std::size_t index, const std::string& name)
    {
        const HierarchicalStage& stage = all_.stages[index];
        std::int64_t count = stage.layers;
        std::int64_t first = 0;
        // The very first block is never dropped.
        if (index == 0 && all_.drop_path > 0) {
            builder_.begin_block(name, 1, first++);
            x = block(x, stage, 0.0);
            builder_.end_block();
            --count;
        }
        if (count == 0) return x;
        builder_.begin_block(name, count, first);
        const TensorId output = block(x, stage, all_.drop_path);
        builder_.end_block({{x, output}});
        return output;
    }

    TensorId block(TensorId x, const HierarchicalStage& stage, double path)
    {
        TensorId y = attended(norm("norm1", x), stage);
        const TensorId middle = builder_.add("add1", x, drop_path(builder_, "drop_path", y, path));
        y = perceptron(norm("norm2", middle), stage);
        return builder_.add("add2", middle, drop_path(builder_, "drop_path", y, path));
    }

    TensorId attended(TensorId x, const HierarchicalStage& stage)
    {
        const TensorId query = builder_.linear("attn.q", x, stage.width);
        const TensorId reduced = stage.reduction > 1 ? shrunk(x, stage) : x;
        const TensorId both = builder_.linear("attn.kv", reduced, 2 * stage.width);
        const Shape shape = builder_.shape_of(reduced);
        const TensorId key = builder_.view("attn.k", both, shape);
        AttentionShape attention_shape;
        attention_shape.heads = attention_shape.key_value_heads = stage.heads;
        attention_shape.width = stage.width / stage.heads;
        attention_shape.kernel.fused = all_.fused_attention;
        attention_shape.dropout = all_.attention_dropout;
        x = attention(builder_, query, key, builder_.view("attn.v", both, shape), attention_shape);
        return builder_.dropout("attn.proj_drop", builder_.linear("attn.proj", x, stage.width), all_.dropout);
    }

    TensorId shrunk(TensorId x, const HierarchicalStage& stage)
    {
        auto options = biased_square(stage.width, stage.reduction, stage.reduction);
        const TensorId map = builder_.view("attn.map", x, {stage.width, height_, width_});
        const TensorId y = builder_.convolution("attn.sr", map, options);
        const Shape shape = builder_.shape_of(y);
        return norm("attn.norm", builder_.view("attn.tokens", y, {shape[1] * shape[2], stage.width}));
    }

    TensorId perceptron(TensorId x, const HierarchicalStage& stage)
    {
        TensorId y = builder_.linear("mlp.fc1", x, stage.d_ff);
        if (second_version_) {
            const Shape tokens = builder_.shape_of(y);
            auto options = biased_square(stage.d_ff, 3, 1, 1);
            options.groups = stage.d_ff;
            y = builder_.convolution("mlp.dwconv", builder_.view("mlp.map", y, {stage.d_ff, height_, width_}), options);
            y = builder_.view("mlp.tokens", y, tokens);
        }
        y = builder_.dropout("mlp.drop", builder_.activation("mlp.act", y, ActivationFunction::gelu), all_.dropout);
        return builder_.dropout("mlp.drop", builder_.linear("mlp.fc2", y, stage.width), all_.dropout);
    }

    NetworkBuilder& builder_;
    const HierarchicalStages& all_;
    bool second_version_;
    /// Extents of the current stage's map.
    std::int64_t height_ = 1;
    std::int64_t width_ = 1;
};

/// Writes Swin (Liu et al. 2021) as torchvision builds it: every second block shifts its windows by half a window, and
/// four neighbors are merged between stages. Attention is materialized, as in its code. Maps are {height, width,
/// channels}.
class SwinWriter {
public:
    SwinWriter(NetworkBuilder& builder, const HierarchicalStages& all) : builder_(builder), all_(all) {}

    /// Class scores of an image.
    TensorId scores(TensorId image)
    {
        TensorId x = patches(image);
        for (std::size_t index = 0; index < all_.stages.size(); ++index) {
            if (index > 0) x = merged(x, index - 1);
            x = stage(x, index);
        }
        return head(x);
    }

private:
    TensorId patches(TensorId image)
    {
        NetworkBuilder::ConvolutionOptions options = biased_square(all_.stages[0].width, all_.patch, all_.patch);
        const TensorId map = builder_.convolution("features.0.0", image, options);
        const Shape shape = builder_.shape_of(map);
        const TensorId x = builder_.view("features.0.1", map, {shape[1], shape[2], shape[0]});
        builder_.mark(CalledAs::result_of_layer);
        return norm("features.0.2", x);
    }

    /// Blocks in pairs: regular windows, then shifted ones. The very first block is never dropped.
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

    /// The four tokens of each square concatenated and projected to the next stage's width.
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

    /// Division of a map into windows.
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
        // A layer with probability zero returns its input.
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
        const std::int64_t side = all_.window;
        const Shape padded{rounded_up(map[0], side), rounded_up(map[1], side), map[2]};
        const std::int64_t across = padded[1] / side;
        // If one window covers the map, there is nothing to shift.
        const bool shifts = shifted && side > 1 && (padded[0] > side || padded[1] > side);
        return {map, padded, padded[0] / side * across, across, side * side, shifts};
    }

    /// The tokens of each window one after another; a single column of windows is already in order.
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

    /// Relative position bias, one learned number per head and distance in height and width: {heads, tokens, tokens}.
    TensorId position_bias(const HierarchicalStage& stage, const Windows& windows)
    {
        const std::int64_t distances = 2 * all_.window - 1;
        const TensorId table =
            builder_.parameter_tensor(named("attn.relative_position_bias_table"), {distances * distances, stage.heads});
        const TensorId rows = builder_.copy(named("attn.index"), table, {windows.tokens * windows.tokens, stage.heads});
        return builder_.copy(named("attn.bias"), rows, {stage.heads, windows.tokens, windows.tokens});
    }

    /// A single head, or a single window at batch 1, is already in order for batched products; anything else is copied.
    TensorId heads_first(const char* name, TensorId x, const HierarchicalStage& stage, const Windows& windows)
    {
        if (stage.heads == 1) return x;
        return builder_.copy(named(name), x, builder_.shape_of(x), {.view_at_batch_one = windows.count == 1});
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
    const HierarchicalStages& all_;
    std::string prefix_;
};

using StageKeys = std::array<std::string_view, 4>;
constexpr StageKeys heads_keys{"stage1_heads", "stage2_heads", "stage3_heads", "stage4_heads"};
constexpr StageKeys ratio_keys{"stage1_mlp_ratio", "stage2_mlp_ratio", "stage3_mlp_ratio", "stage4_mlp_ratio"};
constexpr StageKeys reduction_keys{"stage1_reduction", "stage2_reduction", "stage3_reduction", "stage4_reduction"};

HierarchicalStages read_hierarchical_vision_transformer(const ShapeReader& shape, const BuildOptions& options)
{
    HierarchicalStages all;
    std::int64_t width = shape.integer("stage1_width");
    std::int64_t heads = shape.integer("stage1_heads");
    for (std::size_t i = 0; i < all.stages.size(); ++i) {
        width = shape.integer_or(stage_width_keys[i], i == 0 ? width : 2 * width);
        heads = shape.integer_or(heads_keys[i], i == 0 ? heads : 2 * heads);
        all.stages[i] = {shape.integer(stage_layers_keys[i]), width, heads, width * shape.integer(ratio_keys[i]),
                         shape.integer(reduction_keys[i])};
    }
    all.patch = shape.integer("patch");
    all.window = shape.integer("window");
    all.classes = shape.integer("classes");
    all.dropout = options.training ? shape.real("dropout") : 0.0;
    all.attention_dropout = options.training ? shape.real_or("attention_dropout", all.dropout) : 0.0;
    all.drop_path = options.training ? shape.real("drop_path") : 0.0;
    all.fused_attention = options.attention.fused;
    return all;
}

bool report_impossible(NetworkBuilder& builder, const HierarchicalStages& all, bool class_token)
{
    bool impossible = false;
    for (std::size_t i = 0; i < heads_keys.size(); ++i) {
        impossible = report_indivisible(builder, "heads-do-not-divide-width", heads_keys[i].data(), all.stages[i].width,
                                        all.stages[i].heads) ||
                     impossible;
    }
    // The class token of the last stage has no position in a map.
    if (class_token && all.stages[3].reduction > 1) {
        builder.report("class-token-cannot-be-reduced", "stage4_reduction", all.stages[3].reduction, 1);
        impossible = true;
    }
    return impossible;
}

Network build_hierarchical_vision_transformer(const ShapeReader& shape, const ModelInput& input,
                                              const BuildOptions& options)
{
    NetworkBuilder builder;
    const std::string_view architecture = shape.choice("architecture");
    const HierarchicalStages stages = read_hierarchical_vision_transformer(shape, options);
    if (report_impossible(builder, stages, architecture == "pvt")) return builder.finish({});
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    if (architecture == "swin") return builder.finish({SwinWriter(builder, stages).scores(image)});
    return builder.finish({PyramidWriter(builder, stages, architecture == "pvt-v2").scores(image)});
}

} // namespace

Family hierarchical_vision_transformer_family()
{
    // Each stage is twice as wide as the one before by default.
    const auto doubled = [](std::span<const std::string_view> keys, std::int64_t first, double maximum) {
        std::vector<Hyperparameter> list = staged(keys, {first}, 1, maximum);
        for (const std::string_view key : keys.subspan(1, 3))
            list.push_back(Hyperparameter::derived(key, 1, 10 * maximum));
        return list;
    };
    return image_family("hierarchical-vision-transformer", build_hierarchical_vision_transformer)
        .with(Hyperparameter::choice("architecture", {"swin", "pvt", "pvt-v2"}))
        .with(Hyperparameter::integer("patch", 4, 1, 1024))
        .with(Hyperparameter::integer("window", 7, 1, 1024))
        .with(staged(stage_layers_keys, {2, 2, 6, 2}, 1, 1e6))
        .with(doubled(stage_width_keys, 96, 1e5))
        .with(doubled(heads_keys, 3, 1e4))
        .with(staged(ratio_keys, {4, 4, 4, 4}, 1, 1000))
        .with(staged(reduction_keys, {8, 4, 2, 1}, 1, 1024))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::real("dropout", 0.0, 0, 1))
        .with(Hyperparameter::derived_real("attention_dropout", 0, 1))
        .with(Hyperparameter::real("drop_path", 0.2, 0, 1));
}

} // namespace rigwright
