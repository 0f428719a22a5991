// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/estimate.h"

namespace rigwright {} // namespace rigwright

namespace None {} // namespace None
