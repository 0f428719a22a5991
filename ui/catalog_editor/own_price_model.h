// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/price_list.h"
#include "ui/document/hardware_data.h"
#include "ui/format/words.h"

#include <QAbstractTableModel>

namespace rigwright {

/// The prices of the user's parts library as an editable table, each with the database price. Every edit is one undo
/// step.
class OwnPriceModel : public QAbstractTableModel {
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
        source_column,
        note_column,
        list_column,
        shipped_column,
        column_count
    };

    OwnPriceModel(HardwareData& data, const Localization& words, QObject* parent = nullptr);

    /// Shows only the prices of one list ("prices/2026-11-01-dealer.json"), or all for an empty file.
    void show_list(const QString& file);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// Removes prices from their lists, as one undo step.
    bool remove(QList<int> rows);
    /// Adds a price to the list of typed prices.
    bool add(const std::string& part, const Price& price);
    QStringList kind_names() const;
    QStringList tax_words() const;
    void retranslate();

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

    void follow();
    QString cell(const Row& row, int column) const;
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

} // namespace rigwright
