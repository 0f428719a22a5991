// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/hatched_area.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <span>
#include <vector>

namespace rigwright {

/// One area of a stack: how much it adds at each key.
struct StackedArea {
    HatchedFill fill;
    QString name;
    std::vector<double> heights{};
};

/// The drawing area of a plot: axes in the theme's colours, a legend above them, zoom with Ctrl and the
/// wheel, and keys for readers without a mouse. What it shows is composed anew from the data each time; pointers to
/// graphs and items are never kept beyond one composition.
class PlotCanvas : public QCustomPlot {
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    const Theme& theme() const { return theme_; }

    /// Beside another plot along the same axis: margins that do not depend on the labels, no frame, no legend and no
    /// title of the upright axis.
    void set_compact();
    bool is_compact() const { return compact_; }

    /// Forgets graphs and items, but not layers and the view.
    void begin();
    /// Texts on top of the data, on a patch of the background colour. `position` in axis units.
    QCPItemText* add_label(const QString& text, QPointF position, Qt::Alignment alignment, const QColor& colour);
    /// Whether a bold text that begins `gap` pixels right of `x` in axis units ends inside the axes.
    bool has_room_right_of(double x, int gap, const QString& text) const;
    // Lines and areas; the legend lists those with a name.

    /// A line through points, the first key first.
    QCPGraph* add_line(std::span<const double> keys, std::span<const double> values, const QPen& pen,
                       const QString& name = {});
    /// Points without a line.
    QCPGraph* add_points(std::span<const double> keys, std::span<const double> values, const QCPScatterStyle& style,
                         const QString& name = {});
    /// The area between two lines over the same keys.
    HatchedArea* add_area(const std::vector<double>& keys, const std::vector<double>& lower,
                          const std::vector<double>& upper, const HatchedFill& fill, const QString& name = {});
    HatchedArea* add_box(QCPRange keys, QCPRange values, const HatchedFill& fill, const QString& name = {});
    /// Areas on each other, from the bottom up; the legend reads from the top down.
    void add_stack(const std::vector<double>& keys, const std::vector<StackedArea>& areas);
    /// A line from edge to edge.
    QCPItemStraightLine* add_rule(Qt::Orientation along, double at, const QPen& pen);
    QCPItemLine* add_segment(QPointF from, QPointF to, const QPen& pen);
    /// A ring on the curve, for a point that has a name.
    QCPItemTracer* add_mark(QPointF position);
    /// The same with its name above it, towards the middle of the picture; elsewhere beside it where the name would
    /// cover fewer of `points` or no name that is already there.
    QCPItemTracer* add_named_mark(QPointF position, const QString& name, std::span<const QPointF> points = {});
    /// Above the axes, entries in the order in which they are added; again where some came after it.
    void show_legend(bool shown);
    /// Instead of a plot: why there is none. No axes.
    void show_message(const QString& text);
    /// The whole picture; the ranges in sight unless the person has zoomed in. Ranges that are not finite and in order
    /// are refused with a message in their place.
    void set_full_view(QCPRange keys, QCPRange values);

    /// The axes that zooming and dragging move, until the next composition begins: the lines of a chart stay.
    void zoom_along(Qt::Orientations orientations);
    bool is_zoomed() const { return zoomed_; }
    void reset_view();
    void zoom(double factor, QPointF around);
    void replot_soon() { replot(rpQueuedReplot); }
    /// Repaints the layer of the marker, or the whole picture where that is out of date.
    void replot_marker();
    /// Whether it keeps painted layers in memory: only in sight, where each takes four bytes a pixel.
    bool holds_picture() const { return !mPaintBuffers.isEmpty(); }
    bool has_axes() const { return axisRect()->visible(); }

    /// Painted alone while something on it moves: the marker, the readout.
    QCPLayer* marker_layer() { return layer(QStringLiteral("marker")); }

    QSize minimumSizeHint() const override { return {260, 200}; }
    QSize sizeHint() const override { return {620, 360}; }

signals:
    void zoom_changed(bool zoomed);
    /// -1 and +1 for one point, the ends for Home and End (INT_MIN, INT_MAX).
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
    /// Without the remark in brackets where the title is wider than the axis.
    void shorten_titles();
    void place_legend();
    /// Inside the axes, wherever the layout has put them.
    void place_names();
    int entries_in_a_row() const;
    /// While zoomed in: not beyond the whole picture, not deeper than is of use.
    void keep_inside(QCPAxis* axis, const QCPRange& full, const QCPRange& range, const QCPRange& before);

    Theme theme_;
    QPointer<QCPLayoutGrid> legend_holder_;
    struct NamedMark {
        QCPItemTracer* mark;
        QCPItemText* label;
        std::vector<QPointF> points;
    };
    std::vector<NamedMark> named_;
    /// What lies below the marker, without holes: what moves is painted on it. Null where that has to be painted first.
    QPixmap still_;
    QCPRange full_keys_{1.0, 2.0};
    QCPRange full_values_{1.0, 2.0};
    bool zoomed_ = false;
    bool setting_view_ = false;
    bool compact_ = false;
};

/// A name without the remark in brackets behind it.
QString without_remark(const QString& name);

} // namespace rigwright
