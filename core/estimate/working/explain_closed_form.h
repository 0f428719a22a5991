// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/working/nodes.h"

#include <optional>

namespace rigwright {

/// The parameters of a transformer as textbooks count them (Vaswani et al. 2017 and what followed): tables, layers,
/// norms, output, from the hyperparameters alone. It equals the engine's count to the last parameter. Nothing for other
/// families, and where the sum is another one: experts, latent attention, adapters.
std::optional<Derivation> explain_closed_form(const Evaluation& evaluation, const EngineData& data);

/// The formula that goes round for an encoder-decoder, V·d + 2N(12d² + 9d) + N(16d² + 11d), as printed, with what is
/// wrong in it one by one; d is the model's width, N its layers. Nothing where the closed form above is none.
std::optional<Derivation> explain_commonly_quoted_transformer(const Evaluation& evaluation, const EngineData& data);

} // namespace rigwright
