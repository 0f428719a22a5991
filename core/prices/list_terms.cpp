// SPDX-License-Identifier: Apache-2.0
#include "core/prices/list_terms.h"

#include "core/hardware/dates.h"
#include "core/json/characters.h"
#include "core/prices/price_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>
#include <vector>

namespace rigwright {

namespace {

/// Whether the price includes the tax named at `tax`, by the word before it: "含13%增值税", "不含税".
std::optional<bool> chinese_tax(std::string_view text, std::size_t tax)
{
    constexpr std::string_view contains = "含";
    const std::size_t at = text.rfind(contains, tax);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view between = text.substr(at, tax - at);
    if (between.find_first_of(",;:") != std::string_view::npos || between.find("。") != std::string_view::npos ||
        between.find("、") != std::string_view::npos)
        return std::nullopt;
    const std::string_view before = text.substr(0, at);
    return !before.ends_with("不") && !before.ends_with("未");
}

std::optional<bool> tax_included_in(std::string_view text)
{
    constexpr std::string_view tax = "税";
    for (std::size_t at = text.find(tax); at != std::string_view::npos; at = text.find(tax, at + tax.size())) {
        if (text.substr(0, at).ends_with("未")) return false;
        if (const auto included = chinese_tax(text, at)) return included;
    }
    static const std::regex before(
        "\\b(incl|without|with|excl|plus|ex)[a-z]*\\.?(?: of)?(?: [0-9.,]+ ?%)? ?(?:vat|tax)\\b");
    static const std::regex behind("\\b(?:vat|tax) (?:is )?(incl|not|excl)");
    std::cmatch found;
    for (const std::regex* form : {&before, &behind})
        if (std::regex_search(text.data(), text.data() + text.size(), found, *form))
            return found[1] == "incl" || found[1] == "with";
    return std::nullopt;
}

} // namespace

TaxTerms tax_terms_in(std::string_view text, char decimal)
{
    const std::string all = lower(text);
    TaxTerms terms{tax_included_in(all), std::nullopt};
    const bool taxed = terms.included || all.find("税") != std::string::npos || all.find("vat") != std::string::npos;
    const std::size_t percent = all.find('%');
    if (!taxed || percent == std::string::npos || all.find('%', percent + 1) != std::string::npos) return terms;
    std::size_t begin = percent;
    while (begin > 0 && all[begin - 1] == ' ') --begin;
    while (begin > 0 && (is_digit(all[begin - 1]) || all[begin - 1] == decimal)) --begin;
    terms.rate = tax_rate_from(std::string_view(all).substr(begin, percent + 1 - begin), decimal);
    return terms;
}

namespace {

enum class ListTerm { date, supplier, validity, delivery, warranty };

const std::vector<Meaning<ListTerm>> term_words{
    {ListTerm::date, {"报价日期", "报价时间", "日期", "quotation date", "quote date", "date"}},
    {ListTerm::supplier,
     {"供应商名称", "供应商", "供货商", "报价单位", "供货单位", "报价公司", "报价方", "供方", "卖方", "supplier",
      "vendor", "seller"}},
    {ListTerm::validity, {"有效期限", "有效期至", "有效期", "valid until", "valid through", "valid for", "validity"}},
    {ListTerm::delivery,
     {"交货日期", "交货周期", "交货时间", "交货期", "供货周期", "供货期", "到货期", "交期", "货期", "delivery time",
      "delivery", "lead time"}},
    {ListTerm::warranty, {"质保期", "质保", "保修期", "保修", "维保", "warranty"}},
};

/// A term's label in a text.
struct TermLabel {
    ListTerm term = ListTerm::date;
    std::size_t begin = 0;
    std::size_t end = 0;
};

constexpr std::string_view separators = " ,;:.(";

/// The longest label at this position. A date or supplier label needs a colon after it, and no text before it that
/// changes its meaning ("生产日期").
std::optional<TermLabel> label_at(std::string_view text, std::size_t at)
{
    std::optional<TermLabel> found;
    for (const auto& [term, words] : term_words) {
        for (const std::string_view word : words) {
            const std::size_t end = at + word.size();
            if (!is_word_at(text, at, word) || (found && end <= found->end)) continue;
            const bool begins = at == 0 || separators.find(text[at - 1]) != std::string_view::npos;
            const bool strict = term == ListTerm::date || term == ListTerm::supplier;
            if (strict && (!begins || !trimmed(text.substr(end)).starts_with(':'))) continue;
            found = TermLabel{term, at, end};
        }
    }
    return found;
}

std::vector<TermLabel> labels_in(std::string_view text)
{
    std::vector<TermLabel> labels;
    for (std::size_t at = 0; at < text.size();) {
        const std::optional<TermLabel> label = label_at(text, at);
        if (label) labels.push_back(*label);
        at = label ? label->end : at + 1;
    }
    return labels;
}

std::string date_in(std::string_view text)
{
    static const std::regex forms("[0-9]{4} ?(?:[-/.]|年) ?[0-9]{1,2} ?(?:[-/.]|月) ?[0-9]{1,2}(?: ?日)?"
                                  "|[0-9]{1,2}\\.[0-9]{1,2}\\.[0-9]{4}");
    std::cmatch found;
    const bool any = std::regex_search(text.data(), text.data() + text.size(), found, forms);
    return any ? date_from(found.str()) : std::string();
}

/// A time as written.
struct WrittenTime {
    double number = 0.0;
    double days_of_one = 1.0;

