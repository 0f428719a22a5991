// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_canvas.h"

#include <optional>
#include <vector>

namespace rigwright {

/// "You are here": a line at the present number with a dot where it meets the curve, the value there on a tag, and on
/// the axis the grip by which it is dragged, which replaces the label of a tick. It is on the canvas' marker layer.
class BatchMarker : public QCPAbstractItem {
    Q_OBJECT

public:
    explicit BatchMarker(PlotCanvas* canvas);

    /// In axis units; the value where it is known.
    void place(double number, std::optional<double> value);
    /// The number on the grip, and the value on the tag; without a text there is no tag. Texts of the marker's layer
    /// that the tag would cover in part are hidden.
    void set_texts(const QString& number, const QString& value);
    /// A text at the left end of the height `value`, above or below it, that gives way to the line.
    void add_aside(const QString& text, double value, Qt::Alignment side, bool bold);
    const PlotCanvas& canvas() const { return *canvas_; }
    /// Drawn as taken hold of.
    void set_held(bool held) { held_ = held; }

    /// Whether a mouse at `position` takes hold of it: on the grip or close to the line.
    bool is_grabbed_at(QPointF position) const;
    /// -1 on the grip's left arrow, +1 on its right one, 0 elsewhere.
    int arrow_at(QPointF position) const;
    /// The grip.
    QRectF handle() const;
    /// Where the value is: beside the dot, where it covers no text of the plot if there is such a place.
    std::optional<QRectF> tag() const;

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1.0; }

protected:
    void draw(QCPPainter* painter) override;

private:
    struct Aside {
        QString text;
        double value = 0.0;
        Qt::Alignment side;
        bool bold = false;
    };

    double line_x() const { return canvas_->xAxis->coordToPixel(number_); }
    QFont bold_font() const { return bold_of(canvas_->font()); }
    bool covers_text(const QRectF& area) const;
    void draw_aside(QCPPainter* painter, const Aside& aside) const;
    void draw_tag(QCPPainter* painter, const QRectF& tag) const;
    void draw_grip(QCPPainter* painter) const;

    PlotCanvas* canvas_;
    double number_ = 1.0;
    std::optional<double> value_;
    QString number_text_;
    QString value_text_;
    double number_width_ = 0.0;
    double value_width_ = 0.0;
    std::vector<Aside> asides_;
    bool held_ = false;
};

} // namespace rigwright
