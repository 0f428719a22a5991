// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright {

/// What the machine could do by its data sheets.
std::span<const std::string_view> explained_peaks();

/// The working of a number of the requirements page: "requirements.<resource>" (needed or allowed),
/// "requirements.<resource>_present", the samples of an epoch, the month of the machine, and
/// "requirements.workloads[<index>]", the share of one workload (0: the scenario's own).
std::optional<Derivation> explain_requirements(const Evaluation& evaluation, const EngineData& data,
                                               std::string_view quantity);

/// All of those that a scenario can have, workloads aside.
const std::vector<std::string>& explained_requirement_quantities();

} // namespace rigwright
