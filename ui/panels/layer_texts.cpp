// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_texts.h"

#include "ui/controls/number_text.h"
#include "ui/format/words.h"
#include "ui/panels/field_rows.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

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

std::string value_text(const FieldValue& value, const Localization& words)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value)) return exact_text(*number).toStdString();
    const auto* word = std::get_if<std::string>(&value);
    return word ? words.choice("hyperparameter-word", *word).toStdString() : std::string();
}

/// Empty where the option goes without saying. A flag has a text for its unusual value.
QString option_text(const Hyperparameter& option, const LayerSpec& layer, const Localization& words)
{
    const auto given = layer.options.find(option.key);
    const bool is_usual = given == layer.options.end() || (option.standard && given->second == *option.standard);
    const bool said = std::ranges::find(always_said, option.key) != std::end(always_said);
    const std::string code = "layer.option." + std::string(option.key);
    if (!words.table().has(code) || (is_usual && !said)) return {};
    return words.text(code, {{"value", value_text(is_usual ? *option.standard : given->second, words)}});
}

} // namespace

QString layer_group_text(LayerGroup group, const Localization& words)
{
    constexpr std::array names{"product", "normalization", "activation", "pooling", "shape", "joining"};
    return words.text(std::string("layer.group.") + names[static_cast<std::size_t>(group)]);
}

QString layer_options_text(const LayerSpec& layer, const Localization& words)
{
    const LayerType* type = layer_type_of(layer.type);
    if (!type) return {};
    QStringList texts;
    for (const Hyperparameter& option : type->options) {
        if (const QString text = option_text(option, layer, words); !text.isEmpty()) texts << text;
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
    spec.has_slider = true;
    const double last = std::min(found->last, option.maximum);
    spec.steps = found->one_by_one ? even_steps(option.minimum, last, 1) : powers_of_two(option.minimum, last);
    return spec;
}

} // namespace rigwright
