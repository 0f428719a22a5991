// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_pages.h"

#include "core/report/report_html.h"
#include "ui/format/words.h"
#include "ui/report/chart_drawing.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontDatabase>
#include <QPainter>
#include <QPdfWriter>
#include <QUrl>

namespace rigwright {

namespace {

constexpr double margin_mm = 16.0;
constexpr int dots_per_inch = 300;
constexpr double font_points = 9.0;
constexpr double points_per_inch = 72.0;
constexpr double mm_per_inch = 25.4;
/// Below the text, for the number of the page.
constexpr double room_for_number = 6.0 * points_per_inch / mm_per_inch;

QString font_family()
{
    for (const char* family : {"Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei"})
        if (QFontDatabase::hasFamily(QLatin1String(family))) return QLatin1String(family);
    return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
}

/// Pictures are resources of the document under names of our own, so that nothing is looked up outside it.
std::string picture_in(QTextDocument& document, const ReportChart& chart, int& count)
{
    constexpr double pixels_per_unit = 3.0;
    const QUrl name(QStringLiteral("chart:%1").arg(++count));
    document.addResource(QTextDocument::ImageResource, name, chart_image(chart, pixels_per_unit));
    return "<img src=\"" + name.toString().toStdString() + "\" width=\"" + std::to_string(chart_size.width() * 3 / 4) +
           "\">";
}

void paint_page(QTextDocument& document, QPainter& painter, QSizeF page, int index, int pages)
{
    painter.save();
    painter.translate(0.0, -index * page.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = QRectF(QPointF(0.0, index * page.height()), page);
    context.palette.setColor(QPalette::Text, Qt::black);
    painter.setClipRect(context.clip);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    // In units of the layout: points would be taken for those of the paper and scaled once more.
    QFont font = document.defaultFont();
    font.setPixelSize(QFontInfo(font).pixelSize());
    painter.setFont(font);
    painter.drawText(QRectF(QPointF(0.0, page.height()), QSizeF(page.width(), room_for_number)),
                     Qt::AlignRight | Qt::AlignBottom, QStringLiteral("%1 / %2").arg(index + 1).arg(pages));
}

} // namespace

void lay_out_report(QTextDocument& document, const std::vector<Report>& reports)
{
    QFont font(font_family());
    font.setPointSizeF(font_points);
    // Shaping swaps digits beside Latin letters for glyphs that no character maps to: a reader that copies or searches
    // the PDF would lose them.
    font.setStyleStrategy(QFont::PreferNoShaping);
    document.clear();
    document.setDefaultFont(font);
    int count = 0;
    const std::string html =
        report_html(reports, [&](const ReportChart& chart) { return picture_in(document, chart, count); });
    document.setHtml(from_utf8(html));
    document.setMetaInformation(QTextDocument::DocumentTitle,
                                reports.empty() ? QString() : from_utf8(reports.front().title));
}

QByteArray report_pdf(const std::vector<Report>& reports)
{
    QTextDocument document;
    lay_out_report(document, reports);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    writer.setResolution(dots_per_inch);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(margin_mm, margin_mm, margin_mm, margin_mm), QPageLayout::Millimeter);
    QPainter painter(&writer);
    // The document is laid out in points; the painter scales them to the resolution of the paper.
    constexpr double scale = dots_per_inch / points_per_inch;
    painter.scale(scale, scale);
    const QSizeF area = writer.pageLayout().paintRect(QPageLayout::Point).size();
    const QSizeF page(area.width(), area.height() - room_for_number);
    document.documentLayout()->setPaintDevice(nullptr);
    document.setPageSize(page);
    const int pages = document.pageCount();
    for (int index = 0; index < pages; ++index) {
        if (index > 0) writer.newPage();
        paint_page(document, painter, page, index, pages);
    }
    painter.end();
    return buffer.data();
}

QByteArray report_page(const std::vector<Report>& reports)
{
    return QByteArray::fromStdString(
        report_html(reports, [](const ReportChart& chart) { return chart_svg(chart).toStdString(); }));
}

} // namespace rigwright
