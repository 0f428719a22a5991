// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_canvas.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <numeric>
#include <utility>

namespace rigwright {

namespace {

constexpr double least_zoomed_share = 0.02;
constexpr QMargins compact_margins{44, 10, 14, 54};
constexpr QMargins legend_margins{8, 0, 8, 4};

bool is_drawable(const QCPRange& range, const QCPAxis* axis)
{
    if (!std::isfinite(range.lower) || !std::isfinite(range.upper) || !(range.lower < range.upper)) return false;
    return axis->scaleType() == QCPAxis::stLinear || range.lower > 0.0;
}

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QCustomPlot(parent), theme_(light_theme())
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setNoAntialiasingOnDrag(true);
    setLocale(QLocale::c());
    // Painted with the window, not immediately and then again.
    setPlottingHint(QCP::phImmediateRefresh, false);
    connect(this, &QCustomPlot::afterLayout, this, &PlotCanvas::place_names);
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        survey();
        place_labels();
    });
    // A queued replot is painted even after the canvas is hidden.
    connect(this, &QCustomPlot::afterReplot, this, [this] {
        if (isVisible())
            still_ = QPixmap();
        else
            drop_picture();
    });
    add_layers();
    axisRect()->setMinimumMargins(QMargins(12, 12, 24, 12));
    axisRect()->setRangeZoomFactor(0.8);
    axisRect()->insetLayout()->take(legend);
    axisRect()->setupFullAxesBox();
    for (QCPAxis* axis : {xAxis2, yAxis2}) axis->setTicks(false);
    connect(xAxis, qOverload<const QCPRange&, const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range, const QCPRange& before) { keep_inside(xAxis, full_keys_, range, before); });
    connect(yAxis, qOverload<const QCPRange&, const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range, const QCPRange& before) { keep_inside(yAxis, full_values_, range, before); });
    set_theme(light_theme());
}

void PlotCanvas::add_layers()
{
    // Labels above the moving lines stay readable.
    for (const char* name : {"marker", "labels"})
        addLayer(QString::fromLatin1(name), layer(QStringLiteral("overlay")), limBelow);
    marker_layer()->setMode(QCPLayer::lmBuffered);
    // Its items do not move: no separate buffer.
    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
}

void PlotCanvas::replot_marker()
{
    if (!holds_picture()) return;
    if (hasInvalidatedPaintBuffers()) return replot_soon();
    marker_layer()->replot();
}

void PlotCanvas::drop_picture()
{
    mPaintBuffers.clear();
    still_ = QPixmap();
}

void PlotCanvas::set_theme(const Theme& theme)
{
    theme_ = theme;
    setBackground(theme.base);
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) style_axis(axis);
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    legend->setTextColor(theme.text);
    legend->setFont(font());
    legend->setIconSize(30, 14);
    legend->setRowSpacing(2);
    legend->setColumnSpacing(16);
}

void PlotCanvas::set_compact()
{
    compact_ = true;
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMargins(compact_margins);
    yAxis->setTickLength(0);
    yAxis->setTickLabelPadding(3);
    xAxis->setTickLength(0, 4);
    xAxis->setTickLabelPadding(7);
    xAxis->setLabelPadding(6);
    xAxis->grid()->setVisible(false);
    set_theme(theme_);
}

void PlotCanvas::style_axis(QCPAxis* axis)
{
    const QPen line(theme_.muted, 1.0);
    const bool bare = compact_ && axis == yAxis;
    axis->setBasePen(bare ? QPen(Qt::NoPen) : axis == xAxis || axis == yAxis ? line : QPen(theme_.border, 1.0));
    axis->setTickPen(line);
    axis->setSubTickPen(line);
    axis->setTickLabelColor(theme_.muted);
    axis->setLabelColor(compact_ ? theme_.muted : theme_.text);
    axis->setTickLabelFont(font());
    axis->setLabelFont(font());
    axis->grid()->setPen(QPen(theme_.grid, 1.0));
    axis->grid()->setZeroLinePen(Qt::NoPen);
    axis->grid()->setSubGridVisible(false);
    axis->setSubTicks(false);
    if (axis != xAxis || compact_) return;
    // Room for a marker's grip.
    constexpr int grip = 30;
    constexpr int least_padding = 8;
    axis->setLabelPadding(std::max(least_padding, grip - axis->tickLabelPadding() - fontMetrics().height()));
}

