// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/zoo/layer_types.h"

#include <cstddef>
#include <string>

namespace rigwright {

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
/// The layer at `from` stands at `to` afterwards.
LayerSpecs with_layer_moved(const LayerSpecs& layers, std::size_t from, std::size_t to);
/// Those that read the layer read it by its new name; an empty name is the type and the place.
LayerSpecs with_layer_renamed(const LayerSpecs& layers, std::size_t at, const std::string& name);

} // namespace rigwright
