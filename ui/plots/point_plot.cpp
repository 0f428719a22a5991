// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/point_plot.h"

#include "ui/plots/step_parts_plot.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rigwright {

namespace {

constexpr double grab_distance = 6.0;
/// A triangle connects the grip to the axis.
constexpr double grip_height = 26.0;
constexpr double triangle_height = 6.0;
constexpr double least_grip_width = 52.0;
constexpr double arrow_width = 18.0;
constexpr double tag_height = 22.0;
constexpr double from_the_line = 10.0;

} // namespace

BatchMarker::BatchMarker(PlotCanvas* canvas) : QCPAbstractItem(canvas), canvas_(canvas)
{
    setLayer(canvas->marker_layer());
    setClipToAxisRect(false);
    setSelectable(false);
}

void BatchMarker::place(double number, std::optional<double> value)
{
    number_ = number;
    value_ = value;
}

void BatchMarker::set_texts(const QString& number, const QString& value)
{
    number_text_ = number;
    value_text_ = value;
    const QFontMetricsF metrics(bold_font());
    number_width_ = metrics.horizontalAdvance(number);
    value_width_ = metrics.horizontalAdvance(value);
    canvas_->place_labels();
}

QRectF BatchMarker::handle() const
{
    constexpr double margin = 2.0;
    const QRect axes = canvas_->axisRect()->rect();
    const QRect outer = canvas_->axisRect()->outerRect();
    const double width = std::max(least_grip_width, number_width_ + 2.0 * arrow_width);
    const double leftmost = outer.left() + margin;
    const double left = std::clamp(line_x() - width / 2.0, leftmost,
                                   std::max(leftmost, static_cast<double>(outer.right()) - width - margin));
    return {left, axes.bottom() + 1.0, width, grip_height};
}

bool BatchMarker::is_grabbed_at(QPointF position) const
{
    const QRect axes = canvas_->axisRect()->rect();
    const bool near_line = std::abs(position.x() - line_x()) <= grab_distance && position.y() >= axes.top() &&
                           position.y() <= axes.bottom();
    return near_line || handle().adjusted(-1, -1, 1, 1).contains(position);
}

int BatchMarker::arrow_at(QPointF position) const
{
    const QRectF grip = handle();
    if (!grip.contains(position)) return 0;
    if (position.x() < grip.left() + arrow_width) return -1;
    return position.x() > grip.right() - arrow_width ? 1 : 0;
}

void BatchMarker::draw(QCPPainter* painter)
{
    const QRect axes = canvas_->axisRect()->rect();
    const double x = line_x();
    if (x < axes.left() - 1.0 || x > axes.right() + 1.0) return;
    const Theme& theme = canvas_->theme();
    painter->setAntialiasing(true);
    painter->setPen(QPen(theme.accent, held_ ? 2.5 : 1.5));
    painter->drawLine(QPointF(x, axes.top()), QPointF(x, axes.bottom()));
    if (value_) {
        const QPointF dot(x, canvas_->yAxis->coordToPixel(*value_));
        painter->setBrush(theme.accent);
        painter->setPen(QPen(theme.base, 1.5));
        if (dot.y() >= axes.top() && dot.y() <= axes.bottom()) painter->drawEllipse(dot, 5.5, 5.5);
        if (const std::optional<QRectF> covered = tag()) draw_tag(painter, *covered);
    }
    draw_grip(painter);
}

std::vector<QRectF> BatchMarker::covered() const
{
    constexpr double beside_the_line = 4.0;
    constexpr double dot = 7.0;
    const QRect axes = canvas_->axisRect()->rect();
    std::vector<QRectF> areas{{line_x() - beside_the_line, static_cast<double>(axes.top()), 2.0 * beside_the_line,
                               static_cast<double>(axes.height())}};
    if (value_) areas.emplace_back(line_x() - dot, canvas_->yAxis->coordToPixel(*value_) - dot, 2.0 * dot, 2.0 * dot);
    if (const std::optional<QRectF> value = tag()) areas.push_back(value->adjusted(-2, -2, 2, 2));
    return areas;
}

