// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/markdown_table.h"

#include <ostream>

namespace rigwright::cli {

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
