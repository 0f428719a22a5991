// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/compare/comparison.h"

#include <nlohmann/json_fwd.hpp>

namespace rigwright {

/// The comparison in format "rigwright.comparison", version 1: the builds' names and verdicts, a row a quantity with
/// values, ranges (no `high` for a lower bound), deltas and ranking, and the inputs that differ. Nothing non-finite.
nlohmann::ordered_json comparison_json(const Comparison& comparison, const std::vector<std::string>& names);

} // namespace rigwright
