// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The working of one quantity of the "time" object. Empty for an unknown id and where the evaluation has no time.
std::optional<Derivation> explain_time(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// The ids that `explain_time` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_time_quantities();

} // namespace rigwright
