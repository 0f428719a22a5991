// SPDX-License-Identifier: Apache-2.0
#include "core/prices/price_table.h"

#include "core/json/characters.h"
#include "core/json/strict_json.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <iconv.h>
#include <map>

namespace rigwright {

namespace {

/// Rows allowed above the headings.
constexpr std::size_t most_title_rows = 30;
/// Number of prices that decide the decimal character.
constexpr std::size_t sampled_prices = 500;

bool are_headings(const std::vector<PriceHeading>& headings)
{
    const auto has = [&](PriceColumn column) {
        return std::ranges::any_of(headings,
                                   [column](const PriceHeading& heading) { return heading.column == column; });
    };
    return has(PriceColumn::price) && (has(PriceColumn::part) || has(PriceColumn::name) || has(PriceColumn::model));
}

/// Index of the heading row; the number of rows if there is none.
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

/// Index of the column of prices; the number of columns if there is none.
std::size_t price_column(const PriceTable& table)
{
    const auto found = std::ranges::find(table.meanings, PriceColumn::price, &PriceHeading::column);
    return static_cast<std::size_t>(found - table.meanings.begin());
}

bool has_price(const PriceTable& table, const DelimitedRow& row)
{
    const std::size_t price = price_column(table);
    return price < row.cells.size() && std::ranges::any_of(row.cells[price], is_digit);
}

/// The decimal character with which more prices parse. On a tie: the point, or the comma if semicolons separate the
/// cells.
char found_decimal(const PriceTable& table)
{
    const std::size_t price = price_column(table);
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

ListTerms terms_of(const PriceTable& table, const std::vector<DelimitedRow>& above);

} // namespace

std::optional<PriceColumn> PriceTable::column(std::size_t index) const
{
    return index < meanings.size() ? meanings[index].column : std::nullopt;
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
        // Shown unchanged, so that the user can name the columns.
        at = 0;
        if (choices.columns.empty()) table.problem = split.rows.empty() ? "no-rows" : "no-headings";
    }
    if (split.rows.empty()) return table;
    for (const std::string& cell : split.rows[at].cells) table.headings.push_back(plain_cell(cell));
    table.meanings = price_headings(split.rows[at].cells);
    apply_columns(table, choices.columns);
    if (!choices.columns.empty() && !are_headings(table.meanings)) table.problem = "no-headings";
    std::vector<DelimitedRow> above(split.rows.begin(), split.rows.begin() + static_cast<std::ptrdiff_t>(at));
    table.rows.assign(std::make_move_iterator(split.rows.begin() + static_cast<std::ptrdiff_t>(at) + 1),
                      std::make_move_iterator(split.rows.end()));
    if (body.size() < decoded.text.size())
        for (DelimitedRow& row : table.rows) ++row.line;
    if (table.rows.empty() && table.problem.empty()) table.problem = "no-rows";
    if (table.rows.size() > most_price_rows) table.problem = "too-many-rows";
    table.decimal = choices.decimal.value_or(found_decimal(table));
    table.terms = terms_of(table, above);
    return table;
}

namespace {

constexpr std::array delimiters{',', ';', '\t'};
constexpr std::string_view separator_word = "sep=";
/// Number of rows that decide the delimiter.
constexpr std::size_t sampled_rows = 60;
constexpr std::size_t sampled_bytes = std::size_t{64} * 1024;

class RowSplitter {
public:
    RowSplitter(std::string_view text, char delimiter, std::size_t most_rows)
        : text_(text),
          delimiter_(delimiter),
          most_rows_(most_rows)
    {}

    DelimitedText split()
    {
        while (at_ < text_.size() && result_.problem.empty()) read_row();
        return std::move(result_);
    }

private:
    bool ends_row() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

