// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_canvas.h"

#include <optional>

namespace rigwright {

/// "You are here": a line at the present micro-batch, a dot where it meets the curve, and above the axes the handle by
/// which it is dragged. Lies on the canvas' marker layer.
class BatchMarker : public QCPAbstractItem {
    Q_OBJECT

public:
    explicit BatchMarker(PlotCanvas* canvas);

    /// In axis units; the value where it is known.
    void place(double micro_batch, std::optional<double> value);
    void set_text(const QString& text) { text_ = text; }
    /// Drawn as taken hold of.
    void set_held(bool held) { held_ = held; }

    /// Whether a mouse at `position` takes hold of it: on the handle or close to the line.
    bool is_grabbed_at(QPointF position) const;
    QRectF handle() const;

    double selectTest(const QPointF& position, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    double line_x() const;

    PlotCanvas* canvas_;
    double micro_batch_ = 1.0;
    std::optional<double> value_;
    QString text_;
    bool held_ = false;
};

} // namespace rigwright