    double days() const { return std::ceil(number * days_of_one); }
    double months() const
    {
        return days_of_one == days_of_a_year ? number * months_of_a_year : days() / days_of_a_month;
    }

    static constexpr double days_of_a_week = 7.0;
    static constexpr double working_days_of_a_week = 5.0;
    static constexpr double days_of_a_month = 30.0;
    static constexpr double days_of_a_year = 365.0;
    static constexpr double months_of_a_year = 12.0;
};

double days_of(std::string_view unit)
{
    if (unit.starts_with("工作日") || unit.starts_with("working") || unit.starts_with("business"))
        return WrittenTime::days_of_a_week / WrittenTime::working_days_of_a_week;
    if (unit.starts_with("周") || unit.starts_with("星期") || unit.starts_with("week"))
        return WrittenTime::days_of_a_week;
    if (unit.starts_with("月") || unit.starts_with("month")) return WrittenTime::days_of_a_month;
    return unit.starts_with("年") || unit.starts_with("year") ? WrittenTime::days_of_a_year : 1.0;
}

/// The first duration in a text, or the upper end of a range: "2-4周", "三年", "15个工作日"; nothing if it has a date.
/// With `ends`, only service words may follow.
std::optional<WrittenTime> time_in(std::string_view text, bool ends = false)
{
    static const std::string form =
        "(?:^|[^0-9])(?:[0-9]{1,3} ?(?:-|~|–|至|到|to) ?)?([0-9]{1,3}|一|二|两|三|四|五|六|七|八|"
        "九|十)(?: |个)*(自然日|工作日|天|日|周|星期|月|年|working day|business day|day|"
        "week|month|year)";
    static const std::regex anywhere(form);
    static const std::regex at_end(form + "(?:原厂|整机|免费|上门|s| )*$");
    static constexpr std::array<std::string_view, 11> numerals{"",   "一", "二", "三", "四", "五",
                                                               "六", "七", "八", "九", "十"};
    std::cmatch found;
    const std::regex& wanted = ends ? at_end : anywhere;
    if (!date_in(text).empty() || !std::regex_search(text.data(), text.data() + text.size(), found, wanted))
        return std::nullopt;
    const std::string number = found[1].str();
    const auto numeral = std::ranges::find(numerals, number == "两" ? "二" : number);
    const double amount = numeral != numerals.end() ? static_cast<double>(numeral - numerals.begin())
                                                    : number_of_digits(number, '.').value_or(0.0);
    return WrittenTime{amount, days_of(found[2].str())};
}

/// A supplier's name, up to the end of the sentence; empty for another label.
std::string name_in(std::string_view text)
{
    text = trimmed(text.substr(text.find(':') + 1));
    std::string name(trimmed(text.substr(0, std::min(text.find(';'), text.find("。")))));
    return labels_in(lower(name) + ':').empty() ? name : std::string();
}

/// Parses the value `behind` a label; of a warranty, also `before` it.
void add_term(ListTerm term, std::string_view before, std::string_view behind, ListTerms& terms)
{
    const auto take = [](std::optional<double>& kept, const auto& found, auto amount) {
        if (!kept && found) kept = (*found.*amount)();
    };
    switch (term) {
    case ListTerm::date:
        if (terms.date.empty()) terms.date = date_in(behind);
        break;
    case ListTerm::supplier:
        if (terms.supplier.empty()) terms.supplier = name_in(behind);
        break;
    case ListTerm::validity:
        if (terms.valid_until.empty()) terms.valid_until = date_in(behind);
        if (terms.valid_until.empty()) take(terms.valid_days, time_in(behind), &WrittenTime::days);
        break;
    case ListTerm::delivery: take(terms.delivery_days, time_in(behind), &WrittenTime::days); break;
    case ListTerm::warranty:
        take(terms.warranty_months, time_in(behind), &WrittenTime::months);
        take(terms.warranty_months, time_in(before, true), &WrittenTime::months);
        break;
    }
}

/// The text up to the first punctuation, which a supplier's name may contain.
std::string_view sentence(std::string_view text)
{
    std::size_t end = std::min(text.find_first_of(",;("), text.size());
    for (const std::string_view stop : {"。", "、"}) end = std::min(end, text.find(stop));
    return text.substr(0, end);
}

} // namespace

void add_terms_in(std::string_view cell, ListTerms& terms)
{
    const std::string text = lower(cell);
    const std::vector<TermLabel> labels = labels_in(text);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::size_t end = i + 1 < labels.size() ? labels[i + 1].begin : text.size();
        const std::size_t start = i > 0 ? labels[i - 1].end : 0;
        const bool names = labels[i].term == ListTerm::supplier;
        const std::string_view behind =
            std::string_view(names ? cell : text).substr(labels[i].end, end - labels[i].end);
        add_term(labels[i].term, std::string_view(text).substr(start, labels[i].begin - start),
                 names ? behind : sentence(behind), terms);
    }
}

std::string ListTerms::valid_until_of(const std::string& date) const
{
    constexpr double hours_of_a_day = 24.0;
    return valid_until.empty() && valid_days ? day_after(date, *valid_days * hours_of_a_day) : valid_until;
}

std::string valid_until_from(std::string_view cell, const std::string& date)
{
    ListTerms terms;
    terms.valid_until = date_from(cell);
    if (const std::optional<WrittenTime> time = time_in(lower(cell))) terms.valid_days = time->days();
    return terms.valid_until_of(date);
}

} // namespace rigwright