    void read_row()
    {
        row_ = {};
        row_.line = line_;
        for (;;) {
            row_.cells.push_back(text_[at_ < text_.size() ? at_ : 0] == '"' && at_ < text_.size() ? quoted() : plain());
            if (ends_row()) break;
            ++at_;
            if (row_.cells.size() == most_price_columns) {
                result_.problem = "too-many-columns";
                return;
            }
            if (at_ >= text_.size()) {
                row_.cells.emplace_back();
                break;
            }
        }
        end_row();
        const bool any = std::ranges::any_of(
            row_.cells, [](const std::string& cell) { return cell.find_first_not_of(" \t") != std::string::npos; });
        if (!any) return;
        if (result_.rows.size() == most_rows_)
            result_.problem = "too-many-rows";
        else
            result_.rows.push_back(std::move(row_));
    }

    void end_row()
    {
        if (at_ >= text_.size()) return;
        if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
        ++at_;
        ++line_;
    }

    std::string plain()
    {
        const std::size_t start = at_;
        while (!ends_row() && text_[at_] != delimiter_) ++at_;
        return std::string(text_.substr(start, at_ - start));
    }

    std::string quoted()
    {
        std::string cell;
        for (++at_; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (c == '"') {
                if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') break;
                ++at_;
            }
            if (c == '\n') ++line_;
            cell += c;
        }
        if (at_ >= text_.size()) {
            row_.broken_quotes = true;
            return cell;
        }
        ++at_;
        const std::string rest = plain();
        row_.broken_quotes = row_.broken_quotes || rest.find_first_not_of(' ') != std::string::npos;
        return cell + rest;
    }

