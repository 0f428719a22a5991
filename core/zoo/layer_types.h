// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/family.h"

namespace rigwright {

/// What menus put together.
enum class LayerGroup { product, normalization, activation, pooling, shape, joining };

/// One type of layer that a list may hold, with its options: key, kind, legal values and what it is when left out. An
/// option of kind `layer` without a default has to be given when its key is "from".
struct LayerType {
    /// As scenario files spell it ("max-pool").
    std::string_view id;
    LayerGroup group = LayerGroup::product;
    std::vector<Hyperparameter> options;
};

/// Every type, in the order that menus show them. The options are called and default as those of PyTorch's modules are.
const std::vector<LayerType>& layer_types();
/// Null when there is none of that name.
const LayerType* layer_type_of(std::string_view id);
/// Null when the type has no such option.
const Hyperparameter* layer_option_of(const LayerType& type, std::string_view key);
bool is_required(const Hyperparameter& option);

/// Of known types, with known options in their ranges, at most `most_layers`; whether shapes fit is not looked at.
bool are_legal(const LayerSpecs& layers);

/// The name of every layer: its own, or its type and place, with "_" appended where another layer has taken that.
std::vector<std::string> layer_names(const LayerSpecs& layers);
/// What a layer calls the input of the network.
inline constexpr std::string_view network_input_name = "input";

/// Read access to the options of a layer that is known to be legal; defaults come from the table.
class LayerReader {
public:
    LayerReader(const LayerSpec& layer, const LayerType& type) : layer_(layer), type_(type) {}

    bool has(std::string_view key) const { return layer_.options.find(key) != layer_.options.end(); }
    std::int64_t integer(std::string_view key) const;
    double real(std::string_view key) const;
    bool flag(std::string_view key) const;
    std::string_view choice(std::string_view key) const;

private:
    FieldValue value(std::string_view key) const;

    const LayerSpec& layer_;
    const LayerType& type_;
};

} // namespace rigwright