void PlotCanvas::begin()
{
    clearPlottables();
    clearItems();
    named_.clear();
    free_.clear();
    moving_ = nullptr;
    surveyed_ = false;
    zoom_along(Qt::Horizontal | Qt::Vertical);
    show_axes(true);
    show_legend(false);
}

void PlotCanvas::show_axes(bool shown)
{
    axisRect()->setVisible(shown);
    for (QCPAxis* axis : {xAxis, yAxis}) axis->setVisible(shown);
    for (QCPAxis* axis : {xAxis2, yAxis2}) axis->setVisible(shown && !compact_);
}

QCPItemText* PlotCanvas::add_label(const QString& text, QPointF position, Qt::Alignment alignment, const QColor& colour)
{
    auto* label = new QCPItemText(this);
    // A tag that moves over the plot covers the texts.
    label->setLayer(compact_ ? marker_layer() : layer(QStringLiteral("labels")));
    label->setText(text);
    label->setFont(font());
    label->setColor(colour);
    QColor patch = theme_.base;
    patch.setAlpha(215);
    label->setBrush(patch);
    label->setPadding(QMargins(4, 1, 4, 1));
    label->setPositionAlignment(alignment);
    label->position->setCoords(position);
    return label;
}

QCPGraph* PlotCanvas::add_line(std::span<const double> keys, std::span<const double> values, const QPen& pen,
                               const QString& name)
{
    auto* graph = new QCPGraph(xAxis, yAxis);
    graph->setData({keys.begin(), keys.end()}, {values.begin(), values.end()});
    graph->setPen(pen);
    graph->setName(name);
    if (name.isEmpty()) graph->removeFromLegend();
    return graph;
}

QCPGraph* PlotCanvas::add_points(std::span<const double> keys, std::span<const double> values,
                                 const QCPScatterStyle& style, const QString& name)
{
    QCPGraph* graph = add_line(keys, values, style.pen(), name);
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(style);
    return graph;
}

HatchedArea* PlotCanvas::add_area(const std::vector<double>& keys, const std::vector<double>& lower,
                                  const std::vector<double>& upper, const HatchedFill& fill, const QString& name)
{
    auto* area = new HatchedArea(xAxis, yAxis);
    area->set_band(keys, lower, upper);
    area->set_fill(fill);
    area->setName(name);
    if (name.isEmpty()) area->removeFromLegend();
    return area;
}

HatchedArea* PlotCanvas::add_box(QCPRange keys, QCPRange values, const HatchedFill& fill, const QString& name)
{
    return add_area({keys.lower, keys.upper}, {values.lower, values.lower}, {values.upper, values.upper}, fill, name);
}

void PlotCanvas::add_stack(const std::vector<double>& keys, const std::vector<StackedArea>& areas)
{
    std::vector<std::vector<double>> edges{std::vector<double>(keys.size(), 0.0)};
    for (const StackedArea& area : areas) {
        std::vector<double> upper = edges.back();
        for (std::size_t i = 0; i < upper.size(); ++i) upper[i] += area.heights[i];
        edges.push_back(std::move(upper));
    }
    for (std::size_t i = areas.size(); i-- > 0;) add_area(keys, edges[i], edges[i + 1], areas[i].fill, areas[i].name);
}

