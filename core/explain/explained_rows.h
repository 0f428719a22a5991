// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace rigwright {

// A table of explained quantities: rows with an `id`, in the order of the estimate file.

/// The row of a quantity; nullptr for an id that the table does not know.
template <typename Rows>
auto row_of(const Rows& rows, std::string_view id) -> decltype(&*rows.begin())
{
    const auto found = std::find_if(rows.begin(), rows.end(), [id](const auto& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

/// The ids of a table.
template <typename Rows>
std::vector<std::string_view> ids_of(const Rows& rows)
{
    std::vector<std::string_view> ids;
    ids.reserve(std::size(rows));
    for (const auto& row : rows) ids.push_back(row.id);
    return ids;
}

} // namespace rigwright
