// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/layer_types.h"

#include <algorithm>
#include <set>

namespace rigwright {

namespace {

using Option = Hyperparameter;
using OptionList = std::vector<Option>;

constexpr double widest = 65536;
constexpr double largest_layer_window = 1024;
constexpr double most_features = 1e7;

/// Every layer can read another layer than the previous one.
OptionList with_source(OptionList options)
{
    options.push_back(Option::layer("reads"));
    return options;
}

OptionList window(std::int64_t kernel, std::int64_t stride)
{
    return {Option::integer("kernel", kernel, 1, largest_layer_window),
            Option::integer("stride", stride, 1, largest_layer_window),
            Option::integer("padding", 0, 0, largest_layer_window)};
}

OptionList convolution()
{
    OptionList options = window(3, 1);
    options.insert(options.begin(), Option::integer("out_channels", 64, 1, widest));
    options.push_back(Option::integer("dilation", 1, 1, largest_layer_window));
    options.push_back(Option::integer("groups", 1, 1, widest));
    options.push_back(Option::flag("bias", true));
    return with_source(std::move(options));
}

OptionList depthwise()
{
    OptionList options = window(3, 1);
    options.insert(options.begin(), Option::integer("multiplier", 1, 1, largest_layer_window));
    options.push_back(Option::integer("dilation", 1, 1, largest_layer_window));
    options.push_back(Option::flag("bias", true));
    return with_source(std::move(options));
}

OptionList transposed()
{
    OptionList options = window(2, 2);
    options.insert(options.begin(), Option::integer("out_channels", 64, 1, widest));
    options.push_back(Option::integer("groups", 1, 1, widest));
    options.push_back(Option::flag("bias", true));
    return with_source(std::move(options));
}

/// The default stride of a pool is its kernel.
OptionList pool(bool may_round_up)
{
    OptionList options{Option::integer("kernel", 2, 1, largest_layer_window),
                       Option::derived("stride", 1, largest_layer_window),
                       Option::integer("padding", 0, 0, largest_layer_window)};
    if (may_round_up) options.push_back(Option::flag("round_up", false));
    return with_source(std::move(options));
}

OptionList in_place() { return with_source({Option::flag("in_place", false)}); }
OptionList affine() { return with_source({Option::flag("affine", true)}); }
OptionList nothing() { return with_source({}); }

std::vector<LayerType> make_types()
{
    using Group = LayerGroup;
    return {
        {"conv", Group::product, convolution()},
        {"depthwise-conv", Group::product, depthwise()},
        {"transposed-conv", Group::product, transposed()},
        {"linear", Group::product,
         with_source({Option::integer("out_features", 10, 1, most_features), Option::flag("bias", true)})},
        {"batch-norm", Group::normalization, affine()},
        {"layer-norm", Group::normalization, affine()},
        {"group-norm", Group::normalization,
         with_source({Option::integer("groups", 32, 1, widest), Option::flag("affine", true)})},
        {"relu", Group::activation, in_place()},
        {"relu6", Group::activation, in_place()},
        {"leaky-relu", Group::activation, in_place()},
        {"gelu", Group::activation, nothing()},
        {"silu", Group::activation, in_place()},
        {"sigmoid", Group::activation, nothing()},
        {"tanh", Group::activation, nothing()},
        {"hardswish", Group::activation, in_place()},
        {"softmax", Group::activation, nothing()},
        {"dropout", Group::activation,
         with_source({Option::real("probability", 0.5, 0, 1), Option::flag("in_place", false)})},
        {"max-pool", Group::pooling, pool(true)},
        {"average-pool", Group::pooling, pool(true)},
        {"adaptive-average-pool", Group::pooling, with_source({Option::integer("size", 1, 1, largest_layer_window)})},
        {"global-average-pool", Group::pooling, nothing()},
        {"upsample", Group::shape,
         with_source({Option::integer("scale", 2, 1, 64), Option::choice("mode", {"nearest", "bilinear"})})},
        {"flatten", Group::shape, nothing()},
        {"add-from", Group::joining, with_source({Option::layer("from"), Option::flag("in_place", false)})},
        {"concat-from", Group::joining, with_source({Option::layer("from")})},
    };
}

bool is_legal(const LayerSpec& layer)
{
    const LayerType* type = layer_type_of(layer.type);
    if (type == nullptr || layer.name.size() > longest_layer_name) return false;
    const bool complete = std::ranges::all_of(type->options, [&](const Option& option) {
        return !is_required(option) || layer.options.find(option.key) != layer.options.end();
    });
    return complete && std::ranges::all_of(layer.options, [&](const auto& given) {
               const Option* option = layer_option_of(*type, given.first);
               return option != nullptr && option->accepts(given.second);
           });
}

} // namespace

const std::vector<LayerType>& layer_types()
{
    static const std::vector<LayerType> all = make_types();
    return all;
}

const LayerType* layer_type_of(std::string_view id)
{
    const auto& types = layer_types();
    const auto found = std::ranges::find(types, id, &LayerType::id);
    return found == types.end() ? nullptr : &*found;
}

const Hyperparameter* layer_option_of(const LayerType& type, std::string_view key)
{
    const auto found = std::ranges::find(type.options, key, &Option::key);
    return found == type.options.end() ? nullptr : &*found;
}

bool is_required(const Hyperparameter& option)
{
    return option.type == HyperparameterType::layer && option.key == "from";
}

bool are_legal(const LayerSpecs& layers)
{
    return !layers.empty() && layers.size() <= most_layers && std::ranges::all_of(layers, is_legal);
}

std::vector<std::string> layer_names(const LayerSpecs& layers)
{
    std::set<std::string_view> taken{network_input_name};
    for (const LayerSpec& layer : layers) taken.insert(layer.name);
    std::vector<std::string> names;
    names.reserve(layers.size());
    for (std::size_t i = 0; i < layers.size(); ++i) {
        std::string name = layers[i].name;
        if (name.empty()) {
            name = layers[i].type + std::to_string(i);
            while (taken.contains(name)) name += '_';
        }
        names.push_back(std::move(name));
    }
    return names;
}

} // namespace rigwright
