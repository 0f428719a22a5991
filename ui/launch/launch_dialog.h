// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QDialog>

namespace rigwright {

/// The plan as training engines read it: the file for one of them, what each line comes from, and what the file does
/// not say. It follows the document while it is in sight.
QDialog* launch_dialog(Document& document, const Localization& words, QWidget* parent);

/// Writes the file of the dialog; false, with the reason in sight, when that fails.
bool write_launch_file(QDialog& launch, const QString& path);

} // namespace rigwright
