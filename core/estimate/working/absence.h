// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <string_view>

namespace rigwright {

/// The reason why an estimate lacks a quantity that `explain` knows: the missing price, offer or setting, and the field
/// to enter it.
Finding absence_of(const Evaluation& evaluation, std::string_view quantity);

/// Whether the quantity exists in inference ("memory.parts.gradients": no).
bool exists_in_inference(std::string_view quantity);

/// The derivation for an inference: without the terms that exist only in training, which are zero or one there, and
/// with the inference's own names ("Time of all batches" for the training time).
Derivation without_training(Derivation node);

} // namespace rigwright
