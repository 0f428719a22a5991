// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/hatched_area.h"

#include "ui/format/axis_scale.h"

#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace rigwright {

namespace {

constexpr int spacing = 7;
constexpr int diagonal_spacing = 10;

/// An area by pixel columns: clips hatches without the painter's clipping, which SVG files lack. Columns are whole
/// pixels, so that adjacent areas and repaints agree.
struct Columns {
    int left = 0;
    std::vector<double> top;
    std::vector<double> bottom;

    int right() const { return left + static_cast<int>(top.size()) - 1; }
    bool holds(int x, double y) const
    {
        const auto column = static_cast<std::size_t>(x - left);
        return y >= top[column] && y <= bottom[column];
    }
};

Columns columns_of(const QRectF& rect)
{
    const int left = qCeil(rect.left());
    const auto count = static_cast<std::size_t>(std::max(0, qFloor(rect.right()) - left + 1));
    return {left, std::vector<double>(count, rect.top()), std::vector<double>(count, rect.bottom())};
}

/// Heights of a line of ascending points at each whole pixel from `left`.
std::vector<double> heights(const QPolygonF& line, int left, int right)
{
    std::vector<double> result;
    qsizetype i = 1;
    for (int x = left; x <= right; ++x) {
        while (i + 1 < line.size() && line[i].x() < x) ++i;
        const QPointF from = line[i - 1];
        const QPointF to = line[i];
        const double share = to.x() > from.x() ? std::clamp((x - from.x()) / (to.x() - from.x()), 0.0, 1.0) : 0.0;
        result.push_back(from.y() + (to.y() - from.y()) * share);
    }
    return result;
}

/// Adds the parts of y(x) inside the area.
template <typename Line>
void add_pieces(QVector<QLineF>& pieces, const Columns& columns, Line y)
{
    int from = columns.left;
    bool inside = false;
    for (int x = columns.left; x <= columns.right() + 1; ++x) {
        const bool now = x <= columns.right() && columns.holds(x, y(x));
        if (now && !inside) from = x;
        if (!now && inside && x - 1 > from) pieces << QLineF(from, y(from), x - 1, y(x - 1));
        inside = now;
    }
}

void add_diagonals(QVector<QLineF>& pieces, const Columns& columns, int slope, QPair<int, int> span)
{
    const int at_left = slope * columns.left;
    const int at_right = slope * columns.right();
    const int first = span.first - std::max(at_left, at_right);
    const int last = span.second - std::min(at_left, at_right);
    const int start = qCeil(first / double(diagonal_spacing)) * diagonal_spacing;
    for (int offset = start; offset <= last; offset += diagonal_spacing) {
        add_pieces(pieces, columns, [=](int x) { return double(offset + slope * x); });
    }
}

/// Short segments in rows, odd rows shifted by half: across the rows for bricks, else along them.
void add_dashes(QVector<QLineF>& lines, const Columns& columns, bool across, QPair<int, int> span)
{
    constexpr int step = 2 * spacing;
    const int first_row = qCeil(span.first / double(spacing)) * spacing;
    for (int row = first_row; row <= span.second; row += spacing) {
        const int shift = row / spacing % 2 == 0 ? 0 : spacing;
        const int first = qCeil((columns.left - shift) / double(step)) * step + shift;
        for (int x = first; x <= columns.right(); x += step) {
            if (!columns.holds(x, row)) continue;
            const auto column = static_cast<std::size_t>(x - columns.left);
            const double down = std::min(columns.bottom[column], double(row + spacing));
            lines << (across ? QLineF(x, row, x, down) : QLineF(x, row, std::min(x + spacing, columns.right()), row));
        }
    }
}

QVector<QLineF> hatch_lines(const Columns& columns, Hatch hatch)
{
    QVector<QLineF> lines;
    if (columns.top.empty() || hatch == Hatch::none) return lines;
    const QPair<int, int> span(qFloor(*std::min_element(columns.top.begin(), columns.top.end())),
                               qCeil(*std::max_element(columns.bottom.begin(), columns.bottom.end())));
    const int first_row = qCeil(span.first / double(spacing)) * spacing;
    const int first_column = qCeil(columns.left / double(spacing)) * spacing;
    if (hatch == Hatch::forward || hatch == Hatch::crossed) add_diagonals(lines, columns, -1, span);
    if (hatch == Hatch::backward || hatch == Hatch::crossed) add_diagonals(lines, columns, 1, span);
    if (hatch == Hatch::horizontal || hatch == Hatch::grid || hatch == Hatch::bricks) {
        for (int row = first_row; row <= span.second; row += spacing)
            add_pieces(lines, columns, [=](int) { return double(row); });
    }
    if (hatch == Hatch::dashed || hatch == Hatch::bricks) add_dashes(lines, columns, hatch == Hatch::bricks, span);
    if (hatch == Hatch::vertical || hatch == Hatch::dotted || hatch == Hatch::grid) {
        for (int x = first_column; x <= columns.right(); x += spacing) {
            const auto column = static_cast<std::size_t>(x - columns.left);
            if (hatch != Hatch::dotted && columns.bottom[column] > columns.top[column])
                lines << QLineF(x, columns.top[column], x, columns.bottom[column]);
            for (int row = first_row; hatch == Hatch::dotted && row <= span.second; row += spacing) {
                if (columns.holds(x, row)) lines << QLineF(x, row, x + 1.5, row);
            }
        }
    }
    return lines;
}

void paint_fill(QPainter* painter, const QPolygonF& outline, const Columns& columns, const HatchedFill& fill)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(fill.colour);
    painter->drawPolygon(outline);
    painter->setPen(QPen(fill.hatch_colour, 1.0));
    painter->drawLines(hatch_lines(columns, fill.hatch));
}

