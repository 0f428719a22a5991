// SPDX-License-Identifier: Apache-2.0
#include "core/network/network_builder.h"
#include "core/zoo/family_list.h"

#include <algorithm>
#include <array>
#include <string>

namespace rigwright {

namespace {

/// Writes the units of Inception networks: convolutions without bias, each followed by batch norm and ReLU, whose
/// widths all scale with the width of the first one.
class InceptionWriter {
public:
    using Builder = NetworkBuilder;

    /// `width` is the first convolution's width, `published_width` the one of the paper's tables.
    InceptionWriter(Builder& builder, NormalizationMode normalization, std::int64_t width, std::int64_t published_width)
        : builder_(builder),
          normalization_(normalization),
          width_(width),
          published_width_(published_width)
    {}

    Builder& builder() { return builder_; }
    /// A width of the paper's tables, scaled; at least 1.
    std::int64_t scaled(std::int64_t width) const
    {
        return std::max<std::int64_t>(width * width_ / published_width_, 1);
    }

    TensorId unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t kernel = 1,
                  std::int64_t stride = 1, std::int64_t padding = 0)
    {
        return unit_of(name, x, Builder::square(scaled(width), kernel, stride, padding));
    }

    /// Kernels 1 x `extent` and `extent` x 1 that preserve the size of the map.
    TensorId row_unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t extent)
    {
        Builder::ConvolutionOptions options = Builder::square(scaled(width), 1);
        options.kernel = {1, 1, extent};
        options.padding = {0, 0, extent / 2};
        return unit_of(name, x, options);
    }

    TensorId column_unit(const std::string& name, TensorId x, std::int64_t width, std::int64_t extent)
    {
        Builder::ConvolutionOptions options = Builder::square(scaled(width), 1);
        options.kernel = {1, extent, 1};
        options.padding = {0, extent / 2, 0};
        return unit_of(name, x, options);
    }

    /// Pooling that the reference implementation calls as a function.
    TensorId pooling(const char* name, TensorId x, const Builder::PoolingOptions& options)
    {
        const TensorId y = builder_.pooling(name, x, options);
        builder_.mark(CalledAs::function);
        return y;
    }

    /// Parameters of a unit and of a linear layer that the model has but does not run.
    void idle_unit(std::int64_t in_channels, std::int64_t out_channels, std::int64_t kernel)
    {
        const Count channels(out_channels);
        builder_.add_parameter(Count(in_channels) * channels * Count(kernel * kernel), false);
        // Scale and shift of the norm; a frozen norm stores them as constants.
        if (normalization_ == NormalizationMode::frozen) return;
        builder_.add_parameter(channels, false);
        builder_.add_parameter(channels, false);
    }

    void idle_linear(std::int64_t in_features, std::int64_t out_features)
    {
        builder_.add_parameter(Count(in_features) * Count(out_features), false);
        builder_.add_parameter(Count(out_features), false);
    }

private:
    TensorId unit_of(const std::string& name, TensorId x, const Builder::ConvolutionOptions& options)
    {
        x = builder_.convolution(name + ".conv", x, options);
        x = builder_.normalization(name + ".bn", x, NormalizationKind::batch, normalization_);
        x = builder_.activation(name + ".relu", x, ActivationFunction::relu, true);
        builder_.mark(CalledAs::function);
        return x;
    }

    Builder& builder_;
    NormalizationMode normalization_;
    std::int64_t width_;
    std::int64_t published_width_;
};

/// Writes the five kinds of Inception v3 blocks, with the letters of the reference implementation.
class InceptionBlockWriter {
public:
    explicit InceptionBlockWriter(InceptionWriter& units) : units_(units), builder_(units.builder()) {}

    TensorId block_a(const char* name, TensorId x, std::int64_t pool_width)
    {
        builder_.begin_block(name);
        const TensorId direct = units_.unit("branch1x1", x, 64);
        TensorId five = units_.unit("branch5x5_1", x, 48);
        five = units_.unit("branch5x5_2", five, 64, 5, 1, 2);
        TensorId twice = units_.unit("branch3x3dbl_1", x, 64);
        twice = units_.unit("branch3x3dbl_2", twice, 96, 3, 1, 1);
        twice = units_.unit("branch3x3dbl_3", twice, 96, 3, 1, 1);
        return joined({direct, five, twice, averaged(x, pool_width)});
    }

