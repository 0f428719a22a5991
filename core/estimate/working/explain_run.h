// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

namespace rigwright {

/// Figures of a whole run in addition to its steps: loading, wall time, goodput, checkpoints, work.
ExplainedRows explained_run();

/// The wall time of a run with the working of its parts. Precondition: the evaluation has a run.
Derivation explain_wall(const Evaluation& evaluation, const EngineData& data);

ExplainedRows explained_cost();
ExplainedRows explained_energy();

} // namespace rigwright
