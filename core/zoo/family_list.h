// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"

namespace rigwright {

// One function a family, defined in the file of that name.

/// AlexNet for ImageNet (Krizhevsky 2014, "One weird trick", as torchvision builds it).
Family alexnet_family();
/// VGG with or without batch norm (Simonyan and Zisserman 2015).
Family vgg_family();
/// ResNet, ResNeXt and Wide ResNet (He et al. 2016; Xie et al. 2017; Zagoruyko and Komodakis 2016), as torchvision
/// builds them.
Family residual_net_family();
/// Decoders that predict the next token: GPT-2 style by default, Llama style with rms norm, rotary positions and a
/// gated feed-forward layer.
Family decoder_transformer_family();
/// Encoders that read a whole text (Devlin et al. 2019, BERT, and its kin), as Hugging Face builds them.
Family encoder_transformer_family();
/// The original Transformer with encoder and decoder (Vaswani et al. 2017), as `torch.nn.Transformer` builds it.
Family encoder_decoder_transformer_family();
/// Vision Transformer with class token and learned positions (Dosovitskiy et al. 2021), as torchvision builds it.
Family vision_transformer_family();
/// Object detectors on a residual net: DETR (Carion et al. 2020), as its authors build it.
Family detector_family();

/// A convolutional or dense network as a list of layers that a person writes.
Family layer_list_family();

} // namespace rigwright
