// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/hardware/catalog.h"
#include "core/text/messages.h"

namespace rigwright {

/// Classes of machines and drives that stand for none in particular ("Desktop for two cards") get their names in the
/// language of the messages ("part-class.<id>"); makers' names, and names that the person gave, stay as they are. True
/// where a name changed.
bool name_part_classes(Catalog& catalog, const Messages& messages);

} // namespace rigwright
