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
/// DenseNet (Huang et al. 2017), as torchvision builds it.
Family densenet_family();
/// GoogLeNet with batch norm (Szegedy et al. 2015), as torchvision builds it.
Family googlenet_family();
/// Inception v3 (Szegedy et al. 2016), as torchvision builds it.
Family inception_v3_family();
/// SqueezeNet (Iandola et al. 2016), as torchvision builds it.
Family squeezenet_family();
/// LeNet-5 with a dense second convolution (LeCun et al. 1998, simplified as tutorials do).
Family lenet_family();
/// Fully connected layers with ReLU between them.
Family multi_layer_perceptron_family();
/// Semantic segmentation on a dilated residual net: FCN (Long et al. 2015) and DeepLabV3 (Chen et al. 2017), as
/// torchvision builds them.
Family segmentation_family();
/// U-Net for images (Ronneberger et al. 2015) and for volumes (Çiçek et al. 2016; Isensee et al. 2021).
Family u_net_family();

} // namespace rigwright
