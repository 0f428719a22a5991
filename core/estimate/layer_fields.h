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

/// Nothing for a path that names no layer of a list.
std::optional<LayerPath> layer_path(std::string_view path);
std::string layer_field(std::size_t index, std::string_view key);

/// The list in force: the scenario's own, its preset's or its family's; null where the model is no list of layers.
const LayerSpecs* layers_of(const Scenario& scenario, const EngineData& data);
/// The scenario with another list; the list that the model has anyway is left out.
Scenario with_layers(const Scenario& scenario, const EngineData& data, LayerSpecs layers);

/// The value an option has, or the default it would have. A layer that is read goes by its name.
FieldValue layer_option_value(const LayerSpecs& layers, const LayerPath& path);
FieldValue layer_option_default(const LayerSpecs& layers, const LayerPath& path);
/// The list with one option set, an absent value returning it to its default; nothing when the value is not legal.
std::optional<LayerSpecs> with_layer_option(const LayerSpecs& layers, const LayerPath& path, const FieldValue& value);
std::vector<Finding> why_layer_option_refused(const LayerSpecs& layers, const LayerPath& path, const FieldValue& value);

// Changes of a list of layers as a whole. Layers that others read get their names written down first, so that a
// reference goes on meaning the same layer wherever that one moves.

/// Every layer that another one reads carries its name, and is read by it.
LayerSpecs with_lasting_references(const LayerSpecs& layers);

/// A layer of that type as a person would begin with it (a convolution that keeps the size of its map).
LayerSpec new_layer(std::string_view type);

/// `at` in [0, size].
LayerSpecs with_layer_added(const LayerSpecs& layers, std::size_t at, const LayerSpec& layer);
/// A copy of the layer at `at` follows it.
LayerSpecs with_layer_duplicated(const LayerSpecs& layers, std::size_t at);
LayerSpecs without_layer(const LayerSpecs& layers, std::size_t at);
/// The layer at `from` is at `to` afterwards.
LayerSpecs with_layer_moved(const LayerSpecs& layers, std::size_t from, std::size_t to);
/// Those that read the layer read it by its new name; an empty name is the type and the place.
LayerSpecs with_layer_renamed(const LayerSpecs& layers, std::size_t at, const std::string& name);

} // namespace rigwright