    std::string_view text_;
    char delimiter_;
    std::size_t most_rows_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    DelimitedRow row_;
    DelimitedText result_;
};

/// Number of leading rows with the usual number of cells, and that number; rows of one cell do not count.
std::pair<std::size_t, std::size_t> agreement(std::string_view text, char delimiter)
{
    std::map<std::size_t, std::size_t> rows_of_length;
    for (const DelimitedRow& row : RowSplitter(text, delimiter, sampled_rows).split().rows)
        ++rows_of_length[row.cells.size()];
    std::pair<std::size_t, std::size_t> best{0, 0};
    for (const auto& [length, rows] : rows_of_length)
        if (length > 1) best = std::max(best, {rows, length});
    return best;
}

} // namespace

DelimitedText split_rows(std::string_view text, char delimiter)
{
    return RowSplitter(text, delimiter, most_price_rows + 1).split();
}

char found_delimiter(std::string_view text)
{
    if (without_separator_line(text).size() < text.size()) return text[separator_word.size()];
    char found = delimiters.front();
    std::pair<std::size_t, std::size_t> best{0, 0};
    for (const char delimiter : delimiters) {
        const auto agreed = agreement(text.substr(0, sampled_bytes), delimiter);
        if (agreed <= best) continue;
        best = agreed;
        found = delimiter;
    }
    return found;
}

std::string_view without_separator_line(std::string_view text)
{
    const std::size_t after = separator_word.size() + 1;
    if (!text.starts_with(separator_word) || text.size() < after) return text;
    const bool known = std::ranges::find(delimiters, text[separator_word.size()]) != delimiters.end();
    std::string_view rest = text.substr(after);
    if (!known || (!rest.empty() && rest.front() != '\r' && rest.front() != '\n')) return text;
    if (rest.starts_with("\r\n")) return rest.substr(2);
    return rest.empty() ? rest : rest.substr(1);
}

namespace {

// Headings found in quotes, in lower case and without spaces, dashes and underscores.
const std::vector<Meaning<PriceColumn>> heading_words{
    {PriceColumn::part, {"part", "partid", "id", "sku", "部件编号", "部件id", "编号"}},
    {PriceColumn::name,
     {"name", "partname", "product", "productname", "item", "description", "名称", "品名", "产品", "产品名称",
      "商品名称", "货物名称", "设备名称", "部件", "部件名称"}},
    {PriceColumn::model, {"model", "modelnumber", "型号", "产品型号", "规格型号", "型号规格"}},
    {PriceColumn::price,
     {"price", "unitprice", "amount", "netprice", "价格", "单价", "报价", "含税单价", "未税单价", "不含税单价"}},
    {PriceColumn::currency, {"currency", "币种", "货币"}},
    {PriceColumn::date, {"date", "pricedate", "quotedate", "quotationdate", "日期", "报价日期", "价格日期"}},
    {PriceColumn::kind, {"kind", "pricekind", "pricetype", "category", "类别", "type", "价格类型", "类型"}},
    {PriceColumn::source, {"source", "来源", "出处"}},
    {PriceColumn::supplier, {"supplier", "vendor", "dealer", "seller", "供应商", "供货商", "经销商", "报价单位"}},
    {PriceColumn::tax_included, {"taxincluded", "inclusiveoftax", "tax", "含税", "是否含税"}},
    {PriceColumn::tax_rate, {"taxrate", "vat", "vatrate", "税率", "增值税率"}},
    {PriceColumn::warranty, {"warranty", "warrantymonths", "warrantyyears", "质保", "质保期", "保修", "保修期"}},
    {PriceColumn::valid_until, {"validuntil", "validto", "valid", "expires", "有效期", "有效期至", "报价有效期"}},
    {PriceColumn::quantity, {"quantity", "qty", "pieces", "数量"}},
    {PriceColumn::capacity, {"capacity", "drivecapacity", "drivesize", "容量", "硬盘容量", "单盘容量"}},
    {PriceColumn::note, {"note", "notes", "remark", "remarks", "comment", "备注", "说明"}},
};

/// The words outside and inside the brackets.
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
        if (std::string_view(" _-:*/").find(c) == std::string_view::npos) letters += lower(c);
    return letters;
}

/// "税金(13%)", "VAT": a row that adds tax to the sum of those above.
bool is_tax(std::string_view cell)
{
    constexpr std::array<std::string_view, 3> starts{"税金", "税额", "增值税"};
    const std::string text = bare(halves(plain_cell(cell)).first);
    return text == "tax" || text == "vat" ||
           std::ranges::any_of(starts, [&text](std::string_view word) { return text.starts_with(word); });
}

/// "合计", "Total (CNY):", "总计：壹万元整", and the tax and notes below it.
bool is_total(std::string_view cell)
{
    constexpr std::array<std::string_view, 6> whole{"total",    "subtotal",    "grandtotal",
                                                    "totaldue", "totalamount", "sum"};
    constexpr std::array<std::string_view, 13> starts{"合计",       "总计",       "小计",   "共计",     "总价",
                                                      "总额",       "人民币合计", "含税总", "含税合计", "不含税总",
                                                      "不含税合计", "大写",       "备注"};
    const std::string text = bare(halves(plain_cell(cell)).first);
    return is_tax(cell) || std::ranges::find(whole, text) != whole.end() ||
           std::ranges::any_of(starts, [&text](std::string_view word) { return text.starts_with(word); });
}

} // namespace

bool PriceTable::is_total_row(const DelimitedRow& row) const
{
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        if (column(i) != PriceColumn::note && is_total(row.cells[i])) return true;
    return false;
}

