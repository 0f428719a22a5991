// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"

namespace rigwright {

// One function per family, defined in the file of that name.

/// AlexNet for ImageNet (Krizhevsky 2014, "One weird trick", as torchvision builds it).
Family alexnet_family();
/// VGG with or without batch norm (Simonyan and Zisserman 2015).
Family vgg_family();
/// ResNet, ResNeXt and Wide ResNet (He et al. 2016; Xie et al. 2017; Zagoruyko and Komodakis 2016), as torchvision
/// builds them.
Family residual_net_family();
/// MobileNetV2 (Sandler et al. 2018), as torchvision builds it.
Family mobilenet_v2_family();
/// MobileNetV3, large and small (Howard et al. 2019), as torchvision builds it.
Family mobilenet_v3_family();
/// MnasNet (Tan et al. 2019), as torchvision builds it.
Family mnasnet_family();
/// EfficientNet and, with fused blocks in front, EfficientNetV2 (Tan and Le 2019, 2021), as torchvision builds them.
Family efficientnet_family();
/// ShuffleNet V2 (Ma et al. 2018), as torchvision builds it.
Family shufflenet_v2_family();
/// RegNetX and, with squeeze and excitation, RegNetY (Radosavovic et al. 2020), as torchvision builds them.
Family regnet_family();
/// ConvNeXt (Liu et al. 2022), as torchvision builds it.
Family convnext_family();
/// Decoders that predict the next token: GPT-2 style by default, Llama style with rms norm, rotary positions and a
/// gated feed-forward layer.
Family decoder_transformer_family();
/// Encoders that read a whole text (Devlin et al. 2019, BERT, and similar), as Hugging Face builds them.
Family encoder_transformer_family();
/// The original Transformer with encoder and decoder (Vaswani et al. 2017), as `torch.nn.Transformer` builds it.
Family encoder_decoder_transformer_family();
/// Transformer-XL: segments with memory, relative positions, adaptive softmax (Dai et al. 2019), as its authors build it.
Family transformer_xl_family();
/// LSTM and GRU language models (Zaremba et al. 2014), and generators that run step by step.
Family recurrent_family();
/// Vision Transformer with class token and learned positions (Dosovitskiy et al. 2021; DeiT, Touvron et al. 2021), as
/// torchvision or timm builds it.
Family vision_transformer_family();
/// Vision transformers whose feature map shrinks from stage to stage: Swin (Liu et al. 2021), PVT and PVT v2 (Wang et
/// al. 2021, 2022).
Family hierarchical_vision_transformer_family();
/// MLP-Mixer (Tolstikhin et al. 2021), as timm builds it.
Family mlp_mixer_family();
/// Image GPT, which predicts the next pixel's color (Chen et al. 2020), as its authors build it.
Family image_gpt_family();
/// Image and text towers trained to agree (Radford et al. 2021, CLIP), as the authors build them.
Family clip_family();
/// Object detectors: DETR, SSD, Faster and Mask R-CNN, RetinaNet, YOLOv5, v7 and v8, as their reference code builds them.
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
/// Semantic segmentation on a dilated ResNet: FCN (Long et al. 2015) and DeepLabV3 (Chen et al. 2017), as torchvision
/// builds them.
Family segmentation_family();
/// U-Net for images (Ronneberger et al. 2015) and for volumes (Çiçek et al. 2016; Isensee et al. 2021).
Family u_net_family();
/// The denoising U-Net of latent diffusion (Rombach et al. 2022), as the authors build it for Stable Diffusion.
Family diffusion_unet_family();
/// The image autoencoder of latent diffusion (Rombach et al. 2022).
Family image_autoencoder_family();
/// ControlNet (Zhang et al. 2023): a trained copy of a diffusion U-Net's encoder, alone or with the frozen networks
/// that its training keeps in memory.
Family controlnet_family();
/// Video frame interpolation by inter-frame attention (Zhang et al. 2023, EMA-VFI), as the authors build it.
Family frame_interpolation_family();

/// A convolutional or dense network as a user-defined list of layers.
Family layer_list_family();

} // namespace rigwright
