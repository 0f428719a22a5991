// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/symbols.h"

#include "ui/theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QPainterPath>
#include <QPixmapCache>
#include <QPolygonF>
#include <QSvgRenderer>
#include <QWidget>

namespace rigwright {

namespace {

// All shapes are drawn in a square of 16 units.
QPolygonF points(std::initializer_list<QPointF> list) { return QPolygonF(list); }

void fill_shape(QPainter& painter, Symbol symbol)
{
    switch (symbol) {
    case Symbol::check_disc:
    case Symbol::info_disc: painter.drawEllipse(QRectF(1, 1, 14, 14)); break;
    case Symbol::half_disc: painter.drawPie(QRectF(1, 1, 14, 14), -90 * 16, 180 * 16); break;
    case Symbol::warning_triangle: painter.drawPolygon(points({{8, 1.2}, {15.4, 14.4}, {0.6, 14.4}})); break;
    case Symbol::stop_octagon:
        painter.drawPolygon(
            points({{5.1, 1}, {10.9, 1}, {15, 5.1}, {15, 10.9}, {10.9, 15}, {5.1, 15}, {1, 10.9}, {1, 5.1}}));
        break;
    case Symbol::question_diamond: painter.drawPolygon(points({{8, 0.6}, {15.4, 8}, {8, 15.4}, {0.6, 8}})); break;
    case Symbol::reset_arrow:
    case Symbol::close_cross: break;
    }
}

void dot(QPainter& painter, const QPointF& centre, double radius)
{
    painter.setBrush(painter.pen().color());
    painter.drawEllipse(centre, radius, radius);
    painter.setBrush(Qt::NoBrush);
}

void stroke_sign(QPainter& painter, Symbol symbol)
{
    switch (symbol) {
    case Symbol::check_disc: painter.drawPolyline(points({{4.6, 8.3}, {7.1, 10.8}, {11.5, 5.6}})); break;
    case Symbol::half_disc: painter.drawEllipse(QRectF(1.8, 1.8, 12.4, 12.4)); break;
    case Symbol::warning_triangle:
        painter.drawLine(QPointF(8, 6), QPointF(8, 9.6));
        dot(painter, {8, 12.2}, 0.35);
        break;
    case Symbol::stop_octagon:
    case Symbol::close_cross:
        painter.drawLine(QPointF(5.2, 5.2), QPointF(10.8, 10.8));
        painter.drawLine(QPointF(10.8, 5.2), QPointF(5.2, 10.8));
        break;
    case Symbol::info_disc:
        painter.drawLine(QPointF(8, 7.4), QPointF(8, 11.6));
        dot(painter, {8, 4.6}, 0.4);
        break;
    case Symbol::question_diamond: {
        QPainterPath mark(QPointF(6, 6.2));
        mark.cubicTo({6, 3.9}, {10.2, 3.9}, {10, 6.4});
        mark.cubicTo({9.9, 7.6}, {8, 7.6}, {8, 9.2});
        painter.drawPath(mark);
        dot(painter, {8, 11.6}, 0.3);
        break;
    }
    case Symbol::reset_arrow: {
        QPainterPath arc;
        arc.arcMoveTo(QRectF(3, 3.4, 10, 10), 130);
        arc.arcTo(QRectF(3, 3.4, 10, 10), 130, -280);
        painter.drawPath(arc);
        painter.drawPolyline(points({{3.1, 1.6}, {4.4, 4.9}, {7.8, 4.2}}));
        break;
    }
    }
}

} // namespace

Symbol symbol_of(Verdict verdict)
{
    switch (verdict) {
    case Verdict::fits: return Symbol::check_disc;
    case Verdict::tight: return Symbol::warning_triangle;
    case Verdict::does_not_fit: return Symbol::stop_octagon;
    case Verdict::incomplete: return Symbol::question_diamond;
    }
    return Symbol::info_disc;
}

Symbol symbol_of(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::error: return Symbol::stop_octagon;
    case Finding::Severity::blocks: return Symbol::stop_octagon;
    case Finding::Severity::loses: return Symbol::warning_triangle;
    case Finding::Severity::unchecked: return Symbol::info_disc;
    }
    return Symbol::info_disc;
}

void paint_symbol(QPainter& painter, const QRectF& area, Symbol symbol, const QColor& colour, const QColor& inside)
{
    const bool filled = symbol != Symbol::half_disc && symbol != Symbol::reset_arrow && symbol != Symbol::close_cross;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(area.topLeft());
    painter.scale(area.width() / 16.0, area.height() / 16.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    fill_shape(painter, symbol);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(filled ? inside : colour, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    stroke_sign(painter, symbol);
    painter.restore();
}

QPixmap symbol_pixmap(Symbol symbol, int size, qreal pixel_ratio, const QColor& colour, const QColor& inside)
{
    // Tables request it at every painting; Qt caches scaled copies of each image by name.
    const QString name =
        QStringLiteral("rigwright-symbol %1 %2 %3 %4 %5")
            .arg(QString::number(static_cast<int>(symbol)), QString::number(size), QString::number(pixel_ratio),
                 colour.name(QColor::HexArgb), inside.name(QColor::HexArgb));
    QPixmap pixmap;
    if (QPixmapCache::find(name, &pixmap)) return pixmap;
    pixmap = QPixmap(QSize(size, size) * pixel_ratio);
    pixmap.setDevicePixelRatio(pixel_ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint_symbol(painter, QRectF(0, 0, size, size), symbol, colour, inside);
    painter.end();
    QPixmapCache::insert(name, pixmap);
    return pixmap;
}

QIcon symbol_icon(Symbol symbol, const QColor& colour, const QColor& inside)
{
    QIcon icon;
    for (const int size : {16, 32, 48}) icon.addPixmap(symbol_pixmap(symbol, size, 1.0, colour, inside));
    return icon;
}

QIcon line_icon(const QString& name, int side, const QWidget& widget)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray drawing = file.readAll();
    const Theme& theme = theme_of(widget.palette());
    QIcon icon;
    for (const auto& [colour, state] : {std::pair(theme.muted, QIcon::Off), std::pair(theme.accent, QIcon::On)}) {
        QSvgRenderer renderer(QByteArray(drawing).replace("#000000", colour.name().toLatin1()));
        QPixmap pixmap(QSize(side, side) * widget.devicePixelRatioF());
        pixmap.setDevicePixelRatio(widget.devicePixelRatioF());
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter, QRectF(0, 0, side, side));
        painter.end();
        icon.addPixmap(pixmap, QIcon::Normal, state);
    }
    return icon;
}

} // namespace rigwright
