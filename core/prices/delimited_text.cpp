// SPDX-License-Identifier: Apache-2.0
#include "core/prices/delimited_text.h"

#include "core/json/limits.h"

#include <algorithm>
#include <array>
#include <map>

namespace rigwright {

namespace {

constexpr std::array delimiters{',', ';', '\t'};
constexpr std::string_view separator_word = "sep=";
/// Rows that decide about the delimiter.
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
        const bool any = std::any_of(row_.cells.begin(), row_.cells.end(), [](const std::string& cell) {
            return cell.find_first_not_of(" \t") != std::string::npos;
        });
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

/// How many of the first rows have the usual number of cells, and how many cells that is; one cell a row says nothing.
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
    const bool known = std::find(delimiters.begin(), delimiters.end(), text[separator_word.size()]) != delimiters.end();
    std::string_view rest = text.substr(after);
    if (!known || (!rest.empty() && rest.front() != '\r' && rest.front() != '\n')) return text;
    if (rest.starts_with("\r\n")) return rest.substr(2);
    return rest.empty() ? rest : rest.substr(1);
}

} // namespace rigwright
