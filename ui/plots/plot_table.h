// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/format/table_model.h"

#include <QMimeData>
#include <QString>

#include <memory>
#include <vector>

namespace rigwright {

/// One number of a plot: as it is shown, and as it is copied into a spreadsheet.
struct PlotCell {
    QString shown;
    QString exact;
};

struct PlotColumn {
    QString title;
    /// Unit of the exact numbers ("bytes", "s"); empty for counts and words.
    QString exact_unit;
};

/// The numbers that a plot draws.
struct PlotTable {
    std::vector<PlotColumn> columns;
    std::vector<std::vector<PlotCell>> rows;
};

/// Tab-separated with exact numbers, and HTML as shown; both with a header line.
QString tab_separated(const PlotTable& table);
QString html(const PlotTable& table);
std::unique_ptr<QMimeData> clipboard_data(const PlotTable& table);

/// The table as an item model for the table view.
class PlotTableModel : public TableModel {
    Q_OBJECT

public:
    explicit PlotTableModel(QObject* parent) : TableModel(parent) {}

    void set_table(PlotTable table);

private:
    int row_count() const override { return static_cast<int>(table_.rows.size()); }
    /// Numbers are short and need no tool tip.
    QVariant special(int, int, int role) const override { return role == Qt::ToolTipRole ? QString() : QVariant(); }

    PlotTable table_;
};

} // namespace rigwright
