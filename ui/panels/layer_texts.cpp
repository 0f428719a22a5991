// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_texts.h"

#include "ui/controls/number_text.h"
#include "ui/format/words.h"
#include "ui/panels/field_rows.h"
#include "ui/panels/model_texts.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace rigwright {

namespace {

struct LayerName {
    std::string_view id;
    const char* text;
};

constexpr LayerName type_names[] = {
    {"conv", QT_TRANSLATE_NOOP("Layers", "Convolution")},
    {"depthwise-conv", QT_TRANSLATE_NOOP("Layers", "Depthwise convolution")},
    {"transposed-conv", QT_TRANSLATE_NOOP("Layers", "Transposed convolution")},
    {"linear", QT_TRANSLATE_NOOP("Layers", "Linear")},
    {"batch-norm", QT_TRANSLATE_NOOP("Layers", "Batch norm")},
    {"layer-norm", QT_TRANSLATE_NOOP("Layers", "Layer norm")},
    {"group-norm", QT_TRANSLATE_NOOP("Layers", "Group norm")},
    {"relu", QT_TRANSLATE_NOOP("Layers", "ReLU")},
    {"relu6", QT_TRANSLATE_NOOP("Layers", "ReLU6")},
    {"leaky-relu", QT_TRANSLATE_NOOP("Layers", "Leaky ReLU")},
    {"gelu", QT_TRANSLATE_NOOP("Layers", "GELU")},
    {"silu", QT_TRANSLATE_NOOP("Layers", "SiLU")},
    {"sigmoid", QT_TRANSLATE_NOOP("Layers", "Sigmoid")},
    {"tanh", QT_TRANSLATE_NOOP("Layers", "Tanh")},
    {"hardswish", QT_TRANSLATE_NOOP("Layers", "Hardswish")},
    {"softmax", QT_TRANSLATE_NOOP("Layers", "Softmax")},
    {"dropout", QT_TRANSLATE_NOOP("Layers", "Dropout")},
    {"max-pool", QT_TRANSLATE_NOOP("Layers", "Max pool")},
    {"average-pool", QT_TRANSLATE_NOOP("Layers", "Average pool")},
    {"adaptive-average-pool", QT_TRANSLATE_NOOP("Layers", "Adaptive average pool")},
    {"global-average-pool", QT_TRANSLATE_NOOP("Layers", "Global average pool")},
    {"upsample", QT_TRANSLATE_NOOP("Layers", "Upsample")},
    {"flatten", QT_TRANSLATE_NOOP("Layers", "Flatten")},
    {"add-from", QT_TRANSLATE_NOOP("Layers", "Sum")},
    {"concat-from", QT_TRANSLATE_NOOP("Layers", "Concatenation")},
};

/// How an option stands in the one-line summary; %1 is its value. A flag has a text for its unusual value.
constexpr LayerName option_summaries[] = {
    {"out_channels", QT_TRANSLATE_NOOP("Layers", "%1 ch")},
    {"out_features", QT_TRANSLATE_NOOP("Layers", "%1 features")},
    {"multiplier", QT_TRANSLATE_NOOP("Layers", "%1 per channel")},
    {"kernel", QT_TRANSLATE_NOOP("Layers", "%1×%1")},
    {"stride", QT_TRANSLATE_NOOP("Layers", "stride %1")},
    {"padding", QT_TRANSLATE_NOOP("Layers", "pad %1")},
    {"dilation", QT_TRANSLATE_NOOP("Layers", "dilation %1")},
    {"groups", QT_TRANSLATE_NOOP("Layers", "%1 groups")},
    {"probability", QT_TRANSLATE_NOOP("Layers", "p = %1")},
    {"size", QT_TRANSLATE_NOOP("Layers", "to %1×%1")},
    {"scale", QT_TRANSLATE_NOOP("Layers", "×%1")},
    {"mode", QT_TRANSLATE_NOOP("Layers", "%1")},
    {"from", QT_TRANSLATE_NOOP("Layers", "from %1")},
    {"reads", QT_TRANSLATE_NOOP("Layers", "reads %1")},
    {"bias", QT_TRANSLATE_NOOP("Layers", "no bias")},
    {"affine", QT_TRANSLATE_NOOP("Layers", "no scale and shift")},
    {"in_place", QT_TRANSLATE_NOOP("Layers", "in place")},
    {"round_up", QT_TRANSLATE_NOOP("Layers", "rounded up")},
};

/// What a layer is hardly described without stands in the summary even at its default.
constexpr std::string_view always_said[] = {"out_channels", "out_features", "kernel", "size", "scale", "probability"};

struct Stops {
    std::string_view key;
    double last;
    bool one_by_one;
};

constexpr Stops stops_table[] = {
    {"out_channels", 2048, false},
    {"out_features", 8192, false},
    {"groups", 512, false},
    {"kernel", 15, true},
    {"stride", 8, true},
    {"padding", 8, true},
    {"dilation", 8, true},
    {"multiplier", 8, true},
    {"size", 16, true},
    {"scale", 8, true},
};

const char* layer_name_in(std::span<const LayerName> names, std::string_view id)
{
    const auto found = std::ranges::find(names, id, &LayerName::id);
    return found == names.end() ? nullptr : found->text;
}

QString value_text(const FieldValue& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return QString::number(*whole);
    if (const auto* number = std::get_if<double>(&value)) return exact_text(*number);
    const auto* word = std::get_if<std::string>(&value);
    return word ? hyperparameter_word_text(*word) : QString();
}

/// Empty where the option goes without saying.
QString option_text(const Hyperparameter& option, const LayerSpec& layer)
{
    const auto given = layer.options.find(option.key);
    const bool is_usual = given == layer.options.end() || (option.standard && given->second == *option.standard);
    const bool said = std::ranges::find(always_said, option.key) != std::end(always_said);
    const char* text = layer_name_in(option_summaries, option.key);
    if (!text || (is_usual && !said)) return {};
    QString pattern = QCoreApplication::translate("Layers", text);
    if (!pattern.contains(QLatin1String("%1"))) return pattern;
    return pattern.arg(value_text(given == layer.options.end() ? *option.standard : given->second));
}

} // namespace

