// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <vector>

namespace rigwright {

/// What one machine draws with every part at its limit, behind the power supply: GPUs at board power, processors at
/// their highest power, memory, drives, board and fans as the energy model has them. Empty where a power is not
/// published.
std::optional<Watts> full_load_of_a_machine(const Scenario& scenario, const EngineData& data);

/// Checks the build itself: do the parts go together, do they have power, lanes and room, does the plan keep the
/// person's limits. Says nothing about parts that the scenario does not name.
void add_build_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings);

} // namespace rigwright
