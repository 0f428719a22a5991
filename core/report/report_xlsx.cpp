// SPDX-License-Identifier: Apache-2.0
#include "core/json/characters.h"
#include "core/report/report_writers.h"
#include "core/text/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <xlsxwriter.h>

namespace rigwright {

namespace {

constexpr double first_column_width = 34.0;
constexpr double column_width = 22.0;
constexpr lxw_col_t columns_with_width = 12;
constexpr lxw_row_t rows_of_a_chart = 18;
constexpr std::size_t longest_sheet_name = 31;

/// The workbook with its formats, each created once.
class Book {
public:
    explicit Book(const std::string& path) : book_(workbook_new(path.c_str()))
    {
        title_ = format();
        format_set_bold(title_);
        format_set_font_size(title_, 14);
        bold_ = format();
        format_set_bold(bold_);
        heading_ = format();
        format_set_bold(heading_);
        format_set_text_wrap(heading_);
        format_set_bg_color(heading_, 0xEEF1F5);
        format_set_border(heading_, LXW_BORDER_THIN);
        text_ = format();
        format_set_text_wrap(text_);
        format_set_align(text_, LXW_ALIGN_VERTICAL_TOP);
        format_set_border(text_, LXW_BORDER_THIN);
    }
    ~Book()
    {
        if (book_) workbook_close(book_);
    }
    Book(const Book&) = delete;
    Book& operator=(const Book&) = delete;

    /// Writes the file; nothing may be added afterwards.
    bool close() { return workbook_close(std::exchange(book_, nullptr)) == LXW_NO_ERROR; }

    lxw_worksheet* sheet(const std::string& heading)
    {
        lxw_worksheet* sheet = workbook_add_worksheet(book_, unused_name(heading).c_str());
        worksheet_set_column(sheet, 0, 0, first_column_width, nullptr);
        worksheet_set_column(sheet, 1, columns_with_width, column_width, nullptr);
        worksheet_set_landscape(sheet);
        worksheet_fit_to_pages(sheet, 1, 0);
        return sheet;
    }
    lxw_chart* chart(std::uint8_t kind) { return workbook_add_chart(book_, kind); }
    lxw_format* title() { return title_; }
    lxw_format* bold() { return bold_; }
    lxw_format* heading() { return heading_; }
    lxw_format* text() { return text_; }
    lxw_format* number(const std::string& shown)
    {
        lxw_format*& made = numbers_[shown];
        if (made) return made;
        made = format();
        format_set_num_format(made, shown.c_str());
        format_set_align(made, LXW_ALIGN_VERTICAL_TOP);
        format_set_border(made, LXW_BORDER_THIN);
        return made;
    }

private:
    lxw_format* format() { return workbook_add_format(book_); }

    /// Sheet names have at most 31 characters, exclude a few signs, and must differ by more than case.
    std::string unused_name(const std::string& heading)
    {
        std::string name;
        std::size_t characters = 0;
        for (const char c : heading) {
            if (begins_character(c) && ++characters > longest_sheet_name - 3) break;
            name += std::string_view("[]:*?/\\'").find(c) == std::string_view::npos ? c : ' ';
        }
        std::string unused = name;
        for (int i = 2; !names_.insert(lower(unused)).second; ++i) unused = name + " " + std::to_string(i);
        return unused;
    }

    lxw_workbook* book_;
    lxw_format* title_;
    lxw_format* bold_;
    lxw_format* heading_;
    lxw_format* text_;
    std::map<std::string, lxw_format*> numbers_;
    /// In lower case.
    std::set<std::string> names_;
};

/// One sheet that is filled from the top.
class SheetWriter {
public:
    SheetWriter(Book& book, const std::string& heading, Language language)
        : book_(book),
          sheet_(book.sheet(heading)),
          language_(language)
    {
        put_line(heading, book.title());
    }

