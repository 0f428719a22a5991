// SPDX-License-Identifier: Apache-2.0

#include "core/text/number_text.h"

#include "core/network/operator.h"
#include "core/quantities/typed_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace rigwright {

namespace {

/// One unit step: its size, its text, and the smallest amount displayed in it.
struct Step {
    double size;
    std::string_view unit;
    double from;
};

constexpr double kib = 1024.0;
constexpr std::array byte_steps{
    Step{1.0, "B", 0.0},
    Step{kib, "KiB", kib},
    Step{kib * kib, "MiB", kib* kib},
    Step{kib * kib * kib, "GiB", kib* kib* kib},
    Step{kib * kib * kib * kib, "TiB", kib* kib* kib* kib},
    Step{kib * kib * kib * kib * kib, "PiB", kib* kib* kib* kib* kib},
};
constexpr std::array decimal_byte_steps{
    Step{1.0, "B", 0.0},  Step{1e3, "kB", 1e3},   Step{1e6, "MB", 1e6},
    Step{1e9, "GB", 1e9}, Step{1e12, "TB", 1e12}, Step{1e15, "PB", 1e15},
};
// Vendors print memory and compute rates up to several thousand GB/s and TFLOP/s, so the next prefix starts at ten
// thousand.
constexpr std::array byte_rate_steps{
    Step{1.0, "B/s", 0.0},  Step{1e3, "kB/s", 1e3},   Step{1e6, "MB/s", 1e6},
    Step{1e9, "GB/s", 1e9}, Step{1e12, "TB/s", 1e13}, Step{1e15, "PB/s", 1e16},
};
constexpr std::array flop_steps{
    Step{1.0, "FLOP", 0.0},    Step{1e3, "kFLOP", 1e3},   Step{1e6, "MFLOP", 1e6},
    Step{1e9, "GFLOP", 1e9},   Step{1e12, "TFLOP", 1e12}, Step{1e15, "PFLOP", 1e15},
    Step{1e18, "EFLOP", 1e18}, Step{1e21, "ZFLOP", 1e21}, Step{1e24, "YFLOP", 1e24},
};
constexpr std::array flop_rate_steps{
    Step{1.0, "FLOP/s", 0.0},    Step{1e3, "kFLOP/s", 1e3},   Step{1e6, "MFLOP/s", 1e6},   Step{1e9, "GFLOP/s", 1e9},
    Step{1e12, "TFLOP/s", 1e12}, Step{1e15, "PFLOP/s", 1e16}, Step{1e18, "EFLOP/s", 1e18},
};
constexpr std::array mac_steps{
    Step{1.0, "MAC", 0.0},    Step{1e3, "kMAC", 1e3},   Step{1e6, "MMAC", 1e6},   Step{1e9, "GMAC", 1e9},
    Step{1e12, "TMAC", 1e12}, Step{1e15, "PMAC", 1e15}, Step{1e18, "EMAC", 1e18}, Step{1e21, "ZMAC", 1e21},
};
constexpr std::array clock_steps{Step{1.0, "Hz", 0.0}, Step{1e3, "kHz", 1e3}, Step{1e6, "MHz", 1e6},
                                 Step{1e9, "GHz", 1e9}};
constexpr std::array watt_steps{Step{1.0, "W", 0.0}, Step{1e3, "kW", 1e4}, Step{1e6, "MW", 1e6}};
constexpr std::array energy_steps{Step{1.0, "kWh", 0.0}, Step{1e3, "MWh", 1e4}, Step{1e6, "GWh", 1e7}};
constexpr std::array short_time_steps_english{Step{1e-9, "ns", 0.0}, Step{1e-6, "\u00b5s", 1e-6},
                                              Step{1e-3, "ms", 1e-3}, Step{1.0, "s", 1.0}};
constexpr std::array short_time_steps_chinese{Step{1e-9, "纳秒", 0.0}, Step{1e-6, "微秒", 1e-6},
                                              Step{1e-3, "毫秒", 1e-3}, Step{1.0, "秒", 1.0}};

std::string with_unit(const std::string& digits, std::string_view unit) { return digits + " " + std::string(unit); }

/// A positive number as formatted by `significant`.
double shown(double number, int digits)
{
    return rounded_exponent(number, digits) >= digits ? std::nearbyint(number) : rounded_to(number, digits);
}

/// The step is chosen after rounding, so that 1023.99 MiB becomes "1.00 GiB" instead of "1,024 MiB".
const Step& step_for(double number, std::span<const Step> steps, int digits)
{
    std::size_t chosen = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const double in_step = shown(std::fabs(number) / steps[chosen].size, digits);
        if (in_step * steps[chosen].size >= steps[i].from * (1.0 - 1e-9)) chosen = i;
    }
    return steps[chosen];
}

