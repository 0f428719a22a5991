// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace rigwright {

/// Logs "painted" once `window` has been painted for the first time, under the category `rigwright.start`. That is
/// silent unless asked for (QT_LOGGING_RULES=rigwright.start.info=true), as the benchmark of the start does.
void log_first_paint(QWidget& window);

} // namespace rigwright