std::optional<QRectF> BatchMarker::tag() const
{
    if (!value_ || value_text_.isEmpty()) return std::nullopt;
    const QPointF dot(line_x(), canvas_->yAxis->coordToPixel(*value_));
    constexpr double beside_the_text = 12.0;
    constexpr double above_the_dot = 30.0;
    const QRect axes = canvas_->axisRect()->rect();
    const double width = value_width_ + 2.0 * beside_the_text;
    const double right = dot.x() + from_the_line;
    const double left = dot.x() - from_the_line - width;
    const double lowest = std::max(axes.top() + 2.0, axes.bottom() - tag_height - 2.0);
    const double above = dot.y() - above_the_dot;
    const double below = std::clamp(dot.y() + from_the_line, axes.top() + 2.0, lowest);
    constexpr double step = tag_height + 6.0;
    std::optional<QRectF> usual;
    for (const double side : {right, left}) {
        if (side + width > axes.right() || (side < axes.left() && usual)) continue;
        for (const double top :
             {above, below, above - step, below + tag_height, above - 2.0 * step, above - 3.0 * step}) {
            if (top < axes.top() + 2.0) continue;
            const QRectF area(side, std::min(top, lowest), width, tag_height);
            if (!covers_something(area)) return area;
            if (!usual) usual = area;
        }
    }
    return usual;
}

bool BatchMarker::covers_something(const QRectF& area) const
{
    for (int i = 0; i < canvas_->graphCount(); ++i) {
        const QCPGraph& graph = *canvas_->graph(i);
        if (graph.scatterStyle().isNone()) continue;
        for (const QCPGraphData& point : *graph.data())
            if (area.contains(graph.coordsToPixels(point.key, point.value))) return true;
    }
    for (int i = 0; i < canvas_->itemCount(); ++i) {
        const auto* text = qobject_cast<const QCPItemText*>(canvas_->item(i));
        // Free labels avoid it.
        if (text == nullptr || text->layer() == canvas_->marker_layer()) continue;
        if (QRectF(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition()).intersects(area)) return true;
    }
    return false;
}

void BatchMarker::draw_tag(QCPPainter* painter, const QRectF& tag) const
{
    const Theme& theme = canvas_->theme();
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.accent);
    painter->drawRoundedRect(tag, 2.0, 2.0);
    painter->setPen(theme.on_accent);
    painter->setFont(bold_font());
    painter->drawText(tag, Qt::AlignCenter, value_text_);
}

void BatchMarker::draw_grip(QCPPainter* painter) const
{
    constexpr double around = 4.0;
    const Theme& theme = canvas_->theme();
    const QRectF whole = handle();
    const QRectF box = whole.adjusted(0.0, triangle_height, 0.0, 0.0);
    painter->setPen(Qt::NoPen);
    // It replaces tick labels, including partly covered ones.
    QRectF patch = box.adjusted(-around, -1.0, around, 1.0);
    QVector<double> ticks;
    QVector<QString> labels;
    canvas_->xAxis->ticker()->generate(canvas_->xAxis->range(), canvas_->locale(), 'g', 6, ticks, nullptr, &labels);
    const QFontMetricsF metrics(canvas_->font());
    for (qsizetype i = 0; i < std::min(ticks.size(), labels.size()); ++i) {
        const double half = metrics.horizontalAdvance(labels[i]) / 2.0 + 1.0;
        const double at = canvas_->xAxis->coordToPixel(ticks[i]);
        if (at - half >= box.right() + around || at + half <= box.left() - around) continue;
        patch.setLeft(std::min(patch.left(), at - half));
        patch.setRight(std::max(patch.right(), at + half));
    }
    painter->setBrush(theme.base);
    painter->drawRect(patch);
    painter->setBrush(theme.accent);
    painter->drawRoundedRect(box, 2.0, 2.0);
    const double x = line_x();
    painter->drawPolygon(QPolygonF({QPointF(x, whole.top() - 1.0), QPointF(x - triangle_height - 1.0, box.top() + 1.0),
                                    QPointF(x + triangle_height + 1.0, box.top() + 1.0)}));
    painter->setPen(QPen(theme.on_accent, 1.5));
    painter->setFont(bold_font());
    painter->drawText(box, Qt::AlignCenter, number_text_);
    // Arrowheads show that it moves both ways.
    const double middle = box.center().y();
    for (const double side : {-1.0, 1.0}) {
        const double tip = side < 0.0 ? box.left() + 7.0 : box.right() - 7.0;
        painter->drawLine(QPointF(tip - side * 4.0, middle - 4.0), QPointF(tip, middle));
        painter->drawLine(QPointF(tip - side * 4.0, middle + 4.0), QPointF(tip, middle));
    }
}

