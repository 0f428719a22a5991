// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/bill_of_materials.h"
#include "ui/document/document.h"
#include "ui/format/words.h"
#include "ui/plots/plot_table.h"

#include <QAbstractTableModel>

namespace rigwright {

/// The bill of materials as a table, a line for each kind of part. The price of a part can be edited: an amount in the
/// bill's currency becomes the person's own price, nothing takes it back; each is one undo step.
class BillModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { part, quantity, price, amount, seen, source, column_count };

    BillModel(Document& document, const Words& words, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    void follow();
    void retranslate();
    /// The bill for the clipboard: amounts as numbers beside their currencies.
    PlotTable table() const;

signals:
    /// What was typed is no price.
    void refused(const QString& message);

private:
    QString text(const BillLine& line, int column) const;
    QString name_of(const BillLine& line) const;
    QString seen_text(const BillLine& line) const;
    QString own_source(const Price& own) const;
    bool set_price(const BillLine& line, const QString& typed);

    Document& document_;
    const Words& words_;
    std::vector<BillLine> lines_;
    std::string currency_;
};

} // namespace rigwright
