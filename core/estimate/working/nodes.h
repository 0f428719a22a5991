// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/term.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace rigwright {

/// A derivation at the place `symbol` of a formula.
inline Derivation placed(std::string symbol, Derivation node)
{
    node.symbol = std::move(symbol);
    return node;
}

/// The row of a quantity; nullptr for an unknown id.
template <typename Rows>
auto row_of(const Rows& rows, std::string_view id) -> decltype(&*rows.begin())
{
    const auto found = std::ranges::find_if(rows, [id](const auto& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace rigwright
