// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The working of what a whole run takes beside its steps: loading, wall time, goodput, checkpoints, work. Empty for an
/// unknown id and for what the evaluation does not have.
std::optional<Derivation> explain_run(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// The ids that `explain_run` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_run_quantities();

/// The wall time of a run with the working of its parts. Precondition: the evaluation has a run.
Derivation explain_wall(const Evaluation& evaluation, const EngineData& data);

/// The working of one quantity of the "cost" object. Empty for an unknown id and where a price, the time or the energy
/// that it needs is not known.
std::optional<Derivation> explain_cost(const Evaluation& evaluation, const EngineData& data, std::string_view quantity);

/// The ids that `explain_cost` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_cost_quantities();

/// The working of one quantity of the "energy" object. Empty for an unknown id and where no power is known.
std::optional<Derivation> explain_energy(const Evaluation& evaluation, const EngineData& data,
                                         std::string_view quantity);

/// The ids that `explain_energy` knows, in the order of the estimate file.
const std::vector<std::string_view>& explained_energy_quantities();

} // namespace rigwright