QCPItemStraightLine* PlotCanvas::add_rule(Qt::Orientation along, double at, const QPen& pen)
{
    auto* line = new QCPItemStraightLine(this);
    const QCPRange range = (along == Qt::Vertical ? yAxis : xAxis)->range();
    for (const auto& [point, end] : {std::pair(line->point1, range.lower), std::pair(line->point2, range.upper)})
        along == Qt::Vertical ? point->setCoords(at, end) : point->setCoords(end, at);
    line->setPen(pen);
    return line;
}

QCPItemLine* PlotCanvas::add_segment(QPointF from, QPointF to, const QPen& pen)
{
    auto* line = new QCPItemLine(this);
    line->start->setCoords(from);
    line->end->setCoords(to);
    line->setPen(pen);
    return line;
}

QCPItemTracer* PlotCanvas::add_mark(QPointF position)
{
    auto* mark = new QCPItemTracer(this);
    mark->setLayer(QStringLiteral("labels"));
    mark->setStyle(QCPItemTracer::tsCircle);
    mark->setSize(9.0);
    mark->setPen(QPen(theme_.text, 1.5));
    mark->setBrush(theme_.base);
    mark->position->setCoords(position);
    return mark;
}

QCPItemTracer* PlotCanvas::add_named_mark(QPointF position, const QString& name, std::span<const QPointF> points)
{
    QCPItemTracer* mark = add_mark(position);
    QCPItemText* label = add_label(name, {}, {}, theme_.text);
    label->position->setType(QCPItemPosition::ptAbsolute);
    label->position->setParentAnchor(mark->position);
    named_.push_back({mark, label, {points.begin(), points.end()}});
    return mark;
}

void CoveredPixels::take(const QImage& drawn)
{
    width_ = drawn.width();
    height_ = drawn.height();
    const auto columns = static_cast<std::size_t>(width_ + 1);
    sums_.assign(columns * static_cast<std::size_t>(height_ + 1), 0);
    for (int y = 0; y < height_; ++y) {
        const uchar* line = drawn.constScanLine(y);
        const std::size_t above = static_cast<std::size_t>(y) * columns;
        int row = 0;
        for (int x = 0; x < width_; ++x) {
            row += line[x] != 0 ? 1 : 0;
            const auto at = static_cast<std::size_t>(x + 1);
            sums_[above + columns + at] = sums_[above + at] + row;
        }
    }
}

bool CoveredPixels::is_free(const QRectF& area) const
{
    const QRect pixels =
        QRectF(area.topLeft() / coarse, area.size() / coarse).toAlignedRect() & QRect(0, 0, width_, height_);
    if (pixels.isEmpty()) return false;
    const auto sum = [this](int x, int y) {
        return sums_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + 1) + static_cast<std::size_t>(x)];
    };
    const int right = pixels.right() + 1;
    const int bottom = pixels.bottom() + 1;
    return sum(right, bottom) - sum(pixels.left(), bottom) - sum(right, pixels.top()) +
               sum(pixels.left(), pixels.top()) ==
           0;
}