std::string scaled(double number, std::span<const Step> steps, int digits)
{
    const Step& step = step_for(number, steps, digits);
    return with_unit(significant(number / step.size, digits), step.unit);
}

std::string_view in(Language language, std::string_view english, std::string_view chinese)
{
    return language == Language::english ? english : chinese;
}

/// "3 h 40 min"; the second part is omitted if it is zero.
std::string two_parts(long long large, std::string_view large_unit, std::string_view large_alone, long long small,
                      std::string_view small_unit)
{
    if (small == 0) return with_unit(grouped(large), large_alone);
    return with_unit(grouped(large), large_unit) + " " + with_unit(std::to_string(small), small_unit);
}

/// Pure numbers are often short decimals by definition; trailing zeros carry no information.
std::string plain(double number, int digits)
{
    std::string text = significant(number, digits);
    const std::size_t exponent = std::min(text.find('e'), text.size());
    if (text.find('.') >= exponent) return text;
    const std::size_t kept = text.find_last_not_of('0', exponent - 1);
    text.erase(text[kept] == '.' ? kept : kept + 1, exponent - (text[kept] == '.' ? kept : kept + 1));
    return text;
}

std::string time_text(double seconds, Language language, int more)
{
    constexpr double day = 86400.0;
    if (seconds < 0.0) return "-" + time_text(-seconds, language, more);
    if (seconds == 0.0) return with_unit("0", in(language, "s", "秒"));
    constexpr double least = 1e-9;
    if (rounded_to(seconds, 3) < least) return "< " + with_unit("1", in(language, "ns", "纳秒"));
    const auto& short_steps = language == Language::english ? short_time_steps_english : short_time_steps_chinese;
    if (rounded_to(seconds, 3) < 60.0) return scaled(seconds, short_steps, 3 + more);
    if (more > 0 && seconds < 2.0 * day) return with_unit(plain(seconds, 3 + more), short_steps.back().unit);
    if (more > 0) return with_unit(plain(seconds / day, 3 + more), in(language, "days", "天"));
    const long long whole_seconds = std::llround(std::min(seconds, 1e15));
    if (whole_seconds < 3600)
        return two_parts(whole_seconds / 60, in(language, "min", "分"), in(language, "min", "分钟"), whole_seconds % 60,
                         in(language, "s", "秒"));
    const long long minutes = std::llround(std::min(seconds, 1e15) / 60.0);
    if (minutes < 48LL * 60)
        return two_parts(minutes / 60, in(language, "h", "小时"), in(language, "h", "小时"), minutes % 60,
                         in(language, "min", "分钟"));
    const double days = seconds / day;
    if (days < 999.5) return with_unit(fixed(days, days < 99.95 ? 1 : 0), in(language, "days", "天"));
    return with_unit(significant(days / 365.25, 2), in(language, "years", "年"));
}

std::string count_text(double count) { return fixed(std::nearbyint(count), 0); }

std::string share_text(double share, int more)
{
    constexpr double smallest = 1e-5;
    if (share != 0.0 && std::fabs(share) < smallest) return "< " + plain(smallest * 100.0, 3) + "%";
    return plain(share * 100.0, 3 + more) + "%";
}

std::string bytes_text(double bytes, Language language, BytePrefixes prefixes, int more)
{
    const bool decimal = prefixes == BytePrefixes::decimal;
    if (std::fabs(bytes) < (decimal ? decimal_byte_steps[1].size : kib))
        return with_unit(significant(bytes, 3 + more), in(language, bytes == 1.0 ? "byte" : "bytes", "字节"));
    return decimal ? scaled(bytes, decimal_byte_steps, 3 + more) : scaled(bytes, byte_steps, 3 + more);
}

/// A size as sold keeps its fourth digit ("15.36 TB").
std::string stored_text(double bytes, Language language, int more)
{
    if (std::fabs(bytes) < decimal_byte_steps[1].size) return bytes_text(bytes, language, BytePrefixes::decimal, more);
    const bool as_sold = std::fabs(rounded_to(bytes, 4) - bytes) < 1e-9 * std::fabs(bytes);
    const int digits = (as_sold ? 4 : 3) + more;
    const Step& step = step_for(bytes, decimal_byte_steps, digits);
    return with_unit(plain(bytes / step.size, digits), step.unit);
}

/// The sign before an amount; other currencies show their code.
struct CurrencySign {
    std::string_view code;
    std::string_view english;
    std::string_view chinese;
};
constexpr std::array currency_signs{CurrencySign{"CNY", "CN¥", "¥"}, CurrencySign{"USD", "$", "US$"},
                                    CurrencySign{"EUR", "€", "€"}};