/// Antialiasing of fills costs five times as much on screen; the edge line hides their steps.
void paint_fill_of_plot(QCPPainter* painter, const QPolygonF& outline, const Columns& columns, const HatchedFill& fill)
{
    painter->setAntialiasing(painter->modes().testFlag(QCPPainter::pmVectorized));
    paint_fill(painter, outline, columns, fill);
}

} // namespace

void paint_hatched(QPainter& painter, const QRectF& area, const HatchedFill& fill)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    paint_fill(&painter, QPolygonF(area), columns_of(area), fill);
}

void HatchedArea::set_band(const std::vector<double>& keys, const std::vector<double>& lower,
                           const std::vector<double>& upper)
{
    Q_ASSERT(keys.size() == lower.size() && keys.size() == upper.size());
    keys_ = keys;
    lower_ = lower;
    upper_ = upper;
    setData(QVector<double>(keys.begin(), keys.end()), QVector<double>(upper.begin(), upper.end()), true);
}

QPolygonF HatchedArea::line(const std::vector<double>& values) const
{
    // Painters fail for distant coordinates; this is off any screen.
    constexpr double far_away = 20000.0;
    QPolygonF points;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        const double y = std::clamp(mValueAxis->coordToPixel(values[i]), -far_away, far_away);
        points << QPointF(std::clamp(mKeyAxis->coordToPixel(keys_[i]), -far_away, far_away), y);
    }
    return points;
}

void HatchedArea::draw(QCPPainter* painter)
{
    if (keys_.size() < 2) return;
    const QRectF sight = mKeyAxis->axisRect()->rect();
    const QPolygonF upper = line(upper_);
    const QPolygonF lower = line(lower_);
    QPolygonF outline = upper;
    for (auto point = lower.crbegin(); point != lower.crend(); ++point) outline << *point;
    if (painter->modes().testFlag(QCPPainter::pmVectorized)) outline = outline.intersected(QPolygonF(sight));

    Columns columns;
    columns.left = qCeil(std::max(sight.left(), upper.first().x()));
    const int right = qFloor(std::min(sight.right(), upper.last().x()));
    columns.top = heights(upper, columns.left, right);
    columns.bottom = heights(lower, columns.left, right);
    for (double& y : columns.top) y = std::max(y, sight.top());
    for (double& y : columns.bottom) y = std::min(y, sight.bottom());
    paint_fill_of_plot(painter, outline, columns, fill_);
    if (fill_.edge.isValid()) draw_edge(painter, upper, sight);
}

