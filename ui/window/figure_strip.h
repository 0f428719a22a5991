// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/page.h"

#include <initializer_list>

namespace rigwright {

/// Large figures side by side: name, number, range and one more fact of each. A number opens its calculation. In a
/// narrow window they are smaller, then take two lines. A quantity that the plan does not have is left out. Its object
/// name is "figures". `quantities` are ids of the estimate, and "time.bottleneck" for the word.
QWidget* figure_strip(const PageContext& context, std::initializer_list<const char*> quantities, QWidget* parent);

} // namespace rigwright
