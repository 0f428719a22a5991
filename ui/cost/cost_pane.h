// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/quantity_label.h"
#include "ui/cost/bill_model.h"

#include <QGridLayout>
#include <QLabel>
#include <QTableView>

#include <vector>

namespace rigwright {

/// What the build costs to buy, line by line, and what the run costs on it or rented. Prices can be edited in place.
class CostPane : public QWidget {
    Q_OBJECT

public:
    CostPane(Document& document, const Words& words, QWidget* parent = nullptr);

    QTableView& view() const { return *view_; }
    BillModel& model() const { return *model_; }
    QuantityLabel* total() const { return total_; }
    /// The bill as tab-separated text on the clipboard; cells that a spreadsheet would compute are made text.
    void copy_table() const;

signals:
    void working_asked(const QString& quantity);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Figure {
        const char* quantity;
        QLabel* caption;
        QuantityLabel* value;
        QLabel* note;
    };

    QuantityLabel* add_quantity(const char* id);
    void build_table();
    void build_figures(QGridLayout* grid);
    void follow();
    void show_total(const CostTerms& cost);
    void show_figures(const CostTerms& cost);
    void show_figure(Figure& figure, const QString& text, const QString& note);
    QString break_even_note(const CostTerms& cost) const;
    void retranslate();

    Document& document_;
    const Words& words_;
    BillModel* model_;
    QTableView* view_;
    QuantityLabel* total_ = nullptr;
    QLabel* hint_;
    std::vector<Figure> figures_;
};

} // namespace rigwright
