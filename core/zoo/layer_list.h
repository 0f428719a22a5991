// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/analysis.h"
#include "core/zoo/layer_types.h"

namespace rigwright {

/// Position of a list's layer in the built network.
struct BuiltLayer {
    std::string name;
    /// Output of one sample; nothing if the layer, or one that it reads, cannot be built.
    std::optional<Shape> output;
    /// Its operators, [first, last) in `Network::operators`.
    std::size_t first = 0;
    std::size_t last = 0;
};

/// The network of a list and its layers in list order. If `network.issues` names a defect, the network contains the
/// layers that can be built, marked in `layers`.
struct LayerListNetwork {
    Network network;
    std::vector<BuiltLayer> layers;
};

/// Cost of one layer of a list.
struct LayerFigures {
    /// Empty if the layer cannot be built; the amounts are then zero.
    std::optional<Shape> output;
    Count parameters;
    /// Forward pass of one sample.
    Count macs;
    /// Saved for backward first by this layer, whole micro-batch.
    Bytes kept;
};

/// Builds the layers one after another for samples of shape `input`, as torch.nn.Sequential runs them, plus sums and
/// concatenations of earlier layers. Precondition: `are_legal(layers)`.
///
/// Issues give the position in the list (`NetworkIssue::field`, "layers[3].kernel"): `layer-name-taken`,
/// `layer-reference-unknown`, `layer-reference-forward`, `layer-needs-map`, `layer-needs-flatten`,
/// `layer-shapes-differ`, `layer-sizes-differ`, `layer-kernel-larger-than-input`, `layer-padding-too-large`,
/// `layer-groups-do-not-divide`, `layer-overwrites-kept`, `layer-output-empty`, `layer-output-too-large`. One defect is
/// reported once: layers that read a broken one are silently left out.
LayerListNetwork build_layers(const LayerSpecs& layers, const Shape& input, const BuildOptions& options);

/// The shape of one sample by the hyperparameter `input`: "image" is {channels, height, width}, "features" the same
/// numbers in one row.
Shape layer_list_input(std::string_view kind, const ModelInput& input);

/// The figures of every layer of a list; their sums are those of the network.
std::vector<LayerFigures> layer_figures(const LayerListNetwork& built, const FormatPolicy& policy, Count micro_batch);

/// Well-known networks as lists, to start from. LeNet-5 (LeCun et al. 1998) is the default list: for 28 x 28 grayscale
/// images it has 61,706 parameters.
LayerSpecs lenet_layers();
/// Like the networks of the families `alexnet` and `vgg`.
LayerSpecs alexnet_layers();
LayerSpecs vgg16_layers();
/// Fully connected, 784-512-256-10, for an image of 784 numbers.
LayerSpecs dense_layers();
/// Two residual blocks on 64 and 128 channels, with sums of earlier layers.
LayerSpecs small_residual_layers();

} // namespace rigwright
