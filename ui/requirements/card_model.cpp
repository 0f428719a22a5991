// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/requirements/card_model.h"

#include "core/text/card_text.h"

namespace rigwright {

CardModel::CardModel(Document& document, const Words& words, QObject* parent)
    : QAbstractTableModel(parent),
      document_(document),
      words_(words)
{}

void CardModel::show_cards(const QStringList& ids)
{
    beginResetModel();
    ids_.clear();
    sheets_.clear();
    for (const QString& id : ids) {
        const Gpu* gpu = document_.data()->hardware.gpu(id.toStdString());
        if (gpu == nullptr) continue;
        ids_ += id;
        sheets_.push_back(card_sheet(*gpu));
    }
    endResetModel();
}

std::vector<const Gpu*> CardModel::records() const
{
    std::vector<const Gpu*> cards;
    for (const QString& id : ids_) cards.push_back(document_.data()->hardware.gpu(id.toStdString()));
    return cards;
}

int CardModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(card_property_count);
}

int CardModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ids_.size()) + 1;
}

QString CardModel::text(int row, int column) const
{
    const std::string code = std::string("card.") + key_of(property(row));
    if (column == static_cast<int>(ids_.size())) return words_.text(code + ".drives");
    const CardEntry& entry = sheets_[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
    const CardEntry& first = sheets_.front()[static_cast<std::size_t>(row)];
    return from_utf8(column == 0 ? text_of(entry, words_.language()) : text_beside(entry, first, words_.language()));
}

QVariant CardModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) return {};
    const bool card = index.column() < static_cast<int>(ids_.size());
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::ToolTipRole: {
        if (!card) return text(index.row(), index.column()).toHtmlEscaped();
        const CardEntry& entry =
            sheets_[static_cast<std::size_t>(index.column())][static_cast<std::size_t>(index.row())];
        const QString source = from_utf8(entry.source);
        return (source.isEmpty() ? text(index.row(), index.column()) : tr("Source: %1").arg(source)).toHtmlEscaped();
    }
    case Qt::TextAlignmentRole: return static_cast<int>((card ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant CardModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical) {
        const std::string code = std::string("card.") + key_of(property(section));
        if (role == Qt::DisplayRole) return words_.text(code);
        if (role == Qt::ToolTipRole) return words_.text(code + ".meaning").toHtmlEscaped();
        return {};
    }
    if (role != Qt::DisplayRole) return {};
    if (section == static_cast<int>(ids_.size())) return tr("What it moves");
    return from_utf8(document_.data()->hardware.gpu(ids_.at(section).toStdString())->name);
}

void CardModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace rigwright
