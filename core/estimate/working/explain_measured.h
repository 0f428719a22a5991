// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <string_view>

namespace rigwright {

/// What measurements add to the memory of the card and to the step; empty where none corrects them.
std::optional<Derivation> explain_memory_correction(const Evaluation& evaluation);
std::optional<Derivation> explain_time_correction(const Evaluation& evaluation, const EngineData& data);

/// Gives the sum over the parts of memory, or of the step, the correction as a further summand where there is one.
void add_memory_correction(Derivation& total, const Evaluation& evaluation);
void add_time_correction(Derivation& step, const Evaluation& evaluation);

/// Puts the correction into the working of a quantity that was explained from the model alone ("memory.low_bytes",
/// "memory.peak_allocated_bytes", "memory.max_micro_batch", ...).
Derivation with_measurements(Derivation working, const Evaluation& evaluation, std::string_view quantity);

} // namespace rigwright
