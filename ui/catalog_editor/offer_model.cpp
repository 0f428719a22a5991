// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/offer_model.h"

#include "core/hardware/dates.h"

#include <QFont>

namespace rigwright {

namespace {

/// Below the parts: what an offer asks beside its lines, when it is there, and the sum.
enum class Below { costs, delivery, total };
constexpr int rows_below = 3;
constexpr double seconds_of_a_day = 86400.0;

} // namespace

OfferModel::OfferModel(HardwareData& data, const Localization& words, QObject* parent)
    : TableModel(parent),
      data_(data),
      words_(words)
{
    connect(&data_, &HardwareData::changed, this, &OfferModel::follow);
    connect(&data_.document(), &Document::changed, this, &OfferModel::follow);
    follow();
}

void OfferModel::follow()
{
    beginResetModel();
    matrix_ = offer_matrix(data_.document().evaluation(), *data_.document().data(), today());
    const auto parts = static_cast<int>(matrix_.lines.size());
    const auto below = [parts](int row) { return static_cast<Below>(row - parts); };
    std::vector<TableColumn> columns{
        {[] { return tr("Part"); },
         [=, this](int row) {
             if (row < parts) return from_utf8(matrix_.lines[static_cast<std::size_t>(row)].name);
             switch (below(row)) {
             case Below::costs: return tr("Shipping and other costs");
             case Below::delivery: return tr("Delivery");
             case Below::total: return tr("Total");
             }
             return QString();
         }},
        {[] { return tr("Quantity"); },
         [=, this](int row) {
             if (row >= parts) return QString();
             return words_.text(Value{matrix_.lines[static_cast<std::size_t>(row)].quantity, Unit::ratio});
         },
         true}};
    for (std::size_t i = 0; i < matrix_.sellers.size(); ++i)
        columns.push_back({[this, i] { return from_utf8(matrix_.sellers[i].name); },
                           [this, i](int row) { return seller_text(row, i); }, true});
    set_columns(std::move(columns));
    endResetModel();
}

int OfferModel::row_count() const
{
    return matrix_.sellers.empty() ? 0 : static_cast<int>(matrix_.lines.size()) + rows_below;
}

const OfferedPrice* OfferModel::offer_at(int row, int column) const
{
    if (row < 0 || row >= static_cast<int>(matrix_.lines.size()) || column < first_seller) return nullptr;
    const auto& offer =
        matrix_.lines[static_cast<std::size_t>(row)].offers[static_cast<std::size_t>(column - first_seller)];
    return offer ? &*offer : nullptr;
}

bool OfferModel::is_lowest(int row, std::size_t seller) const
{
    if (row < static_cast<int>(matrix_.lines.size()))
        return matrix_.lines[static_cast<std::size_t>(row)].cheapest == seller;
    return row == row_count() - 1 && matrix_.cheapest == seller;
}

QString OfferModel::seller_text(int row, std::size_t seller) const
{
    const Seller& own = matrix_.sellers[seller];
    const auto in_money = [this](double amount) { return words_.text(money(amount, matrix_.currency)); };
    const auto parts = static_cast<int>(matrix_.lines.size());
    QStringList said;
    if (row < parts) {
        const OfferLine& line = matrix_.lines[static_cast<std::size_t>(row)];
        const auto& offer = line.offers[seller];
        if (!offer) return QStringLiteral("–");
        said << in_money(offer->amount);
        if (offer->is_over) said << tr("no longer valid");
        if (offer->price.quantity && *offer->price.quantity < line.quantity)
            said << tr("for %1 only").arg(words_.text(Value{*offer->price.quantity, Unit::ratio}));
        if (line.counting == seller) said << tr("in the bill");
    } else {
        switch (static_cast<Below>(row - parts)) {
        case Below::costs: said << (own.costs_open ? QStringLiteral("≥ ") : QString()) + in_money(own.costs); break;
        case Below::delivery:
            said << (own.delivery_days ? words_.text(Value{*own.delivery_days * seconds_of_a_day, Unit::seconds})
                                       : QStringLiteral("–"));
            break;
        case Below::total:
            said << (own.lacking > 0 || own.costs_open ? QStringLiteral("≥ ") : QString()) + in_money(own.total());
            if (own.lacking > 0) said << tr("parts without an offer: %1").arg(own.lacking);
            break;
        }
    }
    if (is_lowest(row, seller)) said << tr("lowest");
    return said.join(QStringLiteral(" · "));
}

QVariant OfferModel::special(int row, int column, int role) const
{
    const bool total = row == row_count() - 1;
    const bool lowest = column >= first_seller && is_lowest(row, static_cast<std::size_t>(column - first_seller));
    if (role == Qt::FontRole && (total || lowest)) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return {};
}

bool OfferModel::use(const QModelIndex& cell)
{
    const OfferedPrice* offer = offer_at(cell.row(), cell.column());
    if (offer == nullptr || offer->is_over) return false;
    Scenario next = data_.document().scenario();
    const OfferLine& line = matrix_.lines[static_cast<std::size_t>(cell.row())];
    next.build.price_overrides[line.part] = {offer->amount, matrix_.currency, offer->price.date, offer->price.supplier};
    return data_.document().set_scenario(next, tr("price of %1").arg(from_utf8(offer->price.supplier)));
}

} // namespace rigwright
