// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace rigwright {

/// Muted text beside a number: a caption or a remark. Plain text, a little smaller than the rest.
inline QLabel* small_label(QWidget* parent)
{
    constexpr double scale = 0.92;
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    label->setFont(font);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace rigwright
