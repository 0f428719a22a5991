// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/engine_data.h"
#include "core/scenario/fields.h"
#include "core/scenario/finding.h"
#include "core/zoo/layer_types.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

// The options of a layer as fields, by paths such as "model.shape.layers[3].kernel"; the key "type" is a field too.

struct LayerPath {
    std::size_t index = 0;
    /// Empty for the layer itself.
    std::string_view key;
};

/// Empty for a path that names no layer of a list.
std::optional<LayerPath> layer_path(std::string_view path);
std::string layer_field(std::size_t index, std::string_view key);

/// The effective list: the scenario's own, its preset's or its family's; null where the model is not a list of layers.
const LayerSpecs* layers_of(const Scenario& scenario, const EngineData& data);
/// The scenario with another list; omits the list if it equals the model's default.
Scenario with_layers(const Scenario& scenario, const EngineData& data, LayerSpecs layers);

/// The value of an option, or its default. A referenced layer is given by its name.
FieldValue layer_option_value(const LayerSpecs& layers, const LayerPath& path);
FieldValue layer_option_default(const LayerSpecs& layers, const LayerPath& path);
/// The list with one option set; an absent value resets it to its default. Empty when the value is not legal.
std::optional<LayerSpecs> with_layer_option(const LayerSpecs& layers, const LayerPath& path, const FieldValue& value);
std::vector<Finding> why_layer_option_refused(const LayerSpecs& layers, const LayerPath& path, const FieldValue& value);

// Edits of a whole list of layers. Layers that others read get explicit names first, so that a reference keeps its
// meaning wherever that layer moves.

/// Gives every layer that another one reads an explicit name, which references then use.
LayerSpecs with_lasting_references(const LayerSpecs& layers);

/// A new layer of that type with sensible options (a convolution that keeps the size of its feature map).
LayerSpec new_layer(std::string_view type);

/// `at` in [0, size].
LayerSpecs with_layer_added(const LayerSpecs& layers, std::size_t at, const LayerSpec& layer);
/// Inserts a copy of the layer at `at` behind it.
LayerSpecs with_layer_duplicated(const LayerSpecs& layers, std::size_t at);
LayerSpecs without_layer(const LayerSpecs& layers, std::size_t at);
/// Moves the layer at `from` to `to`.
LayerSpecs with_layer_moved(const LayerSpecs& layers, std::size_t from, std::size_t to);
/// Renames a layer and all references to it; an empty name is the type and the position.
LayerSpecs with_layer_renamed(const LayerSpecs& layers, std::size_t at, const std::string& name);

} // namespace rigwright
