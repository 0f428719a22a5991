// SPDX-License-Identifier: Apache-2.0
#include "core/prices/price_table.h"

#include "core/json/limits.h"
#include "core/prices/price_cells.h"

#include <algorithm>

namespace rigwright {

namespace {

/// Rows that may stand above the headings.
constexpr std::size_t most_title_rows = 30;
/// Prices that decide about the decimal character.
constexpr std::size_t sampled_prices = 500;

bool are_headings(const std::vector<PriceHeading>& headings)
{
    const auto has = [&](PriceColumn column) {
        return std::any_of(headings.begin(), headings.end(),
                           [column](const PriceHeading& heading) { return heading.column == column; });
    };
    return has(PriceColumn::price) && (has(PriceColumn::part) || has(PriceColumn::name));
}

/// The place of the headings; the number of rows where there are none.
std::size_t heading_row(const std::vector<DelimitedRow>& rows)
{
    const std::size_t last = std::min(rows.size(), most_title_rows);
    for (std::size_t i = 0; i < last; ++i)
        if (are_headings(price_headings(rows[i].cells))) return i;
    return rows.size();
}

void apply_columns(PriceTable& table, const std::vector<std::optional<PriceColumn>>& columns)
{
    if (columns.empty()) return;
    for (std::size_t i = 0; i < table.meanings.size(); ++i) {
        const auto chosen = i < columns.size() ? columns[i] : std::nullopt;
        if (table.meanings[i].column != chosen) table.meanings[i] = {chosen, "", 1.0};
    }
}

/// The character with which more prices can be read; the point where that does not tell and cells are not set apart by
/// semicolons, as they are where the comma is in use.
char found_decimal(const PriceTable& table)
{
    std::size_t price = 0;
    while (price < table.meanings.size() && table.meanings[price].column != PriceColumn::price) ++price;
    int points = 0;
    int commas = 0;
    const std::size_t last = std::min(table.rows.size(), sampled_prices);
    for (std::size_t i = 0; i < last; ++i) {
        if (price >= table.rows[i].cells.size()) continue;
        const std::string cell = plain_cell(table.rows[i].cells[price]);
        points += amount_from(cell, '.').amount ? 1 : 0;
        commas += amount_from(cell, ',').amount ? 1 : 0;
    }
    if (points != commas) return points > commas ? '.' : ',';
    return table.delimiter == ';' ? ',' : '.';
}

} // namespace

std::optional<PriceColumn> PriceTable::column(std::size_t index) const
{
    return index < meanings.size() ? meanings[index].column : std::nullopt;
}

bool PriceTable::has(PriceColumn wanted) const
{
    return std::any_of(meanings.begin(), meanings.end(),
                       [wanted](const PriceHeading& heading) { return heading.column == wanted; });
}

PriceTable read_price_table(std::string_view bytes, const PriceListChoices& choices)
{
    PriceTable table;
    DecodedText decoded = decode_text(bytes, choices.encoding);
    table.encoding = decoded.encoding;
    table.problem = decoded.problem;
    if (!table.problem.empty()) return table;
    table.delimiter = choices.delimiter.value_or(found_delimiter(decoded.text));
    const std::string_view body = without_separator_line(decoded.text);
    DelimitedText split = split_rows(body, table.delimiter);
    table.problem = split.problem;
    if (!table.problem.empty()) return table;
    std::size_t at = heading_row(split.rows);
    if (at == split.rows.size()) {
        // Shown as it stands, so that a person can say what the columns are.
        at = 0;
        if (choices.columns.empty()) table.problem = split.rows.empty() ? "no-rows" : "no-headings";
    }
    if (split.rows.empty()) return table;
    for (const std::string& cell : split.rows[at].cells) table.headings.push_back(plain_cell(cell));
    table.meanings = price_headings(split.rows[at].cells);
    apply_columns(table, choices.columns);
    if (!choices.columns.empty() && !are_headings(table.meanings)) table.problem = "no-headings";
    table.rows.assign(std::make_move_iterator(split.rows.begin() + static_cast<std::ptrdiff_t>(at) + 1),
                      std::make_move_iterator(split.rows.end()));
    if (body.size() < decoded.text.size())
        for (DelimitedRow& row : table.rows) ++row.line;
    if (table.rows.empty() && table.problem.empty()) table.problem = "no-rows";
    if (table.rows.size() > most_price_rows) table.problem = "too-many-rows";
    table.decimal = choices.decimal.value_or(found_decimal(table));
    return table;
}

} // namespace rigwright