PointPlot::PointPlot(Document& document, const Localization& words, QWidget* parent,
                     std::unique_ptr<SweptNumber> number)
    : PlotPane(words, parent),
      document_(document),
      number_(number.release()),
      readout_box_(new ReadoutBox(&canvas()))
{
    connect(&document, &Document::changed, this, &PointPlot::follow_document);
    if (number_ != nullptr) {
        number_->setParent(this);
        connect(number_, &SweptNumber::arrived, this, &PointPlot::follow);
        connect(&document, &Document::settled, this, &PointPlot::refresh);
    }
    connect_canvas();
    // Deferred until the derived class is constructed.
    QMetaObject::invokeMethod(this, &PointPlot::follow, Qt::QueuedConnection);
}

void PointPlot::connect_canvas()
{
    canvas().installEventFilter(this);
    connect(&canvas(), &QCustomPlot::mousePress, this, &PointPlot::press);
    connect(&canvas(), &QCustomPlot::mouseMove, this, &PointPlot::move);
    connect(&canvas(), &QCustomPlot::mouseRelease, this, &PointPlot::release);
    connect(&canvas(), &PlotCanvas::readout_stepped, this, &PointPlot::step);
    connect(&canvas(), &PlotCanvas::readout_chosen, this, [this] {
        take();
        if (shown_ && *shown_ < point_count()) choose(*shown_);
    });
    connect(&canvas(), &PlotCanvas::readout_dismissed, this, &PointPlot::hide_readout);
    connect(&canvas(), &PlotCanvas::copy_requested, this, [this] {
        if (shown_)
            QGuiApplication::clipboard()->setText(plain_text(readout_box_->readout()));
        else
            copy_table();
    });
}

bool PointPlot::is_drawn() const
{
    return PlotPane::is_drawn() && !outdated_ && (number_ == nullptr || !number_->is_outdated());
}

void PointPlot::follow()
{
    outdated_ = true;
    refresh();
}

void PointPlot::take() const
{
    // Data follow from the document, so updating the cache is not an observable change.
    if (std::exchange(outdated_, false)) const_cast<PointPlot*>(this)->renew();
}

void PointPlot::follow_document()
{
    if (number_ == nullptr) return follow();
    // During a drag only the marker moves; curves arrive later.
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const double height = estimate ? marker_value(*estimate).value_or(0.0) : 0.0;
    const bool other_limits = std::exchange(limits_, document_.scenario().requirements) != limits_;
    if (!marker_ || number_->computed() == nullptr || height > canvas().yAxis->range().upper || other_limits)
        return refresh();
    place_marker(*marker_);
    canvas().replot_marker();
}

void PointPlot::compose(PlotCanvas& canvas) const
{
    take();
    if (number_ == nullptr) return draw(canvas);
    if (number_->computed() == nullptr) return canvas.show_message(tr("Computing…"));
    if (!number_->objection().isEmpty()) return canvas.show_message(number_->objection());
    draw(canvas);
    if (!canvas.has_axes()) return;
    number_->draw_overlay(canvas, [this](const Estimate& estimate) { return marker_value(estimate); });
    auto* marker = new BatchMarker(&canvas);
    canvas.set_moving([marker] { return marker->covered(); });
    place_marker(*marker);
}

void PointPlot::composed()
{
    marker_ = nullptr;
    for (int i = 0; i < canvas().itemCount(); ++i) {
        if (auto* marker = qobject_cast<BatchMarker*>(canvas().item(i))) marker_ = marker;
    }
    if (marker_) marker_->set_held(dragging_);
    if (!shown_) return;
    if (is_readable() && *shown_ < point_count())
        show_readout(*shown_);
    else
        hide_readout();
}

void PointPlot::place_marker(BatchMarker& marker) const
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const QString count = number_->amount_text(number_->present());
    const QString quantity = estimate ? marker_quantity(*estimate) : QString();
    marker.place(static_cast<double>(number_->present()), estimate ? marker_value(*estimate) : std::nullopt);
    marker.set_texts(count, quantity);
}

