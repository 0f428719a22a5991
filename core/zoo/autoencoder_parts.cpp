// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/autoencoder_parts.h"

#include "core/zoo/detector_parts.h"

#include <utility>

namespace rigwright {

AutoencoderWriter::AutoencoderWriter(NetworkBuilder& builder, const ImageAutoencoder& net, std::string prefix)
    : builder_(builder),
      net_(net),
      prefix_(std::move(prefix))
{}

TensorId AutoencoderWriter::encoder(TensorId image)
{
    TensorId x = builder_.convolution(named("encoder.conv_in"), image, biased_square(net_.width, 3, 1, 1));
    for (std::size_t stage = 0; stage < net_.stages; ++stage) {
        const std::string name = named("encoder.down." + std::to_string(stage));
        for (std::int64_t block = 0; block < net_.blocks[stage]; ++block)
            x = residual_block(name + ".block." + std::to_string(block), x, net_.channels(stage));
        if (stage + 1 == net_.stages) break;
        // One row and one column of zeros at the far edges.
        const Shape shape = builder_.shape_of(x);
        x = builder_.copy(name + ".downsample.pad", x, {shape[0], shape[1] + 1, shape[2] + 1});
        x = builder_.convolution(name + ".downsample.conv", x, biased_square(shape[0], 3, 2));
    }
    x = head(named("encoder"), middle(named("encoder.mid"), x), 2 * net_.latent_channels);
    x = builder_.convolution(named("quant_conv"), x, biased_square(2 * net_.latent_channels, 1));
    return builder_.view(named("mean"), x, builder_.shape_of(x).with(0, net_.latent_channels));
}

TensorId AutoencoderWriter::decoder(TensorId latents, std::int64_t channels)
{
    const std::size_t top = net_.stages - 1;
    TensorId x = builder_.convolution(named("post_quant_conv"), latents, biased_square(net_.latent_channels, 1));
    x = builder_.convolution(named("decoder.conv_in"), x, biased_square(net_.channels(top), 3, 1, 1));
    x = middle(named("decoder.mid"), x);
    for (std::size_t stage = net_.stages; stage-- > 0;) {
        const std::string name = named("decoder.up." + std::to_string(stage));
        for (std::int64_t block = 0; block <= net_.blocks[stage]; ++block)
            x = residual_block(name + ".block." + std::to_string(block), x, net_.channels(stage));
        if (stage == 0) break;
        const Shape shape = builder_.shape_of(x);
        x = builder_.resize(name + ".upsample", x, {shape[0], 2 * shape[1], 2 * shape[2]}, ResizeMode::nearest);
        builder_.mark(CalledAs::function);
        x = builder_.convolution(name + ".upsample.conv", x, biased_square(shape[0], 3, 1, 1));
    }
    return head(named("decoder"), x, channels);
}

TensorId AutoencoderWriter::norm(const std::string& name, TensorId x)
{
    return builder_.normalization(name, x, NormalizationKind::group, NormalizationMode::train, net_.norm_groups);
}

TensorId AutoencoderWriter::swish(const std::string& name, TensorId x)
{
    const TensorId gate = builder_.activation(name + ".sigmoid", x, ActivationFunction::sigmoid);
    builder_.mark(CalledAs::function);
    return builder_.multiply(name, x, gate);
}

TensorId AutoencoderWriter::residual_block(const std::string& name, TensorId x, std::int64_t channels)
{
    builder_.begin_block(name);
    TensorId y = swish("swish1", norm("norm1", x));
    y = builder_.convolution("conv1", y, biased_square(channels, 3, 1, 1));
    y = builder_.dropout("dropout", swish("swish2", norm("norm2", y)), net_.dropout);
    y = builder_.convolution("conv2", y, biased_square(channels, 3, 1, 1));
    if (builder_.shape_of(x)[0] != channels) x = builder_.convolution("nin_shortcut", x, biased_square(channels, 1));
    const TensorId output = builder_.add("add", x, y);
    builder_.end_block();
    return output;
}

TensorId AutoencoderWriter::attention(const std::string& name, TensorId x)
{
    builder_.begin_block(name);
    const Shape shape = builder_.shape_of(x);
    const TensorId normed = norm("norm", x);
    const TensorId query = builder_.convolution("q", normed, biased_square(shape[0], 1));
    const TensorId key = builder_.convolution("k", normed, biased_square(shape[0], 1));
    const TensorId value = builder_.convolution("v", normed, biased_square(shape[0], 1));
    const TensorId y = builder_.view("reshape", context(query, key, value), shape);
    const TensorId output = builder_.add("add", x, builder_.convolution("proj_out", y, biased_square(shape[0], 1)));
    builder_.end_block();
    return output;
}

TensorId AutoencoderWriter::context(TensorId query, TensorId key, TensorId value)
{
    const Shape shape = builder_.shape_of(query);
    const std::int64_t places = shape[1] * shape[2];
    const std::int64_t width = shape[0];
    const Shape tokens{places, width};
    if (net_.fused_attention) {
        FusedAttention kernel;
        kernel.query_tokens = kernel.key_tokens = places;
        kernel.head_width = kernel.value_width = width;
        return builder_.fused_attention("fused", builder_.view("q.tokens", query, tokens),
                                        builder_.view("k.tokens", key, tokens),
                                        builder_.view("v.tokens", value, tokens), kernel);
    }
    TensorId scores = builder_.matrix_product("qk", query, key, {ProductRole::query_key, 1, places, places, width},
                                              {1, places, places});
    scores = builder_.softmax("softmax", builder_.scale("scale", scores));
    builder_.mark(CalledAs::function);
    return builder_.matrix_product("av", value, scores, {ProductRole::attention_value, 1, width, places, places},
                                   {width, places});
}

TensorId AutoencoderWriter::middle(const std::string& name, TensorId x)
{
    const std::int64_t channels = builder_.shape_of(x)[0];
    x = residual_block(name + ".block_1", x, channels);
    x = attention(name + ".attn_1", x);
    return residual_block(name + ".block_2", x, channels);
}

TensorId AutoencoderWriter::head(const std::string& name, TensorId x, std::int64_t channels)
{
    x = swish(name + ".swish", norm(name + ".norm_out", x));
    return builder_.convolution(name + ".conv_out", x, biased_square(channels, 3, 1, 1));
}

} // namespace rigwright
