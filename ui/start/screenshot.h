// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace rigwright {

class MainWindow;

/// Writes a picture of `page`, the window or another one of its own, to a PNG file; plots are drawn. Both are shown
/// already. Returns why it failed, or nothing.
QString take_screenshot(MainWindow& window, QWidget& page, const QString& path);

} // namespace rigwright
