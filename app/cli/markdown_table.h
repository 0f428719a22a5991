// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace rigwright::cli {

using MarkdownRow = std::vector<std::string>;

/// A table with an empty line after it: the first column to the left, figures to the right. Cells hold no "|".
void print_markdown_table(const MarkdownRow& headings, const std::vector<MarkdownRow>& rows, std::ostream& out);

} // namespace rigwright::cli
