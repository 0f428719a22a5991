// SPDX-License-Identifier: Apache-2.0
#include "core/text/price_text.h"

#include "core/prices/price_cells.h"
#include "core/text/number_text.h"

#include <array>
#include <cmath>
#include <set>

namespace rigwright {

namespace {

template <Spelled Enum>
std::string name_in(const char* group, Enum value, const Messages& words)
{
    return words.text(std::string("prices.") + group + "." + key_of(value));
}

} // namespace

std::string text_of_reason(const JsonIssue& reason, const Messages& words)
{
    const bool unknown_part = reason.code == "unknown-part";
    const bool suggests = unknown_part && !reason.expected.empty();
    // Servers are quoted as a whole more often than as bare chassis.
    const bool machine = unknown_part && !suggests && kinds_named(reason.found).contains(RecordKind::chassis);
    return words.text("prices.reason." + reason.code +
                          (suggests  ? "-suggestion"
                           : machine ? "-machine"
                                     : ""),
                      {{"found", reason.found},
                       {"accepted", reason.expected},
                       {"column", reason.path.empty() ? std::string() : words.text("prices.column." + reason.path)}});
}

std::string text_of_reasons(const ImportRow& row, const Messages& words)
{
    const bool chinese = words.language() == Language::chinese;
    std::string text;
    for (const JsonIssue& reason : row.reasons)
        text += (text.empty() ? "" : chinese ? "；" : "; ") + text_of_reason(reason, words);
    return text;
}

std::string name_of(PriceColumn column, const Messages& words) { return name_in("column", column, words); }

std::string name_of(RowFate fate, const Messages& words) { return name_in("fate", fate, words); }

std::string name_of(PriceKind kind, const Messages& words) { return category_text("price", word_of(kind), words); }

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

std::string tax_text(const TaxTerms& tax, const Messages& words)
{
    if (!tax.included) return {};
    const std::string code = *tax.included ? "prices.tax.included" : "prices.tax.excluded";
    return tax.rate ? words.text(code + "-at", {{"rate", Value{*tax.rate, Unit::share}}}) : words.text(code);
}

namespace {

/// The texts that are not empty, in one line.
std::string listed(std::initializer_list<std::string> texts, const Messages& words)
{
    std::string list;
    for (const std::string& text : texts) {
        if (text.empty()) continue;
        if (!list.empty()) list += words.language() == Language::chinese ? "，" : ", ";
        list += text;
    }
    return list;
}

} // namespace

std::string terms_text(const ListTerms& terms, const Messages& words)
{
    const auto said = [&words](const char* code, const std::string& value) {
        return value.empty() ? std::string() : words.text(code, {{"value", value}});
    };
    const auto counted = [&words](const char* code, const char* name, const std::optional<double>& number) {
        return number ? words.text(code, {{name, Value{*number, Unit::count}}}) : std::string();
    };
    return listed({tax_text(terms.tax, words), said("prices.term.date", terms.date),
                   said("prices.term.supplier", terms.supplier), said("prices.term.valid-until", terms.valid_until),
                   counted("prices.term.valid-for", "days", terms.valid_days),
                   counted("prices.term.delivery", "days", terms.delivery_days),
                   counted("report.bill.warranty", "months", terms.warranty_months)},
                  words);
}

std::string costs_text(const PriceImport& import, const Messages& words)
{
    const auto cost = [&](const char* code, const std::optional<double>& amount) {
        return amount ? words.text(code, {{"amount", money(*amount, import.costs_currency)}}) : std::string();
    };
    return listed({cost("prices.costs.shipping", import.shipping), cost("prices.costs.other", import.other_costs)},
                  words);
}

std::string price_text(const Price& price, const Messages& words)
{
    std::string of;
    if (price.drive_tb) of = " / " + text_of(terabytes(*price.drive_tb), words.language());
    if (price.kind == PriceKind::street_per_terabyte) of = " / TB";
    return text_of(money(price.amount, price.currency), words.language()) + of + ", " + price.date;
}

namespace {

/// The cards with the highest peak in a format, in the order of `cards`; empty if none has one, or all are equal.
std::vector<const Gpu*> leaders(const std::vector<const Gpu*>& cards, const std::vector<std::vector<CardEntry>>& sheets,
                                std::size_t row)
{
    std::vector<const Gpu*> best;
    double most = 0.0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const auto& value = sheets[i][row].value;
        if (!value || value->number < most || value->number <= 0.0) continue;
        if (value->number > most) best.clear();
        best.push_back(cards[i]);
        most = value->number;
    }
    if (best.size() == cards.size()) best.clear();
    return best;
}

/// "A100 SXM4 80GB = A100 SXM4 40GB" for cards with equal peaks.
std::string equal_names(const std::vector<const Gpu*>& cards)
{
    std::string names;
    for (const Gpu* card : cards) names += (names.empty() ? "" : " = ") + card->name;
    return names;
}

} // namespace

