// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rigwright {

/// What "About" says: name, version, purpose, licence and the libraries in use, in the window's current language.
QString about_text();

} // namespace rigwright
