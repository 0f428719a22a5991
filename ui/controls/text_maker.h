// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace rigwright {

/// A text that is made again when the window's language changes.
using TextMaker = std::function<QString()>;

} // namespace rigwright