void PlotCanvas::survey()
{
    // One square, so that texts three pixels beside a line do not touch it.
    constexpr double line_width = CoveredPixels::coarse;
    surveyed_ = !free_.empty() && has_axes() && !viewport().isEmpty();
    if (!surveyed_) return;
    const QRect axes = axisRect()->rect();
    const QSize size(viewport().width() / CoveredPixels::coarse + 1, viewport().height() / CoveredPixels::coarse + 1);
    QImage lines(size, QImage::Format_Grayscale8);
    QImage guides(size, QImage::Format_Grayscale8);
    for (QImage* image : {&lines, &guides}) image->fill(0);
    QPainter on_lines(&lines);
    QPainter on_guides(&guides);
    for (QPainter* painter : {&on_lines, &on_guides}) {
        painter->scale(1.0 / CoveredPixels::coarse, 1.0 / CoveredPixels::coarse);
        painter->setClipRect(axes);
        painter->setPen(QPen(Qt::white, line_width));
        painter->setBrush(Qt::white);
    }
    for (int i = 0; i < graphCount(); ++i) {
        const QCPGraph& line = *graph(i);
        QPolygonF points;
        for (const QCPGraphData& point : *line.data()) points << line.coordsToPixels(point.key, point.value);
        if (line.lineStyle() != QCPGraph::lsNone) on_lines.drawPolyline(points);
        if (line.scatterStyle().isNone()) continue;
        const double reach = line.scatterStyle().size() / 2.0 + 1.0;
        for (const QPointF& point : points) on_lines.drawEllipse(point, reach, reach);
    }
    for (int i = 0; i < itemCount(); ++i) {
        const QCPAbstractItem* drawn = item(i);
        if (drawn->layer() == marker_layer()) continue;
        if (const auto* mark = qobject_cast<const QCPItemTracer*>(drawn)) {
            const double reach = mark->size() / 2.0 + 1.0;
            on_lines.drawEllipse(mark->position->pixelPosition(), reach, reach);
            continue;
        }
        const auto* rule = qobject_cast<const QCPItemStraightLine*>(drawn);
        if (rule == nullptr && qobject_cast<const QCPItemLine*>(drawn) == nullptr) continue;
        QPointF from = drawn->positions()[0]->pixelPosition();
        QPointF to = drawn->positions()[1]->pixelPosition();
        const bool upright = std::abs(from.x() - to.x()) < 0.5;
        if (rule != nullptr) {
            // It extends from edge to edge, beyond its two points.
            from = upright ? QPointF(from.x(), axes.top()) : QPointF(axes.left(), from.y());
            to = upright ? QPointF(to.x(), axes.bottom()) : QPointF(axes.right(), to.y());
        }
        (upright ? on_guides : on_lines).drawLine(from, to);
    }
    on_lines.end();
    on_guides.end();
    covered_.take(lines);
    guides_.take(guides);
}

void PlotCanvas::add_free_label(const QStringList& texts, const QFont& font, const QColor& colour, LabelPlaces places)
{
    QCPItemText* label = add_label(texts.front(), {}, Qt::AlignLeft | Qt::AlignTop, colour);
    label->setLayer(marker_layer());
    label->setFont(font);
    label->setPadding({});
    label->position->setType(QCPItemPosition::ptAbsolute);
    label->setVisible(false);
    free_.push_back({texts, label, std::move(places)});
}

void PlotCanvas::place_labels()
{
    if (!surveyed_) return;
    const QRectF inside = QRectF(axisRect()->rect()).adjusted(1, 1, 0, 0);
    std::vector<QRectF> taken = moving_ ? moving_() : std::vector<QRectF>();
    for (int i = 0; i < itemCount(); ++i)
        if (const auto* text = qobject_cast<const QCPItemText*>(item(i)); text && text->layer() != marker_layer())
            taken.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
    const auto has_room = [&](const QRectF& area, bool over_guides) {
        return inside.contains(area) && covered_.is_free(area) && (over_guides || guides_.is_free(area)) &&
               std::ranges::none_of(taken, [&area](const QRectF& other) { return other.intersects(area); });
    };
    const auto put = [&](FreeLabel& label) {
        for (const QString& text : label.texts) {
            const QSizeF size = QFontMetricsF(label.item->font()).size(Qt::TextSingleLine, text);
            const std::vector<QRectF> places = label.places(size);
            for (const bool over_guides : {false, true})
                for (const QRectF& area : places) {
                    if (!has_room(area, over_guides)) continue;
                    label.item->setText(text);
                    label.item->position->setCoords(area.topLeft());
                    QColor patch = theme_.base;
                    patch.setAlpha(over_guides ? 215 : 0);
                    label.item->setBrush(patch);
                    taken.push_back(area);
                    return true;
                }
        }
        return false;
    };
    for (FreeLabel& label : free_) label.item->setVisible(put(label));
}

