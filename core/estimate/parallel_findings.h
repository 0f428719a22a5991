// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"

namespace rigwright {

/// Adds what is wrong with how a plan divides its model over GPUs: heads, experts, layers or tokens that do not divide
/// by a degree, and degrees that divide nothing. The estimate is that of the GPU with the larger share.
void add_parallel_findings(const Evaluation& evaluation, std::vector<Finding>& findings);

} // namespace rigwright
