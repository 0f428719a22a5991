// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_table.h"

#include <QStringList>

namespace rigwright {

namespace {

QString with_unit(const PlotColumn& column)
{
    return column.exact_unit.isEmpty() ? column.title : QStringLiteral("%1 (%2)").arg(column.title, column.exact_unit);
}

QString html_row(const QStringList& cells, QLatin1String element)
{
    QString row = QStringLiteral("<tr>");
    for (const QString& cell : cells) row += QStringLiteral("<%1>%2</%1>").arg(element, cell.toHtmlEscaped());
    return row + QStringLiteral("</tr>\n");
}

} // namespace

QString tab_separated(const PlotTable& table)
{
    QStringList lines;
    QStringList titles;
    for (const PlotColumn& column : table.columns) titles << with_unit(column);
    lines << titles.join(QLatin1Char('\t'));
    for (const std::vector<PlotCell>& row : table.rows) {
        QStringList cells;
        for (const PlotCell& cell : row) cells << cell.exact;
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString html(const PlotTable& table)
{
    QStringList titles;
    for (const PlotColumn& column : table.columns) titles << column.title;
    QString text = QStringLiteral("<table>\n") + html_row(titles, QLatin1String("th"));
    for (const std::vector<PlotCell>& row : table.rows) {
        QStringList cells;
        for (const PlotCell& cell : row) cells << cell.shown;
        text += html_row(cells, QLatin1String("td"));
    }
    return text + QStringLiteral("</table>\n");
}

std::unique_ptr<QMimeData> clipboard_data(const PlotTable& table)
{
    auto data = std::make_unique<QMimeData>();
    data->setText(tab_separated(table));
    data->setHtml(html(table));
    return data;
}

void PlotTableModel::set_table(PlotTable table)
{
    beginResetModel();
    table_ = std::move(table);
    std::vector<TableColumn> columns;
    for (std::size_t at = 0; at < table_.columns.size(); ++at)
        columns.push_back({[this, at] { return table_.columns[at].title; },
                           [this, at](int row) { return table_.rows[static_cast<std::size_t>(row)][at].shown; }, true});
    set_columns(std::move(columns));
    endResetModel();
}

} // namespace rigwright
