// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/strict_json.h"

#include <cstddef>

namespace rigwright {

// What a project file may cost the program before it is refused. A project is a page of text per build; what is larger
// is another kind of file, or a hostile one.

/// Bytes of the file and objects inside each other: those of every JSON text.
inline constexpr JsonLimits project_json_limits{};
/// Builds of one project.
inline constexpr std::size_t most_builds = 500;
/// Bytes of any one text in the file, keys included.
inline constexpr std::size_t longest_text = 4096;
/// Builds that stand beside each other in the comparison.
inline constexpr std::size_t most_pinned = 6;
/// Prices that a pinned build keeps; a build has a handful of parts.
inline constexpr std::size_t most_pinned_prices = 100;

} // namespace rigwright
