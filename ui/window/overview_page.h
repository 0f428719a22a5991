// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/panels/advice_panel.h"
#include "ui/window/page.h"
#include "ui/window/parts_bar.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;

namespace rigwright {

class PlotPane;

/// One line over two plots along the same axis: which number they run along, the lines of the other machines, and the
/// tools of both plots. In a narrow window the lines are listed in the menu instead.
class PlotStrip : public QWidget {
    Q_OBJECT

public:
    PlotStrip(Document& document, const Localization& words, QWidget* parent);

    /// The plots that the tools act on.
    void set_plots(PlotPane& memory, PlotPane& time);
    /// The number that the plots run along: an extent of the samples, or the micro-batch.
    std::optional<SweepAxis> axis() const;

signals:
    void axis_chosen();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    class Legend;

    void build();
    void fill_axes();
    void show_batch();
    void choose_batch(int mode);
    void fill_menu();
    void copy_tables() const;
    void show_legend();
    void retranslate();

    Document& document_;
    const Localization& words_;
    LiveOverlay& overlay_;
    QComboBox* axes_ = nullptr;
    QLabel* batch_ = nullptr;
    /// Whether the global batch follows the micro-batch or is held by accumulation.
    QComboBox* batch_modes_ = nullptr;
    Legend* legend_ = nullptr;
    QToolButton* table_ = nullptr;
    QMenu* menu_ = nullptr;
    PlotPane* memory_ = nullptr;
    PlotPane* time_ = nullptr;
};

/// What would help a plan that does not fit with its margin: the first four fixes with their memory and time, each
/// taken over by one click that one undo takes back, and the way to all the others. A plan that fits but is late has
/// the way to the advisor. Hidden for a plan that meets both.
class FixTable : public QWidget {
    Q_OBJECT

public:
    FixTable(Document& document, const Localization& words, QWidget* parent);

signals:
    void more_requested();
    void advisor_requested();
    void shown_or_hidden();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    void show_fixes(const Advice& advice);

    Document& document_;
    Live<Advice>& advice_;
    const Localization& words_;
    QLabel* title_;
    QLabel* state_;
    AdviceRows* rows_;
    QPushButton* more_;
    /// Whether the button leads to the advisor.
    bool to_advisor_ = false;
};

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