LabelPlaces PlotCanvas::places_along(double height, Qt::Alignment first_side, Qt::Edge from, double inset) const
{
    return [=, this](QSizeF size) {
        constexpr double from_the_line = 3.0;
        constexpr double step = 6.0;
        const QRectF axes = axisRect()->rect();
        const double y = yAxis->coordToPixel(height);
        const double above = y - from_the_line - size.height();
        const double below = y + from_the_line;
        const bool above_first = (first_side & Qt::AlignBottom) != 0;
        std::vector<QRectF> places;
        for (const double top : {above_first ? above : below, above_first ? below : above})
            for (double way = inset; way + size.width() < axes.width(); way += step)
                places.emplace_back(
                    QPointF(from == Qt::LeftEdge ? axes.left() + way : axes.right() - way - size.width(), top), size);
        return places;
    };
}

LabelPlaces PlotCanvas::places_around(QPointF point, double gap, std::initializer_list<Qt::Alignment> first_sides) const
{
    std::vector<Qt::Alignment> sides(first_sides);
    for (const Qt::Alignment height : {Qt::AlignBottom, Qt::AlignTop, Qt::AlignVCenter})
        for (const Qt::Alignment side : {Qt::AlignLeft, Qt::AlignRight, Qt::AlignHCenter})
            sides.push_back(height | side);
    return [=, this](QSizeF size) {
        constexpr std::array farther{1.0, 1.8};
        constexpr double least_lift = 3.0;
        const QPointF at(xAxis->coordToPixel(point.x()), yAxis->coordToPixel(point.y()));
        std::vector<QRectF> places;
        for (const double factor : farther)
            for (const Qt::Alignment side : sides) {
                const double away = gap * factor;
                const double lift = factor > 1.0 ? away : least_lift;
                const double left = (side & Qt::AlignLeft) != 0    ? at.x() + away
                                    : (side & Qt::AlignRight) != 0 ? at.x() - away - size.width()
                                                                   : at.x() - size.width() / 2.0;
                const double top = (side & Qt::AlignTop) != 0      ? at.y() + lift
                                   : (side & Qt::AlignBottom) != 0 ? at.y() - lift - size.height()
                                                                   : at.y() - size.height() / 2.0;
                places.emplace_back(QPointF(left, top), size);
            }
        return places;
    };
}

void PlotCanvas::place_names()
{
    const auto in_pixels = [this](QPointF place) {
        return QPointF(xAxis->coordToPixel(place.x()), yAxis->coordToPixel(place.y()));
    };
    std::vector<QRectF> names;
    for (const NamedMark& named : named_) {
        std::vector<QPointF> points;
        for (const QPointF& point : named.points) points.push_back(in_pixels(point));
        const QSizeF size = QFontMetricsF(font())
                                .size(Qt::TextSingleLine, named.label->text())
                                .grownBy(QMarginsF(named.label->padding()));
        const NamePlace place =
            best_place(in_pixels(named.mark->position->coords()), size, axisRect()->rect(), points, names);
        names.push_back(place.covered);
        named.label->setPositionAlignment(place.alignment);
        named.label->position->setCoords(place.offset);
    }
}

void PlotCanvas::show_legend(bool shown)
{
    legend->setVisible(shown && !compact_ && legend->itemCount() > 0);
    place_legend();
}

void PlotCanvas::place_legend()
{
    QCPLayoutGrid* grid = plotLayout();
    if (QCPLayout* holder = legend->layout()) holder->take(legend);
    if (legend_holder_) grid->remove(legend_holder_);
    grid->simplify();
    if (!legend->visible()) return;
    legend->setWrap(entries_in_a_row());
    // Some fonts draw a pixel below their height, which the entry would clip.
    for (int i = 0; i < legend->itemCount(); ++i)
        if (QCPAbstractLegendItem* item = legend->item(i)) item->setMargins({0, 0, 0, 1});
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    // An empty element takes the remaining width, so that entries keep their spacing.
    auto* holder = new QCPLayoutGrid;
    legend_holder_ = holder;
    holder->setMargins(legend_margins);
    holder->addElement(0, 0, legend);
    holder->addElement(0, 1, new QCPLayoutElement(this));
    holder->setColumnStretchFactor(0, 0.001);
    grid->insertRow(0);
    grid->addElement(0, 0, holder);
    grid->setRowStretchFactor(0, 0.001);
}

