// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The working of one quantity of the "cost" object. Empty for an unknown id and where a price, the time or the energy
/// that it needs is not known.
std::optional<Working> explain_cost(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// The ids that `explain_cost` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_cost_quantities();

} // namespace rigwright
