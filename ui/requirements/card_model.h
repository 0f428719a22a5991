// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/card_sheet.h"
#include "ui/document/document.h"
#include "ui/format/words.h"

#include <QAbstractTableModel>

namespace rigwright {

/// Cards side by side: a line a property, a column a card; behind them what the property is and what it moves.
class CardModel : public QAbstractTableModel {
    Q_OBJECT

public:
    CardModel(Document& document, const Words& words, QObject* parent = nullptr);

    void show_cards(const QStringList& ids);
    const QStringList& cards() const { return ids_; }
    std::vector<const Gpu*> records() const;
    CardProperty property(int row) const { return static_cast<CardProperty>(row); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void retranslate();

private:
    QString text(int row, int column) const;

    Document& document_;
    const Words& words_;
    QStringList ids_;
    std::vector<std::vector<CardEntry>> sheets_;
};

} // namespace rigwright