void PointPlot::press(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !marker_) return;
    if (!marker_->is_grabbed_at(event->position())) {
        pinned_ = shown_.has_value() && !pinned_;
        return;
    }
    dragging_ = true;
    pressed_arrow_ = marker_->arrow_at(event->position());
    canvas().setInteraction(QCP::iRangeDrag, false);
    hide_readout();
    marker_->set_held(true);
    canvas().replot_marker();
    document_.begin_gesture();
}

void PointPlot::move(QMouseEvent* event)
{
    take();
    const QRect axes = canvas().axisRect()->rect();
    if (dragging_) {
        // A click on an arrow is not a drag, even if the mouse moves a little.
        if (pressed_arrow_ != 0 && marker_ && marker_->arrow_at(event->position()) == pressed_arrow_) return;
        pressed_arrow_ = 0;
        const double inside = std::clamp<double>(event->position().x(), axes.left(), axes.right());
        if (point_count() > 0) set_number(nearest_in_ratio(canvas().xAxis->pixelToCoord(inside)));
        return;
    }
    if (number_ != nullptr && !marker_) return;
    if (marker_) canvas().setCursor(marker_->is_grabbed_at(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (pinned_) return;
    if (!is_readable() || point_count() == 0 || !axes.contains(event->pos())) return hide_readout();
    show_readout(nearest(event->position()));
}

void PointPlot::release()
{
    if (!dragging_) return;
    dragging_ = false;
    canvas().setInteraction(QCP::iRangeDrag, canvas().is_zoomed());
    if (marker_) marker_->set_held(false);
    if (const int arrow = std::exchange(pressed_arrow_, 0); arrow != 0) step_number(arrow);
    document_.end_gesture();
    refresh();
}

void PointPlot::choose(std::size_t point)
{
    if (number_ != nullptr) set_number(point);
}

void PointPlot::set_number(std::size_t point)
{
    const auto value = static_cast<std::int64_t>(place_of(point));
    if (value != number_->present()) number_->set_present(value);
}

void PointPlot::step_number(int direction)
{
    if (point_count() == 0) return;
    const auto present = static_cast<double>(number_->present());
    const auto last = static_cast<qint64>(point_count()) - 1;
    qint64 next = direction > 0 ? 0 : last;
    while (next >= 0 && next <= last) {
        const double place = place_of(static_cast<std::size_t>(next));
        if (direction > 0 ? place > present : place < present) break;
        next += direction > 0 ? 1 : -1;
    }
    if (next >= 0 && next <= last) set_number(static_cast<std::size_t>(next));
}

std::size_t PointPlot::nearest_in_ratio(double value) const
{
    const double wanted = std::log(std::max(value, 1e-9));
    const auto offset = [&](std::size_t point) { return std::abs(std::log(place_of(point)) - wanted); };
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < point_count(); ++i)
        if (offset(i) < offset(nearest)) nearest = i;
    return nearest;
}

std::size_t PointPlot::nearest(QPointF position) const
{
    if (number_ != nullptr) return nearest_in_ratio(canvas().xAxis->pixelToCoord(position.x()));
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < point_count(); ++i)
        if (distance(i, position) < distance(nearest, position)) nearest = i;
    return nearest;
}

double PointPlot::distance(std::size_t point, QPointF from) const
{
    const double across = canvas().xAxis->coordToPixel(place_of(point)) - from.x();
    const std::optional<double> height = height_of(point);
    return std::hypot(across, height ? canvas().yAxis->coordToPixel(*height) - from.y() : 0.0);
}

void PointPlot::mark(std::size_t point)
{
    const std::optional<double> height = height_of(point);
    if (!height) return;
    if (!mark_) {
        mark_ = canvas().add_mark({place_of(point), *height});
        mark_->setBrush(Qt::NoBrush);
        mark_->setSize(14.0);
        mark_->setLayer(canvas().marker_layer());
    }
    mark_->position->setCoords(place_of(point), *height);
    mark_->setVisible(true);
}

