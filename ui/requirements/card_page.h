// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/proposal.h"

#include <QDialog>

namespace rigwright {

class Document;
class Localization;

/// The detected hardware of this machine and the corresponding build settings: lines that can be unchecked, and one
/// edit that applies the others. All settings can be changed afterwards.
QDialog* machine_dialog(Document& document, const Localization& words, const Machine& machine,
                        DriverAnswer::State driver, QWidget* parent);

} // namespace rigwright