void HatchedArea::draw_edge(QCPPainter* painter, const QPolygonF& upper, const QRectF& sight) const
{
    painter->setAntialiasing(true);
    painter->setPen(QPen(fill_.edge, 1.0));
    painter->setBrush(Qt::NoBrush);
    QPolygonF inside;
    for (const QPointF& point : upper) {
        if (point.y() < sight.top() && !inside.isEmpty()) {
            // Clip at the top edge.
            const QPointF before = inside.last();
            const double share = (before.y() - sight.top()) / (before.y() - point.y());
            inside << before + (point - before) * share;
            break;
        }
        if (sight.adjusted(-1, -1, 1, 1).contains(point)) inside << point;
    }
    painter->drawPolyline(inside);
}

void HatchedArea::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    paint_fill_of_plot(painter, QPolygonF(rect), columns_of(rect), fill_);
    painter->setAntialiasing(false);
    if (!fill_.edge.isValid()) return;
    painter->setPen(QPen(fill_.edge, 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(rect);
}

HatchedFill filled(const QColor& colour, Hatch pattern, const Theme& theme)
{
    // Darker lines on a light fill, lighter ones on a dark one.
    constexpr int light_enough = 135;
    const bool is_light = qGray(colour.rgb()) > light_enough;
    QColor hatch = is_light ? colour.darker(165) : QColor(0xffffffu);
    hatch.setAlpha(is_light ? 170 : 110);
    return {colour, pattern, hatch, theme.dark ? colour.lighter(125) : colour.darker(150)};
}

class FormatTicker : public QCPAxisTicker {
public:
    using Ticks = std::function<std::vector<double>(double lower, double upper, int most)>;
    FormatTicker(int most, Ticks ticks, TickText text) : most_(most), ticks_(std::move(ticks)), text_(std::move(text))
    {}

    void measure_on(const QCPAxis* axis) { axis_ = axis; }

    void generate(const QCPRange& range, const QLocale&, QChar, int, QVector<double>& ticks, QVector<double>* sub_ticks,
                  QVector<QString>* labels) override
    {
        constexpr int fewest = 2;
        QVector<QString> texts;
        for (int most = most_;; --most) {
            const std::vector<double> found = ticks_(range.lower, range.upper, most);
            ticks = QVector<double>(found.begin(), found.end());
            texts.clear();
            const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0.0;
            for (const double tick : ticks) texts.append(text_(tick, step));
            if (most <= fewest || axis_ == nullptr || !texts_touch(*axis_, ticks, texts)) break;
        }
        if (sub_ticks != nullptr) sub_ticks->clear();
        if (labels != nullptr) *labels = texts;
    }

private:
    int most_;
    Ticks ticks_;
    TickText text_;
    const QCPAxis* axis_ = nullptr;
};

bool texts_touch(const QCPAxis& axis, const QVector<double>& ticks, const QVector<QString>& texts)
{
    constexpr double gap = 6.0;
    const QFontMetricsF metrics(axis.tickLabelFont());
    const bool across = axis.orientation() == Qt::Horizontal;
    if (axis.axisRect()->size().isEmpty()) return false;
    for (qsizetype i = 1; i < ticks.size(); ++i) {
        const double distance = std::abs(axis.coordToPixel(ticks[i]) - axis.coordToPixel(ticks[i - 1]));
        const double half = (metrics.horizontalAdvance(texts[i - 1]) + metrics.horizontalAdvance(texts[i])) / 2.0;
        if (distance < (across ? half + gap : metrics.height())) return true;
    }
    return false;
}

void set_axis(QCPAxis* axis, const AxisTicker& ticker, const QString& title, QCPAxis::ScaleType scale)
{
    ticker->measure_on(axis);
    axis->setScaleType(scale);
    axis->setTicker(ticker);
    axis->setLabel(title);
}

AxisTicker even_ticker(int most)
{
    const auto inside = [](double lower, double upper, int at_most) {
        std::vector<double> ticks = even_ticks(upper, at_most);
        // When zoomed in, steps fit the visible range.
        if (lower > 0.0) {
            const std::vector<double> finer = even_ticks(upper - lower, at_most);
            const double step = finer.size() > 1 ? finer[1] - finer[0] : upper;
            ticks.clear();
            for (double tick = std::ceil(lower / step) * step;
                 tick <= upper && static_cast<int>(ticks.size()) <= at_most; tick += step)
                ticks.push_back(tick);
        }
        return ticks;
    };
    return AxisTicker::create(most, inside, even_tick_text);
}

AxisTicker decimal_ticker(int most, TickText text)
{
    const auto inside = [](double lower, double upper, int at_most) {
        const double rough = (upper - lower) / std::max(1, at_most);
        const double power = std::pow(10.0, std::floor(std::log10(rough)));
        double step = power;
        for (const double factor : {2.0, 5.0, 10.0}) {
            if (step < rough) step = factor * power;
        }
        std::vector<double> ticks;
        // Multiples of the step avoid accumulated rounding errors.
        const double first = std::ceil(lower / step - 1e-9);
        for (int i = 0; i <= at_most + 1 && (first + i) * step <= upper * (1.0 + 1e-12); ++i)
            ticks.push_back((first + i) * step);
        return ticks;
    };
    if (!text) text = [](double tick, double) { return plain_tick_text(tick); };
    return AxisTicker::create(most, inside, std::move(text));
}

AxisTicker decade_ticker(double unit)
{
    constexpr int most = 7;
    const auto inside = [](double lower, double upper, int at_most) {
        std::vector<double> ticks;
        int stride = 1;
        const auto place = [&](std::initializer_list<double> factors) {
            ticks.clear();
            for (int power = static_cast<int>(std::floor(std::log10(lower))); power <= std::log10(upper);
                 power += stride)
                for (const double factor : factors)
                    if (const double tick = factor * std::pow(10.0, power); tick >= lower && tick <= upper)
                        ticks.push_back(tick);
            return static_cast<int>(ticks.size()) <= at_most;
        };
        if (place({1.0, 2.0, 5.0}) || place({1.0, 3.0})) return ticks;
        while (!place({1.0})) ++stride;
        return ticks;
    };
    return AxisTicker::create(most, inside, [unit](double tick, double) { return plain_tick_text(tick / unit); });
}

AxisTicker name_ticker(const QMap<double, QString>& names)
{
    const auto places = [names](double, double, int) { return std::vector<double>(names.keyBegin(), names.keyEnd()); };
    return AxisTicker::create(0, places, [names](double tick, double) { return names.value(tick); });
}

AxisTicker doubling_ticker(int most)
{
    return AxisTicker::create(most, doubling_ticks, [](double tick, double) { return plain_tick_text(tick); });
}

AxisTicker duration_ticker(int most)
{
    return AxisTicker::create(most, duration_ticks, [](double tick, double) { return duration_tick_text(tick); });
}

namespace {

QString html(const Readout& readout, const Theme& theme)
{
    QString text = QStringLiteral("<b>%1</b><table cellspacing=\"0\">").arg(readout.heading.toHtmlEscaped());
    for (const auto& [name, value] : readout.lines) {
        text += QStringLiteral("<tr><td>%1</td><td align=\"right\" style=\"padding-left:12px\">%2</td></tr>")
                    .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    }
    text += QStringLiteral("</table>");
    if (!readout.note.isEmpty())
        text += QStringLiteral("<div style=\"color:%1\">%2</div>").arg(theme.bad.name(), readout.note.toHtmlEscaped());
    return text;
}

} // namespace

QString plain_text(const Readout& readout)
{
    QStringList lines{readout.heading};
    for (const auto& [name, value] : readout.lines) lines << QStringLiteral("%1\t%2").arg(name, value);
    if (!readout.note.isEmpty()) lines << readout.note;
    return lines.join(QLatin1Char('\n'));
}

ReadoutBox::ReadoutBox(QWidget* parent) : QLabel(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTextFormat(Qt::RichText);
    setMargin(7);
    hide();
}

void ReadoutBox::show_readout(const Readout& readout, const Theme& theme)
{
    readout_ = readout;
    background_ = theme.card;
    border_ = theme.border;
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.text);
    setPalette(colours);
    setText(html(readout, theme));
    adjustSize();
    show();
}

