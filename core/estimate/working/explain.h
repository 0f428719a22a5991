// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The derivation of one quantity of an estimate ("memory.total_bytes", "time.parts.forward", "model.parameters"): the
/// same terms that the estimate was summed from, with formula, values and sources. Empty for an unknown id and for a
/// quantity that this estimate does not have; an inference has none of the training quantities.
std::optional<Derivation> explain(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// Every quantity that `explain` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_quantities();

} // namespace rigwright
