// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// What the number formats of a plan risk: the range of fp16, digits of 16-bit weights, constants of the optimizer that
/// vanish, sums of norms, models known to overflow. Formats are IEEE 754 binary16 (largest 65,504, smallest above zero
/// 5.96e-8) and bfloat16 (8 significant bits).
void add_numerics_findings(const Evaluation& evaluation, const EngineData& data, std::vector<Finding>& findings);

} // namespace rigwright
