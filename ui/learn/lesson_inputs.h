// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/zoo/family.h"
#include "ui/format/words.h"

#include <QWidget>

#include <functional>

namespace rigwright {

class Document;

/// The value of a setting as a person reads it.
QString setting_text(const std::string& path, const FieldValue& value, const Localization& words);

/// Above the inputs while a lesson or the playground runs: that it is a copy, the inputs that the lesson moves first,
/// and what the present settings are compared with. Hidden otherwise.
QWidget* lesson_inputs(Document& document, const Localization& words, std::function<void()> rows_changed);

} // namespace rigwright
