// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/words.h"

#include <QAbstractTableModel>

#include <functional>
#include <utility>
#include <vector>

namespace rigwright {

/// One column of a table. Texts are requested again in each language.
struct TableColumn {
    std::function<QString()> title;
    std::function<QString(int row)> text;
    bool is_figure = false;
    bool is_editable = false;
    /// Initial text of an editor, if it differs.
    std::function<QString(int row)> edited{};
    /// Tooltip of the heading, if any.
    std::function<QString()> hint{};
};

/// A table defined by its columns, with headings aligned like their texts; the derived model has the rows and the
/// special data of cells.
class TableModel : public QAbstractTableModel {
public:
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : row_count(); }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(columns_.size());
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override
    {
        if (!index.isValid()) return {};
        const TableColumn& column = columns_[static_cast<std::size_t>(index.column())];
        if (QVariant own = special(index.row(), index.column(), role); own.isValid()) return own;
        switch (role) {
        case Qt::DisplayRole: return column.text(index.row());
        case Qt::EditRole: return column.edited ? column.edited(index.row()) : column.text(index.row());
        case Qt::ToolTipRole: return tool_tip(column.text(index.row()));
        case Qt::TextAlignmentRole: return side(column);
        default: return {};
        }
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
        const TableColumn& column = columns_[static_cast<std::size_t>(section)];
        if (role == Qt::DisplayRole) return column.title();
        if (role == Qt::ToolTipRole && column.hint) return tool_tip(column.hint());
        return role == Qt::TextAlignmentRole ? QVariant(side(column)) : QVariant();
    }
    Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
        return index.isValid() && is_editable(index.row(), index.column()) ? usual | Qt::ItemIsEditable : usual;
    }

    QString text(int row, int column) const { return columns_[static_cast<std::size_t>(column)].text(row); }
    /// Updates all texts and headings.
    void retranslate()
    {
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        rows_changed();
    }

protected:
    explicit TableModel(QObject* parent) : QAbstractTableModel(parent) {}

    void set_columns(std::vector<TableColumn> columns) { columns_ = std::move(columns); }
    void set_hint(int column, std::function<QString()> hint)
    {
        columns_[static_cast<std::size_t>(column)].hint = std::move(hint);
    }
    void rows_changed()
    {
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }

    virtual int row_count() const = 0;
    /// Colors, fonts and other data besides the text; invalid for the default.
    virtual QVariant special(int, int, int) const { return {}; }
    virtual bool is_editable(int, int column) const { return columns_[static_cast<std::size_t>(column)].is_editable; }

private:
    static int side(const TableColumn& column)
    {
        return static_cast<int>((column.is_figure ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    std::vector<TableColumn> columns_;
};

} // namespace rigwright
