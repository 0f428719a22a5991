// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The working of one quantity of the "energy" object. Empty for an unknown id and where no power is known.
std::optional<Working> explain_energy(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// The ids that `explain_energy` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_energy_quantities();

} // namespace rigwright
