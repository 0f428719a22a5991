// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/inception_parts.h"

#include <array>
#include <string>

namespace rigwright {

namespace {

/// Widths of one Inception block: 1x1; 3x3 and what reduces its input; the second 3x3 likewise; 1x1 after pooling.
struct BlockWidths {
    const char* name;
    std::int64_t direct;
    std::int64_t reduced;
    std::int64_t middle;
    std::int64_t reduced_more;
    std::int64_t wide;
    std::int64_t pooled;
};

// Szegedy et al. 2015, table 1.
constexpr std::array<BlockWidths, 2> third_stage{{
    {"inception3a", 64, 96, 128, 16, 32, 32},
    {"inception3b", 128, 128, 192, 32, 96, 64},
}};
constexpr std::array<BlockWidths, 5> fourth_stage{{
    {"inception4a", 192, 96, 208, 16, 48, 64},
    {"inception4b", 160, 112, 224, 24, 64, 64},
    {"inception4c", 128, 128, 256, 24, 64, 64},
    {"inception4d", 112, 144, 288, 32, 64, 64},
    {"inception4e", 256, 160, 320, 32, 128, 128},
}};
constexpr std::array<BlockWidths, 2> fifth_stage{{
    {"inception5a", 256, 160, 320, 32, 128, 128},
    {"inception5b", 384, 192, 384, 48, 128, 128},
}};

constexpr NetworkBuilder::PoolingOptions halving{PoolingKind::maximum, 3, 2, 0, true};
constexpr std::int64_t auxiliary_width = 128;
constexpr std::int64_t auxiliary_side = 4;
constexpr std::int64_t auxiliary_features = 1024;

/// What the auxiliary heads are: written while training, held but idle otherwise.
struct AuxiliaryHeads {
    bool present = true;
    bool running = true;
    double dropout = 0.7;
    std::int64_t classes = 1000;
};

TensorId inception(InceptionWriter& writer, TensorId x, const BlockWidths& widths)
{
    NetworkBuilder& builder = writer.builder();
    builder.begin_block(widths.name);
    const TensorId direct = writer.unit("branch1", x, widths.direct);
    TensorId middle = writer.unit("branch2.0", x, widths.reduced);
    middle = writer.unit("branch2.1", middle, widths.middle, 3, 1, 1);
    // The paper has 5x5 here; the reference implementation has 3x3.
    TensorId wide = writer.unit("branch3.0", x, widths.reduced_more);
    wide = writer.unit("branch3.1", wide, widths.wide, 3, 1, 1);
    TensorId pooled = builder.pooling("branch4.0", x, {PoolingKind::maximum, 3, 1, 1, true});
    pooled = writer.unit("branch4.1", pooled, widths.pooled);
    const TensorId output = builder.concatenate("concat", {direct, middle, wide, pooled}, 0);
    builder.end_block();
    return output;
}

/// Nothing where the heads do not run.
TensorId auxiliary_head(InceptionWriter& writer, const char* name, TensorId x, const AuxiliaryHeads& heads)
{
    NetworkBuilder& builder = writer.builder();
    const std::int64_t width = writer.scaled(auxiliary_width);
    const std::int64_t flat = width * auxiliary_side * auxiliary_side;
    if (heads.present && !heads.running) {
        writer.idle_unit(builder.shape_of(x)[0], width, 1);
        writer.idle_linear(flat, auxiliary_features);
        writer.idle_linear(auxiliary_features, heads.classes);
    }
    if (!heads.present || !heads.running) return no_id;
    builder.begin_block(name);
    x = builder.adaptive_average("pool", x, auxiliary_side);
    builder.mark(CalledAs::function);
    x = builder.view("flatten", writer.unit("conv", x, auxiliary_width), {flat});
    x = builder.linear("fc1", x, auxiliary_features);
    x = builder.activation("relu", x, ActivationFunction::relu, true);
    builder.mark(CalledAs::function);
    x = builder.linear("fc2", builder.dropout("dropout", x, heads.dropout), heads.classes);
    builder.end_block();
    return x;
}

TensorId googlenet_stem(InceptionWriter& writer, TensorId x)
{
    NetworkBuilder& builder = writer.builder();
    x = builder.pooling("maxpool1", writer.unit("conv1", x, 64, 7, 2, 3), halving);
    x = writer.unit("conv3", writer.unit("conv2", x, 64), 192, 3, 1, 1);
    return builder.pooling("maxpool2", x, halving);
}

Network build_googlenet(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    const std::int64_t classes = shape.integer("classes");
    InceptionWriter writer(builder, options.normalization, shape.integer("width"), 64);
    const AuxiliaryHeads heads{shape.flag("auxiliary_heads"), options.training, shape.real("auxiliary_dropout"),
                               classes};
    if (heads.present) builder.differ_in_evaluation();
    TensorId x = googlenet_stem(writer, builder.input({*input.channels, *input.image_height, *input.image_width}));
    for (const BlockWidths& widths : third_stage) x = inception(writer, x, widths);
    x = builder.pooling("maxpool3", x, halving);
    std::array<TensorId, 2> auxiliary{no_id, no_id};
    for (std::size_t i = 0; i < fourth_stage.size(); ++i) {
        x = inception(writer, x, fourth_stage[i]);
        if (i == 0) auxiliary[0] = auxiliary_head(writer, "aux1", x, heads);
        if (i == 3) auxiliary[1] = auxiliary_head(writer, "aux2", x, heads);
    }
    x = builder.pooling("maxpool4", x, {PoolingKind::maximum, 2, 2, 0, true});
    for (const BlockWidths& widths : fifth_stage) x = inception(writer, x, widths);
    x = builder.adaptive_average("avgpool", x, 1);
    x = builder.view("flatten", x, {builder.shape_of(x)[0]});
    x = builder.dropout("dropout", x, options.training ? shape.real("dropout") : 0.0);
    x = builder.linear("fc", x, classes);
    return auxiliary[0] == no_id ? builder.finish({x}) : builder.finish({x, auxiliary[1], auxiliary[0]});
}

} // namespace

Family googlenet_family()
{
    return {
        "googlenet",
        Family::InputKind::image,
        {
            Hyperparameter::integer("width", 64, 1, 1e5),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::flag("auxiliary_heads", true),
            Hyperparameter::real("dropout", 0.2, 0, 1),
            Hyperparameter::real("auxiliary_dropout", 0.7, 0, 1),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_googlenet};
}

} // namespace rigwright
