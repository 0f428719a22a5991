// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/inception_parts.h"

namespace rigwright {

namespace {

/// Writes the five kinds of blocks that Inception v3 is made of, with the letters of the reference implementation.
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

    /// A 1x3 and a 3x1 convolution side by side.
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

} // namespace

Family inception_v3_family()
{
    return {
        "inception-v3",
        Family::InputKind::image,
        {
            Hyperparameter::integer("width", 32, 1, 1e5),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::flag("auxiliary_heads", true),
            Hyperparameter::real("dropout", 0.5, 0, 1),
        },
        {.image_height = 299, .image_width = 299, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_inception_v3};
}

} // namespace rigwright