namespace {

/// Tax terms in order of precedence: an earlier text overrides later ones.
TaxTerms tax_of(const PriceTable& table, const std::vector<DelimitedRow>& above)
{
    TaxTerms tax;
    const auto add = [&tax](const TaxTerms& terms) {
        if (!tax.included) tax.included = terms.included;
        if (!tax.rate) tax.rate = terms.rate;
    };
    const auto terms_in = [&table](std::string_view cell) {
        return cell.size() > longest_price_text ? TaxTerms() : tax_terms_in(plain_cell(cell), table.decimal);
    };
    const std::size_t price = price_column(table);
    if (price < table.headings.size()) add(terms_in(table.headings[price]));
    for (const DelimitedRow& row : above)
        for (const std::string& cell : row.cells) add(terms_in(cell));
    std::optional<TaxTerms> row_of_tax;
    std::optional<TaxTerms> first_total;
    for (const DelimitedRow& row : table.rows) {
        if (has_price(table, row)) continue;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (table.column(i) == PriceColumn::note) continue;
            const std::string& cell = row.cells[i];
            TaxTerms terms = terms_in(cell);
            if (is_tax(cell)) {
                terms.included = false;
                if (!row_of_tax) row_of_tax = terms;
            } else if (is_total(cell) && !bare(plain_cell(cell)).starts_with("备注")) {
                if (!first_total) first_total = terms;
            } else {
                add(terms);
            }
        }
    }
    for (const std::optional<TaxTerms>& terms : {row_of_tax, first_total})
        if (terms) add(*terms);
    return tax;
}

/// Adds the terms of a row. A value may be in the cell after its label.
void add_terms_of(const DelimitedRow& row, ListTerms& terms)
{
    std::string before;
    for (const std::string& cell : row.cells) {
        if (cell.size() > longest_price_text) continue;
        const std::string text = plain_cell(cell);
        if (text.empty()) continue;
        add_terms_in(text, terms);
        if (!before.empty()) add_terms_in(before + (before.ends_with(':') ? "" : ":") + text, terms);
        before = text;
    }
}

ListTerms terms_of(const PriceTable& table, const std::vector<DelimitedRow>& above)
{
    ListTerms terms;
    terms.tax = tax_of(table, above);
    for (const DelimitedRow& row : above) add_terms_of(row, terms);
    for (const DelimitedRow& row : table.rows)
        if (!has_price(table, row)) add_terms_of(row, terms);
    return terms;
}

} // namespace

PriceHeading price_heading(std::string_view text)
{
    const auto [outside, inside] = halves(plain_cell(text));
    PriceHeading heading;
    heading.column = meaning_of(heading_words, bare(outside));
    if (!heading.column) heading.column = meaning_of(heading_words, bare(outside + inside));
    const std::string unit = bare(inside);
    if (heading.column == PriceColumn::price) {
        const bool tens_of_thousands = unit.starts_with("万");
        heading.scale = tens_of_thousands ? 1e4 : 1.0;
        const std::string unit_of_price = inside.substr(0, inside.find_first_of("/,;"));
        heading.currency =
            currency_from(tens_of_thousands ? unit_of_price.substr(std::string_view("万").size()) : unit_of_price);
    }
    constexpr double months_of_a_year = 12.0;
    const bool years = unit == "years" || unit == "year" || unit == "年" || bare(outside) == "warrantyyears";
    if (heading.column == PriceColumn::warranty && years) heading.scale = months_of_a_year;
    if (heading.column == PriceColumn::capacity && (unit == "gb" || unit == "g"))
        heading.scale = terabytes_of_a_gigabyte;
    return heading;
}

std::vector<PriceHeading> price_headings(const std::vector<std::string>& cells)
{
    std::vector<PriceHeading> headings;
    for (const std::string& cell : cells) {
        PriceHeading heading = price_heading(cell);
        const auto taken = [&] {
            return heading.column &&
                   std::ranges::find(headings, heading.column, &PriceHeading::column) != headings.end();
        };
        if (heading.column == PriceColumn::name && taken())
            heading.column = PriceColumn::model;
        else if (heading.column == PriceColumn::model && taken())
            heading.column = PriceColumn::name;
        headings.push_back(taken() ? PriceHeading() : std::move(heading));
    }
    return headings;
}

namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view utf16_little = "\xFF\xFE";
constexpr std::string_view utf16_big = "\xFE\xFF";
/// Starts of workbooks: ZIP (xlsx, ods) and OLE (xls).
constexpr std::array<std::string_view, 2> workbooks{"PK\x03\x04", "\xD0\xCF\x11\xE0"};

