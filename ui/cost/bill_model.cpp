// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cost/bill_model.h"

#include "core/hardware/dates.h"
#include "ui/controls/number_text.h"
#include "ui/format/exact_number.h"
#include "ui/format/spreadsheet_cell.h"

#include <QDate>
#include <QFont>

namespace rigwright {

namespace {

constexpr double highest_price = 1e12;

} // namespace

BillModel::BillModel(Document& document, const Words& words, QObject* parent)
    : QAbstractTableModel(parent),
      document_(document),
      words_(words)
{
    follow();
}

void BillModel::follow()
{
    static const CostTerms nothing;
    const Evaluation& evaluation = document_.evaluation();
    const BillOfMaterials& bill = (evaluation.estimate ? evaluation.estimate->cost : nothing).bill;
    const bool same_rows = bill.lines.size() == lines_.size();
    if (!same_rows) beginResetModel();
    lines_ = bill.lines;
    currency_ = bill.currency;
    if (!same_rows)
        endResetModel();
    else if (!lines_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

void BillModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, column_count - 1);
    if (!lines_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int BillModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int BillModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QString BillModel::name_of(const BillLine& line) const
{
    const QString kind = words_.text(std::string("part.") + key_of(line.kind));
    return line.name.empty() ? kind : QStringLiteral("%1: %2").arg(kind, from_utf8(line.name));
}

QString BillModel::text(const BillLine& line, int column) const
{
    switch (column) {
    case part: return name_of(line);
    case quantity:
        return line.kind == PartKind::storage ? tr("%1 TB").arg(words_.text(Value{line.quantity, Unit::ratio}))
                                              : words_.text(Value{line.quantity, Unit::count});
    case price: return line.price ? words_.text(money(line.price->amount, line.price->currency)) : tr("not known");
    case amount: return line.amount ? words_.text(money(*line.amount, currency_)) : QStringLiteral("–");
    case seen: return seen_text(line);
    case source:
        if (!line.price) return QString();
        if (line.overridden && line.price->source.empty()) return tr("your price");
        return line.price->own ? own_source(*line.price) : from_utf8(line.price->source);
    default: return {};
    }
}

/// When the price was seen; an offer whose last day has passed says so.
QString BillModel::seen_text(const BillLine& line) const
{
    if (!line.price) return {};
    const QString date = from_utf8(line.price->date);
    const int today = QDate::currentDate().toString(QStringLiteral("yyyyMMdd")).toInt();
    const bool is_over = !line.price->valid_until.empty() && last_day(line.price->valid_until) < today;
    return is_over ? tr("%1, valid until %2: over").arg(date, from_utf8(line.price->valid_until)) : date;
}

/// Where a price of the person's own catalogue comes from.
QString BillModel::own_source(const Price& own) const
{
    const QString place = from_utf8(own.source);
    const QString supplier = from_utf8(own.supplier);
    const bool adds = !supplier.isEmpty() && supplier != place;
    return tr("your price list: %1").arg(adds ? QStringLiteral("%1, %2").arg(supplier, place) : place);
}

QVariant BillModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const BillLine& line = lines_[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(line, column);
    case Qt::ToolTipRole: return text(line, column).toHtmlEscaped();
    case Qt::EditRole:
        return column == price && line.price && line.price->currency == currency_ ? exact_text(line.price->amount)
                                                                                  : QString();
    case Qt::TextAlignmentRole:
        return static_cast<int>((column >= quantity && column <= amount ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font;
        font.setBold(column == price && (line.overridden || (line.price && line.price->own)));
        return font;
    }
    default: return {};
    }
}

QVariant BillModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case part: return tr("Part");
    case quantity: return tr("Quantity");
    case price: return tr("Price of one");
    case amount: return tr("Amount");
    case seen: return tr("Seen");
    case source: return tr("Source");
    default: return {};
    }
}

PlotTable BillModel::table() const
{
    const auto words = [](const QString& text) { return PlotCell{text, spreadsheet_cell(text)}; };
    const auto heading = [this](int column) {
        return PlotColumn{headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), {}};
    };
    PlotTable table;
    table.columns = {heading(part),   heading(quantity),    {tr("Unit"), {}}, heading(price), {tr("Currency"), {}},
                     heading(amount), {tr("Currency"), {}}, heading(seen),    heading(source)};
    for (const BillLine& line : lines_) {
        const QString unit = line.kind == PartKind::storage ? QStringLiteral("TB") : QString();
        table.rows.push_back({words(name_of(line)),
                              {text(line, quantity), exact_number(line.quantity)},
                              words(unit),
                              {text(line, price), line.price ? exact_number(line.price->amount) : QString()},
                              words(line.price ? from_utf8(line.price->currency) : QString()),
                              {text(line, amount), line.amount ? exact_number(*line.amount) : QString()},
                              words(line.amount ? from_utf8(currency_) : QString()),
                              words(text(line, seen)),
                              words(text(line, source))});
    }
    return table;
}

Qt::ItemFlags BillModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    if (!index.isValid()) return usual;
    const bool editable = index.column() == price && !lines_[static_cast<std::size_t>(index.row())].part.empty();
    return editable ? usual | Qt::ItemIsEditable : usual;
}

bool BillModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || index.column() != price) return false;
    const BillLine line = lines_[static_cast<std::size_t>(index.row())];
    return set_price(line, value.toString().trimmed());
}

bool BillModel::set_price(const BillLine& line, const QString& typed)
{
    Scenario next = document_.scenario();
    if (typed.isEmpty()) {
        if (next.build.price_overrides.erase(line.part) == 0) return false;
        return document_.set_scenario(next, tr("price of the database"));
    }
    const std::optional<double> paid = number_from_text(typed);
    if (!paid || *paid < 0.0 || *paid > highest_price) {
        emit refused(
            tr("“%1” is no price. Enter an amount in %2, for example 12500.").arg(typed, from_utf8(currency_)));
        return false;
    }
    if (line.price && line.price->currency == currency_ && line.price->amount == *paid) return false;
    next.build.price_overrides[line.part] = {
        *paid, currency_, QDate::currentDate().toString(Qt::ISODate).toStdString(), {}};
    return document_.set_scenario(next, tr("own price"));
}

} // namespace rigwright