    void operator()(const ReportParagraph& paragraph)
    {
        put_line(paragraph.text, paragraph.emphasised ? book_.bold() : nullptr);
        ++row_;
    }
    void operator()(const ReportList& list)
    {
        for (const std::string& item : list.items) put_line("• " + item, nullptr);
        ++row_;
    }
    void operator()(const ReportTable& table)
    {
        if (!table.caption.empty()) put_line(table.caption, book_.bold());
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            worksheet_write_string(sheet_, row_, column(i), table.columns[i].heading.c_str(), book_.heading());
        first_ = ++row_;
        for (const auto& cells : table.rows) {
            for (std::size_t i = 0; i < cells.size(); ++i) put(cells[i], column(i), cells);
            ++row_;
        }
        ++row_;
    }
    void operator()(const ReportChart& chart)
    {
        const ReportTable table = chart_table(chart);
        const lxw_row_t first = row_ + 2;
        (*this)(table);
        if (table.rows.empty()) return;
        place(chart, first, first + static_cast<lxw_row_t>(table.rows.size()) - 1);
    }

private:
    static lxw_col_t column(std::size_t i) { return static_cast<lxw_col_t>(i); }

    void put_line(const std::string& text, lxw_format* format)
    {
        worksheet_write_string(sheet_, row_++, 0, text.c_str(), format);
    }

    /// The largest amount of a row in this unit: numbers beside each other sort and compare only in one unit.
    static double largest_of(const std::vector<ReportCell>& row, Unit unit)
    {
        double largest = 0.0;
        for (const ReportCell& cell : row)
            if (cell.value && cell.value->unit == unit) largest = std::max(largest, std::fabs(cell.value->number));
        return largest;
    }

    void put(const ReportCell& cell, lxw_col_t at, const std::vector<ReportCell>& row)
    {
        const bool number = cell.value && std::isfinite(cell.value->number);
        const std::string plain = number ? text_of(*cell.value, language_) : std::string();
        const std::size_t place = number ? cell.text.find(plain) : std::string::npos;
        if (place == std::string::npos) {
            worksheet_write_string(sheet_, row_, at, cell.text.c_str(), book_.text());
            return;
        }
        // Text around the number (a range, "at least") becomes part of its number format.
        const SpreadsheetNumber shown = spreadsheet_number(*cell.value, largest_of(row, cell.value->unit));
        const std::string format =
            literal(cell.text.substr(0, place)) + shown.format + literal(cell.text.substr(place + plain.size()));
        if (cell.is_sum && row_ > first_) {
            const lxw_row_t last = row_ - 1;
            const auto place_of = [at](lxw_row_t line) {
                std::array<char, LXW_MAX_CELL_NAME_LENGTH> name{};
                lxw_rowcol_to_cell(name.data(), line, at);
                return std::string(name.data());
            };
            const std::string sum = "=SUM(" + place_of(first_) + ":" + place_of(last) + ")";
            worksheet_write_formula_num(sheet_, row_, at, sum.c_str(), book_.number(format), shown.number);
        } else {
            worksheet_write_number(sheet_, row_, at, shown.number, book_.number(format));
        }
    }

    static std::string literal(const std::string& text)
    {
        std::string kept;
        for (const char c : text)
            if (c != '"') kept += c;
        return kept.empty() ? kept : '"' + kept + '"';
    }

    void place(const ReportChart& chart, lxw_row_t first, lxw_row_t last)
    {
        lxw_chart* drawn = book_.chart(kind_of(chart.kind));
        for (std::size_t i = 0; i < chart.series.size(); ++i) {
            lxw_chart_series* series = chart_add_series(drawn, nullptr, nullptr);
            chart_series_set_categories(series, sheet_->name, first, 0, last, 0);
            chart_series_set_values(series, sheet_->name, first, column(i + 1), last, column(i + 1));
            chart_series_set_name(series, chart.series[i].name.c_str());
        }
        chart_title_set_name(drawn, chart.caption.c_str());
        if (!chart.y_axis.empty()) chart_axis_set_name(drawn->y_axis, chart.y_axis.c_str());
        if (!chart.x_axis.empty()) chart_axis_set_name(drawn->x_axis, chart.x_axis.c_str());
        worksheet_insert_chart(sheet_, row_, 0, drawn);
        row_ += rows_of_a_chart;
    }

