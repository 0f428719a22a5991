// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The working of one quantity of the "takt" object. Empty for an unknown id and where no cycle is judged.
std::optional<Working> explain_takt(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// The ids that `explain_takt` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_takt_quantities();

} // namespace rigwright
