// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/explain/working.h"

namespace rigwright {

/// What the operating system leaves of the machine's memory, for trainings without a GPU. Precondition: it is known.
Working explain_usable_of_host(const Evaluation& evaluation);

} // namespace rigwright
