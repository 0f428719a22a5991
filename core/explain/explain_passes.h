// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

namespace rigwright {

/// One pass of a micro-batch over the operators, grouped by kind; the operator that takes longest is opened down to the
/// kernels. Precondition: the evaluation has a time.
enum class Pass { forward, backward, recompute };
Working explain_pass(const Evaluation& evaluation, const EngineData& data, Pass pass);

/// The catalogue record of what computes ("gpus/rtx4090", "cpus/graviton3").
std::string device_record(const Evaluation& evaluation);
/// Where its efficiencies and its reached bandwidth come from.
const char* model_source(const Evaluation& evaluation);
const char* bandwidth_source(const Evaluation& evaluation);

} // namespace rigwright
