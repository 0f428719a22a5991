// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/document/page.h"
#include "ui/format/words.h"

#include <QLabel>
#include <QWidget>

#include <initializer_list>
#include <vector>

class QGridLayout;

namespace rigwright {

/// Large figures side by side: name, number, range and one more fact of each. A number opens its calculation. In a
/// narrow window they are smaller, then take two lines. A quantity that the plan does not have is left out.
class FigureStrip : public QWidget {
    Q_OBJECT

public:
    /// Ids of quantities of the estimate, and "time.bottleneck" for the word.
    FigureStrip(const PageContext& context, std::initializer_list<const char*> quantities, QWidget* parent);

    /// The same whatever the numbers are.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Figure {
        std::string quantity;
        QWidget* box = nullptr;
        QLabel* name = nullptr;
        QuantityLabel* number = nullptr;
        QLabel* range = nullptr;
        QLabel* fact = nullptr;
    };

    void add(const char* quantity, const PageRequests& requests);
    void follow();
    void show(Figure& figure);
    QString short_name(const Figure& figure, const Estimate& estimate) const;
    QString number_text(const Figure& figure, const Estimate& estimate) const;
    /// The range with its label, or alone.
    QString range_text(const Figure& figure, const Estimate& estimate, bool alone) const;
    /// By how much the figure misses its limit; empty if it does not.
    QString miss_text(const Figure& figure, const Estimate& estimate) const;
    /// Which data the figure lacks; empty if none.
    QString gap_text(const Figure& figure, const Estimate& estimate) const;
    QString fact_text(const Figure& figure, const Estimate& estimate) const;
    QString bottleneck_share() const;
    QString run_cost_text(const Estimate& estimate) const;
    bool counts_images() const;
    int widest_name(const std::vector<bool>& wanted) const;
    void place();

    Document& document_;
    const Localization& words_;
    QGridLayout* grid_;
    std::vector<Figure> figures_;
    /// What the grid holds now.
    std::vector<bool> placed_;
    int placed_columns_ = 0;
    double placed_scale_ = 0.0;
};

} // namespace rigwright