std::string text_of(const CardEntry& entry, Language language)
{
    if (!entry.text.empty()) return entry.text;
    if (!entry.value) return "–";
    const std::string number = text_of(*entry.value, language);
    return (entry.approximate ? "≈ " : "") + number + entry.unit;
}

namespace {

constexpr std::array chinese_digits{"零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"};

/// A number in capital characters, without a unit; empty for zero. Zeros between digits are written once.
std::string capital_characters(std::int64_t number)
{
    constexpr std::array places{"", "拾", "佰", "仟"};
    constexpr std::array groups{"", "万", "亿"};
    std::string text;
    bool skipped = false;
    const std::string digits = std::to_string(number);
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t place = digits.size() - 1 - i;
        if (digits[i] == '0') {
            skipped = true;
        } else {
            if (skipped) text += chinese_digits[0];
            skipped = false;
            text += chinese_digits[static_cast<std::size_t>(digits[i] - '0')];
            text += places[place % places.size()];
        }
        // A group ends; one without digits has no unit.
        const std::size_t begin = i < places.size() ? 0 : i - (places.size() - 1);
        const bool any = digits.find_first_not_of('0', begin) <= i;
        if (place % places.size() == 0 && any) {
            text += groups[place / places.size()];
            skipped = false;
        }
    }
    return text;
}

} // namespace

std::string renminbi_in_words(double yuan)
{
    constexpr std::int64_t cents_of_a_yuan = 100;
    const std::int64_t cents = std::llround(yuan * cents_of_a_yuan);
    const auto tenths = static_cast<std::size_t>(cents / 10 % 10);
    const auto hundredths = static_cast<std::size_t>(cents % 10);
    std::string text = "人民币";
    if (const std::int64_t whole = cents / cents_of_a_yuan; whole > 0) text += capital_characters(whole) + "元";
    if (cents == 0) text += "零元";
    if (tenths > 0) text += std::string(chinese_digits[tenths]) + "角";
    if (hundredths == 0) return text + "整";
    if (tenths == 0 && cents >= cents_of_a_yuan) text += chinese_digits[0];
    return text + chinese_digits[hundredths] + "分";
}

std::string text_beside(const CardEntry& entry, const CardEntry& first, Language language)
{
    const auto times = ratio(entry, first);
    std::string text = text_of(entry, language);
    if (times) text += " (" + significant(*times, 2) + "×)";
    return text;
}

std::string precision_verdict(const std::vector<const Gpu*>& cards, const Messages& messages)
{
    if (cards.size() < 2) return {};
    std::vector<std::vector<CardEntry>> sheets;
    sheets.reserve(cards.size());
    for (const Gpu* gpu : cards) sheets.push_back(card_sheet(*gpu));
    std::string leads;
    std::set<std::vector<const Gpu*>> different;
    for (std::size_t row = 0; row < sheets.front().size(); ++row) {
        const std::string& format = sheets.front()[row].property;
        if (!format.ends_with("_TFLOPS") || format == "compute.fp16_vector_TFLOPS") continue;
        const std::vector<const Gpu*> best = leaders(cards, sheets, row);
        if (best.empty()) continue;
        different.insert(best);
        leads += (leads.empty() ? "" : "; ") +
                 messages.text("card.leads", {{"format", MessageCode{"card." + format}}, {"card", equal_names(best)}});
    }
    if (leads.empty()) return {};
    return messages.text(different.size() > 1 ? "card.depends" : "card.same-in-all", {{"leads", leads}});
}

} // namespace rigwright
