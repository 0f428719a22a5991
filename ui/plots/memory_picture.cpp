// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory_picture.h"

#include "ui/format/axis_scale.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/theme/theme.h"

#include <cstdlib>

namespace rigwright {

namespace {

std::vector<double> scaled(const std::vector<double>& values, double unit)
{
    std::vector<double> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(), [unit](double value) { return value / unit; });
    return result;
}

/// Narrower axes get fewer and shorter texts.
constexpr int wide_enough = 340;

Value bytes(double amount) { return {amount, Unit::bytes}; }

} // namespace

/// GPU memory by part over a number of the plan, as stacked areas below the line of usable memory.
class MemoryPlot : public PointPlot {
    Q_OBJECT

public:
    /// Over a sample dimension, or the micro-batch.
    MemoryPlot(std::optional<SweepAxis> extent, Document& document, const Localization& words, QWidget* parent)
        : PointPlot(document, words, parent, swept_number(extent, document, words)),
          extent_(extent)
    {}

    static QString plot_title(std::optional<SweepAxis> extent)
    {
        if (!extent) return tr("Memory vs. micro-batch size");
        return extent == SweepAxis::image_size ? tr("Memory vs. image size") : tr("Memory vs. sequence length");
    }

protected:
    std::pair<QString, QString> heading() const override
    {
        const QString name = words().table().speaks_of_processors() ? tr("Memory needed") : tr("Memory per GPU");
        return {name, series_.is_empty() ? QString() : memory_axis_unit(axis_end()).symbol};
    }

    QString caption_text() const override
    {
        if (series_.is_empty() || series_.usable <= 0.0) return {};
        const QString usable = words().text(bytes(series_.usable));
        if (words().table().speaks_of_processors()) {
            if (!series_.limit) return tr("All values shown fit in the usable %1 of RAM.").arg(usable);
            return *series_.limit == 0 ? tr("None of these values fits safely in the usable %1 of RAM.").arg(usable)
                                       : tr("Values up to %1 fit in the usable %2 of RAM.")
                                             .arg(number().amount_text(*series_.limit), usable);
        }
        const bool images = extent_ == SweepAxis::image_size;
        if (!series_.limit)
            return (!extent_ ? tr("All micro-batches shown fit in the usable %1 of a GPU.")
                    : images ? tr("All sizes shown fit in the usable %1 of a GPU.")
                             : tr("All lengths shown fit in the usable %1 of a GPU."))
                .arg(usable);
        if (*series_.limit == 0)
            return (!extent_ ? tr("Even a micro-batch of 1 does not fit safely in the usable %1 of a GPU.")
                    : images ? tr("None of these sizes fits safely in the usable %1 of a GPU.")
                             : tr("None of these lengths fits safely in the usable %1 of a GPU."))
                .arg(usable);
        return (!extent_ ? tr("Micro-batches up to %1 fit in the usable %2 of a GPU.")
                : images ? tr("Images up to %1 fit in the usable %2 of a GPU.")
                         : tr("Sequences up to %1 fit in the usable %2 of a GPU."))
            .arg(number().amount_text(*series_.limit), usable);
    }

    void renew() override
    {
        series_ = number().computed() != nullptr ? memory_series(*number().computed()) : MemorySeries();
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (series_.is_empty()) return canvas.show_message(tr("No memory estimate."));
        if (canvas.is_compact()) return draw_compact(canvas);
        const double end = axis_end();
        set_swept_axis(canvas, number().axis_label());
        const double unit = set_memory_axis(canvas, end, words());
        canvas.set_full_view(swept_range(), QCPRange(0.0, end / unit));
        if (!canvas.has_axes()) return;
        draw_correction(canvas, unit);
        draw_bands(canvas, unit);
        draw_capacity(canvas, unit, end);
        draw_limit(canvas, unit);
        canvas.show_legend(true);
    }

    std::optional<double> marker_value(const Estimate& estimate) const override
    {
        if (!estimate.memory) return std::nullopt;
        return estimate.memory->total.as_double() / memory_axis_unit(axis_end()).size;
    }

    QString marker_quantity(const Estimate& estimate) const override
    {
        return estimate.memory ? words().text(value_of(estimate.memory->total)) : QString();
    }

    std::size_t point_count() const override { return series_.rows.size(); }
    double place_of(std::size_t point) const override { return static_cast<double>(series_.rows[point].micro_batch); }

