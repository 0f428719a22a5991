// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/price_list.h"
#include "core/report/offer_matrix.h"
#include "ui/document/hardware_data.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

namespace rigwright {

/// The prices of the user's parts library as an editable table, each with the database price. Every edit is one undo
/// step; a cleared price is removed from its list.
class OwnPriceModel : public TableModel {
    Q_OBJECT

public:
    enum Column {
        part_column,
        amount_column,
        currency_column,
        date_column,
        kind_column,
        supplier_column,
        tax_included_column,
        tax_rate_column,
        warranty_column,
        valid_until_column,
        quantity_column,
        source_column,
        note_column,
        list_column,
        shipped_column
    };

    OwnPriceModel(HardwareData& data, const Localization& words, QObject* parent = nullptr);

    /// Shows only the prices of one list ("prices/2026-11-01-dealer.json"), or all for an empty file.
    void show_list(const QString& file);

    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// Removes prices from their lists, as one undo step.
    bool remove(QList<int> rows);
    /// Adds a price to the list of typed prices.
    bool add(const std::string& part, const Price& price);
    QStringList kind_names() const;
    QStringList tax_words() const { return {QString(), tr("Yes"), tr("No")}; }

signals:
    /// Why a typed value was rejected; empty if it was accepted.
    void judged(const QString& trouble);

private:
    struct Row {
        std::string file;
        ListedPrice line;
        std::string name;
        std::optional<Price> shipped;
        /// Another own price of the part, if that counts instead.
        std::optional<Price> instead;
    };

    int row_count() const override { return static_cast<int>(rows_.size()); }
    QVariant special(int row, int column, int role) const override;
    const Price& price_at(int row) const { return rows_[static_cast<std::size_t>(row)].line.price; }

    void follow();
    QString day_text(const Price& price) const;
    QString instead_text(const Price& instead) const;
    /// The price with the typed change; nothing, with `judged`, if the text is invalid.
    std::optional<Price> edited(Price price, int column, const QString& text);
    bool is_over(const Price& price) const;

    HardwareData& data_;
    const Localization& words_;
    QString shown_list_;
    std::vector<Row> rows_;
};

/// The defect of a price as a sentence; empty if there is none.
QString price_trouble(const Price& price, const Localization& words);

/// The parts of the machine in front with the price of each seller, the cheapest of each line marked, and what the
/// sellers ask in all. It follows the plan and the price lists.
class OfferModel : public TableModel {
    Q_OBJECT

public:
    enum Column { part_column, quantity_column, first_seller };

    OfferModel(HardwareData& data, const Localization& words, QObject* parent = nullptr);

    const OfferMatrix& matrix() const { return matrix_; }
    void follow();
    /// The machine in front pays this seller's price for the part from now on: one undo step. False for a cell without
    /// a valid price.
    bool use(const QModelIndex& cell);

private:
    int row_count() const override;
    QVariant special(int row, int column, int role) const override;
    QString seller_text(int row, std::size_t seller) const;
    const OfferedPrice* offer_at(int row, int column) const;
    bool is_lowest(int row, std::size_t seller) const;

    HardwareData& data_;
    const Localization& words_;
    OfferMatrix matrix_;
};

} // namespace rigwright
