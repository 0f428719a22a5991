// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/offer_matrix.h"
#include "ui/document/hardware_data.h"
#include "ui/format/table_model.h"
#include "ui/format/words.h"

namespace rigwright {

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