    /// From the top of the stack down, as displayed.
    PlotPoint point(std::size_t point) const override
    {
        const MemoryRow& row = series_.rows[point];
        std::vector<PlotFigure> figures;
        for (auto band = series_.bands.rbegin(); band != series_.bands.rend(); ++band)
            figures.push_back(
                bytes_figure(part_name(band->part, words()), row.parts[static_cast<std::size_t>(band->part)]));
        if (!series_.corrected.empty()) {
            const std::int64_t correction = row.correction.value_or(Bytes()).value();
            PlotFigure figure =
                bytes_figure(words().quantity("memory.parts.measured_correction"), Bytes::of(std::abs(correction)));
            figure.cell = {(correction < 0 ? QStringLiteral("−") : QStringLiteral("+")) + figure.cell.shown,
                           exact_number(correction)};
            figures.push_back(figure);
        }
        figures.push_back(bytes_figure(tr("Total"), row.total));
        return swept_point(row.micro_batch, std::move(figures), row.fits);
    }

private:
    double axis_end() const
    {
        const std::optional<Estimate>& estimate = document().evaluation().estimate;
        return memory_axis_end(series_, estimate && estimate->memory ? estimate->memory->total.as_double() : 0.0);
    }

    void draw_bands(PlotCanvas& canvas, double unit) const
    {
        // The legend lists the stack from the top down, as displayed.
        for (auto band = series_.bands.rbegin(); band != series_.bands.rend(); ++band)
            canvas.add_area(series_.micro_batch, scaled(band->lower, unit), scaled(band->upper, unit),
                            fill_of(band->part, canvas.theme()),
                            names_parts(canvas) ? part_name(band->part, words()) : QString());
    }

    /// First in the legend, drawn above the bands.
    void draw_correction(PlotCanvas& canvas, double unit) const
    {
        if (series_.corrected.empty()) return;
        canvas
            .add_line(series_.micro_batch, scaled(series_.corrected, unit),
                      QPen(canvas.theme().text, 2.0, Qt::DashLine), tr("Calibrated total"))
            ->setLayer(QStringLiteral("axes"));
    }

    void draw_capacity(PlotCanvas& canvas, double unit, double end) const
    {
        if (series_.usable <= 0.0) return;
        const Theme& theme = canvas.theme();
        const double capacity = series_.usable / unit;
        const QCPRange batches = shown_range(canvas);
        const double top = std::max(end / unit, capacity);
        canvas.add_box(batches, {capacity, top},
                       {with_alpha(theme.bad, 28), Hatch::forward, with_alpha(theme.bad, 120), {}});
        const double left = batches.lower * 1.04;
        if (canvas.is_compact()) {
            constexpr double from_the_edge = 8.0;
            draw_usable_line(canvas, left, capacity, QString());
            canvas.add_free_label({usable_text(bytes(series_.usable), words())}, bold_of(canvas.font()), theme.bad,
                                  canvas.places_along(capacity, Qt::AlignTop, Qt::LeftEdge, from_the_edge));
            return;
        }
        draw_usable_line(canvas, left, capacity, usable_text(bytes(series_.usable), words()));
        canvas.add_label(tr("Does not fit"), {left, capacity}, Qt::AlignLeft | Qt::AlignBottom, theme.bad);
    }

    void draw_limit(PlotCanvas& canvas, double unit) const
    {
        if (series_.usable <= 0.0 || series_.limit.value_or(0) < 1) return;
        const auto limit = static_cast<double>(*series_.limit);
        const auto row = std::find_if(series_.rows.begin(), series_.rows.end(),
                                      [&](const MemoryRow& found) { return found.micro_batch == *series_.limit; });
        const QPointF at(limit, row->total.as_double() / unit);
        if (canvas.is_compact()) {
            constexpr double beside = 8.0;
            canvas.add_mark(at);
            const Qt::Alignment side = canvas.axisRect()->width() >= wide_enough ? Qt::AlignRight : Qt::AlignLeft;
            return canvas.add_free_label({tr("max. %1").arg(number().amount_text(*series_.limit))},
                                         bold_of(canvas.font()), canvas.theme().text,
                                         canvas.places_around(at, beside, {side | Qt::AlignTop}));
        }
        canvas.add_named_mark(at, tr("Largest that fits: %1").arg(number().amount_text(*series_.limit)));
    }

    void draw_compact(PlotCanvas& canvas) const
    {
        constexpr int pixels_per_tick = 62;
        const int most_ticks = std::clamp(canvas.viewport().height() / pixels_per_tick, 3, 8);
        set_swept_axis(canvas, number().axis_label(), is_linear());
        const double unit = set_memory_axis(canvas, axis_end(), words(), most_ticks);
        // Ends at a tick, so that the end of the axis has a number.
        const std::vector<double> ticks = even_ticks(axis_end() / unit, most_ticks);
        const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : axis_end() / unit;
        const double end = std::ceil(axis_end() / unit / step - 0.01) * step;
        const QCPRange range = shown_range(canvas);
        canvas.set_full_view(QCPRange(is_linear() ? 0.0 : range.lower, range.upper), QCPRange(0.0, end));
        if (!canvas.has_axes()) return;
        draw_bands(canvas, unit);
        draw_total(canvas, unit);
        draw_capacity(canvas, unit, end * unit);
        draw_limit(canvas, unit);
        name_excess(canvas, unit);
        draw_other_capacities(canvas, unit);
    }