QString layer_type_text(std::string_view id)
{
    const char* text = layer_name_in(type_names, id);
    return text ? QCoreApplication::translate("Layers", text) : from_utf8(id);
}

QString layer_group_text(LayerGroup group)
{
    switch (group) {
    case LayerGroup::product: return QCoreApplication::translate("Layers", "With weights");
    case LayerGroup::normalization: return QCoreApplication::translate("Layers", "Norms");
    case LayerGroup::activation: return QCoreApplication::translate("Layers", "Activations and dropout");
    case LayerGroup::pooling: return QCoreApplication::translate("Layers", "Pools");
    case LayerGroup::shape: return QCoreApplication::translate("Layers", "Shape");
    case LayerGroup::joining: return QCoreApplication::translate("Layers", "Joining earlier layers");
    }
    return {};
}

QString layer_options_text(const LayerSpec& layer)
{
    const LayerType* type = layer_type_of(layer.type);
    if (!type) return {};
    QStringList texts;
    for (const Hyperparameter& option : type->options) {
        if (const QString text = option_text(option, layer); !text.isEmpty()) texts << text;
    }
    return texts.join(QStringLiteral(", "));
}

QString layer_shape_text(const Shape& shape)
{
    QStringList extents;
    for (int axis = 0; axis < shape.rank(); ++axis) extents << QString::number(shape[axis]);
    return extents.join(QStringLiteral("×"));
}

NumberSpec layer_number_spec(const Hyperparameter& option)
{
    NumberSpec spec = number_spec(option);
    const auto found = std::ranges::find(stops_table, option.key, &Stops::key);
    if (found == std::end(stops_table)) return spec;
    const double last = std::min(found->last, option.maximum);
    spec.steps = found->one_by_one ? even_steps(option.minimum, last, 1) : powers_of_two(option.minimum, last);
    return spec;
}

} // namespace rigwright
