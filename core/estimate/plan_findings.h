// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

#include <vector>

namespace rigwright {

/// What a reader should know of a computed plan: it does not fit, costs something, or is not covered by the model. One
/// function a finding, listed in plan_findings.cpp.
void add_plan_findings(const Evaluation& evaluation, const EngineData& data, const Gpu& gpu,
                       std::vector<Finding>& findings);

} // namespace rigwright
