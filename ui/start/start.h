// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/start/start_options.h"

#include <QString>
#include <QStringList>

class QApplication;
class QWidget;

namespace rigwright {

/// Runs the program as the options ask and returns its exit status: 0 done, 1 something could not be read or written.
int start(QApplication& application, const StartOptions& options);

/// Logs "painted" once `window` has been painted for the first time, under the category `rigwright.start`. That is
/// silent unless asked for (QT_LOGGING_RULES=rigwright.start.info=true), as the benchmark of the start does.
void log_first_paint(QWidget& window);

class MainWindow;

/// Writes a picture of `page`, the window or another one of its own, to a PNG file; plots are drawn. Both are shown
/// already. Returns why it failed, or nothing.
QString take_screenshot(MainWindow& window, QWidget& page, const QString& path);

/// What the command line can ask for by name: the tabs of the window in their order, then its other windows.
QStringList page_names(MainWindow& window);

/// Brings a page to the front; gives what shows it, or null for a name that there is not.
QWidget* show_page(MainWindow& window, const QString& name);

} // namespace rigwright
