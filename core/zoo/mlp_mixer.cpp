// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/family_list.h"
#include "core/zoo/transformer_parts.h"

#include <string>

namespace rigwright {

namespace {

using Builder = NetworkBuilder;

struct Mixer {
    std::int64_t patch, layers, d_model, token_d_ff, d_ff, classes;
    double dropout;
};

Mixer read_mlp_mixer(const ShapeReader& shape, const BuildOptions& options)
{
    Mixer m{};
    m.patch = shape.integer("patch");
    m.layers = shape.integer("layers");
    m.d_model = shape.integer("d_model");
    m.token_d_ff = shape.integer_or("token_d_ff", (m.d_model + 1) / 2);
    m.d_ff = shape.integer_or("d_ff", 4 * m.d_model);
    m.classes = shape.integer("classes");
    m.dropout = options.training ? shape.real("dropout") : 0.0;
    return m;
}

bool report_impossible(Builder& builder, const Mixer& m, const ModelInput& input)
{
    const bool height =
        report_indivisible(builder, "patch-does-not-divide-image", "patch", *input.image_height, m.patch);
    return report_indivisible(builder, "patch-does-not-divide-image", "patch", *input.image_width, m.patch) || height;
}

TensorId perceptron(Builder& builder, const std::string& name, TensorId x, std::int64_t inner, const Mixer& m)
{
    const std::int64_t width = builder.shape_of(x)[-1];
    TensorId y = builder.activation(name + ".act", builder.linear(name + ".fc1", x, inner), ActivationFunction::gelu);
    y = builder.linear(name + ".fc2", builder.dropout(name + ".drop1", y, m.dropout), width);
    return builder.dropout(name + ".drop2", y, m.dropout);
}

/// Mixes along the tokens of each channel, then along the channels of each token.
TensorId blocks(Builder& builder, TensorId x, const Mixer& m)
{
    const Shape shape = builder.shape_of(x);
    const Shape turned{shape[1], shape[0]};
    builder.begin_block("blocks.{}", m.layers);
    TensorId y = builder.view("transpose", sequence_norm(builder, "norm1", x, {}), turned);
    // Beyond one sample the product needs the channels' rows in order.
    y = perceptron(builder, "mlp_tokens", builder.copy("order", y, turned, true), m.token_d_ff, m);
    const TensorId middle = builder.add("add1", x, builder.view("transpose", y, shape));
    y = perceptron(builder, "mlp_channels", sequence_norm(builder, "norm2", middle, {}), m.d_ff, m);
    const TensorId output = builder.add("add2", middle, y);
    builder.end_block({{x, output}});
    return output;
}

Network build_mlp_mixer(const ShapeReader& shape, const ModelInput& input, const BuildOptions& options)
{
    Builder builder;
    const Mixer m = read_mlp_mixer(shape, options);
    if (report_impossible(builder, m, input)) return builder.finish({});
    Builder::ConvolutionOptions patches = Builder::square(m.d_model, m.patch, m.patch);
    patches.bias = true;
    const TensorId image = builder.input({*input.channels, *input.image_height, *input.image_width});
    const TensorId map = builder.convolution("stem.proj", image, patches);
    const Shape extents = builder.shape_of(map);
    TensorId x = builder.view("flatten", map, {extents[1] * extents[2], m.d_model});
    x = sequence_norm(builder, "norm", blocks(builder, x, m), {});
    return builder.finish({builder.linear("head", builder.mean("mean", x, {1, m.d_model}), m.classes)});
}

} // namespace

Family mlp_mixer_family()
{
    return {
        "mlp-mixer",
        Family::InputKind::image,
        {
            Hyperparameter::integer("patch", 16, 1, 1024),
            Hyperparameter::integer("layers", 12, 1, 1e6),
            Hyperparameter::integer("d_model", 768, 1, 1e6),
            Hyperparameter::derived("token_d_ff", 1, 1e7),
            Hyperparameter::derived("d_ff", 1, 1e7),
            Hyperparameter::integer("classes", 1000, 1, 1e7),
            Hyperparameter::real("dropout", 0.0, 0, 1),
        },
        {.image_height = 224, .image_width = 224, .channels = 3, .sequence_length = {}, .target_sequence_length = {}},
        build_mlp_mixer};
}

} // namespace rigwright
