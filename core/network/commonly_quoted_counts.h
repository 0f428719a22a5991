// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

namespace rigwright {

// Figures that other tools and textbooks print. They are shown next to the engine's own to explain the difference; no
// estimate uses them.

/// The outputs of all layers of one sample in fp32, each counted once: convolutions, linear layers, norms, activations,
/// dropout, pooling and embeddings, including in-place ones; functions called by the model's code are not layers. This
/// is the "feature maps" sum of textbooks (measured with module hooks on PyTorch 1.13).
Bytes layer_output_bytes(const Network& network);

/// Multiply-accumulates as printed by thop (pytorch-OpCounter 0.1.1), for a network built for inference. It sees only
/// modules, so attention between activations is missing; it adds 4 per element of batch, layer and instance norms, 1 of
/// PReLU, 2 per output element of adaptive pooling (more if it shrinks its input), 1 per output element of average
/// pooling, 1 (nearest) or 11 (bilinear) per output element of upsampling, and counts transposed convolutions with the
/// output's size. Group norm is not in its table.
Count thop_macs(const Network& network);

/// Forward multiply-accumulates of one sample that a causal mask makes unnecessary: products of a query with keys that
/// come after it or are beyond its reach. Attention kernels that know their mask skip them, so the network must be
/// built with fused attention; zero if no attention is causal.
Count masked_macs(const Network& network);

} // namespace rigwright
