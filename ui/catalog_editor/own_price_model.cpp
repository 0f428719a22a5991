// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/own_price_model.h"

#include "core/hardware/catalog.h"
#include "core/hardware/dates.h"
#include "core/prices/price_cells.h"
#include "core/prices/price_import.h"
#include "core/text/messages.h"
#include "core/text/price_text.h"
#include "ui/controls/number_text.h"
#include "ui/format/words.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDate>
#include <QFont>

#include <algorithm>
#include <map>

namespace rigwright {

namespace {

/// File for prices that are typed individually.
constexpr const char* typed_prices = "prices/typed-prices.json";

QString share_text(const std::optional<double>& share)
{
    constexpr double hundred = 100.0;
    return share ? QStringLiteral("%1%").arg(exact_text(*share * hundred)) : QString();
}

/// The newest database price of a part.
std::optional<Price> shipped_price(const PricedPart* part)
{
    if (part == nullptr) return std::nullopt;
    std::vector<Price> shipped;
    for (const Price& price : *part->prices)
        if (!price.own) shipped.push_back(price);
    const Price* newest = newest_price(shipped);
    return newest != nullptr ? std::optional(*newest) : std::nullopt;
}

/// Another own price of the part that counts instead of this one.
std::optional<Price> counting_instead(const PricedPart* part, const Price& price)
{
    const Price* counts = part != nullptr && buys(price.kind) ? newest_price(*part->prices) : nullptr;
    const bool other = counts != nullptr && counts->own && price_json(*counts) != price_json(price);
    return other ? std::optional(*counts) : std::nullopt;
}

} // namespace

QString price_trouble(const Price& price, const Localization& words)
{
    std::vector<JsonIssue> issues;
    read_own_prices(nlohmann::json::array({nlohmann::json(price_json(price))}), issues);
    if (!issues.empty()) return from_utf8(text_of_issue(issues.front(), words.table()));
    if (is_later(price.date, today()))
        return from_utf8(text_of_reason({"", "date-in-future", price.date, today()}, words.table()));
    const bool ends = !price.valid_until.empty() && last_day(price.valid_until) < first_day(price.date);
    if (!ends) return {};
    return from_utf8(text_of_reason({"", "ends-before-it-begins", price.valid_until, price.date}, words.table()));
}

OwnPriceModel::OwnPriceModel(HardwareData& data, const Localization& words, QObject* parent)
    : TableModel(parent),
      data_(data),
      words_(words)
{
    const auto typed = [this](std::string Price::*member) {
        return [this, member](int row) { return from_utf8(price_at(row).*member); };
    };
    const auto row_at = [this](int row) -> const Row& { return rows_[static_cast<std::size_t>(row)]; };
    set_columns(
        {{[] { return tr("Part"); }, [=](int row) { return from_utf8(row_at(row).name); }},
         {[] { return tr("Price"); },
          [this](int row) {
              return words_.text(Value{price_at(row).amount, Unit::ratio});
          },
          true, true, [this](int row) { return exact_text(price_at(row).amount); }},
         {[] { return tr("Currency"); }, typed(&Price::currency), false, true},
         {[] { return tr("Date"); }, typed(&Price::date), false, true},
         {[] { return tr("Kind"); }, [this](int row) { return from_utf8(name_of(price_at(row).kind, words_.table())); },
          false, true},
         {[] { return tr("Supplier"); }, typed(&Price::supplier), false, true},
         {[] { return tr("With tax"); },
          [this](int row) {
              return !price_at(row).tax_included ? QString() : tax_words()[*price_at(row).tax_included ? 1 : 2];
          },
          false, true},
         {[] { return tr("Tax rate"); }, [this](int row) { return share_text(price_at(row).tax_rate); }, true, true},
         {[] { return tr("Warranty, months"); },
          [this](int row) {
              return price_at(row).warranty_months ? exact_text(*price_at(row).warranty_months) : QString();
          },
          true, true},
         {[] { return tr("Valid until"); }, [this](int row) { return day_text(price_at(row)); }, false, true,
          typed(&Price::valid_until)},
         {[] { return tr("Quantity"); },
          [this](int row) { return price_at(row).quantity ? exact_text(*price_at(row).quantity) : QString(); }, true},
         {[] { return tr("Source"); }, typed(&Price::source), false, true},
         {[] { return tr("Note"); }, typed(&Price::note), false, true},
         {[] { return tr("Price list"); },
          [=](int row) { return from_utf8(row_at(row).file.substr(row_at(row).file.find('/') + 1)); }},
         {[] { return tr("Database price"); },
          [=, this](int row) {
              return row_at(row).shipped ? from_utf8(price_text(*row_at(row).shipped, words_.table())) : QString();
          }}});
    connect(&data_, &HardwareData::changed, this, &OwnPriceModel::follow);
    follow();
}

void OwnPriceModel::show_list(const QString& file)
{
    shown_list_ = file;
    follow();
}

void OwnPriceModel::follow()
{
    const PartIndex parts(data_.catalog());
    beginResetModel();
    rows_.clear();
    for (const PriceList& list : data_.catalog().price_lists) {
        if (!shown_list_.isEmpty() && shown_list_ != from_utf8(list.file)) continue;
        const JsonDocument file = parse_json_file(data_.folder() / list.file, price_list_limits);
        std::vector<JsonIssue> issues;
        if (!file.issues.empty()) continue;
        for (ListedPrice& line : read_price_list(file.value, issues).prices) {
            const PricedPart* found = parts.by_id(line.part);
            const std::string name = found != nullptr ? found->name : line.part;
            std::optional<Price> instead = counting_instead(found, line.price);
            rows_.push_back({list.file, std::move(line), name, shipped_price(found), std::move(instead)});
        }
    }
    endResetModel();
}

QStringList OwnPriceModel::kind_names() const
{
    QStringList names;
    for (std::size_t i = 0; i < rigwright::words<PriceKind>.size(); ++i)
        names << from_utf8(name_of(static_cast<PriceKind>(i), words_.table()));
    return names;
}

bool OwnPriceModel::is_over(const Price& price) const
{
    const int today = QDate::currentDate().toString(QStringLiteral("yyyyMMdd")).toInt();
    return !price.valid_until.empty() && last_day(price.valid_until) < today;
}

QString OwnPriceModel::day_text(const Price& price) const
{
    const QString day = from_utf8(price.valid_until);
    return is_over(price) ? tr("%1 (expired)").arg(day) : day;
}

QString OwnPriceModel::instead_text(const Price& instead) const
{
    const QString price = from_utf8(price_text(instead, words_.table()));
    const QString seller = from_utf8(instead.supplier.empty() ? instead.source : instead.supplier);
    return tr("Another of your prices is used for this part: %1 (%2)").arg(price, seller);
}

QVariant OwnPriceModel::special(int at, int column, int role) const
{
    const Row& row = rows_[static_cast<std::size_t>(at)];
    if (role == Qt::ToolTipRole && column == amount_column && row.instead) return tool_tip(instead_text(*row.instead));
    if (role == Qt::ToolTipRole && column == part_column) return tool_tip(from_utf8(row.line.part));
    if (role != Qt::ForegroundRole) return {};
    const Theme& theme = theme_of(QApplication::palette());
    if (column == valid_until_column && is_over(row.line.price)) return theme.warning;
    const bool counts = column != shipped_column && !(column == amount_column && row.instead);
    return counts ? QVariant() : QVariant(theme.muted);
}

std::optional<Price> OwnPriceModel::edited(Price price, int column, const QString& text)
{
    const std::string typed = plain_cell(text.toStdString());
    const auto refuse = [&](const char* code, const char* accepted) {
        emit judged(from_utf8(text_of_reason({"date", code, typed, accepted}, words_.table())));
        return std::nullopt;
    };
    switch (column) {
    case amount_column: {
        const TypedNumber number = read_typed(text, from_utf8(price.currency));
        if (!number.number) {
            emit judged(words_.text(number));
            return std::nullopt;
        }
        price.amount = *number.number;
        break;
    }
    case currency_column:
        price.currency = currency_from(typed);
        if (price.currency.empty()) return refuse("unknown-currency", "CNY, USD, EUR, ...");
        break;
    case date_column:
    case valid_until_column: {
        const std::string day = date_from(typed);
        if (day.empty() && (column == date_column || !typed.empty())) return refuse("not-a-date", "2026-11-01");
        (column == date_column ? price.date : price.valid_until) = day;
        break;
    }
    case kind_column: {
        const auto found = kind_names().indexOf(text);
        if (found < 0) return refuse("unknown-kind", "list, street, quotation, estimate");
        price.kind = static_cast<PriceKind>(found);
        break;
    }
    case tax_included_column: {
        const auto found = tax_words().indexOf(text);
        if (found < 0) return refuse("unknown-tax", "yes, no");
        price.tax_included = found == 0 ? std::nullopt : std::optional(found == 1);
        break;
    }
    case tax_rate_column:
        price.tax_rate = tax_rate_from(typed, '.');
        if (!price.tax_rate && !typed.empty()) return refuse("not-a-tax-rate", "13 %");
        break;
    case warranty_column:
        price.warranty_months = warranty_months_from(typed, '.', 1.0);
        if (!price.warranty_months && !typed.empty()) return refuse("not-a-warranty", "36, 3 years, 3年");
        break;
    case supplier_column: price.supplier = typed; break;
    case source_column: price.source = typed; break;
    case note_column: price.note = typed; break;
    default: return std::nullopt;
    }
    return price;
}

bool OwnPriceModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole) return false;
    const bool unchanged = value.toString() == data(index, Qt::EditRole).toString();
    const bool cleared = index.column() == amount_column && value.toString().trimmed().isEmpty();
    if (unchanged || cleared) emit judged(QString());
    if (unchanged) return false;
    if (cleared) return remove({index.row()});
    const Row row = rows_[static_cast<std::size_t>(index.row())];
    const std::optional<Price> price = edited(row.line.price, index.column(), value.toString().trimmed());
    if (!price) return false;
    const QString trouble = price_trouble(*price, words_);
    emit judged(trouble);
    const std::optional<std::string> text = data_.own_text(row.file);
    if (!trouble.isEmpty() || !text) return false;
    nlohmann::ordered_json entry;
    entry["part"] = row.line.part;
    entry.update(price_json(*price));
    return data_.change({{row.file, text, with_entry(*text, row.line.position, entry)}}, tr("edit a price"));
}

