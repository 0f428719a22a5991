// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_pages.h"

#include "core/report/report_writers.h"
#include "ui/document/project_file.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QPrinter>
#include <QSvgGenerator>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace rigwright {

namespace {

constexpr int dots_per_inch = 300;
constexpr double points_per_inch = 72.0;

QPageLayout page_layout(const QSizeF& sheet)
{
    const bool across = sheet.width() > sheet.height();
    return {QPageSize(QPageSize::A4), across ? QPageLayout::Landscape : QPageLayout::Portrait, QMarginsF()};
}

} // namespace

QByteArray report_pdf(const std::vector<Report>& reports, PaperOrientation orientation)
{
    const ReportLayout layout(reports, orientation);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(reports.empty() ? QString() : from_utf8(reports.front().title));
    writer.setResolution(dots_per_inch);
    writer.setPageLayout(page_layout(layout.sheet()));
    QPainter painter(&writer);
    constexpr double scale = dots_per_inch / points_per_inch;
    painter.scale(scale, scale);
    for (int page = 0; page < layout.page_count(); ++page) {
        if (page > 0) writer.newPage();
        layout.paint(painter, page);
    }
    painter.end();
    return buffer.data();
}

void print_report(const ReportLayout& layout, QPrinter& printer)
{
    printer.setFullPage(true);
    printer.setPageOrientation(page_layout(layout.sheet()).orientation());
    const QSizeF paper = printer.paperRect(QPrinter::DevicePixel).size();
    const double scale = std::min(paper.width() / layout.sheet().width(), paper.height() / layout.sheet().height());
    const int first = std::max(1, printer.fromPage());
    const int last = printer.toPage() > 0 ? std::min(printer.toPage(), layout.page_count()) : layout.page_count();
    QPainter painter(&printer);
    painter.translate((paper.width() - scale * layout.sheet().width()) / 2.0, 0.0);
    painter.scale(scale, scale);
    for (int page = first; page <= last; ++page) {
        if (page > first) printer.newPage();
        layout.paint(painter, page - 1);
    }
}

QByteArray report_page(const std::vector<Report>& reports)
{
    return QByteArray::fromStdString(
        report_html(reports, [](const ReportChart& chart) { return chart_svg(chart).toStdString(); }));
}

namespace {

constexpr double bar_width = 0.55;
constexpr double head_room = 1.12;
constexpr qsizetype longest_line = 18;

/// Color alone does not distinguish series for everybody, so neighbors also differ in hatch.
HatchedFill fill_of(const Theme& theme, std::size_t series)
{
    constexpr std::array hatches{Hatch::none,     Hatch::forward, Hatch::horizontal, Hatch::backward,
                                 Hatch::vertical, Hatch::crossed, Hatch::dotted};
    const QColor colour = theme.memory_parts[series % theme.memory_parts.size()];
    QColor lines = theme.base;
    lines.setAlpha(140);
    return {colour, hatches[series % hatches.size()], lines, colour.darker(150)};
}

/// A name wrapped over several lines, so that adjacent names do not overlap.
QString wrapped(const QString& name)
{
    QStringList lines{QString()};
    for (const QString& word : name.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!lines.last().isEmpty() && lines.last().size() + word.size() >= longest_line) lines << QString();
        lines.last() += (lines.last().isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    constexpr qsizetype most_lines = 3;
    if (lines.size() > most_lines) {
        lines = lines.mid(0, most_lines);
        lines.last() += QStringLiteral("…");
    }
    return lines.join(QLatin1Char('\n'));
}

void name_categories(PlotCanvas& canvas, const ReportChart& chart)
{
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < chart.categories.size(); ++i)
        ticker->addTick(double(i) + 1.0, wrapped(from_utf8(chart.categories[i])));
    canvas.xAxis->setTicker(ticker);
    canvas.xAxis->setTickLength(0);
    canvas.xAxis->setSubTicks(false);
    canvas.xAxis->grid()->setVisible(false);
}

void add_range(PlotCanvas& canvas, double place, double low, double high)
{
    auto* range = new QCPItemLine(&canvas);
    range->start->setCoords(place, low);
    range->end->setCoords(place, high);
    range->setPen(QPen(canvas.theme().text, 1.4));
    range->setHead(QCPLineEnding(QCPLineEnding::esBar, 9, 0));
    range->setTail(QCPLineEnding(QCPLineEnding::esBar, 9, 0));
    range->setSelectable(false);
}

/// One series, stacked on the existing values of each category.
void add_pieces(PlotCanvas& canvas, const ReportSeries& series, const HatchedFill& fill, std::vector<double>& heights)
{
    for (std::size_t i = 0; i < series.y.size(); ++i) {
        const double place = double(i) + 1.0;
        const double bottom = std::exchange(heights[i], heights[i] + series.y[i]);
        auto* piece = new HatchedArea(canvas.xAxis, canvas.yAxis);
        piece->set_band({place - bar_width / 2.0, place + bar_width / 2.0}, {bottom, bottom}, {heights[i], heights[i]});
        piece->set_fill(fill);
        piece->setName(from_utf8(series.name));
        if (i > 0) piece->removeFromLegend();
        if (!series.low.empty()) add_range(canvas, place, bottom + series.low[i], bottom + series.high[i]);
    }
}

void draw_bars(PlotCanvas& canvas, const ReportChart& chart)
{
    std::vector<double> heights(chart.categories.size(), 0.0);
    double top = 0.0;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        add_pieces(canvas, chart.series[s], fill_of(canvas.theme(), s), heights);
        for (const double high : chart.series[s].high) top = std::max(top, high);
    }
    for (const double height : heights) top = std::max(top, height);
    name_categories(canvas, chart);
    canvas.set_full_view(QCPRange(0.4, double(chart.categories.size()) + 0.6),
                         QCPRange(0.0, top > 0.0 ? top * head_room : 1.0));
}