    TensorId block_b(const char* name, TensorId x)
    {
        builder_.begin_block(name);
        const TensorId once = units_.unit("branch3x3", x, 384, 3, 2);
        TensorId twice = units_.unit("branch3x3dbl_1", x, 64);
        twice = units_.unit("branch3x3dbl_2", twice, 96, 3, 1, 1);
        twice = units_.unit("branch3x3dbl_3", twice, 96, 3, 2);
        return joined({once, twice, halved(x)});
    }

    TensorId block_c(const char* name, TensorId x, std::int64_t width)
    {
        builder_.begin_block(name);
        const TensorId direct = units_.unit("branch1x1", x, 192);
        TensorId seven = units_.unit("branch7x7_1", x, width);
        seven = units_.row_unit("branch7x7_2", seven, width, 7);
        seven = units_.column_unit("branch7x7_3", seven, 192, 7);
        TensorId twice = units_.unit("branch7x7dbl_1", x, width);
        twice = units_.column_unit("branch7x7dbl_2", twice, width, 7);
        twice = units_.row_unit("branch7x7dbl_3", twice, width, 7);
        twice = units_.column_unit("branch7x7dbl_4", twice, width, 7);
        twice = units_.row_unit("branch7x7dbl_5", twice, 192, 7);
        return joined({direct, seven, twice, averaged(x, 192)});
    }

    TensorId block_d(const char* name, TensorId x)
    {
        builder_.begin_block(name);
        TensorId three = units_.unit("branch3x3_1", x, 192);
        three = units_.unit("branch3x3_2", three, 320, 3, 2);
        TensorId seven = units_.unit("branch7x7x3_1", x, 192);
        seven = units_.row_unit("branch7x7x3_2", seven, 192, 7);
        seven = units_.column_unit("branch7x7x3_3", seven, 192, 7);
        seven = units_.unit("branch7x7x3_4", seven, 192, 3, 2);
        return joined({three, seven, halved(x)});
    }

    TensorId block_e(const char* name, TensorId x)
    {
        builder_.begin_block(name);
        const TensorId direct = units_.unit("branch1x1", x, 320);
        const TensorId three = split("branch3x3_2", units_.unit("branch3x3_1", x, 384));
        TensorId twice = units_.unit("branch3x3dbl_1", x, 448);
        twice = split("branch3x3dbl_3", units_.unit("branch3x3dbl_2", twice, 384, 3, 1, 1));
        return joined({direct, three, twice, averaged(x, 192)});
    }

private:
    TensorId joined(std::initializer_list<TensorId> branches)
    {
        const TensorId output = builder_.concatenate("concat", branches, 0);
        builder_.end_block();
        return output;
    }

    TensorId averaged(TensorId x, std::int64_t width)
    {
        return units_.unit("branch_pool", units_.pooling("avg_pool", x, {PoolingKind::average, 3, 1, 1, false}), width);
    }

    TensorId halved(TensorId x) { return units_.pooling("max_pool", x, {PoolingKind::maximum, 3, 2, 0, false}); }

    /// Parallel 1x3 and 3x1 convolutions.
    TensorId split(const std::string& name, TensorId x)
    {
        const TensorId row = units_.row_unit(name + "a", x, 384, 3);
        const TensorId column = units_.column_unit(name + "b", x, 384, 3);
        return builder_.concatenate(name + ".concat", {row, column}, 0);
    }

    InceptionWriter& units_;
    NetworkBuilder& builder_;
};

TensorId inception_v3_stem(InceptionWriter& units, TensorId x)
{
    NetworkBuilder& builder = units.builder();
    constexpr NetworkBuilder::PoolingOptions pool{PoolingKind::maximum, 3, 2, 0, false};
    x = units.unit("Conv2d_1a_3x3", x, 32, 3, 2);
    x = units.unit("Conv2d_2a_3x3", x, 32, 3);
    x = builder.pooling("maxpool1", units.unit("Conv2d_2b_3x3", x, 64, 3, 1, 1), pool);
    x = units.unit("Conv2d_3b_1x1", x, 80);
    return builder.pooling("maxpool2", units.unit("Conv2d_4a_3x3", x, 192, 3), pool);
}

