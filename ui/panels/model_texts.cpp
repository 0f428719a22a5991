// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>

namespace rigwright {

namespace {

struct ModelName {
    std::string_view id;
    const char* text;
};

constexpr ModelName family_names[] = {
    {"alexnet", QT_TRANSLATE_NOOP("Models", "AlexNet")},
    {"vgg", QT_TRANSLATE_NOOP("Models", "VGG")},
    {"residual-net", QT_TRANSLATE_NOOP("Models", "Residual network (ResNet)")},
    {"decoder-transformer", QT_TRANSLATE_NOOP("Models", "Transformer decoder (GPT, Llama)")},
    {"encoder-transformer", QT_TRANSLATE_NOOP("Models", "Transformer encoder (BERT)")},
    {"encoder-decoder-transformer", QT_TRANSLATE_NOOP("Models", "Transformer encoder-decoder (T5)")},
    {"vision-transformer", QT_TRANSLATE_NOOP("Models", "Vision transformer (ViT)")},
    {"layer-list", QT_TRANSLATE_NOOP("Models", "Build your own net…")},
    {"detector", QT_TRANSLATE_NOOP("Models", "Detector (DETR)")},
    {"mobilenet-v2", QT_TRANSLATE_NOOP("Models", "MobileNetV2")},
    {"mobilenet-v3", QT_TRANSLATE_NOOP("Models", "MobileNetV3")},
    {"mnasnet", QT_TRANSLATE_NOOP("Models", "MnasNet")},
    {"efficientnet", QT_TRANSLATE_NOOP("Models", "EfficientNet")},
    {"shufflenet-v2", QT_TRANSLATE_NOOP("Models", "ShuffleNet V2")},
    {"regnet", QT_TRANSLATE_NOOP("Models", "RegNet")},
    {"convnext", QT_TRANSLATE_NOOP("Models", "ConvNeXt")},
    {"hierarchical-vision-transformer", QT_TRANSLATE_NOOP("Models", "Hierarchical vision transformer (Swin, PVT)")},
    {"mlp-mixer", QT_TRANSLATE_NOOP("Models", "MLP-Mixer")},
    {"image-gpt", QT_TRANSLATE_NOOP("Models", "Image GPT")},
    {"clip", QT_TRANSLATE_NOOP("Models", "Image and text towers (CLIP)")},
    {"diffusion-unet", QT_TRANSLATE_NOOP("Models", "Diffusion U-Net (Stable Diffusion)")},
    {"image-autoencoder", QT_TRANSLATE_NOOP("Models", "Image autoencoder (VAE)")},
    {"controlnet", QT_TRANSLATE_NOOP("Models", "ControlNet")},
    {"frame-interpolation", QT_TRANSLATE_NOOP("Models", "Frame interpolation (EMA-VFI)")},
    {"densenet", QT_TRANSLATE_NOOP("Models", "DenseNet")},
    {"googlenet", QT_TRANSLATE_NOOP("Models", "GoogLeNet")},
    {"inception-v3", QT_TRANSLATE_NOOP("Models", "Inception v3")},
    {"lenet", QT_TRANSLATE_NOOP("Models", "LeNet")},
    {"multi-layer-perceptron", QT_TRANSLATE_NOOP("Models", "Multi-layer perceptron")},
    {"recurrent", QT_TRANSLATE_NOOP("Models", "Recurrent network (LSTM, GRU)")},
    {"squeezenet", QT_TRANSLATE_NOOP("Models", "SqueezeNet")},
    {"transformer-xl", QT_TRANSLATE_NOOP("Models", "Transformer-XL")},
    {"u-net", QT_TRANSLATE_NOOP("Models", "U-Net")},
    {"segmentation", QT_TRANSLATE_NOOP("Models", "Segmentation net (FCN, DeepLab)")},
};

constexpr ModelName group_names[] = {
    {"classification", QT_TRANSLATE_NOOP("Models", "Image classification")},
    {"detection", QT_TRANSLATE_NOOP("Models", "Object detection")},
    {"segmentation", QT_TRANSLATE_NOOP("Models", "Segmentation")},
    {"language", QT_TRANSLATE_NOOP("Models", "Language")},
    {"generation", QT_TRANSLATE_NOOP("Models", "Generation")},
    {"multimodal", QT_TRANSLATE_NOOP("Models", "Images and text")},
    {"interpolation", QT_TRANSLATE_NOOP("Models", "Frame interpolation")},
    {"tabular-and-sequence", QT_TRANSLATE_NOOP("Models", "Tables and sequences")},
};

constexpr ModelName word_names[] = {
    {"1.0", QT_TRANSLATE_NOOP("Models", "1.0")},
    {"1.1", QT_TRANSLATE_NOOP("Models", "1.1")},
    {"alibi", QT_TRANSLATE_NOOP("Models", "ALiBi")},
    {"basic", QT_TRANSLATE_NOOP("Models", "basic")},
    {"batch", QT_TRANSLATE_NOOP("Models", "batch norm")},
    {"bilinear", QT_TRANSLATE_NOOP("Models", "bilinear")},
    {"bottleneck", QT_TRANSLATE_NOOP("Models", "bottleneck")},
    {"deeplabv3", QT_TRANSLATE_NOOP("Models", "DeepLabV3")},
    {"causal-lm", QT_TRANSLATE_NOOP("Models", "language model")},
    {"classifier", QT_TRANSLATE_NOOP("Models", "classifier")},
    {"detr", QT_TRANSLATE_NOOP("Models", "DETR")},
    {"faster-rcnn", QT_TRANSLATE_NOOP("Models", "Faster R-CNN")},
    {"fcn", QT_TRANSLATE_NOOP("Models", "FCN")},
    {"gelu", QT_TRANSLATE_NOOP("Models", "GELU")},
    {"gelu-tanh", QT_TRANSLATE_NOOP("Models", "GELU (tanh)")},
    {"gru", QT_TRANSLATE_NOOP("Models", "GRU")},
    {"heads", QT_TRANSLATE_NOOP("Models", "separate heads")},
    {"instance", QT_TRANSLATE_NOOP("Models", "instance norm")},
    {"large", QT_TRANSLATE_NOOP("Models", "large")},
    {"layer", QT_TRANSLATE_NOOP("Models", "layer norm")},
    {"learned", QT_TRANSLATE_NOOP("Models", "learned")},
    {"lstm", QT_TRANSLATE_NOOP("Models", "LSTM")},
    {"masked-lm", QT_TRANSLATE_NOOP("Models", "masked words")},
    {"mask-rcnn", QT_TRANSLATE_NOOP("Models", "Mask R-CNN")},
    {"mla", QT_TRANSLATE_NOOP("Models", "latent (MLA)")},
    {"features", QT_TRANSLATE_NOOP("Models", "numbers in a row")},
    {"image", QT_TRANSLATE_NOOP("Models", "images")},
    {"nearest", QT_TRANSLATE_NOOP("Models", "nearest")},
    {"none", QT_TRANSLATE_NOOP("Models", "none")},
    {"pooler", QT_TRANSLATE_NOOP("Models", "pooler")},
    {"pool", QT_TRANSLATE_NOOP("Models", "pooling")},
    {"pretraining", QT_TRANSLATE_NOOP("Models", "pretraining (masked words, next sentence)")},
    {"pvt", QT_TRANSLATE_NOOP("Models", "PVT")},
    {"pvt-v2", QT_TRANSLATE_NOOP("Models", "PVT v2")},
    {"question-answering", QT_TRANSLATE_NOOP("Models", "question answering")},
    {"quick-gelu", QT_TRANSLATE_NOOP("Models", "Quick GELU")},
    {"relative-bias", QT_TRANSLATE_NOOP("Models", "relative bias")},
    {"relu", QT_TRANSLATE_NOOP("Models", "ReLU")},
    {"residual-net", QT_TRANSLATE_NOOP("Models", "Residual net")},
    {"resnet101", QT_TRANSLATE_NOOP("Models", "ResNet-101")},
    {"resnet18", QT_TRANSLATE_NOOP("Models", "ResNet-18")},
    {"resnet34", QT_TRANSLATE_NOOP("Models", "ResNet-34")},
    {"resnet50", QT_TRANSLATE_NOOP("Models", "ResNet-50")},
    {"retinanet", QT_TRANSLATE_NOOP("Models", "RetinaNet")},
    {"rms", QT_TRANSLATE_NOOP("Models", "RMS norm")},
    {"rotary", QT_TRANSLATE_NOOP("Models", "rotary")},
    {"sequence-classification", QT_TRANSLATE_NOOP("Models", "sequence classification")},
    {"sigmoid", QT_TRANSLATE_NOOP("Models", "sigmoid")},
    {"silu", QT_TRANSLATE_NOOP("Models", "SiLU")},
    {"small", QT_TRANSLATE_NOOP("Models", "small")},
    {"softmax", QT_TRANSLATE_NOOP("Models", "softmax, then choice")},
    {"softmax-kept", QT_TRANSLATE_NOOP("Models", "softmax, not rescaled")},
    {"softmax-of-chosen", QT_TRANSLATE_NOOP("Models", "softmax of the chosen")},
    {"ssd", QT_TRANSLATE_NOOP("Models", "SSD")},
    {"stride", QT_TRANSLATE_NOOP("Models", "stride")},
    {"swin", QT_TRANSLATE_NOOP("Models", "Swin")},
    {"tanh", QT_TRANSLATE_NOOP("Models", "tanh")},
    {"timm", QT_TRANSLATE_NOOP("Models", "timm")},
    {"token-classification", QT_TRANSLATE_NOOP("Models", "token classification")},
    {"torchvision", QT_TRANSLATE_NOOP("Models", "torchvision")},
    {"vgg16", QT_TRANSLATE_NOOP("Models", "VGG-16")},
    {"vision-transformer", QT_TRANSLATE_NOOP("Models", "Vision Transformer")},
    {"yolov5", QT_TRANSLATE_NOOP("Models", "YOLOv5")},
    {"yolov7", QT_TRANSLATE_NOOP("Models", "YOLOv7")},
    {"yolov7-tiny", QT_TRANSLATE_NOOP("Models", "YOLOv7-tiny")},
    {"yolov7x", QT_TRANSLATE_NOOP("Models", "YOLOv7-X")},
    {"yolov8", QT_TRANSLATE_NOOP("Models", "YOLOv8")},
};

QString model_name_in(std::span<const ModelName> names, std::string_view id)
{
    const auto found = std::ranges::find(names, id, &ModelName::id);
    if (found != names.end()) return QCoreApplication::translate("Models", found->text);
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

} // namespace

QString family_text(std::string_view id) { return model_name_in(family_names, id); }
QString preset_group_text(std::string_view id) { return model_name_in(group_names, id); }
QString hyperparameter_word_text(std::string_view word) { return model_name_in(word_names, word); }

} // namespace rigwright
