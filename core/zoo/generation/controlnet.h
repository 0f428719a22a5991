// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"

#include <array>
#include <string>

namespace rigwright {

/// The image autoencoder of latent diffusion (Rombach et al. 2022, as the authors build it): residual blocks with group
/// norm and a written-out swish, one attention head over the smallest map, no time step.
struct ImageAutoencoder {
    static constexpr std::size_t most_stages = 4;

    std::size_t stages = 4;
    std::int64_t width = 128;
    std::array<std::int64_t, most_stages> multiplier{1, 2, 4, 4};
    std::array<std::int64_t, most_stages> blocks{2, 2, 2, 2};
    std::int64_t latent_channels = 4;
    std::int64_t norm_groups = 32;
    double dropout = 0.0;
    bool fused_attention = false;

    std::int64_t channels(std::size_t stage) const { return width * multiplier[stage]; }
    /// Pixels per latent along one side.
    std::int64_t reduction() const { return std::int64_t{1} << (stages - 1); }
};

/// Writes encoder and decoder; `prefix` is prepended to every name.
class AutoencoderWriter {
public:
    AutoencoderWriter(NetworkBuilder& builder, const ImageAutoencoder& net, std::string prefix);

    /// From an image to the posterior mean of its latents, without sampling.
    TensorId encoder(TensorId image);
    /// From latents to an image of `channels` channels.
    TensorId decoder(TensorId latents, std::int64_t channels);

private:
    std::string named(const std::string& name) const { return prefix_ + name; }
    TensorId norm(const std::string& name, TensorId x);
    TensorId swish(const std::string& name, TensorId x);
    TensorId residual_block(const std::string& name, TensorId x, std::int64_t channels);
    TensorId attention(const std::string& name, TensorId x);
    TensorId context(TensorId query, TensorId key, TensorId value);
    TensorId middle(const std::string& name, TensorId x);
    TensorId head(const std::string& name, TensorId x, std::int64_t channels);

    NetworkBuilder& builder_;
    const ImageAutoencoder& net_;
    std::string prefix_;
};

} // namespace rigwright
