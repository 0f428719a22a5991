// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/curves.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QWidget>

#include <optional>
#include <vector>

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
    QToolButton* add_tool();
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
    QLabel* against_ = nullptr;
    QComboBox* axes_ = nullptr;
    QLabel* batch_ = nullptr;
    /// Whether the global batch follows the micro-batch or is held by accumulation.
    QComboBox* batch_modes_ = nullptr;
    Legend* legend_ = nullptr;
    QToolButton* table_ = nullptr;
    QToolButton* copy_ = nullptr;
    QToolButton* more_ = nullptr;
    QMenu* menu_ = nullptr;
    PlotPane* memory_ = nullptr;
    PlotPane* time_ = nullptr;
};

} // namespace rigwright
