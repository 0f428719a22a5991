// SPDX-License-Identifier: Apache-2.0
#include "core/estimate/measured_correction.h"

namespace rigwright {} // namespace rigwright