int PlotCanvas::entries_in_a_row() const
{
    const int around = legend->iconSize().width() + legend->iconTextPadding() + legend->columnSpacing() + 2;
    const QMargins beside = legend_margins + legend->margins();
    std::vector<int> widths;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (auto* item = qobject_cast<QCPPlottableLegendItem*>(legend->item(i)))
            widths.push_back(around + QFontMetrics(font()).horizontalAdvance(item->plottable()->name()));
    for (std::size_t columns = widths.size(); columns > 1; --columns) {
        std::vector<int> widest(columns, 0);
        for (std::size_t i = 0; i < widths.size(); ++i) widest[i % columns] = std::max(widest[i % columns], widths[i]);
        if (std::accumulate(widest.begin(), widest.end(), beside.left() + beside.right()) <= viewport().width())
            return static_cast<int>(columns);
    }
    return 1;
}

namespace {

/// Shown in place of the axes, independently of their visibility; wraps its text.
class Message : public QCPItemText {
public:
    explicit Message(QCustomPlot* plot) : QCPItemText(plot)
    {
        setClipToAxisRect(false);
        setParentLayerable(nullptr);
    }

protected:
    void draw(QCPPainter* painter) override
    {
        constexpr int margin = 8;
        painter->setFont(font());
        painter->setPen(color());
        painter->drawText(parentPlot()->viewport().adjusted(margin, margin, -margin, -margin),
                          Qt::AlignCenter | Qt::TextWordWrap, text());
    }
};

} // namespace

void PlotCanvas::show_message(const QString& text)
{
    begin();
    show_axes(false);
    auto* message = new Message(this);
    message->setLayer(QStringLiteral("labels"));
    message->setText(text);
    message->setFont(font());
    message->setColor(theme_.muted);
}

void PlotCanvas::set_full_view(QCPRange keys, QCPRange values)
{
    if (!is_drawable(keys, xAxis) || !is_drawable(values, yAxis)) {
        show_message(tr("These numbers cannot be plotted."));
        return;
    }
    if (compact_) shorten_titles();
    full_keys_ = keys;
    full_values_ = values;
    if (!zoomed_) show_full_view();
}

void PlotCanvas::shorten_titles()
{
    yAxis->setLabel(QString());
    const QString title = xAxis->label();
    if (QFontMetrics(font()).horizontalAdvance(title) > axisRect()->width()) xAxis->setLabel(without_remark(title));
}

QString without_remark(const QString& name)
{
    const qsizetype bracket = std::max(name.indexOf(QLatin1Char('(')), name.indexOf(QChar(0xff08)));
    return bracket > 0 ? name.left(bracket).trimmed() : name;
}

void PlotCanvas::show_full_view()
{
    setting_view_ = true;
    xAxis->setRange(full_keys_);
    yAxis->setRange(full_values_);
    setting_view_ = false;
    setInteraction(QCP::iRangeDrag, false);
    if (std::exchange(zoomed_, false)) emit zoom_changed(false);
}

void PlotCanvas::reset_view()
{
    show_full_view();
    replot_soon();
}

void PlotCanvas::zoom_along(Qt::Orientations orientations)
{
    axisRect()->setRangeZoom(orientations);
    axisRect()->setRangeDrag(orientations);
}

