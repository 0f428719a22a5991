// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace rigwright {

/// One option of a layer as scenario files hold it.
using LayerOptionValue = std::variant<bool, std::int64_t, double, std::string>;

/// One layer of a network that a person wrote as a list: its type (a row of the table of layer types), the name it is
/// referred to by (empty: the type and its place, "conv0"), and the options that are not left to their defaults.
struct LayerSpec {
    std::string type;
    std::string name;
    std::map<std::string, LayerOptionValue, std::less<>> options;

    bool operator==(const LayerSpec&) const = default;
};

using LayerSpecs = std::vector<LayerSpec>;

/// Longer lists and names are refused.
inline constexpr std::size_t most_layers = 10'000;
inline constexpr std::size_t longest_layer_name = 100;

} // namespace rigwright