TensorId auxiliary_head(InceptionWriter& units, TensorId x, std::int64_t classes)
{
    NetworkBuilder& builder = units.builder();
    builder.begin_block("AuxLogits");
    x = units.pooling("avg_pool", x, {PoolingKind::average, 5, 3, 0, false});
    x = units.unit("conv1", units.unit("conv0", x, 128), 768, 5);
    x = builder.adaptive_average("pool", x, 1);
    builder.mark(CalledAs::function);
    x = builder.linear("fc", builder.view("flatten", x, {builder.shape_of(x)[0]}), classes);
    builder.end_block();
    return x;
}

void idle_auxiliary_head(InceptionWriter& units, TensorId x, std::int64_t classes)
{
    units.idle_unit(units.builder().shape_of(x)[0], units.scaled(128), 1);
    units.idle_unit(units.scaled(128), units.scaled(768), 5);
    units.idle_linear(units.scaled(768), classes);
}

Network build_inception_v3(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    NetworkBuilder builder;
    InceptionWriter units(builder, options.normalization, shape.integer("width"), 32);
    InceptionBlockWriter blocks(units);
    const std::int64_t classes = shape.integer("classes");
    TensorId x = inception_v3_stem(units, builder.input({*input.channels, *input.image_height, *input.image_width}));
    x = blocks.block_a("Mixed_5b", x, 32);
    x = blocks.block_a("Mixed_5c", x, 64);
    x = blocks.block_a("Mixed_5d", x, 64);
    x = blocks.block_b("Mixed_6a", x);
    x = blocks.block_c("Mixed_6b", x, 128);
    x = blocks.block_c("Mixed_6c", x, 160);
    x = blocks.block_c("Mixed_6d", x, 160);
    x = blocks.block_c("Mixed_6e", x, 192);
    TensorId auxiliary = no_id;
    if (shape.flag("auxiliary_heads")) {
        builder.differ_in_evaluation();
        if (options.training)
            auxiliary = auxiliary_head(units, x, classes);
        else
            idle_auxiliary_head(units, x, classes);
    }
    x = blocks.block_d("Mixed_7a", x);
    x = blocks.block_e("Mixed_7b", x);
    x = blocks.block_e("Mixed_7c", x);
    x = builder.adaptive_average("avgpool", x, 1);
    x = builder.dropout("dropout", x, options.training ? shape.real("dropout") : 0.0);
    x = builder.linear("fc", builder.view("flatten", x, {builder.shape_of(x)[0]}), classes);
    return auxiliary == no_id ? builder.finish({x}) : builder.finish({x, auxiliary});
}

/// Widths of one Inception block: 1x1; 3x3 and its reduction; the second 3x3 and its reduction; 1x1 after pooling.
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

/// Auxiliary heads: they run in training and are idle otherwise.
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
    // The paper has 5x5 here, the reference implementation 3x3.
    TensorId wide = writer.unit("branch3.0", x, widths.reduced_more);
    wide = writer.unit("branch3.1", wide, widths.wide, 3, 1, 1);
    TensorId pooled = builder.pooling("branch4.0", x, {PoolingKind::maximum, 3, 1, 1, true});
    pooled = writer.unit("branch4.1", pooled, widths.pooled);
    const TensorId output = builder.concatenate("concat", {direct, middle, wide, pooled}, 0);
    builder.end_block();
    return output;
}

/// Empty if the heads do not run.
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
    return image_family("googlenet", build_googlenet)
        .with(Hyperparameter::integer("width", 64, 1, 1e5))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::flag("auxiliary_heads", true))
        .with(Hyperparameter::real("dropout", 0.2, 0, 1))
        .with(Hyperparameter::real("auxiliary_dropout", 0.7, 0, 1));
}

Family inception_v3_family()
{
    return image_family("inception-v3", build_inception_v3, 299)
        .with(Hyperparameter::integer("width", 32, 1, 1e5))
        .with(Hyperparameter::integer("classes", 1000, 1, 1e7))
        .with(Hyperparameter::flag("auxiliary_heads", true))
        .with(Hyperparameter::real("dropout", 0.5, 0, 1));
}

} // namespace rigwright
