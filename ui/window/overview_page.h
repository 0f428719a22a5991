// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/page.h"
#include "ui/window/parts_bar.h"

#include <QBoxLayout>
#include <QToolButton>
#include <QWidget>

#include <vector>

class QGridLayout;

namespace rigwright {

class FixTable;
class PlotPane;
class PlotStrip;

/// The first page: four large figures, fixes for a plan that does not fit, what the last change did, and memory and
/// training time along the same number side by side, each above the bar of what it is made of.
class OverviewPage : public QWidget {
    Q_OBJECT

public:
    OverviewPage(const PageContext& context, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* add_badge();
    void add_column(QGridLayout& grid, int column, QBoxLayout* plot, PartsBar::Of what, const PageContext& context);
    /// Plots along the axis that the strip has now.
    void show_plots();
    void share_height();
    void follow();

    Document& document_;
    const Localization& words_;
    QVBoxLayout* column_;
    FixTable* fixes_;
    PlotStrip* strip_;
    QBoxLayout* memory_place_;
    QBoxLayout* time_place_;
    PlotPane* memory_ = nullptr;
    PlotPane* time_ = nullptr;
    QToolButton* badge_ = nullptr;
    std::vector<PartsBar*> bars_;
};

QWidget* overview_page(const PageContext& context, QWidget* parent);

} // namespace rigwright
