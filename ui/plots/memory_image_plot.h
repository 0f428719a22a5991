// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/extent_plot.h"

namespace rigwright {

/// What fills a GPU's memory at each size of the images, their aspect kept.
class MemoryImagePlot : public ExtentPlot {
    Q_OBJECT

public:
    MemoryImagePlot(Document& document, const Words& words, QWidget* parent);

    static constexpr const char* id = "memory_image";
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
