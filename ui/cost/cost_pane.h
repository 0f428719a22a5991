// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/run/bill_of_materials.h"
#include "ui/controls/card.h"
#include "ui/controls/quantity_label.h"
#include "ui/document/document.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"
#include "ui/panels/field_form.h"
#include "ui/plots/plot_pane.h"
#include "ui/plots/rent_or_buy_plot.h"

#include <QCheckBox>
#include <QDateEdit>
#include <QGridLayout>
#include <QLabel>
#include <QTableView>

#include <vector>

namespace rigwright {

/// Whether the machine in front is better rented or bought: the answer as a sentence on a label outside, and the plot
/// it is read from.
class RentOrBuyPage : public QWidget {
    Q_OBJECT

public:
    /// The label is in sight while this is.
    RentOrBuyPage(Document& document, const Localization& words, QLabel& sentence, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void follow();

    QLabel& sentence_;
    FieldForm* use_;
    RentOrBuyPlot* plot_;
};

/// The bill of materials as a table, a line for each kind of part. The price of a part can be edited: an amount in the
/// bill's currency becomes the person's own price, nothing takes it back; each is one undo step.
class BillModel : public TableModel {
    Q_OBJECT

public:
    enum Column { part, quantity, price, amount, seen, source, column_count };

    BillModel(Document& document, const Localization& words, QObject* parent = nullptr);

    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    void follow();
    /// The bill for the clipboard: amounts as numbers beside their currencies.
    PlotTable table() const;

signals:
    /// Why what was typed changes no price; empty where nothing is wrong with it.
    void refused(const QString& message);

private:
    int row_count() const override { return static_cast<int>(lines_.size()); }
    QVariant special(int row, int column, int role) const override;
    bool is_editable(int row, int column) const override;
    const BillLine& line_at(int row) const { return lines_[static_cast<std::size_t>(row)]; }
    QString source_text(const BillLine& line) const;
    QString name_of(const BillLine& line) const;
    QString seen_text(const BillLine& line) const;
    QString own_source(const Price& own) const;
    bool set_price(const BillLine& line, const QString& typed);

    Document& document_;
    const Localization& words_;
    std::vector<BillLine> lines_;
    std::string currency_;
};

/// What the build costs to buy, line by line, and what the run costs on it or rented. Prices can be edited in place.
class CostPane : public QWidget {
    Q_OBJECT

public:
    CostPane(Document& document, const Localization& words, QWidget* parent = nullptr);

    /// The bill as tab-separated text on the clipboard; cells that a spreadsheet would compute are made text.
    void copy_table() const;

signals:
    void working_requested(const QString& quantity);

protected:
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
    void show_figures(const Estimate& estimate);
    void show_figure(Figure& figure, const QString& text, const QString& note);
    QString break_even_note(const CostTerms& cost) const;
    void retranslate();

    Document& document_;
    const Localization& words_;
    BillModel* model_;
    QTableView* view_;
    QuantityLabel* total_ = nullptr;
    QLabel* hint_;
    TroubleLabel* trouble_;
    std::vector<Figure> figures_;
    /// Whether the day on which the machine starts to work is said, and which.
    QCheckBox* starts_ = nullptr;
    QDateEdit* start_day_ = nullptr;
};

} // namespace rigwright
