// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace rigwright {

namespace {

void draw_vectors(PlotCanvas& canvas, QPaintDevice* device)
{
    QCPPainter painter(device);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(0, 0), export_size), canvas.theme().base);
    canvas.toPainter(&painter, export_size.width(), export_size.height());
}

void write_svg(PlotCanvas& canvas, QBuffer* buffer, const QString& title)
{
    QSvgGenerator generator;
    generator.setOutputDevice(buffer);
    generator.setResolution(canvas.logicalDpiX());
    generator.setSize(export_size);
    generator.setViewBox(QRect(QPoint(0, 0), export_size));
    generator.setTitle(title);
    draw_vectors(canvas, &generator);
}

void write_pdf(PlotCanvas& canvas, QBuffer* buffer, const QString& title)
{
    // At the screen's resolution one unit is one logical pixel, so that fonts keep their proportion to the rest.
    const int dots_per_inch = canvas.logicalDpiX();
    constexpr double points_per_inch = 72.0;
    QPdfWriter writer(buffer);
    writer.setTitle(title);
    writer.setResolution(dots_per_inch);
    writer.setPageSize(QPageSize(QSizeF(export_size) * points_per_inch / dots_per_inch, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    draw_vectors(canvas, &writer);
}

} // namespace

std::optional<ImageFormat> image_format_of(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("png")) return ImageFormat::png;
    if (suffix == QLatin1String("svg")) return ImageFormat::svg;
    if (suffix == QLatin1String("pdf")) return ImageFormat::pdf;
    return std::nullopt;
}

void add_title(PlotCanvas& canvas, const QString& title)
{
    canvas.plotLayout()->insertRow(0);
    QFont font = canvas.font();
    font.setBold(true);
    auto* element = new QCPTextElement(&canvas, title, font);
    element->setTextColor(canvas.theme().text);
    element->setMargins(QMargins(12, 10, 12, 0));
    canvas.plotLayout()->addElement(0, 0, element);
}

QPixmap picture(PlotCanvas& canvas)
{
    constexpr double pixels_per_unit = 2.0;
    return canvas.toPixmap(export_size.width(), export_size.height(), pixels_per_unit);
}

QByteArray file_content(PlotCanvas& canvas, ImageFormat format, const QString& title)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
    case ImageFormat::png: picture(canvas).save(&buffer, "PNG"); break;
    case ImageFormat::svg: write_svg(canvas, &buffer, title); break;
    case ImageFormat::pdf: write_pdf(canvas, &buffer, title); break;
    }
    return buffer.data();
}

} // namespace rigwright
