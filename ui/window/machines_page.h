// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/page.h"

namespace rigwright {

/// The machines of the project: their tabs with the commands on them, and below a card for each with its parts, its
/// figures and its verdict. A click on a card brings its machine to the front.
QWidget* machines_page(const PageContext& context, QWidget* parent);

} // namespace rigwright
