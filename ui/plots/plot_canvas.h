// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/hatched_area.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <functional>
#include <span>
#include <vector>

namespace rigwright {

/// One area of a stack: its height at each key.
struct StackedArea {
    HatchedFill fill;
    QString name;
    std::vector<double> heights{};
};

/// Places in pixels for a text of a size, best first.
using LabelPlaces = std::function<std::vector<QRectF>(QSizeF size)>;

/// Pixels that are covered, in squares of `coarse`; a query costs the same for any size of area.
class CoveredPixels {
public:
    static constexpr int coarse = 3;

    /// `drawn` is smaller than the plot by `coarse`.
    void take(const QImage& drawn);
    bool is_free(const QRectF& area) const;

private:
    int width_ = 0;
    int height_ = 0;
    std::vector<int> sums_;
};

/// The drawing area of a plot: axes in the theme's colors, a legend above them, zoom with Ctrl and the wheel, and
/// keyboard access. Composed again from the data each time; pointers to graphs and items are valid only for one
/// composition.
class PlotCanvas : public QCustomPlot {
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    const Theme& theme() const { return theme_; }

    /// For a plot beside another with the same axis: fixed margins, no frame, no legend and no title of the vertical
    /// axis.
    void set_compact();
    bool is_compact() const { return compact_; }

    /// Removes graphs and items; keeps layers and the view.
    void begin();
    /// Text above the data, on a patch in the background color. `position` in axis units.
    QCPItemText* add_label(const QString& text, QPointF position, Qt::Alignment alignment, const QColor& colour);
    /// Shows the first of `texts` that has a place without covering a line, a mark or an earlier text; a vertical guide
    /// may end at it if there is no other place. Without a place it is left out.
    void add_free_label(const QStringList& texts, const QFont& font, const QColor& colour, LabelPlaces places);
    /// Places above and below a height, from one end to the other.
    LabelPlaces places_along(double height, Qt::Alignment first_side, Qt::Edge from, double inset) const;
    /// Places around a point, `gap` pixels away, the given sides first.
    LabelPlaces places_around(QPointF point, double gap, std::initializer_list<Qt::Alignment> first_sides) const;
    /// Areas of items that move over the picture; free labels avoid them. Valid until the next composition.
    void set_moving(std::function<std::vector<QRectF>()> areas) { moving_ = std::move(areas); }
    /// Places the free labels again, after items have moved; no effect before the layout.
    void place_labels();
    // Lines and areas; the legend lists named ones.

    /// A line through points, first key first.
    QCPGraph* add_line(std::span<const double> keys, std::span<const double> values, const QPen& pen,
                       const QString& name = {});
    /// Points without a line.
    QCPGraph* add_points(std::span<const double> keys, std::span<const double> values, const QCPScatterStyle& style,
                         const QString& name = {});
    /// The area between two lines over the same keys.
    HatchedArea* add_area(const std::vector<double>& keys, const std::vector<double>& lower,
                          const std::vector<double>& upper, const HatchedFill& fill, const QString& name = {});
    HatchedArea* add_box(QCPRange keys, QCPRange values, const HatchedFill& fill, const QString& name = {});
    /// Stacked areas, from the bottom up; the legend lists them from the top down.
    void add_stack(const std::vector<double>& keys, const std::vector<StackedArea>& areas);
    /// A line across the plot.
    QCPItemStraightLine* add_rule(Qt::Orientation along, double at, const QPen& pen);
    QCPItemLine* add_segment(QPointF from, QPointF to, const QPen& pen);
    /// A ring on the curve for a named point.
    QCPItemTracer* add_mark(QPointF position);
    /// The same with its name above it, towards the middle of the plot; beside it if the name then covers fewer of
    /// `points` or no other name.
    QCPItemTracer* add_named_mark(QPointF position, const QString& name, std::span<const QPointF> points = {});
    /// Shows the legend above the axes, in order of addition; call it again after adding more.
    void show_legend(bool shown);
    /// Shows why there is no plot, without axes.
    void show_message(const QString& text);
    /// Sets the full ranges, which are visible unless the user has zoomed in. Shows a message if the ranges are not
    /// finite or not ordered.
    void set_full_view(QCPRange keys, QCPRange values);

    /// Axes for zooming and dragging until the next composition: rows of a chart do not move.
    void zoom_along(Qt::Orientations orientations);
    bool is_zoomed() const { return zoomed_; }
    void reset_view();
    void zoom(double factor, QPointF around);
    void replot_soon() { replot(rpQueuedReplot); }
    /// Repaints the marker layer, or everything if the plot is outdated.
    void replot_marker();
    /// Whether painted layers are buffered: only while visible, as each takes four bytes per pixel.
    bool holds_picture() const { return !mPaintBuffers.isEmpty(); }
    bool has_axes() const { return axisRect()->visible(); }

    /// Painted alone while its items move: marker and readout.
    QCPLayer* marker_layer() { return layer(QStringLiteral("marker")); }

    QSize minimumSizeHint() const override { return {260, 200}; }
    QSize sizeHint() const override { return {620, 360}; }

signals:
    void zoom_changed(bool zoomed);
    /// -1 and +1 for one point, INT_MIN and INT_MAX for Home and End.
    void readout_stepped(int points);
    void readout_chosen();
    void readout_dismissed();
    void copy_requested();
    void resized();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void add_layers();
    void drop_picture();
    void paint_picture();
    void style_axis(QCPAxis* axis);
    void show_axes(bool shown);
    void show_full_view();
    /// Removes bracketed remarks from titles wider than their axis.
    void shorten_titles();
    void place_legend();
    /// Moves names inside the axes after a layout.
    void place_names();
    int entries_in_a_row() const;
    /// Records which pixels lines and marks cover.
    void survey();
    /// Limits a zoomed view to the full range and a useful depth.
    void keep_inside(QCPAxis* axis, const QCPRange& full, const QCPRange& range, const QCPRange& before);

    Theme theme_;
    QPointer<QCPLayoutGrid> legend_holder_;
    struct NamedMark {
        QCPItemTracer* mark;
        QCPItemText* label;
        std::vector<QPointF> points;
    };
    std::vector<NamedMark> named_;
    struct FreeLabel {
        QStringList texts;
        QCPItemText* item;
        LabelPlaces places;
    };
    std::vector<FreeLabel> free_;
    std::function<std::vector<QRectF>()> moving_;
    /// Covered by lines of data, and by vertical guides.
    CoveredPixels covered_;
    CoveredPixels guides_;
    bool surveyed_ = false;
    /// Everything below the marker, opaque: background for moving items. Null if it needs repainting.
    QPixmap still_;
    QCPRange full_keys_{1.0, 2.0};
    QCPRange full_values_{1.0, 2.0};
    bool zoomed_ = false;
    bool setting_view_ = false;
    bool compact_ = false;
};

/// A name without its final bracketed remark.
QString without_remark(const QString& name);

} // namespace rigwright