void ReadoutBox::place_beside(int x, int top)
{
    constexpr int gap = 10;
    const int right_of_line = x + gap;
    const bool fits_right = right_of_line + width() <= parentWidget()->width() - gap;
    const int left = fits_right ? right_of_line : std::max(gap, x - gap - width());
    move(left, std::clamp(top, 0, std::max(0, parentWidget()->height() - height())));
}

void ReadoutBox::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border_);
    painter.setBrush(background_);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4.0, 4.0);
    painter.end();
    QLabel::paintEvent(event);
}

namespace {

constexpr double from_the_point = 9.0;
/// Half a drawn point.
constexpr double around_a_point = 4.0;
/// Of the frame of the axes.
constexpr double edge = 2.0;

QRectF covered_by(QPointF at, QSizeF size, Qt::Alignment alignment)
{
    const double across = (alignment & Qt::AlignLeft) ? 0.0 : (alignment & Qt::AlignRight) ? 1.0 : 0.5;
    const double down = (alignment & Qt::AlignTop) ? 0.0 : (alignment & Qt::AlignBottom) ? 1.0 : 0.5;
    return {at - QPointF(across * size.width(), down * size.height()), size};
}

NamePlace place_at(QPointF at, QSizeF size, Qt::Alignment alignment)
{
    NamePlace place;
    place.alignment = alignment;
    if (alignment & Qt::AlignVCenter)
        place.offset = {(alignment & Qt::AlignLeft) ? from_the_point : -from_the_point, 0.0};
    else
        place.offset = {0.0, (alignment & Qt::AlignTop) ? from_the_point : -from_the_point};
    place.covered = covered_by(at + place.offset, size, alignment);
    return place;
}

/// Clipped or overlapping names are unreadable; a covered point still has a readout.
int faults(const NamePlace& place, const QRectF& area, std::span<const QPointF> points, std::span<const QRectF> names)
{
    constexpr int unreadable = 1000;
    int found = area.adjusted(edge, edge, -edge, -edge).contains(place.covered) ? 0 : unreadable;
    for (const QRectF& name : names)
        if (place.covered.intersects(name)) found += unreadable;
    const QRectF near = place.covered.adjusted(-around_a_point, -around_a_point, around_a_point, around_a_point);
    for (const QPointF& point : points)
        if (near.contains(point)) ++found;
    return found;
}

/// Moves a name that fits nowhere beside its point until it is not clipped.
NamePlace moved_inside(NamePlace place, const QRectF& area)
{
    const QRectF inside = area.adjusted(edge, edge, -edge, -edge);
    const auto move = [](double first, double last, double least, double most) {
        return first < least ? least - first : last > most ? std::max(most - last, least - first) : 0.0;
    };
    const QPointF way(move(place.covered.left(), place.covered.right(), inside.left(), inside.right()),
                      move(place.covered.top(), place.covered.bottom(), inside.top(), inside.bottom()));
    place.offset += way;
    place.covered.translate(way);
    return place;
}

} // namespace

