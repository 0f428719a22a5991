// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace rigwright {

// Names of what the zoo holds, in the window's language; an unknown id is its own name.

QString family_text(std::string_view id);
/// The task that presets are grouped by.
QString preset_group_text(std::string_view id);
/// A word of a hyperparameter ("rotary" positions).
QString hyperparameter_word_text(std::string_view word);

} // namespace rigwright