void PointPlot::step(int points_further)
{
    take();
    if (!is_readable() || point_count() == 0) return;
    if (number_ != nullptr && canvas().is_compact() && std::abs(points_further) == 1) {
        step_number(points_further);
        shown_ = nearest_in_ratio(static_cast<double>(number_->present()));
        points_further = 0;
    }
    const auto last = static_cast<qint64>(point_count()) - 1;
    qint64 from = points_further > 0 ? -1 : last + 1;
    if (shown_)
        from = static_cast<qint64>(*shown_);
    else if (number_ != nullptr)
        // The first key press shows the current number; later ones move on.
        from = static_cast<qint64>(nearest_in_ratio(static_cast<double>(number_->present()))) -
               std::clamp(points_further, -1, 1);
    show_readout(static_cast<std::size_t>(std::clamp<qint64>(from + points_further, 0, last)));
    pinned_ = number_ != nullptr;
    canvas().setAccessibleDescription(plain_text(readout_box_->readout()) + QLatin1Char('\n') + caption());
    QAccessibleEvent event(&canvas(), QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

Readout PointPlot::readout(std::size_t index) const
{
    const PlotPoint content = point(index);
    Readout readout{content.heading, {}, content.note};
    std::ptrdiff_t top_of_stack = 0;
    for (const PlotFigure& figure : content.figures) {
        if (figure.where == PlotFigure::Where::table) continue;
        if (figure.where != PlotFigure::Where::stack) top_of_stack = std::ssize(readout.lines);
        readout.lines.emplace(readout.lines.begin() + top_of_stack, figure.column.title, figure.cell.shown);
        if (figure.where != PlotFigure::Where::stack) ++top_of_stack;
    }
    return readout;
}

void PointPlot::show_readout(std::size_t point)
{
    shown_ = point;
    const double x = place_of(point);
    if (!crosshair_) {
        crosshair_ = canvas().add_rule(Qt::Vertical, x, QPen(canvas().theme().muted, 1.0, Qt::DashLine));
        crosshair_->setLayer(canvas().marker_layer());
    }
    crosshair_->point1->setCoords(x, canvas().yAxis->range().lower);
    crosshair_->point2->setCoords(x, canvas().yAxis->range().upper);
    crosshair_->setVisible(true);
    mark(point);
    canvas().replot_marker();
    readout_box_->show_readout(readout(point), canvas().theme());
    readout_box_->place_beside(qRound(canvas().xAxis->coordToPixel(x)), canvas().axisRect()->rect().top() + 8);
}

void PointPlot::hide_readout()
{
    pinned_ = false;
    if (!shown_) return;
    shown_.reset();
    readout_box_->hide();
    if (crosshair_) crosshair_->setVisible(false);
    if (mark_) mark_->setVisible(false);
    canvas().replot_marker();
}

bool PointPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &canvas() && event->type() == QEvent::Leave && !pinned_) hide_readout();
    return PlotPane::eventFilter(watched, event);
}

void PointPlot::showEvent(QShowEvent* event)
{
    if (number_ != nullptr) number_->ask();
    PlotPane::showEvent(event);
}

void PointPlot::hideEvent(QHideEvent* event)
{
    release();
    PlotPane::hideEvent(event);
}

PlotTable PointPlot::table() const
{
    take();
    PlotTable table;
    for (std::size_t i = 0; i < point_count(); ++i) {
        PlotPoint content = point(i);
        std::erase_if(content.figures, [](const PlotFigure& f) { return f.where == PlotFigure::Where::readout; });
        std::vector<PlotCell>& cells = table.rows.emplace_back();
        table.columns.clear();
        for (PlotFigure& figure : content.figures) {
            table.columns.push_back(std::move(figure.column));
            cells.push_back(std::move(figure.cell));
        }
    }
    return table;
}

PlotPoint PointPlot::swept_point(std::int64_t value, std::vector<PlotFigure> figures, bool fits) const
{
    figures.insert(
        figures.begin(),
        {{number_->column_title(), {}}, {number_->amount_text(value), exact_number(value)}, PlotFigure::Where::table});
    figures.push_back(text_figure(tr("Fits"), fits ? tr("Yes") : tr("No"), PlotFigure::Where::table));
    return {number_->heading(value), std::move(figures), fits ? QString() : tr("Does not fit with the safety margin")};
}

