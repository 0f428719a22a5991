// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/pyramid_vision_transformer.h"

#include "core/zoo/drop_path.h"
#include "core/zoo/transformer_parts.h"

#include <string>

namespace rigwright {

namespace {

/// Writes PVT's layers; maps are {channels, height, width}, sequences {tokens, channels}.
class PyramidWriter {
public:
    PyramidWriter(NetworkBuilder& builder, const Pyramid& model) : builder_(builder), model_(model), all_(model.stages)
    {}

    TensorId scores(TensorId image)
    {
        TensorId x = image;
        for (std::size_t index = 0; index < all_.stages.size(); ++index) {
            const std::string number = std::to_string(index + 1);
            x = patches(x, index, number);
            if (!model_.second_version) x = placed(x, index, number);
            x = blocks(x, index, "block" + number + ".{}");
            if (model_.second_version) x = norm("norm" + number, x);
            if (index + 1 < all_.stages.size())
                x = builder_.copy("map" + number, x, {builder_.shape_of(x)[1], height_, width_});
        }
        const Shape one{1, builder_.shape_of(x)[1]};
        x = model_.second_version ? builder_.mean("mean", x, one) : builder_.view("class", norm("norm", x), one);
        return builder_.linear("head", x, all_.classes);
    }

private:
    TensorId norm(const std::string& name, TensorId x)
    {
        return builder_.normalization(name, x, NormalizationKind::layer);
    }

    TensorId patches(TensorId map, std::size_t index, const std::string& number)
    {
        const std::int64_t stride = index == 0 ? model_.patch : 2;
        const std::int64_t width = all_.stages[index].width;
        // Overlapping patches reach over their neighbours: 7 pixels for a stride of 4, 3 for a stride of 2.
        auto options = model_.second_version ? NetworkBuilder::square(width, 2 * stride - 1, stride, stride - 1)
                                             : NetworkBuilder::square(width, stride, stride);
        options.bias = true;
        const std::string name = "patch_embed" + number;
        const TensorId y = builder_.convolution(name + ".proj", map, options);
        height_ = builder_.shape_of(y)[1];
        width_ = builder_.shape_of(y)[2];
        return norm(name + ".norm", builder_.view(name + ".flatten", y, {height_ * width_, width}));
    }

    /// Learned positions, which every stage but the first resizes even where they fit; a class token in the last.
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
        // The very first block is never left out.
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
        attention_shape.fused = all_.fused_attention;
        attention_shape.dropout = all_.attention_dropout;
        x = attention(builder_, query, key, builder_.view("attn.v", both, shape), attention_shape);
        return builder_.dropout("attn.proj_drop", builder_.linear("attn.proj", x, stage.width), all_.dropout);
    }

    TensorId shrunk(TensorId x, const HierarchicalStage& stage)
    {
        auto options = NetworkBuilder::square(stage.width, stage.reduction, stage.reduction);
        options.bias = true;
        const TensorId map = builder_.view("attn.map", x, {stage.width, height_, width_});
        const TensorId y = builder_.convolution("attn.sr", map, options);
        const Shape shape = builder_.shape_of(y);
        return norm("attn.norm", builder_.view("attn.tokens", y, {shape[1] * shape[2], stage.width}));
    }

    TensorId perceptron(TensorId x, const HierarchicalStage& stage)
    {
        TensorId y = builder_.linear("mlp.fc1", x, stage.d_ff);
        if (model_.second_version) {
            const Shape tokens = builder_.shape_of(y);
            auto options = NetworkBuilder::square(stage.d_ff, 3, 1, 1);
            options.groups = stage.d_ff;
            options.bias = true;
            y = builder_.convolution("mlp.dwconv", builder_.view("mlp.map", y, {stage.d_ff, height_, width_}), options);
            y = builder_.view("mlp.tokens", y, tokens);
        }
        y = builder_.dropout("mlp.drop", builder_.activation("mlp.act", y, ActivationFunction::gelu), all_.dropout);
        return builder_.dropout("mlp.drop", builder_.linear("mlp.fc2", y, stage.width), all_.dropout);
    }

    NetworkBuilder& builder_;
    const Pyramid& model_;
    const HierarchicalStages& all_;
    /// Extents of the current stage's map.
    std::int64_t height_ = 1;
    std::int64_t width_ = 1;
};

} // namespace

TensorId pyramid_vision_transformer(NetworkBuilder& builder, TensorId image, const Pyramid& model)
{
    return PyramidWriter(builder, model).scores(image);
}

} // namespace rigwright
