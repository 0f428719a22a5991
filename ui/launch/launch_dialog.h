// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QDialog>

namespace rigwright {

/// The launch file of the plan for a training engine, the source of each line, and what the file does not cover.
/// Follows the document while visible.
QDialog* launch_dialog(Document& document, const Localization& words, QWidget* parent);

/// Writes the file of the dialog; on failure shows the reason and returns false.
bool write_launch_file(QDialog& launch, const QString& path);

} // namespace rigwright
