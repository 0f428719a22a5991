// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/layer_edits.h"

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

constexpr std::string_view reference_keys[] = {"reads", "from"};

auto at_index(LayerSpecs& layers, std::size_t index) { return layers.begin() + static_cast<std::ptrdiff_t>(index); }

/// Calls `visit` with every reference of the list.
template <typename Visit>
void for_references(LayerSpecs& layers, Visit visit)
{
    for (LayerSpec& layer : layers) {
        for (const std::string_view key : reference_keys) {
            const auto found = layer.options.find(key);
            if (found != layer.options.end()) visit(found->second);
        }
    }
}

} // namespace

LayerSpecs with_lasting_references(const LayerSpecs& layers)
{
    LayerSpecs next = layers;
    const std::vector<std::string> names = layer_names(layers);
    std::map<std::string_view, std::size_t> index_of;
    for (std::size_t i = 0; i < names.size(); ++i) index_of.try_emplace(names[i], i);
    for_references(next, [&](LayerOptionValue& reference) {
        const auto* place = std::get_if<std::int64_t>(&reference);
        if (place && *place >= 0 && *place < static_cast<std::int64_t>(names.size()))
            reference = names[static_cast<std::size_t>(*place)];
        const auto* name = std::get_if<std::string>(&reference);
        const auto read = name ? index_of.find(*name) : index_of.end();
        if (read != index_of.end()) next[read->second].name = *name;
    });
    return next;
}

LayerSpec new_layer(std::string_view type)
{
    LayerSpec layer{std::string(type), "", {}};
    // With a kernel of 3 this keeps the size of the map.
    if (type == "conv" || type == "depthwise-conv") layer.options["padding"] = std::int64_t{1};
    if (const LayerType* known = layer_type_of(type)) {
        for (const Hyperparameter& option : known->options)
            if (is_required(option)) layer.options[std::string(option.key)] = std::string(network_input_name);
    }
    return layer;
}

LayerSpecs with_layer_added(const LayerSpecs& layers, std::size_t at, const LayerSpec& layer)
{
    LayerSpecs next = with_lasting_references(layers);
    next.insert(at_index(next, std::min(at, next.size())), layer);
    return next;
}

LayerSpecs with_layer_duplicated(const LayerSpecs& layers, std::size_t at)
{
    LayerSpec copy = layers[at];
    copy.name.clear();
    return with_layer_added(layers, at + 1, copy);
}

LayerSpecs without_layer(const LayerSpecs& layers, std::size_t at)
{
    LayerSpecs next = with_lasting_references(layers);
    next.erase(at_index(next, at));
    return next;
}

LayerSpecs with_layer_moved(const LayerSpecs& layers, std::size_t from, std::size_t to)
{
    LayerSpecs next = with_lasting_references(layers);
    if (from < to) {
        std::rotate(at_index(next, from), at_index(next, from + 1), at_index(next, to + 1));
    } else {
        std::rotate(at_index(next, to), at_index(next, from), at_index(next, from + 1));
    }
    return next;
}

LayerSpecs with_layer_renamed(const LayerSpecs& layers, std::size_t at, const std::string& name)
{
    LayerSpecs next = with_lasting_references(layers);
    const std::string old = next[at].name;
    next[at].name = name;
    const std::string now = layer_names(next)[at];
    for_references(next, [&](LayerOptionValue& reference) {
        const auto* read = std::get_if<std::string>(&reference);
        if (!old.empty() && read && *read == old) reference = now;
    });
    return next;
}

} // namespace rigwright
