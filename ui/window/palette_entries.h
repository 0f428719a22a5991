// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"
#include "ui/window/palette.h"

namespace rigwright {

class ChoicesColumn;
class MainWindow;

/// Every page, plot, command, input, part, model and chapter of the guide, and what opens or chooses it.
std::vector<PaletteEntry> palette_entries(MainWindow& window, const ChoicesColumn& inputs, const Localization& words);

} // namespace rigwright
