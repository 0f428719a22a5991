// SPDX-License-Identifier: Apache-2.0
#include "core/prices/price_columns.h"

#include "core/prices/price_cells.h"
#include "core/quantities/ascii.h"

#include <algorithm>

namespace rigwright {

namespace {

struct HeadingWord {
    std::string_view text;
    PriceColumn column;
};

// Headings as they stand in quotations, in lower case and without spaces, dashes and underscores.
constexpr HeadingWord heading_words[] = {
    {"part", PriceColumn::part},
    {"partid", PriceColumn::part},
    {"id", PriceColumn::part},
    {"sku", PriceColumn::part},
    {"部件编号", PriceColumn::part},
    {"部件id", PriceColumn::part},
    {"编号", PriceColumn::part},
    {"name", PriceColumn::name},
    {"partname", PriceColumn::name},
    {"product", PriceColumn::name},
    {"productname", PriceColumn::name},
    {"model", PriceColumn::name},
    {"item", PriceColumn::name},
    {"description", PriceColumn::name},
    {"名称", PriceColumn::name},
    {"品名", PriceColumn::name},
    {"型号", PriceColumn::name},
    {"产品", PriceColumn::name},
    {"产品名称", PriceColumn::name},
    {"产品型号", PriceColumn::name},
    {"商品名称", PriceColumn::name},
    {"货物名称", PriceColumn::name},
    {"设备名称", PriceColumn::name},
    {"规格型号", PriceColumn::name},
    {"部件", PriceColumn::name},
    {"部件名称", PriceColumn::name},
    {"price", PriceColumn::price},
    {"unitprice", PriceColumn::price},
    {"amount", PriceColumn::price},
    {"netprice", PriceColumn::price},
    {"价格", PriceColumn::price},
    {"单价", PriceColumn::price},
    {"报价", PriceColumn::price},
    {"含税单价", PriceColumn::price},
    {"未税单价", PriceColumn::price},
    {"不含税单价", PriceColumn::price},
    {"currency", PriceColumn::currency},
    {"币种", PriceColumn::currency},
    {"货币", PriceColumn::currency},
    {"date", PriceColumn::date},
    {"pricedate", PriceColumn::date},
    {"quotedate", PriceColumn::date},
    {"quotationdate", PriceColumn::date},
    {"日期", PriceColumn::date},
    {"报价日期", PriceColumn::date},
    {"价格日期", PriceColumn::date},
    {"kind", PriceColumn::kind},
    {"pricekind", PriceColumn::kind},
    {"pricetype", PriceColumn::kind},
    {"type", PriceColumn::kind},
    {"价格类型", PriceColumn::kind},
    {"类型", PriceColumn::kind},
    {"source", PriceColumn::source},
    {"来源", PriceColumn::source},
    {"出处", PriceColumn::source},
    {"supplier", PriceColumn::supplier},
    {"vendor", PriceColumn::supplier},
    {"dealer", PriceColumn::supplier},
    {"seller", PriceColumn::supplier},
    {"供应商", PriceColumn::supplier},
    {"供货商", PriceColumn::supplier},
    {"经销商", PriceColumn::supplier},
    {"报价单位", PriceColumn::supplier},
    {"taxincluded", PriceColumn::tax_included},
    {"inclusiveoftax", PriceColumn::tax_included},
    {"tax", PriceColumn::tax_included},
    {"含税", PriceColumn::tax_included},
    {"是否含税", PriceColumn::tax_included},
    {"taxrate", PriceColumn::tax_rate},
    {"vat", PriceColumn::tax_rate},
    {"vatrate", PriceColumn::tax_rate},
    {"税率", PriceColumn::tax_rate},
    {"增值税率", PriceColumn::tax_rate},
    {"warranty", PriceColumn::warranty},
    {"warrantymonths", PriceColumn::warranty},
    {"warrantyyears", PriceColumn::warranty},
    {"质保", PriceColumn::warranty},
    {"质保期", PriceColumn::warranty},
    {"保修", PriceColumn::warranty},
    {"保修期", PriceColumn::warranty},
    {"validuntil", PriceColumn::valid_until},
    {"validto", PriceColumn::valid_until},
    {"valid", PriceColumn::valid_until},
    {"expires", PriceColumn::valid_until},
    {"有效期", PriceColumn::valid_until},
    {"有效期至", PriceColumn::valid_until},
    {"报价有效期", PriceColumn::valid_until},
    {"note", PriceColumn::note},
    {"notes", PriceColumn::note},
    {"remark", PriceColumn::note},
    {"remarks", PriceColumn::note},
    {"comment", PriceColumn::note},
    {"备注", PriceColumn::note},
    {"说明", PriceColumn::note},
};

/// The words outside the brackets, and what is inside them.
std::pair<std::string, std::string> halves(const std::string& text)
{
    const std::size_t open = text.find('(');
    if (open == std::string::npos) return {text, ""};
    const std::size_t close = text.find(')', open);
    const std::string inside = text.substr(open + 1, close == std::string::npos ? close : close - open - 1);
    return {text.substr(0, open) + (close == std::string::npos ? "" : text.substr(close + 1)), inside};
}

std::string bare(std::string_view text)
{
    std::string letters;
    for (const char c : text)
        if (c != ' ' && c != '_' && c != '-' && c != ':' && c != '*') letters += lower(c);
    return letters;
}

std::optional<PriceColumn> column_of(const std::string& word)
{
    const auto found = std::find_if(std::begin(heading_words), std::end(heading_words),
                                    [&](const HeadingWord& heading) { return heading.text == word; });
    return found != std::end(heading_words) ? std::optional(found->column) : std::nullopt;
}

} // namespace

PriceHeading price_heading(std::string_view text)
{
    const auto [outside, inside] = halves(plain_cell(text));
    PriceHeading heading;
    heading.column = column_of(bare(outside));
    if (!heading.column) heading.column = column_of(bare(outside + inside));
    const std::string unit = bare(inside);
    if (heading.column == PriceColumn::price) {
        const bool tens_of_thousands = unit.starts_with("万");
        heading.scale = tens_of_thousands ? 1e4 : 1.0;
        heading.currency = currency_from(tens_of_thousands ? inside.substr(std::string_view("万").size()) : inside);
    }
    constexpr double months_of_a_year = 12.0;
    const bool years = unit == "years" || unit == "year" || unit == "年" || bare(outside) == "warrantyyears";
    if (heading.column == PriceColumn::warranty && years) heading.scale = months_of_a_year;
    return heading;
}

std::vector<PriceHeading> price_headings(const std::vector<std::string>& cells)
{
    std::vector<PriceHeading> headings;
    for (const std::string& cell : cells) {
        PriceHeading heading = price_heading(cell);
        const bool taken = heading.column && std::any_of(headings.begin(), headings.end(), [&](const PriceHeading& h) {
                               return h.column == heading.column;
                           });
        headings.push_back(taken ? PriceHeading() : std::move(heading));
    }
    return headings;
}

} // namespace rigwright
