// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/start/start_options.h"

class QApplication;

namespace rigwright {

/// Runs the program as the options ask and returns its exit status: 0 done, 1 something could not be read or written.
int start(QApplication& application, const StartOptions& options);

} // namespace rigwright
