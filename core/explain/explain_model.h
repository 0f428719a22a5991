// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/nodes.h"

namespace rigwright {

/// Parameters by the kind of operator that owns them; trainable ones only where asked.
Working explain_parameters(const Evaluation& evaluation, bool trainable);
Working explain_forward_macs(const Evaluation& evaluation, const EngineData& data);
Working explain_forward_flops(const Evaluation& evaluation, const EngineData& data);
Working explain_training_flops(const Evaluation& evaluation);
Working explain_saved_activations(const Evaluation& evaluation);

} // namespace rigwright
