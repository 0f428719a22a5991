// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/controls/quantity_label.h"
#include "ui/cost/bill_model.h"

#include <QCheckBox>
#include <QDateEdit>
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
    /// The shown number of a quantity ("cost.run"); null for one that the pane does not show.
    QuantityLabel* figure(std::string_view quantity) const;
    /// What stands below it.
    QString note(std::string_view quantity) const;
    /// Whether the day on which the machine starts to work is said, and which.
    QCheckBox* starts() const { return starts_; }
    QDateEdit* start_day() const { return start_day_; }
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
    void build_start(QGridLayout* grid);
    void change_start();
    void show_start();
    void show_upload(const CostTerms& cost);
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
    QCheckBox* starts_ = nullptr;
    QDateEdit* start_day_ = nullptr;
};

} // namespace rigwright
