// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot_canvas.h"

#include <optional>

namespace rigwright {

/// A limit on one axis of the front: a line where it lies with the handle by which it is dragged, or the handle alone
/// at the end of the axis where there is no limit yet. Lies on the canvas' marker layer.
class LimitLine : public QCPAbstractItem {
    Q_OBJECT

public:
    /// `across` limits what lies to the right (a budget), otherwise what lies above (a deadline).
    LimitLine(PlotCanvas* canvas, bool across);

    /// In axis units.
    void place(std::optional<double> limit) { limit_ = limit; }
    void set_text(const QString& text) { text_ = text; }
    void set_held(bool held) { held_ = held; }
    bool is_grabbed_at(QPointF position) const;
    QRectF handle() const;

    double selectTest(const QPointF& position, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    /// In pixels; at the end of the axis without a limit.
    double place_in_pixels() const;

    PlotCanvas* canvas_;
    bool across_;
    std::optional<double> limit_;
    QString text_;
    bool held_ = false;
};

} // namespace rigwright
