// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/start/start_options.h"

#include <QString>
#include <QStringList>

class QApplication;
class QWidget;

namespace rigwright {

/// Runs the program with the given options and returns its exit status: 0 success, 1 a read or write error.
int start(QApplication& application, const StartOptions& options);

/// Logs "painted" after the first painting of `window`, in the category `rigwright.start`. It is silent by default
/// (enable by QT_LOGGING_RULES=rigwright.start.info=true); the start benchmark uses it.
void log_first_paint(QWidget& window);

class MainWindow;

/// Saves a screenshot of `page`, the window or one of its other windows, as a PNG file, including plots. Both must be
/// visible. Returns the reason on failure, or nothing.
QString take_screenshot(MainWindow& window, QWidget& page, const QString& path);

/// Names for the command line: the tabs of the window in order, then its other windows.
QStringList page_names(MainWindow& window);

/// Brings a page to the front; returns its widget, or null for an unknown name.
QWidget* show_page(MainWindow& window, const QString& name);

} // namespace rigwright