/// What comes before the digits of an amount.
std::string money_prefix(double amount, const CurrencyCode& currency, Language language)
{
    const std::string_view code(currency.data());
    const auto sign = std::ranges::find(currency_signs, code, &CurrencySign::code);
    const bool known = sign != currency_signs.end();
    return (amount < 0.0 ? "-" : "") +
           (known ? std::string(in(language, sign->english, sign->chinese)) : std::string(code) + " ");
}

std::string money_text(double amount, const CurrencyCode& currency, Language language, int more)
{
    constexpr double whole_from = 1000.0;
    int decimals = std::fabs(amount) < whole_from ? 2 : 0;
    if (more > 0 && amount != 0.0) decimals = std::max(decimals, 2 + more - rounded_exponent(amount, 3));
    return money_prefix(amount, currency, language) + fixed(std::fabs(amount), decimals);
}

/// Commas between thousands of the digits from `first` to `end`.
void group(std::string& digits, std::size_t first, std::size_t end)
{
    for (std::size_t place = end; place > first + 3;) {
        place -= 3;
        digits.insert(place, 1, ',');
    }
}

} // namespace

std::string significant(double number, int digits)
{
    if (number == 0.0) return "0";
    constexpr double largest_plain = 1e15;
    const double size = std::fabs(number);
    if (std::nearbyint(number) == number && size < largest_plain) return fixed(number, 0);
    const int exponent = rounded_exponent(size, digits);
    if (exponent > 14 || exponent < -4) {
        const double mantissa = rounded_to(number, digits) / std::pow(10.0, exponent);
        return fixed(mantissa, digits - 1) + "e" + std::to_string(exponent);
    }
    return fixed(number, std::max(0, digits - 1 - exponent));
}

std::string short_money(Value amount, Language language)
{
    constexpr double short_from = 1e4;
    constexpr int digits = 3;
    const double size = std::fabs(rounded_to(amount.number, digits));
    if (!std::isfinite(size) || size < short_from) return text_of(amount, language);
    const bool english = language == Language::english;
    const double large = english ? 1e6 : 1e8;
    const double step = size >= large ? large : english ? 1e3 : 1e4;
    const std::string_view word = size >= large ? in(language, "M", "亿") : in(language, "k", "万");
    return (amount.at_least ? "≥ " : "") + money_prefix(amount.number, amount.currency, language) +
           plain(size / step, digits) + std::string(word);
}

std::string grouped(std::int64_t number)
{
    std::string digits = std::to_string(number);
    const std::size_t sign = number < 0 ? 1 : 0;
    if (digits.size() - sign > 3) group(digits, sign, digits.size());
    return digits;
}

std::string text_of(Value value, Language language) { return text_of(value, language, BytePrefixes::binary); }

namespace {

/// With `more` digits than usual.
std::string text_with(Value value, Language language, BytePrefixes prefixes, int more)
{
    const double number = value.number;
    if (!std::isfinite(number)) return "–";
    if (value.at_least) return "≥ " + text_with(at_least(value, false), language, prefixes, more);
    const auto rate = [&](std::string_view unit) { return significant(number, 3 + more) + std::string(unit); };
    switch (value.unit) {
    case Unit::ratio: return plain(number, 4 + more);
    case Unit::share: return share_text(number, more);
    case Unit::count: return count_text(number);
    case Unit::bytes: return bytes_text(number, language, prefixes, more);
    case Unit::stored_bytes: return stored_text(number, language, more);
    case Unit::seconds: return time_text(number, language, more);
    case Unit::flops: return scaled(number, flop_steps, 4 + more);
    case Unit::macs: return scaled(number, mac_steps, 4 + more);
    case Unit::flops_per_second: return scaled(number, flop_rate_steps, 4 + more);
    case Unit::bytes_per_second: return scaled(number, byte_rate_steps, 3 + more);
    case Unit::samples_per_second: return rate(in(language, " samples/s", " 样本/秒"));
    case Unit::per_second: return rate(in(language, "/s", "/秒"));
    case Unit::tokens_per_second: return rate(in(language, " tokens/s", " 词元/秒"));
    case Unit::flops_per_byte: return rate(in(language, " FLOP/byte", " FLOP/字节"));
    case Unit::money: return money_text(number, value.currency, language, more);
    case Unit::hertz: return scaled(number, clock_steps, 3 + more);
    case Unit::watts: return scaled(number, watt_steps, 3 + more);
    case Unit::kilowatt_hours: return scaled(number, energy_steps, 3 + more);
    case Unit::bytes_per_element:
        return with_unit(plain(number, 4 + more), in(language, number == 1.0 ? "byte" : "bytes", "字节"));
    }
    return {};
}

} // namespace