NamePlace best_place(QPointF at, QSizeF size, const QRectF& area, std::span<const QPointF> points,
                     std::span<const QRectF> names)
{
    // If the name would reach the top of the plot, it goes below.
    constexpr double near_the_top = 0.2;
    constexpr double left_part = 0.3;
    constexpr double right_part = 0.7;
    const double share = (at.x() - area.left()) / std::max(1.0, area.width());
    const Qt::Alignment side = share < left_part    ? Qt::AlignLeft
                               : share > right_part ? Qt::AlignRight
                                                    : Qt::AlignHCenter;
    const double needed = std::max(size.height() + 2.0 * from_the_point, near_the_top * area.height());
    const bool below = at.y() - area.top() < needed;
    const Qt::Alignment height = below ? Qt::AlignTop : Qt::AlignBottom;
    const Qt::Alignment other = below ? Qt::AlignBottom : Qt::AlignTop;
    NamePlace best = place_at(at, size, height | side);
    int least = faults(best, area, points, names);
    const std::array<Qt::Alignment, 8> others{height | Qt::AlignHCenter,
                                              height | Qt::AlignLeft,
                                              height | Qt::AlignRight,
                                              Qt::AlignVCenter | Qt::AlignLeft,
                                              Qt::AlignVCenter | Qt::AlignRight,
                                              other | side,
                                              other | Qt::AlignLeft,
                                              other | Qt::AlignRight};
    for (const Qt::Alignment alignment : others) {
        const NamePlace place = place_at(at, size, alignment);
        const int found = faults(place, area, points, names);
        if (found >= least) continue;
        best = place;
        least = found;
    }
    return moved_inside(best, area);
}

} // namespace rigwright
