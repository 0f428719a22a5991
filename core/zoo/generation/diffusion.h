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

/// The denoising net of latent diffusion (Rombach et al. 2022): residual blocks that are told the time step, and
/// transformers that attend to the picture and to a text, in a U of up to four resolutions.
struct DiffusionUnet {
    static constexpr std::size_t most_stages = 4;

    std::size_t stages = 4;
    std::int64_t width = 320;
    std::array<std::int64_t, most_stages> multiplier{1, 2, 4, 4};
    std::array<std::int64_t, most_stages> blocks{2, 2, 2, 2};
    /// Transformer layers behind every residual block of a stage; none without attention.
    std::array<std::int64_t, most_stages> attention_layers{1, 1, 1, 0};
    std::int64_t middle_attention_layers = 1;
    std::int64_t heads = 8;
    /// Width of a head where that is fixed instead of their number.
    std::optional<std::int64_t> head_width;
    std::int64_t context_width = 768;
    std::int64_t context_tokens = 77;
    std::int64_t latent_channels = 4;
    std::int64_t norm_groups = 32;
    double dropout = 0.0;
    /// Transformers are entered and left by linear layers instead of 1x1 convolutions.
    bool linear_projections = false;
    /// Transformers hand on maps in the ordinary layout, which later versions of the code ask for. Otherwise the layout
    /// with channels innermost spreads from them beyond batch 1, and every group norm first copies its input back.
    bool contiguous_maps = false;
    /// Scores are computed in fp32 under autocast, as later versions of the code do to keep them from overflowing.
    bool scores_in_fp32 = false;
    bool fused_attention = false;

    std::int64_t channels(std::size_t stage) const { return width * multiplier[stage]; }
    /// The sides of the latent picture are multiples of this.
    std::int64_t reduction() const { return std::int64_t{1} << (stages - 1); }
};

/// The hyperparameters that `read_diffusion_unet` reads.
std::vector<Hyperparameter> diffusion_unet_hyperparameters();
DiffusionUnet read_diffusion_unet(const ShapeReader& shape, const BuildOptions& options);

/// Reports heads that do not divide a width they are used at, and image sides that the net cannot halve often enough;
/// `pixels` is how many pixels of the image's side one latent stands for. True where there is any.
bool report_impossible(NetworkBuilder& builder, const DiffusionUnet& unet, const ModelInput& input,
                       std::int64_t pixels);

/// Writes the parts of the net as the authors' code calls them; `prefix` stands before every name.
class DiffusionUnetWriter {
public:
    DiffusionUnetWriter(NetworkBuilder& builder, const DiffusionUnet& unet, std::string prefix, TensorId context);

    /// The time step's embedding, which every residual block reads.
    void time_embedding();
    /// Convolution of the latents into the net's width.
    TensorId entry(TensorId latents);
    /// Everything on the way down behind the entry; the maps that the way up reads again, the entry's first.
    std::vector<TensorId> down(TensorId x);
    TensorId middle(TensorId x);
    /// The way up, which reads the maps of the way down from the last to the first.
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
    /// Maps whose channels lie innermost in memory beyond batch 1.
    std::set<TensorId> channels_last_;
};

} // namespace rigwright
