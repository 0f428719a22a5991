// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalog_editor/import_row_model.h"

#include "core/text/price_text.h"
#include "ui/theme/theme.h"

#include <QApplication>

namespace rigwright {

ImportRowModel::ImportRowModel(const Words& words, QObject* parent) : QAbstractTableModel(parent), words_(words) {}

void ImportRowModel::show(PriceImport import)
{
    beginResetModel();
    import_ = std::move(import);
    select();
    endResetModel();
}

void ImportRowModel::show_fate(std::optional<RowFate> wanted)
{
    beginResetModel();
    fate_ = wanted;
    select();
    endResetModel();
}

void ImportRowModel::select()
{
    shown_.clear();
    for (std::size_t i = 0; i < import_.rows.size(); ++i)
        if (!fate_ || import_.rows[i].fate == *fate_) shown_.push_back(i);
}

int ImportRowModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int ImportRowModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QString ImportRowModel::cell(const ImportRow& row, int column) const
{
    const bool good = row.fate != RowFate::rejected;
    switch (column) {
    case line_column: return QString::number(row.line);
    case fate_column: return from_utf8(name_of(row.fate, words_.table()));
    case part_column: return from_utf8(row.part.empty() ? row.called : row.part);
    case price_column: return good ? from_utf8(price_text(row.price, words_.table())) : QString();
    case before_column: return row.before ? from_utf8(price_text(*row.before, words_.table())) : QString();
    case reason_column: return from_utf8(text_of_reasons(row, words_.table()));
    default: return {};
    }
}

QVariant ImportRowModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const ImportRow& row = row_at(index.row());
    switch (role) {
    case Qt::DisplayRole: return cell(row, index.column());
    case Qt::ToolTipRole: return cell(row, index.column()).toHtmlEscaped();
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == line_column ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ForegroundRole: {
        const Theme& theme = theme_of(QApplication::palette());
        if (row.fate == RowFate::rejected) return theme.bad;
        return row.fate == RowFate::unchanged ? QVariant(theme.muted) : QVariant();
    }
    default: return {};
    }
}

QVariant ImportRowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case line_column: return tr("Line");
    case fate_column: return tr("Result");
    case part_column: return tr("Part");
    case price_column: return tr("Price");
    case before_column: return tr("Own price before");
    case reason_column: return tr("Reason");
    default: return {};
    }
}

} // namespace rigwright
