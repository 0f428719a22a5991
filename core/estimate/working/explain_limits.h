// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rigwright {

/// The working of what limits a step: how much the bottleneck takes, the bound FLOPs / peak and where the gap to it goes
/// ("time.step_from_bound"), the step with one thing of the machine doubled ("time.doubled.memory_bandwidth"), and the
/// batch from which on a larger one hardly helps. Empty for an unknown id. Precondition: the evaluation has a time.
std::optional<Derivation> explain_limit(const Evaluation& evaluation, const EngineData& data,
                                        std::string_view quantity);

const std::vector<std::string_view>& explained_limits();

/// The bound FLOPs / peak of a step. Precondition: the evaluation has a time.
Derivation explain_peak_bound(const Evaluation& evaluation, const EngineData& data);

} // namespace rigwright
