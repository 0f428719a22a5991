// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/estimate.h"

namespace rigwright {

/// Says what of an imported file the numbers do not include. `import-incomplete`: nodes that carry weights or products;
/// `import-weights-only`: everything but the weights; `import-nodes-unknown`: nodes that move numbers alone. The
/// unknown ones are listed in the estimate.
void add_import_findings(const ImportedNetwork& imported, Estimate& estimate);

} // namespace rigwright