const char* name_of(TextEncoding encoding, std::string_view bytes)
{
    switch (encoding) {
    case TextEncoding::utf8:
    case TextEncoding::utf8_with_mark: return "UTF-8";
    case TextEncoding::gb18030: return "GB18030";
    case TextEncoding::utf16: return bytes.starts_with(utf16_big) ? "UTF-16BE" : "UTF-16LE";
    case TextEncoding::windows_1252: return "CP1252";
    }
    return "";
}

/// The bytes as UTF-8; nothing if they are invalid in the given encoding.
std::optional<std::string> converted(std::string_view bytes, const char* from)
{
    const iconv_t converter = iconv_open("UTF-8", from);
    const auto none = reinterpret_cast<iconv_t>(-1); // NOLINT(performance-no-int-to-ptr): so says iconv_open
    if (converter == none) return std::nullopt;
    std::string input(bytes);
    std::string text;
    std::array<char, 65536> block{};
    char* next = input.data();
    std::size_t left = input.size();
    bool sound = true;
    while (sound && left > 0) {
        char* out = block.data();
        std::size_t room = block.size();
        sound = iconv(converter, &next, &left, &out, &room) != static_cast<std::size_t>(-1) || errno == E2BIG;
        text.append(block.data(), block.size() - room);
    }
    iconv_close(converter);
    return sound ? std::optional(std::move(text)) : std::nullopt;
}

std::string_view without_mark(std::string_view bytes, TextEncoding encoding)
{
    if (bytes.starts_with(utf8_mark)) return bytes.substr(utf8_mark.size());
    const bool marked = bytes.starts_with(utf16_little) || bytes.starts_with(utf16_big);
    return encoding == TextEncoding::utf16 && marked ? bytes.substr(utf16_little.size()) : bytes;
}

std::optional<std::string> text_in(std::string_view bytes, TextEncoding encoding)
{
    const std::string_view body = without_mark(bytes, encoding);
    const bool is_utf8 = encoding == TextEncoding::utf8 || encoding == TextEncoding::utf8_with_mark;
    if (is_utf8) return first_invalid_utf8(body) ? std::nullopt : std::optional(std::string(body));
    return converted(body, name_of(encoding, bytes));
}

TextEncoding found_encoding(std::string_view bytes)
{
    if (bytes.starts_with(utf8_mark)) return TextEncoding::utf8_with_mark;
    if (bytes.starts_with(utf16_little) || bytes.starts_with(utf16_big)) return TextEncoding::utf16;
    return first_invalid_utf8(bytes) ? TextEncoding::gb18030 : TextEncoding::utf8;
}

std::string problem_of_bytes(std::string_view bytes, std::optional<TextEncoding> wanted)
{
    if (bytes.size() > most_price_file_bytes) return "too-large";
    if (bytes.empty()) return "empty";
    const auto starts = [bytes](std::string_view start) { return bytes.starts_with(start); };
    if (std::ranges::any_of(workbooks, starts)) return "spreadsheet-file";
    const bool two_bytes = wanted.value_or(found_encoding(bytes)) == TextEncoding::utf16;
    return !two_bytes && bytes.find('\0') != std::string_view::npos ? "binary-file" : "";
}

} // namespace

DecodedText decode_text(std::string_view bytes, std::optional<TextEncoding> wanted)
{
    DecodedText decoded;
    decoded.problem = problem_of_bytes(bytes, wanted);
    if (!decoded.problem.empty()) return decoded;
    decoded.encoding = wanted.value_or(found_encoding(bytes));
    std::optional<std::string> text = text_in(bytes, decoded.encoding);
    if (text)
        decoded.text = std::move(*text);
    else
        decoded.problem = wanted ? "wrong-encoding" : "unknown-encoding";
    return decoded;
}

} // namespace rigwright