std::string text_of(Value value, Language language, BytePrefixes prefixes)
{
    return text_with(value, language, prefixes, 0);
}

namespace {

/// Long enough for every double below 1e30 with a few decimals.
using Buffer = std::array<char, 64>;

std::string scientific(double number, int digits)
{
    Buffer buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific, digits - 1)
            .ptr;
    return {buffer.data(), end};
}

} // namespace

namespace {

/// A number of a file in the unit that suits its size; else in the file's own.
std::string measured_text(double number, std::string_view unit, std::string_view currency, Language language)
{
    if (unit == unit_share) return text_of({number, Unit::share}, language);
    if (unit.starts_with(unit_currency))
        return text_of(money(number, currency), language) + std::string(unit.substr(unit_currency.size()));
    const std::optional<UnitWord> word = unit_word(unit);
    if (word && word->unit == Unit::bytes)
        return text_of({number * word->size, unit == "GiB" ? Unit::bytes : Unit::stored_bytes}, language);
    const bool scales = word && word->size == 1.0 && (word->unit == Unit::seconds || word->unit == Unit::watts);
    if (scales) return text_of({number, word->unit}, language);
    const std::string plain = text_of({number, Unit::ratio}, language);
    return unit.empty() ? plain : with_unit(plain, unit);
}

std::string word_text(std::string_view path, const std::string& word, const Catalog& hardware, const Messages& messages)
{
    const bool of_build = path.starts_with("build.");
    if (const auto part = of_build ? find_part(hardware, word) : std::nullopt) return part->name;
    const std::string code = choice_code(path, word);
    return messages.has(code) ? messages.text(code) : word;
}

} // namespace

std::string field_text(std::string_view path, const FieldValue& value, std::string_view currency,
                       const Catalog& hardware, const Messages& messages)
{
    const Field* field = field_of(path);
    const std::string_view unit = field != nullptr ? field->unit : std::string_view();
    const auto whole = [&](std::int64_t number) {
        if (unit == unit_year) return std::to_string(number);
        const auto kind = unit_word(unit);
        if (kind && kind->unit == Unit::bytes)
            return measured_text(static_cast<double>(number), unit, currency, messages.language());
        return unit.empty() ? grouped(number) : with_unit(grouped(number), unit);
    };
    return std::visit(Match{[](const auto&) { return std::string(); },
                            [&](bool flag) { return messages.text(flag ? "report.yes" : "report.no"); }, whole,
                            [&](double number) { return measured_text(number, unit, currency, messages.language()); },
                            [&](const std::string& word) { return word_text(path, word, hardware, messages); }},
                      value);
}

std::string range_between(std::string low, std::string_view high, std::string_view number)
{
    const std::size_t last = low.rfind(' ');
    const std::string unit = last == std::string::npos ? std::string() : low.substr(last);
    if (!unit.empty() && high.ends_with(unit) && std::ranges::count(low, ' ') == std::ranges::count(high, ' ')) {
        low.resize(last);
        if (number.ends_with(unit)) high.remove_suffix(unit.size());
    }
    return low + (low.find(' ') == std::string::npos ? "–" : " – ") + std::string(high);
}

int rounded_exponent(double number, int digits)
{
    const std::string text = scientific(std::fabs(number), digits);
    const std::size_t mark = text.find('e');
    const std::size_t first = text[mark + 1] == '+' ? mark + 2 : mark + 1;
    int exponent = 0;
    std::from_chars(text.data() + first, text.data() + text.size(), exponent);
    return exponent;
}

double rounded_to(double number, int digits)
{
    const std::string text = scientific(number, digits);
    double rounded = 0.0;
    std::from_chars(text.data(), text.data() + text.size(), rounded);
    return rounded;
}

std::string fixed(double number, int decimals, double group_from)
{
    Buffer buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(number),
                                       std::chars_format::fixed, decimals);
    if (written.ec != std::errc{}) return scientific(number, 3);
    std::string digits(buffer.data(), written.ptr);
    if (std::fabs(number) >= group_from) group(digits, 0, std::min(digits.find('.'), digits.size()));
    const bool negative = number < 0.0 && digits.find_first_not_of("0.") != std::string::npos;
    return negative ? "-" + digits : digits;
}

