// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace rigwright {

class MainWindow;

/// Writes a picture of the window, plots drawn, to a PNG file. Returns why it failed, or nothing.
QString take_screenshot(MainWindow& window, const QString& path);

} // namespace rigwright
