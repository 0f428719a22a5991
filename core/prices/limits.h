// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace rigwright {

/// What a price list may cost the program before it is refused.
inline constexpr std::size_t most_price_file_bytes = std::size_t{8} << 20;
inline constexpr std::size_t most_price_rows = 200'000;
inline constexpr std::size_t most_price_columns = 256;
/// Of one cell, in characters.
inline constexpr std::size_t longest_price_text = 4096;
inline constexpr double highest_imported_price = 1e9;
/// Names for which similar parts are looked for; further unknown names are reported without.
inline constexpr std::size_t most_suggestions = 500;

} // namespace rigwright
