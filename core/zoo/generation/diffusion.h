// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network_builder.h"
#include "core/zoo/family.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rigwright {

/// The denoising U-Net of latent diffusion (Rombach et al. 2022): residual blocks conditioned on the time step, and
/// transformers with self-attention and cross-attention to a text, at up to four resolutions.
struct DiffusionUnet {
    static constexpr std::size_t most_stages = 4;

    std::size_t stages = 4;
    std::int64_t width = 320;
    std::array<std::int64_t, most_stages> multiplier{1, 2, 4, 4};
    std::array<std::int64_t, most_stages> blocks{2, 2, 2, 2};
    /// Transformer layers after every residual block of a stage; 0 without attention.
    std::array<std::int64_t, most_stages> attention_layers{1, 1, 1, 0};
    std::int64_t middle_attention_layers = 1;
    std::int64_t heads = 8;
    /// Head width, if it is fixed instead of the number of heads.
    std::optional<std::int64_t> head_width;
    std::int64_t context_width = 768;
    std::int64_t context_tokens = 77;
    std::int64_t latent_channels = 4;
    std::int64_t norm_groups = 32;
    double dropout = 0.0;
    /// Linear layers instead of 1x1 convolutions at the start and end of transformers.
    bool linear_projections = false;
    /// Transformers return maps in contiguous (NCHW) layout, as later versions of the code do. Otherwise their
    /// channels-last layout spreads beyond batch 1, and every group norm first copies its input back.
    bool contiguous_maps = false;
    /// Scores are computed in fp32 under autocast, which later versions of the code do to avoid overflow.
    bool scores_in_fp32 = false;
    bool fused_attention = false;

    std::int64_t channels(std::size_t stage) const { return width * multiplier[stage]; }
    /// The sides of the latent image are multiples of this.
    std::int64_t reduction() const { return std::int64_t{1} << (stages - 1); }
};

/// The hyperparameters that `read_diffusion_unet` reads.
std::vector<Hyperparameter> diffusion_unet_hyperparameters();
DiffusionUnet read_diffusion_unet(const ShapeReader& shape, const BuildOptions& options);

/// Reports heads that do not divide a width, and image sides that the U-Net cannot halve often enough; `pixels` is the
/// number of image pixels per latent along one side. True if there is any.
bool report_impossible(NetworkBuilder& builder, const DiffusionUnet& unet, const ModelInput& input,
                       std::int64_t pixels);

/// Writes the parts of the U-Net with the names of the authors' code; `prefix` is prepended to every name.
class DiffusionUnetWriter {
public:
    DiffusionUnetWriter(NetworkBuilder& builder, const DiffusionUnet& unet, std::string prefix, TensorId context);

    /// The time step's embedding, which every residual block reads.
    void time_embedding();
    /// Convolution of the latents to the U-Net's width.
    TensorId entry(TensorId latents);
    /// The encoder after the entry; returns the skip connections, starting with the entry's map.
    std::vector<TensorId> down(TensorId x);
    TensorId middle(TensorId x);
    /// The decoder, which reads the skip connections from the last to the first.
    TensorId up(TensorId x, std::vector<TensorId> skips);
    /// Norm and convolution to the predicted noise, in the format of the latents.
    TensorId exit(TensorId x, TensorId latents);

private:
    std::string named(const std::string& name) const { return prefix_ + name; }
    bool is_channels_last(TensorId x) const { return channels_last_.count(x) > 0; }
    TensorId with_layout_of(TensorId source, TensorId x);
    TensorId group_norm(const std::string& name, TensorId x, bool reordered);
    TensorId wide_norm(const std::string& name, TensorId x);
    TensorId normed_convolution(const std::string& layers, const std::string& convolution, TensorId x,
                                std::int64_t channels, bool with_dropout);
    TensorId residual_block(const std::string& name, TensorId x, TensorId skip, std::int64_t channels);
    TensorId transformer(const std::string& name, TensorId x, std::int64_t layers);
    TensorId transformer_entry(const std::string& name, TensorId x);
    TensorId transformer_exit(const std::string& name, TensorId x, const Shape& shape);
    TensorId transformer_layer(TensorId x, std::int64_t heads);
    TensorId attention_layer(const char* name, TensorId x, TensorId memory, std::int64_t heads);
    TensorId feed_forward(TensorId x);
    TensorId resampled(const std::string& name, TensorId x, bool up);

    NetworkBuilder& builder_;
    const DiffusionUnet& unet_;
    std::string prefix_;
    TensorId context_;
    TensorId time_ = no_id;
    /// Maps in channels-last layout beyond batch 1.
    std::set<TensorId> channels_last_;
};

} // namespace rigwright
