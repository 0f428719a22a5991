// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

namespace rigwright {

/// Says what of an imported file the numbers do not include: nodes that no operator stands for (`import-nodes-unknown`),
/// or everything but the weights (`import-weights-only`). The unknown ones are listed in the estimate.
void add_import_findings(const ImportedNetwork& imported, Estimate& estimate);

} // namespace rigwright
