// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/prices/price_import.h"
#include "ui/format/words.h"

#include <QAbstractTableModel>

#include <optional>

namespace rigwright {

/// What a price list would do, row by row.
class ImportRowModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { line_column, fate_column, part_column, price_column, before_column, reason_column, column_count };

    explicit ImportRowModel(const Words& words, QObject* parent = nullptr);

    void show(PriceImport import);
    /// Rows of one fate alone, or all.
    void show_fate(std::optional<RowFate> fate);
    const PriceImport& import() const { return import_; }
    const ImportRow& row_at(int row) const { return import_.rows[shown_[static_cast<std::size_t>(row)]]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void select();
    QString cell(const ImportRow& row, int column) const;

    const Words& words_;
    PriceImport import_;
    std::optional<RowFate> fate_;
    std::vector<std::size_t> shown_;
};

} // namespace rigwright
