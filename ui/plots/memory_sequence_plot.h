// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/extent_plot.h"

namespace rigwright {

/// What fills a GPU's memory at each length of the sequences.
class MemorySequencePlot : public ExtentPlot {
    Q_OBJECT

public:
    MemorySequencePlot(Document& document, const Words& words, QWidget* parent);

    static constexpr const char* id = "memory_sequence";
    static QString plot_title();
    static QString tab_title();

protected:
    QString title() const override { return plot_title(); }
    MemoryTexts texts() const override;
    QString edit_name() const override;
    QString not_this_model() const override;
    QString amount_text(std::int64_t value) const override;
};

} // namespace rigwright
