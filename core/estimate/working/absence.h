// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/estimate/term.h"

#include <string_view>

namespace rigwright {

/// Why an estimate has no such quantity, where `explain` knows the id and gives no working: the price, offer or setting
/// that is missing, and the field where it is entered.
Finding absence_of(const Evaluation& evaluation, std::string_view quantity);

/// Whether an inference has the quantity at all ("memory.parts.gradients": no).
bool exists_in_inference(std::string_view quantity);

/// The working of an inference: without the terms that only a training has, which are zero or one there, and with the
/// names of what it does instead ("Time of all batches" for the training time).
Derivation without_training(Derivation node);

} // namespace rigwright