void draw_lines(PlotCanvas& canvas, const ReportChart& chart)
{
    double right = 1.0;
    double top = 0.0;
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
        const ReportSeries& series = chart.series[s];
        constexpr std::array shapes{QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
                                    QCPScatterStyle::ssDiamond};
        const QColor colour = canvas.theme().memory_parts[s % canvas.theme().memory_parts.size()];
        QCPGraph* graph = canvas.addGraph();
        graph->setName(from_utf8(series.name));
        graph->setPen(QPen(colour, 2.0));
        graph->setScatterStyle(QCPScatterStyle(shapes[s % shapes.size()], 7.0));
        for (std::size_t i = 0; i < series.x.size(); ++i) {
            graph->addData(series.x[i], series.y[i]);
            right = std::max(right, series.x[i]);
            top = std::max(top, series.y[i]);
        }
    }
    canvas.set_full_view(QCPRange(0.0, right * 1.04), QCPRange(0.0, top > 0.0 ? top * head_room : 1.0));
}

/// An invisible canvas with the chart.
std::unique_ptr<PlotCanvas> canvas_with(const ReportChart& chart)
{
    auto canvas = std::make_unique<PlotCanvas>();
    canvas->resize(chart_size);
    canvas->set_theme(light_theme());
    draw_chart(*canvas, chart);
    return canvas;
}

} // namespace

void draw_chart(PlotCanvas& canvas, const ReportChart& chart)
{
    canvas.begin();
    if (chart.kind == ReportChartKind::lines)
        draw_lines(canvas, chart);
    else
        draw_bars(canvas, chart);
    canvas.xAxis->setLabel(from_utf8(chart.x_axis));
    canvas.yAxis->setLabel(from_utf8(chart.y_axis));
    canvas.show_legend(chart.series.size() > 1);
}

QByteArray chart_svg(const ReportChart& chart)
{
    const std::unique_ptr<PlotCanvas> canvas = canvas_with(chart);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(canvas->logicalDpiX());
    generator.setSize(chart_size);
    generator.setViewBox(QRect(QPoint(0, 0), chart_size));
    generator.setTitle(from_utf8(chart.caption));
    QCPPainter painter(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    canvas->toPainter(&painter, chart_size.width(), chart_size.height());
    painter.end();
    const QByteArray svg = buffer.data();
    return svg.mid(std::max<qsizetype>(0, svg.indexOf("<svg")));
}

QImage chart_image(const ReportChart& chart, double pixels_per_unit)
{
    return canvas_with(chart)->toPixmap(chart_size.width(), chart_size.height(), pixels_per_unit).toImage();
}

namespace {

/// The workbook library only writes to a path.
std::optional<QByteArray> workbook(const std::vector<Report>& reports)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("report.xlsx"));
    if (!folder.isValid() || !write_report_xlsx(reports, path.toStdString())) return std::nullopt;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.readAll();
}

std::optional<QByteArray> content_of(const std::vector<Report>& reports, const QString& ending,
                                     PaperOrientation orientation)
{
    const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
    if (ending == QLatin1String("pdf")) return report_pdf(reports, orientation);
    if (ending == QLatin1String("html")) return report_page(reports);
    if (ending == QLatin1String("xlsx")) return workbook(reports);
    if (ending == QLatin1String("csv")) return bytes(report_csv(reports));
    if (ending == QLatin1String("tsv")) return bytes(report_csv(reports, Separator::tab));
    if (ending == QLatin1String("md")) return bytes(report_markdown(reports));
    return bytes(report_json(reports).dump(2) + "\n");
}

} // namespace

const QStringList& report_endings()
{
    static const QStringList endings{QStringLiteral("pdf"), QStringLiteral("html"), QStringLiteral("xlsx"),
                                     QStringLiteral("csv"), QStringLiteral("tsv"),  QStringLiteral("md"),
                                     QStringLiteral("json")};
    return endings;
}

QString write_report(const std::vector<Report>& reports, const QString& path, PaperOrientation orientation)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (!report_endings().contains(ending))
        return QCoreApplication::translate("Report", "Unknown report format “%1”. Expected endings: %2.")
            .arg(QFileInfo(path).fileName(), listed(report_endings()));
    const std::optional<QByteArray> content = content_of(reports, ending, orientation);
    if (!content)
        return QCoreApplication::translate("Report", "The workbook could not be created in the temporary folder.");
    return write_whole_file(path, *content);
}

} // namespace rigwright
