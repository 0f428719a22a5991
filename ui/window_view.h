// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

#include <string>

namespace rigwright {

/// What of the window belongs to the project rather than to the program: the tab in front and the axes of the plots, as
/// the text of a JSON object.
std::string view_of(const QTabWidget& tabs);

/// Shows a project as it was left. What the text does not say, or what is not there, stays as it is.
void show_view(QTabWidget& tabs, const std::string& view);

} // namespace rigwright