namespace {

using TextOfInput = std::function<std::string(const Derivation&)>;

std::string name_of(const Derivation& working, const Messages& messages)
{
    return messages.text(working.quantity, working.arguments);
}

/// The formula with each placeholder filled by `text` of the input with that symbol.
std::string formula_with(const Derivation& working, const Messages& messages, const TextOfInput& text)
{
    if (working.formula.empty()) return {};
    return messages.text_filled_by(working.formula, [&](std::string_view place) {
        const auto input = std::ranges::find(working.inputs, place, &Derivation::symbol);
        return input == working.inputs.end() ? "{" + std::string(place) + "}" : text(*input);
    });
}

/// Fewer inputs are read at a glance in a formula.
constexpr std::size_t shortest_list = 4;

/// Number of inputs that the formula only lists; it may contain others.
std::size_t listed(const Derivation& working, std::string_view before, std::string_view between, std::string_view after)
{
    std::string formula(before);
    for (std::size_t i = 0; i < working.inputs.size(); ++i) {
        formula += (i == 0 ? "{" : std::string(between) + "{") + working.inputs[i].symbol + "}";
        if (working.formula == formula + std::string(after)) return i + 1;
    }
    return 0;
}

std::string list_text(const Derivation& working, const Messages& messages)
{
    const auto count = [](std::size_t number) { return Arguments{{"count", whole_value(std::int64_t(number))}}; };
    const std::size_t added = listed(working, "=", " + ", "");
    if (added >= shortest_list) return messages.text("explain.sum", count(added));
    const std::size_t compared = listed(working, "=max(", "; ", ")");
    return compared >= shortest_list ? messages.text("explain.largest", count(compared)) : std::string();
}

/// Writes a tree; repeated numbers are worked out once.
class TreeText {
public:
    explicit TreeText(const Messages& messages) : messages_(messages) {}

    void append(const Derivation& working, const std::string& indent = {})
    {
        const WorkingText text = render(working, messages_);
        const auto add = [&](const std::string& line) { lines_ += indent + line + "\n"; };
        const bool is_bound = text.value.starts_with("≥") || text.value.starts_with("<");
        const bool again = is_above(working);
        std::string remark = text.remark;
        if (again) remark += (remark.empty() ? "" : "; ") + messages_.text("explain.as-above");
        add(text.name + (is_bound ? " " : " = ") + text.value + (remark.empty() ? "" : " (" + remark + ")"));
        if (again) return;
        for (const std::string& line :
             text.list.empty() ? std::vector{text.formula, text.substituted} : std::vector{text.list})
            if (!line.empty()) add("  = " + line);
        if (!text.source.empty()) add("  " + messages_.text("explain.source", {{"source", text.source}}));
        for (const Derivation& input : working.inputs) append(input, indent + "    ");
        if (!working.inputs.empty()) above_[working.quantity].push_back(&working);
    }

    std::string lines() { return std::move(lines_); }

private:
    /// Whether the same number was worked out before under the same name, in the same way if this one has a way.
    bool is_above(const Derivation& working) const
    {
        const auto same_name = above_.find(working.quantity);
        if (same_name == above_.end()) return false;
        return std::ranges::any_of(same_name->second, [&](const Derivation* before) {
            const bool same_way = before->formula == working.formula && before->source == working.source;
            const bool is_bare = working.formula.empty() && working.source.empty() && working.inputs.empty();
            return (same_way || is_bare) && before->value == working.value && before->arguments == working.arguments;
        });
    }

    const Messages& messages_;
    std::string lines_;
    /// Numbers that were worked out, by name.
    std::map<std::string_view, std::vector<const Derivation*>> above_;
};

} // namespace

WorkingText render(const Derivation& working, const Messages& messages)
{
    return render(working, messages, BytePrefixes::binary);
}

WorkingText render(const Derivation& working, const Messages& messages, BytePrefixes prefixes)
{
    const auto number = [&](const Value& value) { return text_of(value, messages.language(), prefixes); };
    WorkingText text;
    text.name = name_of(working, messages);
    text.value = number(at_least(working.value, working.lower_bound));
    text.formula = formula_with(working, messages, [&](const Derivation& input) { return name_of(input, messages); });
    text.substituted = formula_with(working, messages, [&](const Derivation& input) {
        return text_with(input.value, messages.language(), prefixes, input.more_digits);
    });
    if (text.substituted == text.formula) text.substituted.clear();
    text.list = list_text(working, messages);
    if (!working.source.empty())
        text.source = messages.has(working.source) ? messages.text(working.source, working.arguments) : working.source;
    if (working.assumption) text.remark = messages.text("explain.assumption");
    return text;
}

std::string render_tree(const Derivation& working, const Messages& messages)
{
    TreeText tree(messages);
    tree.append(working);
    return tree.lines();
}

} // namespace rigwright