void PlotCanvas::zoom(double factor, QPointF around)
{
    if (!has_axes()) return;
    const bool was_zoomed = std::exchange(zoomed_, true);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        if (!axisRect()->rangeZoom().testFlag(axis->orientation())) continue;
        const double centre = axis->pixelToCoord(axis->orientation() == Qt::Horizontal ? around.x() : around.y());
        axis->scaleRange(factor, centre);
    }
    const auto is_whole = [](const QCPRange& range, const QCPRange& full) {
        return std::abs(range.lower - full.lower) + std::abs(range.upper - full.upper) <= 1e-9 * full.size();
    };
    if (is_whole(xAxis->range(), full_keys_) && is_whole(yAxis->range(), full_values_)) return reset_view();
    setInteraction(QCP::iRangeDrag, true);
    if (!was_zoomed) emit zoom_changed(true);
    replot_soon();
}

void PlotCanvas::keep_inside(QCPAxis* axis, const QCPRange& full, const QCPRange& range, const QCPRange& before)
{
    if (setting_view_ || !zoomed_) return;
    setting_view_ = true;
    const QCPRange inside = range.bounded(full.lower, full.upper);
    const bool logarithmic = axis->scaleType() == QCPAxis::stLogarithmic;
    const double shown = logarithmic ? std::log(inside.upper / inside.lower) : inside.size();
    const double whole = logarithmic ? std::log(full.upper / full.lower) : full.size();
    axis->setRange(shown >= least_zoomed_share * whole ? inside : before);
    setting_view_ = false;
}

void PlotCanvas::keyPressEvent(QKeyEvent* event)
{
    const QPointF centre = axisRect()->rect().center();
    if (event->matches(QKeySequence::Copy)) return emit copy_requested();
    switch (event->key()) {
    case Qt::Key_Left: return emit readout_stepped(-1);
    case Qt::Key_Right: return emit readout_stepped(1);
    case Qt::Key_Home: return emit readout_stepped(INT_MIN);
    case Qt::Key_End: return emit readout_stepped(INT_MAX);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return emit readout_chosen();
    case Qt::Key_Escape: return emit readout_dismissed();
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(0.8, centre);
    case Qt::Key_Minus: return zoom(1.25, centre);
    case Qt::Key_0: return reset_view();
    default: QCustomPlot::keyPressEvent(event);
    }
}

void PlotCanvas::wheelEvent(QWheelEvent* event)
{
    // Without Ctrl, the wheel scrolls the page.
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0) return event->ignore();
    zoom(event->angleDelta().y() > 0 ? 0.8 : 1.25, event->position());
    event->accept();
}

void PlotCanvas::resizeEvent(QResizeEvent* event)
{
    // The base class would replot: a new layout resizes several times before painting.
    QWidget::resizeEvent(event);
    setViewport(rect());
    updateLayout();
    emit resized();
}

void PlotCanvas::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    if (!holds_picture()) replot(rpQueuedRefresh);
}

void PlotCanvas::hideEvent(QHideEvent* event)
{
    QCustomPlot::hideEvent(event);
    // Switching desktops or minimizing hides it only briefly.
    if (!event->spontaneous()) drop_picture();
}

void PlotCanvas::paintEvent(QPaintEvent* event)
{
    if (holds_picture() && mPaintBuffers.front()->size() != viewport().size()) replot(rpQueuedRefresh);
    // If the screen's scale differs, layers are painted first.
    if (!holds_picture() || bufferDevicePixelRatio() != devicePixelRatioF())
        QCustomPlot::paintEvent(event);
    else
        paint_picture();
    if (!hasFocus()) return;
    QPainter painter(this);
    painter.setPen(QPen(theme_.accent, 2.0));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void PlotCanvas::paint_picture()
{
    if (still_.isNull()) {
        still_ = QPixmap(size() * bufferDevicePixelRatio());
        still_.setDevicePixelRatio(bufferDevicePixelRatio());
        still_.fill(theme_.base);
        QCPPainter painter(&still_);
        mPaintBuffers.front()->draw(&painter);
    }
    QCPPainter painter(this);
    painter.drawPixmap(0, 0, still_);
    for (qsizetype i = 1; i < mPaintBuffers.size(); ++i) mPaintBuffers[i]->draw(&painter);
}

} // namespace rigwright