PlotFigure PointPlot::text_figure(const QString& title, const QString& text, PlotFigure::Where where) const
{
    return {{title, {}}, {text, text}, where};
}

PlotFigure PointPlot::bytes_figure(const QString& title, Bytes amount, PlotFigure::Where where) const
{
    return {{title, QStringLiteral("bytes")}, {words().text(value_of(amount)), exact_number(amount.value())}, where};
}

PlotFigure PointPlot::time_figure(const QString& title, double seconds, PlotFigure::Where where) const
{
    return {{title, QStringLiteral("s")}, time_cell(seconds, words()), where};
}

QString PointPlot::whole_percent(double share) const
{
    constexpr double percent = 100.0;
    return words().text(Value{std::round(share * percent) / percent, Unit::share});
}

PlotFigure PointPlot::throughput_figure(double samples_per_second) const
{
    return {{tr("Throughput"), QStringLiteral("samples/s")},
            {words().text(Value{samples_per_second, Unit::samples_per_second}), exact_number(samples_per_second)}};
}

QCPRange PointPlot::swept_range() const
{
    const double first = place_of(0);
    const double last = place_of(point_count() - 1);
    return last > first ? QCPRange(first, last) : QCPRange(first / 2.0, first * 2.0);
}

QCPRange PointPlot::shown_range(const PlotCanvas& canvas) const
{
    if (!canvas.is_compact() || number_ == nullptr || number_->computed() == nullptr) return swept_range();
    const std::vector<SweepPoint>& points = *number_->computed();
    if (points.size() < 2) return swept_range();
    constexpr std::int64_t least_end = 16;
    std::int64_t largest = 0;
    for (const SweepPoint& point : points)
        if (point.estimate && point.estimate->memory && point.estimate->memory->fits) largest = point.value;
    const std::int64_t wanted = std::max({2 * largest, number_->present(), least_end});
    std::int64_t end = 1;
    while (end < wanted) end *= 2;
    return {static_cast<double>(points.front().value), static_cast<double>(std::min(end, points.back().value))};
}

double PointPlot::edge_before(std::size_t point) const { return std::sqrt(place_of(point - 1) * place_of(point)); }

void PointPlot::draw_border(PlotCanvas& canvas, double at) const
{
    canvas.add_rule(Qt::Vertical, at, QPen(canvas.theme().bad, 1.3, Qt::DotLine));
}

void PointPlot::draw_too_large(PlotCanvas& canvas, std::size_t first) const
{
    if (first == point_count()) return;
    const bool compact = canvas.is_compact();
    const QCPRange range = swept_range();
    const double from = first == 0 ? range.lower : compact ? place_of(first - 1) : edge_before(first);
    if (!compact && !(from < range.upper)) return;
    const QColor ink = compact ? canvas.theme().muted : canvas.theme().bad;
    const HatchedFill fill = compact ? HatchedFill{Qt::transparent, Hatch::backward, with_alpha(ink, 90), {}}
                                     : HatchedFill{with_alpha(ink, 20), Hatch::forward, with_alpha(ink, 70), {}};
    canvas.add_box({from, range.upper}, canvas.yAxis->range(), fill);
    if (compact) draw_border(canvas, from);
    if (compact) return;
    QCPItemText* label = canvas.add_label(tr("Tight or does not fit"), {}, Qt::AlignRight | Qt::AlignBottom, ink);
    label->position->setType(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(0.99, 0.98);
}

void PointPlot::name_too_large(PlotCanvas& canvas, std::size_t first) const
{
    constexpr double from_the_edge = 6.0;
    if (first == point_count()) return;
    const double from = place_of(first == 0 ? 0 : first - 1);
    const LabelPlaces along =
        canvas.places_along(canvas.yAxis->range().lower, Qt::AlignBottom, Qt::RightEdge, from_the_edge);
    canvas.add_free_label({tr("Tight or does not fit")}, canvas.font(), canvas.theme().muted,
                          [&canvas, along, from](QSizeF size) {
                              std::vector<QRectF> places = along(size);
                              // Elsewhere it would label batches that fit.
                              const double left = canvas.xAxis->coordToPixel(from);
                              std::erase_if(places, [left](const QRectF& area) { return area.center().x() < left; });
                              return places;
                          });
}

} // namespace rigwright
