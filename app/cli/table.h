// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/messages.h"
#include "core/text/number_text.h"

#include <initializer_list>
#include <iosfwd>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace rigwright::cli {

/// Shown where a number is not known.
inline constexpr char unknown[] = "–";

/// A value in the language of the messages.
inline std::string shown(const Value& value, const Messages& words) { return text_of(value, words.language()); }

/// Columns that a terminal needs for a UTF-8 text; Chinese characters take two.
std::size_t display_width(std::string_view text);

/// Rows of text in aligned columns, the first row being the headings. Columns named in `right` are aligned to the right.
class Table {
public:
    explicit Table(std::vector<std::string> headings, std::vector<bool> right = {});
    /// The headings "column.<code>" of the messages; a "+" before a code aligns its column to the right.
    Table(const Messages& words, std::initializer_list<std::string_view> columns);

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    void print(std::ostream& out) const;

private:
    std::vector<std::vector<std::string>> rows_;
    std::vector<bool> right_;
};

using MarkdownRow = std::vector<std::string>;

/// A table with an empty line after it: the first column to the left, figures to the right. Cells hold no "|".
void print_markdown_table(const MarkdownRow& headings, const std::vector<MarkdownRow>& rows, std::ostream& out);

} // namespace rigwright::cli
