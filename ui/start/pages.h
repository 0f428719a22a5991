// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QWidget;

namespace rigwright {

class MainWindow;

/// What the command line can ask for by name: the tabs of the window in their order, then its other windows.
QStringList page_names(MainWindow& window);

/// Brings a page to the front; gives what shows it, or null for a name that there is not.
QWidget* show_page(MainWindow& window, const QString& name);

} // namespace rigwright
