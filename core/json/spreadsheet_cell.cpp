// SPDX-License-Identifier: Apache-2.0
#include "core/json/spreadsheet_cell.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

/// Characters that spreadsheets read as the start of a formula, including the full-width forms of Chinese input.
constexpr std::array<std::string_view, 11> formula_starts{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"};

} // namespace

std::string guarded_cell(std::string_view text)
{
    const bool formula =
        std::ranges::any_of(formula_starts, [&](std::string_view start) { return text.starts_with(start); });
    return (formula ? "'" : "") + std::string(text);
}

std::string quoted_cell(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_cell(std::string_view text)
{
    std::string cell = guarded_cell(text);
    return cell.find_first_of(",\"\r\n") == std::string::npos ? cell : quoted_cell(cell);
}

std::string tab_cell(std::string_view text)
{
    std::string cell = guarded_cell(text);
    std::ranges::replace_if(
        cell, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return cell;
}

} // namespace rigwright
