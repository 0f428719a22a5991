// SPDX-License-Identifier: Apache-2.0
#include "core/text/price_text.h"

#include "core/text/number_text.h"

namespace rigwright {

namespace {

template <Spelled Enum>
std::string name_in(const char* group, Enum value, const Messages& words)
{
    return words.text(std::string("prices.") + group + "." + key_of(value));
}

} // namespace

std::string text_of_reason(const RowReason& reason, const Messages& words)
{
    const bool suggests = reason.code == "unknown-part" && !reason.accepted.empty();
    return words.text("prices.reason." + reason.code + (suggests ? "-suggestion" : ""),
                      {{"found", reason.found},
                       {"accepted", reason.accepted},
                       {"column", reason.column ? name_of(*reason.column, words) : std::string()}});
}

std::string text_of_reasons(const ImportRow& row, const Messages& words)
{
    const bool chinese = words.language() == Language::chinese;
    std::string text;
    for (const RowReason& reason : row.reasons)
        text += (text.empty() ? "" : chinese ? "；" : "; ") + text_of_reason(reason, words);
    return text;
}

std::string name_of(PriceColumn column, const Messages& words) { return name_in("column", column, words); }

std::string name_of(RowFate fate, const Messages& words) { return name_in("fate", fate, words); }

std::string name_of(PriceKind kind, const Messages& words) { return name_in("kind", kind, words); }

std::string name_of(TextEncoding encoding, const Messages& words) { return name_in("encoding", encoding, words); }

std::string delimiter_name(char delimiter, const Messages& words)
{
    const char* word = delimiter == '\t' ? "tab" : delimiter == ';' ? "semicolon" : "comma";
    return words.text(std::string("prices.delimiter.") + word);
}

std::string decimal_name(char decimal, const Messages& words)
{
    return words.text(decimal == ',' ? "prices.decimal.comma" : "prices.decimal.point");
}

std::vector<std::string> price_template_headings(const Messages& words)
{
    std::vector<std::string> headings;
    for (std::size_t i = 0; i < rigwright::words<PriceColumn>.size(); ++i)
        headings.push_back(name_of(static_cast<PriceColumn>(i), words));
    return headings;
}

std::string price_text(const Price& price, const Messages& words)
{
    return text_of(money(price.amount, price.currency), words.language()) + ", " + price.date;
}

} // namespace rigwright