    void name_excess(PlotCanvas& canvas, double unit) const
    {
        constexpr double from_the_edge = 8.0;
        if (series_.usable <= 0.0) return;
        const double capacity = series_.usable / unit;
        const LabelPlaces along = canvas.places_along(capacity, Qt::AlignBottom, Qt::LeftEdge, from_the_edge);
        canvas.add_free_label({tr("Does not fit")}, canvas.font(), canvas.theme().bad,
                              [&canvas, along, capacity](QSizeF size) {
                                  std::vector<QRectF> places = along(size);
                                  // Below the line it would label what fits.
                                  const double line = canvas.yAxis->coordToPixel(capacity);
                                  std::erase_if(places, [line](const QRectF& area) { return area.top() > line; });
                                  return places;
                              });
    }

    /// Draws the total as a line in the accent color, and everything beyond the largest batch that fits paler.
    void draw_total(PlotCanvas& canvas, double unit) const
    {
        std::vector<double> totals = series_.corrected;
        if (totals.empty() && !series_.bands.empty()) totals = series_.bands.back().upper;
        totals = scaled(totals, unit);
        canvas.add_line(series_.micro_batch, totals,
                        QPen(canvas.theme().accent, 2.0, series_.corrected.empty() ? Qt::SolidLine : Qt::DashLine));
        if (!series_.limit) return;
        const double from = std::max(static_cast<double>(*series_.limit), swept_range().lower);
        canvas.add_box({from, swept_range().upper}, canvas.yAxis->range(),
                       {with_alpha(canvas.theme().base, 150), Hatch::none, {}, {}});
        draw_border(canvas, from);
    }

    void draw_other_capacities(PlotCanvas& canvas, double unit) const
    {
        constexpr double share_of_the_width = 0.2;
        const LiveOverlay::Known others = extent_ ? nullptr : overlay_of(document()).known();
        if (others == nullptr) return;
        const QRect axes = canvas.axisRect()->rect();
        for (const OverlayLine& line : *others) {
            const MemorySeries other = memory_series(line.curves->batch);
            if (other.usable <= 0.0 || other.usable >= series_.usable) continue;
            const double height = other.usable / unit;
            canvas.add_segment({canvas.xAxis->range().lower, height}, {canvas.xAxis->range().upper, height},
                               build_pen(line.place, canvas.theme()));
            const QString usable = usable_text(bytes(other.usable), words());
            QStringList texts{QStringLiteral("%1 %2").arg(letter_of(document(), line.place), usable)};
            if (other.limit && axes.width() >= wide_enough)
                texts.prepend(tr("%1 %2 · max. %3", "a machine's letter, what it can use, its largest batch")
                                  .arg(letter_of(document(), line.place), usable, number().amount_text(*other.limit)));
            canvas.add_free_label(
                texts, canvas.font(), canvas.theme().muted,
                canvas.places_along(height, Qt::AlignBottom, Qt::LeftEdge, axes.width() * share_of_the_width));
        }
    }

    std::optional<SweepAxis> extent_;
    MemorySeries series_;
};

namespace {

Hatch hatch_of(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return Hatch::none;
    case MemoryPart::gradients: return Hatch::dotted;
    case MemoryPart::optimizer_state: return Hatch::vertical;
    case MemoryPart::master_weights: return Hatch::crossed;
    case MemoryPart::activations: return Hatch::forward;
    case MemoryPart::temporary_buffers: return Hatch::horizontal;
    case MemoryPart::communication_buffers: return Hatch::backward;
    case MemoryPart::framework_overhead: return Hatch::none;
    }
    return Hatch::none;
}

} // namespace

HatchedFill fill_of(MemoryPart part, const Theme& theme) { return filled(theme.part(part), hatch_of(part), theme); }

QString part_name(MemoryPart part, const Localization& words)
{
    return words.quantity(std::string("memory.parts.") + key_of(part));
}

double set_memory_axis(PlotCanvas& canvas, double end, const Localization& words, int most_ticks)
{
    const AxisUnit unit = memory_axis_unit(end);
    const QString label =
        words.table().speaks_of_processors() ? MemoryPlot::tr("Memory (%1)") : MemoryPlot::tr("Memory per GPU (%1)");
    set_axis(canvas.yAxis, even_ticker(most_ticks), label.arg(unit.symbol));
    return unit.size;
}

QString usable_text(Value usable, const Localization& words)
{
    return MemoryPlot::tr("usable %1").arg(words.text(usable));
}

