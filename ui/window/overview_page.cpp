// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/overview_page.h"

#include "ui/compare/change_line.h"
#include "ui/controls/relayout_guard.h"
#include "ui/format/on_change.h"
#include "ui/plots/memory_picture.h"
#include "ui/plots/time_plot.h"
#include "ui/window/figure_strip.h"
#include "ui/window/fix_table.h"
#include "ui/window/plot_strip.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <utility>

namespace rigwright {

namespace {

/// Below this height the bars go; the pages Memory and Step show them.
constexpr int least_height_for_bars = 540;
constexpr int narrow_page = 760;

} // namespace

OverviewPage::OverviewPage(const PageContext& context, QWidget* parent)
    : QWidget(parent),
      document_(context.document),
      words_(context.words),
      column_(new QVBoxLayout(this)),
      fixes_(new FixTable(context.document, context.words, this)),
      strip_(new PlotStrip(context.document, context.words, this)),
      memory_place_(new QVBoxLayout),
      time_place_(new QVBoxLayout)
{
    column_->setSpacing(6);
    auto* figures =
        new FigureStrip(context.document, context.words,
                        {"memory.total_bytes", "time.total_seconds", "cost.purchase", "time.bottleneck"}, this);
    auto* change = new ChangeLine(context.document, context.words, this);
    auto* line = new QHBoxLayout;
    line->addWidget(new RelayoutGuard(change, RelayoutGuard::Follows::size), 1);
    line->addWidget(add_badge());
    column_->addWidget(new RelayoutGuard(figures, RelayoutGuard::Follows::size));
    column_->addWidget(fixes_);
    column_->addLayout(line);
    column_->addWidget(strip_);
    // Rows of a grid, so that both plots have the same height whatever is below them.
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setRowStretch(0, 1);
    add_column(*grid, 0, memory_place_, PartsBar::Of::memory, context);
    add_column(*grid, 1, time_place_, PartsBar::Of::step, context);
    column_->addLayout(grid, 1);
    show_plots();
    PageRequests& requests = context.requests;
    connect(strip_, &PlotStrip::axis_chosen, this, &OverviewPage::show_plots);
    connect(figures, &FigureStrip::working_requested, &requests, &PageRequests::working_requested);
    connect(change, &ChangeLine::working_requested, &requests, &PageRequests::working_requested);
    connect(fixes_, &FixTable::more_requested, &requests,
            [&requests] { emit requests.page_requested(QStringLiteral("advice")); });
    connect(fixes_, &FixTable::advisor_requested, &requests,
            [&requests] { emit requests.page_requested(QStringLiteral("advisor")); });
    connect(fixes_, &FixTable::shown_or_hidden, this, &OverviewPage::share_height);
    connect(badge_, &QToolButton::clicked, &requests,
            [&requests] { emit requests.page_requested(QStringLiteral("measured")); });
    connect(&document_, &Document::changed, this, &OverviewPage::follow);
    on_change(this, QEvent::LanguageChange, [this] { follow(); });
    follow();
    share_height();
}

QWidget* OverviewPage::add_badge()
{
    badge_ = new QToolButton(this);
    badge_->setObjectName(QStringLiteral("measured_badge"));
    badge_->setFocusPolicy(Qt::StrongFocus);
    return badge_;
}

void OverviewPage::add_column(QGridLayout& grid, int column, QBoxLayout* plot, PartsBar::Of what,
                              const PageContext& context)
{
    auto* bar = new PartsBar(what, context.document, context.words, this);
    connect(bar, &PartsBar::working_requested, &context.requests, &PageRequests::working_requested);
    grid.addLayout(plot, 0, column);
    grid.addWidget(new RelayoutGuard(bar, RelayoutGuard::Follows::size), 1, column);
    // Equal columns, however wide their texts are.
    grid.setColumnStretch(column, 1);
    grid.setColumnMinimumWidth(column, 1);
    bars_.push_back(bar);
}

void OverviewPage::show_plots()
{
    const auto exchange = [](QBoxLayout* place, PlotPane* before, PlotPane* plot) {
        plot->set_compact();
        place->addWidget(plot, 1);
        // It may be the one that has the focus and asks for this.
        if (before != nullptr) {
            plot->scale_button().setChecked(before->is_linear());
            before->hide();
            before->deleteLater();
        }
    };
    PlotPane* memory_before = std::exchange(memory_, new MemoryPlot(strip_->axis(), document_, words_, this));
    PlotPane* time_before =
        std::exchange(time_, new TimePlot(Timed::training, document_, words_, this, strip_->axis()));
    memory_->setObjectName(QStringLiteral("overview_memory"));
    time_->setObjectName(QStringLiteral("overview_time"));
    exchange(memory_place_, memory_before, memory_);
    exchange(time_place_, time_before, time_);
    strip_->set_plots(*memory_, *time_);
}

void OverviewPage::follow()
{
    const std::optional<Estimate>& estimate = document_.evaluation().estimate;
    const bool memory = estimate && estimate->measured && estimate->measured->memory;
    const bool time = estimate && estimate->measured && estimate->measured->time;
    badge_->setVisible(memory || time);
    if (!memory && !time) return;
    badge_->setText(memory && time ? tr("◉ Calibrated: memory, time")
                    : memory       ? tr("◉ Calibrated: memory")
                                   : tr("◉ Calibrated: time"));
    badge_->setToolTip(tr("Your measurements calibrate these numbers: show them and their effect"));
    badge_->setAccessibleName(badge_->text());
}

void OverviewPage::share_height()
{
    const bool fixes = !fixes_->isHidden();
    const int side = width() < narrow_page ? 12 : 16;
    column_->setContentsMargins(side, 8, side, 8);
    for (PartsBar* bar : bars_) {
        bar->setVisible(height() >= least_height_for_bars);
        bar->show_most(fixes ? 3 : 6);
    }
}

void OverviewPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    share_height();
}

QWidget* overview_page(const PageContext& context, QWidget* parent) { return new OverviewPage(context, parent); }

} // namespace rigwright
