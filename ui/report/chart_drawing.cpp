// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/chart_drawing.h"

#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"

#include <QBuffer>
#include <QSvgGenerator>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rigwright {

namespace {

constexpr double bar_width = 0.55;
constexpr double head_room = 1.12;
constexpr qsizetype longest_line = 18;

/// Colours alone do not tell series apart for everybody: neighbours differ in their hatch too.
HatchedFill fill_of(const Theme& theme, std::size_t series)
{
    constexpr std::array hatches{Hatch::none,     Hatch::forward, Hatch::horizontal, Hatch::backward,
                                 Hatch::vertical, Hatch::crossed, Hatch::dotted};
    const QColor colour = theme.memory_parts[series % theme.memory_parts.size()];
    QColor lines = theme.base;
    lines.setAlpha(140);
    return {colour, hatches[series % hatches.size()], lines, colour.darker(150)};
}

/// A name over several lines, so that names of neighbours do not run into each other.
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

/// One series: a piece on top of what stands in each category already.
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

/// A canvas that is never shown, with the chart on it.
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

} // namespace rigwright