void draw_usable_line(PlotCanvas& canvas, double left, double height, const QString& label)
{
    const QColor& colour = canvas.theme().bad;
    canvas.add_rule(Qt::Horizontal, height, QPen(colour, 2.0))->setLayer(QStringLiteral("axes"));
    if (!label.isEmpty()) canvas.add_label(label, {left, height}, Qt::AlignLeft | Qt::AlignTop, colour);
}

namespace {

/// Segments between computed points; enough to look smooth in a window.
constexpr int pieces_between_points = 6;

bool is_in_range(const MemoryEstimate& memory)
{
    return !memory.total.is_out_of_range() && !memory.usable.is_out_of_range() &&
           std::none_of(memory.parts.begin(), memory.parts.end(), [](Bytes part) { return part.is_out_of_range(); });
}

std::vector<double> with_points_between(const std::vector<double>& values)
{
    std::vector<double> result;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        for (int piece = 0; piece < pieces_between_points; ++piece) {
            result.push_back(values[i] + (values[i + 1] - values[i]) * piece / pieces_between_points);
        }
    }
    if (!values.empty()) result.push_back(values.back());
    return result;
}

std::vector<double> amounts(const std::vector<MemoryRow>& rows, MemoryPart part)
{
    std::vector<double> values;
    values.reserve(rows.size());
    for (const MemoryRow& row : rows) values.push_back(row.parts[static_cast<std::size_t>(part)].as_double());
    return values;
}

std::vector<MemoryBand> bands_of(const std::vector<MemoryRow>& rows)
{
    std::vector<MemoryBand> bands;
    std::vector<double> below(rows.size(), 0.0);
    for (const MemoryPart part : stacking_order()) {
        const std::vector<double> thickness = amounts(rows, part);
        if (std::all_of(thickness.begin(), thickness.end(), [](double amount) { return amount == 0.0; })) continue;
        std::vector<double> above = below;
        for (std::size_t i = 0; i < above.size(); ++i) above[i] += thickness[i];
        bands.push_back({part, with_points_between(below), with_points_between(above)});
        below = std::move(above);
    }
    return bands;
}

std::optional<std::int64_t> limit_of(const std::vector<MemoryRow>& rows)
{
    const auto first_too_large = std::find_if(rows.begin(), rows.end(), [](const MemoryRow& row) { return !row.fits; });
    if (first_too_large == rows.end()) return std::nullopt;
    return first_too_large == rows.begin() ? 0 : std::prev(first_too_large)->micro_batch;
}

} // namespace

const std::array<MemoryPart, memory_part_count>& stacking_order()
{
    static constexpr std::array order{MemoryPart::framework_overhead, MemoryPart::weights,
                                      MemoryPart::master_weights,     MemoryPart::gradients,
                                      MemoryPart::optimizer_state,    MemoryPart::communication_buffers,
                                      MemoryPart::temporary_buffers,  MemoryPart::activations};
    return order;
}

MemorySeries memory_series(const std::vector<SweepPoint>& points)
{
    MemorySeries series;
    std::vector<double> micro_batches;
    for (const SweepPoint& point : points) {
        if (!point.estimate || !point.estimate->memory || !is_in_range(*point.estimate->memory)) continue;
        const MemoryEstimate& memory = *point.estimate->memory;
        series.rows.push_back({point.value, memory.parts, memory.total, memory.fits, memory.measured_correction});
        series.usable = memory.usable.as_double();
        series.largest_total = std::max(series.largest_total, memory.total.as_double());
        micro_batches.push_back(static_cast<double>(point.value));
    }
    series.micro_batch = with_points_between(micro_batches);
    series.bands = bands_of(series.rows);
    series.limit = limit_of(series.rows);
    const bool corrected = std::any_of(series.rows.begin(), series.rows.end(),
                                       [](const MemoryRow& row) { return row.correction.has_value(); });
    if (corrected) {
        std::vector<double> totals;
        for (const MemoryRow& row : series.rows) totals.push_back(row.total.as_double());
        series.corrected = with_points_between(totals);
    }
    return series;
}

double memory_axis_end(const MemorySeries& series, double present_total)
{
    constexpr double room_above_capacity = 1.3;
    constexpr double room_above_curve = 1.1;
    const double smallest_total = series.rows.empty() ? 0.0 : series.rows.front().total.as_double();
    const double capacity_in_sight =
        std::max({series.usable, smallest_total, present_total / room_above_curve}) * room_above_capacity;
    const double whole_curve = std::max(series.largest_total, series.usable) * room_above_curve;
    return std::min(capacity_in_sight, whole_curve);
}

PlotEntry memory_plot(std::optional<SweepAxis> extent)
{
    const char* id = !extent ? "memory" : extent == SweepAxis::image_size ? "memory_image" : "memory_sequence";
    return plot_entry<MemoryPlot>(id, extent);
}

} // namespace rigwright

#include "memory_picture.moc"
