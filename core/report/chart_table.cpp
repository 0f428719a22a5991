// SPDX-License-Identifier: Apache-2.0
#include "core/report/chart_table.h"

#include "core/text/number_text.h"

#include <algorithm>

namespace rigwright {

namespace {

constexpr int chart_digits = 4;

ReportCell number_cell(double number) { return {significant(number, chart_digits), Value{number, Unit::ratio}}; }

std::string series_heading(const ReportChart& chart, const ReportSeries& series)
{
    return chart.y_axis.empty() ? series.name : series.name + " (" + chart.y_axis + ")";
}

std::vector<double> all_x(const ReportChart& chart)
{
    std::vector<double> places;
    for (const ReportSeries& series : chart.series) places.insert(places.end(), series.x.begin(), series.x.end());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

ReportCell cell_at(const ReportSeries& series, double x)
{
    const auto found = std::find(series.x.begin(), series.x.end(), x);
    if (found == series.x.end()) return {};
    return number_cell(series.y[static_cast<std::size_t>(found - series.x.begin())]);
}

ReportCell ranged_cell(const ReportSeries& series, std::size_t i)
{
    ReportCell cell = number_cell(series.y[i]);
    if (!series.low.empty())
        cell.text +=
            " (" + significant(series.low[i], chart_digits) + " … " + significant(series.high[i], chart_digits) + ")";
    return cell;
}

} // namespace

ReportTable chart_table(const ReportChart& chart)
{
    ReportTable table{chart.id, chart.caption, {{chart.x_axis}}, {}};
    for (const ReportSeries& series : chart.series) table.columns.push_back({series_heading(chart, series), true});
    if (chart.kind == ReportChartKind::lines) {
        for (const double x : all_x(chart)) {
            std::vector<ReportCell> row{number_cell(x)};
            for (const ReportSeries& series : chart.series) row.push_back(cell_at(series, x));
            table.rows.push_back(std::move(row));
        }
        return table;
    }
    for (std::size_t i = 0; i < chart.categories.size(); ++i) {
        std::vector<ReportCell> row{{chart.categories[i]}};
        for (const ReportSeries& series : chart.series) row.push_back(ranged_cell(series, i));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace rigwright
