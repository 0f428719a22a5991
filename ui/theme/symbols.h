// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/estimate.h"

#include <QColor>
#include <QIcon>
#include <QPixmap>

class QPainter;
class QRectF;
class QWidget;

namespace rigwright {

/// Symbols that differ in shape as well as color.
enum class Symbol {
    check_disc,
    half_disc,
    warning_triangle,
    stop_octagon,
    info_disc,
    question_diamond,
    reset_arrow,
    close_cross
};

Symbol symbol_of(Verdict verdict);
Symbol symbol_of(Finding::Severity severity);

/// `colour` fills discs and draws strokes; `inside` is the color of the sign on a filled shape.
void paint_symbol(QPainter& painter, const QRectF& area, Symbol symbol, const QColor& colour, const QColor& inside);
QPixmap symbol_pixmap(Symbol symbol, int size, qreal pixel_ratio, const QColor& colour, const QColor& inside);
QIcon symbol_icon(Symbol symbol, const QColor& colour, const QColor& inside);

/// The line icon "places/task" of the resources for a button on `widget`: muted, or in the accent color when checked.
QIcon line_icon(const QString& name, int side, const QWidget& widget);

} // namespace rigwright