    static std::uint8_t kind_of(ReportChartKind kind)
    {
        switch (kind) {
        case ReportChartKind::bars: return LXW_CHART_COLUMN;
        case ReportChartKind::stacked_bars: return LXW_CHART_COLUMN_STACKED;
        case ReportChartKind::lines: return LXW_CHART_SCATTER_STRAIGHT_WITH_MARKERS;
        }
        return LXW_CHART_COLUMN;
    }

    Book& book_;
    lxw_worksheet* sheet_;
    Language language_;
    lxw_row_t row_ = 0;
    /// The first row of the table's body.
    lxw_row_t first_ = 0;
};

} // namespace

bool write_report_xlsx(std::span<const Report> reports, const std::filesystem::path& path)
{
    Book book(path.string());
    for (const Report& report : reports)
        for (const ReportSection& section : report.sections) {
            SheetWriter page(book, section.heading, report.language);
            for (const ReportBlock& block : section.blocks) std::visit(page, block);
        }
    return book.close();
}

namespace {

/// A unit and the smallest amount shown in it.
struct Scale {
    double size;
    std::string_view unit;
    double from;
};

constexpr double mib = Bytes::mib(1.0).as_double();
constexpr std::array byte_scales{Scale{1.0, "B", 0.0}, Scale{mib, "MiB", mib},
                                 Scale{1024.0 * mib, "GiB", 1024.0 * mib}};
constexpr std::array time_scales{Scale{1e-3, "ms", 0.0}, Scale{1.0, "s", 1.0}, Scale{60.0, "min", 120.0},
                                 Scale{3600.0, "h", 7200.0}, Scale{86400.0, "d", 172800.0}};
constexpr std::array work_scales{Scale{1.0, "", 0.0},    Scale{1e6, "M", 1e6},   Scale{1e9, "G", 1e9},
                                 Scale{1e12, "T", 1e12}, Scale{1e15, "P", 1e15}, Scale{1e18, "E", 1e18}};

const Scale& scale_for(double number, std::span<const Scale> scales)
{
    std::size_t chosen = 0;
    for (std::size_t i = 1; i < scales.size(); ++i)
        if (std::fabs(number) >= scales[i].from) chosen = i;
    return scales[chosen];
}

} // namespace

SpreadsheetNumber spreadsheet_number(const Value& value, std::optional<double> largest)
{
    const double number = value.number;
    const auto scaled = [number, like = largest.value_or(number)](const auto& scales, std::string_view unit = {}) {
        const auto& scale = scale_for(like, scales);
        return SpreadsheetNumber{number / scale.size,
                                 "#,##0.00\" " + std::string(scale.unit) + std::string(unit) + "\""};
    };
    switch (value.unit) {
    case Unit::count: return {number, "#,##0"};
    case Unit::share: return {number, "0.0%"};
    case Unit::bytes: return scaled(byte_scales);
    case Unit::stored_bytes: return scaled(work_scales, "B");
    case Unit::seconds: return scaled(time_scales);
    case Unit::flops: return scaled(work_scales, "FLOP");
    case Unit::macs: return scaled(work_scales, "MAC");
    case Unit::flops_per_second: return scaled(work_scales, "FLOP/s");
    case Unit::bytes_per_second: return scaled(work_scales, "B/s");
    case Unit::samples_per_second: return {number, "#,##0.00\" /s\""};
    case Unit::per_second: return {number, "#,##0\" /s\""};
    case Unit::tokens_per_second: return {number, "#,##0\" /s\""};
    case Unit::flops_per_byte: return {number, "#,##0.0\" FLOP/B\""};
    case Unit::hertz: return scaled(work_scales, "Hz");
    case Unit::watts: return {number, "#,##0\" W\""};
    case Unit::kilowatt_hours: return {number, "#,##0.00\" kWh\""};
    case Unit::bytes_per_element: return {number, "0.##\" B\""};
    case Unit::money: return {number, "#,##0.00\" " + std::string(value.currency.data()) + "\""};
    case Unit::ratio: return {number, "General"};
    }
    return {number, "General"};
}

} // namespace rigwright
