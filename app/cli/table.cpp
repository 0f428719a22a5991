// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table.h"

#include "core/json/utf8.h"

#include <algorithm>
#include <ostream>

namespace rigwright::cli {

namespace {

/// East Asian wide characters as far as the messages use them: CJK symbols to unified ideographs, full-width forms.
bool is_wide(char32_t c)
{
    return (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x20000 && c <= 0x3FFFD);
}

} // namespace

std::size_t display_width(std::string_view text)
{
    std::size_t width = 0;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint point = code_point_at(text, i);
        width += is_wide(point.code) ? 2 : 1;
        i += point.bytes;
    }
    return width;
}

Table::Table(std::vector<std::string> headings, std::vector<bool> right) : right_(std::move(right))
{
    right_.resize(headings.size());
    rows_.push_back(std::move(headings));
}

Table::Table(const Messages& words, std::initializer_list<std::string_view> columns)
{
    rows_.emplace_back();
    for (const std::string_view column : columns) {
        right_.push_back(column.starts_with('+'));
        rows_.front().push_back(words.text("column." + std::string(column.substr(right_.back() ? 1 : 0))));
    }
}

void Table::print(std::ostream& out) const
{
    std::vector<std::size_t> widths(right_.size());
    for (const auto& row : rows_)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - display_width(row[i]), ' ');
            line += (i > 0 ? "  " : "") + (right_[i] ? space + row[i] : row[i] + space);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

namespace {

void print_row(const MarkdownRow& cells, std::ostream& out)
{
    out << '|';
    for (const std::string& cell : cells) out << ' ' << cell << " |";
    out << '\n';
}

} // namespace

void print_markdown_table(const MarkdownRow& headings, const std::vector<MarkdownRow>& rows, std::ostream& out)
{
    print_row(headings, out);
    out << "|---|";
    for (std::size_t i = 1; i < headings.size(); ++i) out << "--:|";
    out << '\n';
    for (const MarkdownRow& row : rows) print_row(row, out);
    out << '\n';
}

} // namespace rigwright::cli
