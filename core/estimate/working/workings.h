// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// Peaks of the machine from datasheets.
std::span<const std::string_view> explained_peaks();

/// The derivation of a number of the requirements page: "requirements.<resource>" (needed or allowed),
/// "requirements.<resource>_present", the samples of an epoch, the month of the machine, and
/// "requirements.workloads[<index>]", the share of one workload (0: the scenario's own).
std::optional<Derivation> explain_requirements(const Evaluation& evaluation, const EngineData& data,
                                               std::string_view quantity);

/// All requirement quantities that a scenario can have, except workloads.
const std::vector<std::string>& explained_requirement_quantities();

} // namespace rigwright
