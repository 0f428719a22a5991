// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"
#include "ui/plots/hatched_area.h"
#include "ui/theme/theme.h"

namespace rigwright {

/// The colour and pattern of a part of memory, the same in every picture.
HatchedFill fill_of(MemoryPart part, const Theme& theme);

} // namespace rigwright