bool OwnPriceModel::remove(QList<int> rows)
{
    std::sort(rows.begin(), rows.end(), std::greater<>());
    std::map<std::string, FileChange> changes;
    for (const int at : rows) {
        const Row& row = rows_[static_cast<std::size_t>(at)];
        const auto [change, is_first] = changes.try_emplace(row.file, FileChange{row.file, {}, {}});
        if (is_first) change->second.before = change->second.after = data_.own_text(row.file);
        if (change->second.after)
            change->second.after = with_entry(*change->second.after, row.line.position, std::nullopt);
    }
    std::vector<FileChange> all;
    all.reserve(changes.size());
    for (auto& [file, change] : changes) all.push_back(std::move(change));
    return data_.change(std::move(all), tr("delete prices"));
}

bool OwnPriceModel::add(const std::string& to, const Price& price)
{
    const std::optional<std::string> before = data_.own_text(typed_prices);
    const bool readable = before && parse_json(*before, price_list_limits).issues.empty();
    if (before && !readable) {
        emit judged(from_utf8(text_of_issue({"$", "cannot-read", typed_prices, ""}, words_.table())));
        return false;
    }
    PriceListFile list;
    list.list.name = tr("Manually entered").toStdString();
    list.list.date = price.date;
    list.prices.push_back({to, price, 0});
    nlohmann::ordered_json entry;
    entry["part"] = to;
    entry.update(price_json(price));
    const std::string after = before ? with_entry(*before, static_cast<std::size_t>(-1), entry) : price_list_text(list);
    return data_.change({{typed_prices, before, after}}, tr("add a price"));
}

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
