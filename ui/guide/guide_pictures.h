// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTextDocument;

namespace rigwright {

/// Puts the pictures that a page names into its document, each at most `width` pixels wide and made smooth for a screen
/// of `pixel_ratio`. `folder`: of the page, from which the names count. A picture that is not there keeps its empty
/// frame.
void place_pictures(QTextDocument& document, const QString& folder, int width, double pixel_ratio);

} // namespace rigwright
