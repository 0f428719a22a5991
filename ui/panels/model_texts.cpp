// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>

namespace rigwright {

namespace {

struct Name {
    std::string_view id;
    const char* text;
};

constexpr Name family_names[] = {
    {"alexnet", QT_TRANSLATE_NOOP("Models", "AlexNet")},
    {"vgg", QT_TRANSLATE_NOOP("Models", "VGG")},
    {"residual-net", QT_TRANSLATE_NOOP("Models", "Residual network (ResNet)")},
    {"decoder-transformer", QT_TRANSLATE_NOOP("Models", "Transformer decoder (GPT, Llama)")},
    {"encoder-transformer", QT_TRANSLATE_NOOP("Models", "Transformer encoder (BERT)")},
    {"encoder-decoder-transformer", QT_TRANSLATE_NOOP("Models", "Transformer encoder-decoder (T5)")},
    {"vision-transformer", QT_TRANSLATE_NOOP("Models", "Vision transformer (ViT)")},
    {"layer-list", QT_TRANSLATE_NOOP("Models", "Build your own net…")},
    {"detector", QT_TRANSLATE_NOOP("Models", "Detector (DETR)")},
};

constexpr Name group_names[] = {
    {"classification", QT_TRANSLATE_NOOP("Models", "Image classification")},
    {"detection", QT_TRANSLATE_NOOP("Models", "Object detection")},
    {"segmentation", QT_TRANSLATE_NOOP("Models", "Segmentation")},
    {"language", QT_TRANSLATE_NOOP("Models", "Language")},
    {"generation", QT_TRANSLATE_NOOP("Models", "Generation")},
};

constexpr Name word_names[] = {
    {"alibi", QT_TRANSLATE_NOOP("Models", "ALiBi")},
    {"basic", QT_TRANSLATE_NOOP("Models", "basic")},
    {"bilinear", QT_TRANSLATE_NOOP("Models", "bilinear")},
    {"bottleneck", QT_TRANSLATE_NOOP("Models", "bottleneck")},
    {"detr", QT_TRANSLATE_NOOP("Models", "DETR")},
    {"features", QT_TRANSLATE_NOOP("Models", "numbers in a row")},
    {"gelu", QT_TRANSLATE_NOOP("Models", "GELU")},
    {"gelu-tanh", QT_TRANSLATE_NOOP("Models", "GELU (tanh)")},
    {"image", QT_TRANSLATE_NOOP("Models", "images")},
    {"layer", QT_TRANSLATE_NOOP("Models", "layer norm")},
    {"learned", QT_TRANSLATE_NOOP("Models", "learned")},
    {"nearest", QT_TRANSLATE_NOOP("Models", "nearest")},
    {"none", QT_TRANSLATE_NOOP("Models", "none")},
    {"quick-gelu", QT_TRANSLATE_NOOP("Models", "Quick GELU")},
    {"relative-bias", QT_TRANSLATE_NOOP("Models", "relative bias")},
    {"relu", QT_TRANSLATE_NOOP("Models", "ReLU")},
    {"resnet101", QT_TRANSLATE_NOOP("Models", "ResNet-101")},
    {"resnet18", QT_TRANSLATE_NOOP("Models", "ResNet-18")},
    {"resnet34", QT_TRANSLATE_NOOP("Models", "ResNet-34")},
    {"resnet50", QT_TRANSLATE_NOOP("Models", "ResNet-50")},
    {"rms", QT_TRANSLATE_NOOP("Models", "RMS norm")},
    {"rotary", QT_TRANSLATE_NOOP("Models", "rotary")},
    {"sigmoid", QT_TRANSLATE_NOOP("Models", "sigmoid")},
    {"silu", QT_TRANSLATE_NOOP("Models", "SiLU")},
    {"tanh", QT_TRANSLATE_NOOP("Models", "tanh")},
};

QString name_in(std::span<const Name> names, std::string_view id)
{
    const auto found = std::ranges::find(names, id, &Name::id);
    if (found != names.end()) return QCoreApplication::translate("Models", found->text);
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

} // namespace

QString family_text(std::string_view id) { return name_in(family_names, id); }
QString preset_group_text(std::string_view id) { return name_in(group_names, id); }
QString hyperparameter_word_text(std::string_view word) { return name_in(word_names, word); }

} // namespace rigwright
