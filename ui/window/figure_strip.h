// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/page.h"

#include <initializer_list>

namespace rigwright {

/// Large figures side by side, each with name, number, range and one more fact. A number opens its calculation. In a
/// narrow window they are smaller, then take two lines. Omits quantities that the plan does not have. The object name
/// is "figures". `quantities` are ids of the estimate; "time.bottleneck" shows the word.
QWidget* figure_strip(const PageContext& context, std::initializer_list<const char*> quantities, QWidget* parent);

} // namespace rigwright
