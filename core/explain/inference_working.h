// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/working.h"

#include <string_view>

namespace rigwright {

/// Whether an inference has the quantity at all ("memory.parts.gradients": no).
bool exists_in_inference(std::string_view quantity);

/// The working of an inference: without the terms that only a training has, which are zero or one there, and with the
/// names of what it does instead ("Time of all batches" for the training time).
Working without_training(Working node);

} // namespace rigwright
