// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curves.h"
#include "ui/plots/swept_plot.h"

namespace rigwright {

/// A plot against the micro-batch, with curves that all such plots of a document share.
class BatchPlot : public SweptPlot {
    Q_OBJECT

public:
    BatchPlot(Document& document, const Localization& words, QWidget* parent);

    static QString axis_label();

protected:
    /// Takes what it draws out of the curves; null for none yet.
    virtual void take(const Curves* curves) = 0;

    bool has_curve() const override { return curves_.known() != nullptr; }
    bool is_outdated() const override { return !curves_.is_settled() || !overlay_.is_settled(); }
    void take_curve() override { take(curves_.known().get()); }
    std::int64_t present() const override { return document().scenario().training.micro_batch; }
    void set_present(std::int64_t value) override;
    QString amount_text(std::int64_t value) const override;
    QString column_title() const override { return tr("Micro-batch"); }
    QString heading(std::size_t point) const override;
    /// The pinned builds that are not worked on, as thin lines with their names.
    void draw_overlay(PlotCanvas& canvas) const override;

private:
    LiveCurves& curves_;
    LiveOverlay& overlay_;
};

} // namespace rigwright
