// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"

namespace rigwright {

/// Groups of layer types in menus.
enum class LayerGroup { product, normalization, activation, pooling, shape, joining };

/// One type of layer in a list, with its options: key, kind, legal values and default. An option of kind `layer`
/// without a default is required if its key is "from".
struct LayerType {
    /// Name in scenario files ("max-pool").
    std::string_view id;
    LayerGroup group = LayerGroup::product;
    std::vector<Hyperparameter> options;
};

/// Every type, in menu order. Options have the names and defaults of PyTorch's modules.
const std::vector<LayerType>& layer_types();
/// Null if there is no type of that name.
const LayerType* layer_type_of(std::string_view id);
/// Null if the type has no such option.
const Hyperparameter* layer_option_of(const LayerType& type, std::string_view key);
bool is_required(const Hyperparameter& option);

/// Known types, known options in their ranges, at most `most_layers`; shapes are not checked.
bool are_legal(const LayerSpecs& layers);

/// The name of every layer: its own, or its type and index, with "_" appended if another layer already has that name.
std::vector<std::string> layer_names(const LayerSpecs& layers);
/// Name of the network's input in layer references.
inline constexpr std::string_view network_input_name = "input";

} // namespace rigwright
