// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace rigwright {

// Files that were opened or saved lately, newest first, kept with the settings of the program. What is gone is not
// listed.

inline constexpr int most_recent_files = 10;

QStringList recent_files();
void remember_file(const QString& path);
void forget_files();

} // namespace rigwright
