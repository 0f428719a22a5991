// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/time/step_causes.h"
#include "ui/format/words.h"
#include "ui/plots/hatched_area.h"
#include "ui/plots/plot_list.h"
#include "ui/plots/point_plot.h"
#include "ui/plots/step_parts_plot.h"

#include <algorithm>
#include <cmath>

namespace rigwright {

namespace {

constexpr double tera = 1e12;

QString intensity_text(double intensity)
{
    constexpr double whole_from = 100.0;
    return intensity >= whole_from ? QString::number(intensity, 'f', 0) : QString::number(intensity, 'g', 3);
}

struct PointStyle {
    Bound bound;
    Bottleneck colour;
    QCPScatterStyle::ScatterShape shape;
};

constexpr std::array styles{PointStyle{Bound::matrix, Bottleneck::matrix, QCPScatterStyle::ssDisc},
                            PointStyle{Bound::traffic, Bottleneck::memory_bandwidth, QCPScatterStyle::ssSquare},
                            PointStyle{Bound::launch, Bottleneck::launch, QCPScatterStyle::ssTriangle}};

} // namespace

/// Achieved rate of each layer at its arithmetic intensity, below the roofs of the GPU.
class RooflinePlot : public PointPlot {
    Q_OBJECT

public:
    using PointPlot::PointPlot;

    static QString plot_title() { return tr("Roofline: rate of each layer"); }

protected:
    QString caption_text() const override
    {
        if (picture_.points.empty()) return {};
        double above = 0.0;
        double all = 0.0;
        for (const RooflinePoint& point : picture_.points) {
            all += point.time.base();
            if (point.intensity() >= picture_.ridge()) above += point.time.base();
        }
        return tr("Layers with matrix products take %1 of the GPU time, %2 of it compute-bound. Other layers are "
                  "memory-bound and not shown.")
            .arg(whole_percent(picture_.share), whole_percent(above / all));
    }

    void draw(PlotCanvas& canvas) const override
    {
        if (picture_.points.empty())
            return canvas.show_message(tr("No time estimate. The missing inputs are listed under Findings."));
        double left = picture_.ridge();
        double right = picture_.ridge();
        double lowest = picture_.peak.base();
        for (const RooflinePoint& point : picture_.points) {
            left = std::min(left, point.intensity());
            right = std::max(right, point.intensity());
            lowest = std::min(lowest, point.rate().base());
        }
        // Shows both roofs, with room below them and for a name above the peak, even in a low plot.
        constexpr double beside = 2.0;
        constexpr double above_peak = 5.0;
        constexpr double left_of_ridge = 20.0;
        constexpr double below_peak = 50.0;
        left = std::min(left, picture_.ridge() / left_of_ridge);
        right = std::max(right, picture_.ridge() * beside);
        lowest = std::min(lowest, picture_.peak.base() / below_peak);
        set_axis(canvas.xAxis, decade_ticker(), tr("Arithmetic intensity (FLOP/byte)"), QCPAxis::stLogarithmic);
        set_axis(canvas.yAxis, decade_ticker(tera), tr("Rate (TFLOP/s)"), QCPAxis::stLogarithmic);
        canvas.set_full_view(QCPRange(left / beside, right * beside),
                             QCPRange(lowest / beside, picture_.peak.base() * above_peak));
        if (!canvas.has_axes()) return;
        draw_points(canvas);
        draw_roofs(canvas);
        canvas.show_legend(true);
    }

    std::size_t point_count() const override { return picture_.points.size(); }
    double place_of(std::size_t point) const override { return picture_.points[point].intensity(); }
    std::optional<double> height_of(std::size_t point) const override { return picture_.points[point].rate().base(); }

    PlotPoint point(std::size_t index) const override
    {
        using enum PlotFigure::Where;
        const RooflinePoint& point = picture_.points[index];
        const QString name = from_utf8(point.layer);
        const QString copies = exact_number(point.copies);
        const double of_peak = point.rate().base() / picture_.peak.base();
        const QString share = words().text(Value{std::round(of_peak * 1000.0) / 1000.0, Unit::share});
        return {point.copies > 1 ? tr("%1 · %2 copies").arg(name, copies) : name,
                {text_figure(tr("Layer"), name, table),
                 text_figure(tr("Copies"), copies, table),
                 {{tr("FLOP per byte"), QStringLiteral("FLOP/B")},
                  {intensity_text(point.intensity()), exact_number(point.intensity())}},
                 {{tr("Rate"), QStringLiteral("FLOP/s")},
                  {words().text(value_of(point.rate())), exact_number(point.rate().base())}},
                 text_figure(tr("Of the peak"), share, readout),
                 time_figure(tr("Time"), point.time.base(), table),
                 time_figure(tr("Time in a micro-batch"), point.time.base(), readout),
                 text_figure(tr("Bottleneck"), bound_name(point.bound))},
                {}};
    }

    void renew() override
    {
        picture_ = roofline(document().evaluation(), document().data()->time);
        std::ranges::stable_sort(picture_.points, {}, &RooflinePoint::intensity);
    }

private:
    QString bound_name(Bound bound) const
    {
        const auto style = std::ranges::find(styles, bound, &PointStyle::bound);
        return cause_name(style->colour, words());
    }

    void draw_roofs(PlotCanvas& canvas) const
    {
        const Roofline& roof = picture_;
        const QCPRange sight = canvas.xAxis->range();
        const double ridge = roof.ridge();
        canvas.add_line(std::array{sight.lower, ridge, sight.upper},
                        std::array{sight.lower * roof.bandwidth.base(), roof.peak.base(), roof.peak.base()},
                        QPen(canvas.theme().text, 2.0));
        canvas.add_label(tr("Peak %1").arg(words().text(value_of(roof.peak))), {sight.upper, roof.peak.base()},
                         Qt::AlignRight | Qt::AlignBottom, canvas.theme().text);
        // Above the roof, where no layer can be, with room for a name near the ridge.
        constexpr double up_the_slope = 0.75;
        const double place = sight.lower * std::pow(ridge / sight.lower, up_the_slope);
        canvas.add_label(tr("Memory %1").arg(words().text(value_of(roof.bandwidth))),
                         {place, place * roof.bandwidth.base()}, Qt::AlignRight | Qt::AlignBottom, canvas.theme().text);
    }

    void draw_points(PlotCanvas& canvas) const
    {
        for (const PointStyle& style : styles) {
            std::vector<double> intensities;
            std::vector<double> rates;
            for (const RooflinePoint& point : picture_.points) {
                if (point.bound != style.bound) continue;
                intensities.push_back(point.intensity());
                rates.push_back(point.rate().base());
            }
            if (intensities.empty()) continue;
            const QColor colour = fill_of(style.colour, canvas.theme()).colour;
            const QColor edge = canvas.theme().dark ? colour.lighter(140) : colour.darker(160);
            constexpr double size = 8.0;
            canvas.add_points(intensities, rates, QCPScatterStyle(style.shape, edge, colour, size),
                              tr("Bottleneck: %1").arg(bound_name(style.bound)));
        }
    }

    /// Sorted by ascending intensity.
    Roofline picture_;
};

PlotEntry roofline_plot() { return plot_entry<RooflinePlot>("roofline"); }

} // namespace rigwright

#include "roofline_plot.moc"
