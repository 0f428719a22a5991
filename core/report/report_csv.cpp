// SPDX-License-Identifier: Apache-2.0
#include "core/report/report_csv.h"

#include "core/data/spreadsheet_cell.h"
#include "core/report/chart_table.h"

#include <string_view>

namespace rigwright {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class CsvSheet {
public:
    explicit CsvSheet(Separator separator) : separator_(separator) {}

    void line(const std::vector<ReportCell>& cells)
    {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) text_ += separator_ == Separator::comma ? ',' : '\t';
            text_ += quoted_cell(cells[i].value ? cells[i].text : guarded_cell(cells[i].text));
        }
        text_ += "\r\n";
    }
    void line(const std::string& text) { line(std::vector<ReportCell>{{text}}); }
    void gap() { text_ += "\r\n"; }
    const std::string& text() const { return text_; }

private:
    Separator separator_;
    std::string text_{byte_order_mark};
};

void put(const ReportTable& table, CsvSheet& sheet)
{
    sheet.line(table.caption);
    std::vector<ReportCell> headings;
    for (const ReportColumn& column : table.columns) headings.push_back({column.heading});
    sheet.line(headings);
    for (const auto& row : table.rows) sheet.line(row);
    sheet.gap();
}

void put(const ReportChart& chart, CsvSheet& sheet) { put(chart_table(chart), sheet); }

void put(const ReportList& list, CsvSheet& sheet)
{
    for (const std::string& item : list.items) sheet.line(item);
    sheet.gap();
}

void put(const ReportParagraph& paragraph, CsvSheet& sheet)
{
    sheet.line(paragraph.text);
    sheet.gap();
}

} // namespace

std::string report_csv(std::span<const Report> reports, Separator separator)
{
    CsvSheet sheet(separator);
    for (const Report& report : reports) {
        sheet.line(report.title);
        sheet.gap();
        for (const ReportSection& section : report.sections) {
            sheet.line(section.heading);
            for (const ReportBlock& block : section.blocks) std::visit([&](const auto& b) { put(b, sheet); }, block);
        }
    }
    return sheet.text();
}

} // namespace rigwright
