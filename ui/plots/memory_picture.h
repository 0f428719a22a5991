// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"
#include "ui/plots/memory_series.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/readout_box.h"

#include <functional>

namespace rigwright {

/// What a picture of memory says of the number that it runs along. Sentences have places for the amount (where there is
/// one) and what is usable.
struct MemoryTexts {
    QString axis;
    QString column;
    QString heading;
    QString all_fit;
    QString none_fits;
    QString up_to_fits;
    std::function<QString(std::int64_t)> amount;
};

/// What fills a GPU's memory along a number of the plan, as stacked areas under the line of what is usable.
class MemoryPicture {
public:
    explicit MemoryPicture(const Words& words) : words_(words) {}

    void take(const std::vector<SweepPoint>& points) { series_ = memory_series(points); }
    void clear() { series_ = {}; }
    const MemorySeries& series() const { return series_; }
    /// In the language of the moment.
    void set_texts(MemoryTexts texts) { texts_ = std::move(texts); }

    /// False when there is nothing to draw. The present total (zero for none) is in the picture.
    bool draw(PlotCanvas& canvas, double present_total) const;
    /// Where the total of an estimate lies, in units of the axis.
    std::optional<double> height_of(const Estimate& estimate, double present_total) const;
    QString caption() const;
    PlotTable table() const;
    std::vector<std::int64_t> points() const;
    Readout readout(std::size_t point) const;

private:
    double axis_end(double present_total) const;
    void draw_bands(PlotCanvas& canvas, double unit) const;
    void draw_correction(PlotCanvas& canvas, double unit) const;
    void draw_capacity(PlotCanvas& canvas, double unit, double end) const;
    void draw_limit(PlotCanvas& canvas, double unit) const;

    const Words& words_;
    MemorySeries series_;
    MemoryTexts texts_;
};

/// Memory of a plan, or zero where there is no estimate.
double total_of(const std::optional<Estimate>& estimate);

} // namespace rigwright
