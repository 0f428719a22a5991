// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/network/network.h"

namespace rigwright {

// Figures that other tools and textbooks print. They are shown beside the engine's own so that the difference can be
// explained; no estimate is built on them.

/// The outputs of all layers of one sample in fp32, each counted once: convolutions, linear layers, norms, activations,
/// dropout, pooling and embeddings, in-place ones included; what the model's code calls as a function is not a layer.
/// This is the "feature maps" sum of textbooks (measured with module hooks on PyTorch 1.13).
Bytes layer_output_bytes(const Network& network);

/// Multiply-accumulates as the tool thop (pytorch-OpCounter 0.1.1) prints them, for a network built for inference. It
/// sees modules only, so attention between activations is missing; it adds 4 per element of batch, layer and instance
/// norms, 1 of PReLU, 2 per output element of adaptive pooling (more where it shrinks its input), 1 per output element
/// of average pooling, 1 (nearest) or 11 (bilinear) per output element of upsampling, and counts transposed
/// convolutions with the output's size. Group norm is not in its table.
Count thop_macs(const Network& network);

/// Forward multiply-accumulates of one sample that a causal mask makes needless: products of a query with keys that
/// come after it or lie beyond its reach. Seen in attention kernels that know their mask, so the network has to be
/// built with fused attention; zero where no attention is causal.
Count masked_macs(const Network& network);

} // namespace rigwright
