// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QWidget>

#include <functional>

namespace rigwright {

class Document;

/// Above the inputs while a lesson or the playground runs: a note that this is a copy, the lesson's main inputs, and
/// the settings to compare with. Hidden otherwise.
QWidget* lesson_inputs(Document& document, const Localization& words, std::function<void()> rows_changed);

} // namespace rigwright
