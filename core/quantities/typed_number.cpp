// SPDX-License-Identifier: Apache-2.0
#include "core/quantities/typed_number.h"

#include "core/json/characters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

namespace rigwright {

namespace {

constexpr std::pair<std::string_view, std::string_view> currency_words[] = {
    {"元", "CNY"},   {"人民币", "CNY"}, {"rmb", "CNY"},    {"cn¥", "CNY"},  {"¥", "CNY"},    {"yuan", "CNY"},
    {"us$", "USD"},  {"$", "USD"},      {"美元", "USD"},   {"美金", "USD"}, {"€", "EUR"},    {"欧元", "EUR"},
    {"£", "GBP"},    {"英镑", "GBP"},   {"円", "JPY"},     {"日元", "JPY"}, {"hk$", "HKD"},  {"港元", "HKD"},
    {"港币", "HKD"}, {"nt$", "TWD"},    {"新台币", "TWD"}, {"₩", "KRW"},    {"韩元", "KRW"}, {"₹", "INR"},
};

bool is_space(char32_t code)
{
    return code == ' ' || (code >= 0x09 && code <= 0x0D) || code == 0xA0 || (code >= 0x2000 && code <= 0x200A) ||
           code == 0x202F || code == 0x3000 || code == 0xFEFF;
}

/// The plain form of a non-space character.
std::string usual_form(char32_t code, std::string_view bytes)
{
    constexpr char32_t first_wide = 0xFF01;
    constexpr char32_t last_wide = 0xFF5E;
    if (code >= first_wide && code <= last_wide) return std::string(1, static_cast<char>(code - first_wide + '!'));
    if (code == 0xFFE5) return "¥";
    return std::string(bytes);
}

/// A plain cell with typographic characters replaced by those of a keyboard.
std::string keyboard_text(std::string_view text)
{
    constexpr std::pair<std::string_view, std::string_view> signs[] = {{"’", "'"}, {"−", "-"}, {"μ", "µ"}};
    if (first_invalid_utf8(text)) return {};
    std::string plain = plain_cell(text);
    for (const auto& [sign, key] : signs)
        for (std::size_t at = plain.find(sign); at != std::string::npos; at = plain.find(sign, at))
            plain.replace(at, sign.size(), key);
    return plain;
}

std::optional<double> parsed(std::string_view digits)
{
    double number = 0.0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool whole_text = error == std::errc() && end == digits.data() + digits.size();
    return whole_text && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// The unit of a field.
struct WantedUnit {
    std::string_view label;
    Unit unit = Unit::count;
    /// Base units of a number without a unit.
    double size = 1.0;
    std::string_view currency{};
};

WantedUnit wanted_by(std::string_view label)
{
    constexpr std::size_t letters = 3;
    const std::string_view start = label.substr(0, letters);
    const bool is_code =
        start.size() == letters && std::ranges::all_of(start, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (is_code && (label.size() == letters || label[letters] == '/')) return {label, Unit::money, 1.0, start};
    if (const auto word = unit_word(label)) return {label, word->unit, word->size};
    return {label};
}

/// Whether the letters k, M, G, T are prefixes of the unit.
bool has_prefixes(Unit unit)
{
    switch (unit) {
    case Unit::bytes:
    case Unit::stored_bytes:
    case Unit::bytes_per_second:
    case Unit::watts:
    case Unit::hertz:
    case Unit::flops_per_second: return true;
    case Unit::ratio:
    case Unit::share:
    case Unit::count:
    case Unit::seconds:
    case Unit::flops:
    case Unit::macs:
    case Unit::samples_per_second:
    case Unit::per_second:
    case Unit::tokens_per_second:
    case Unit::flops_per_byte:
    case Unit::kilowatt_hours:
    case Unit::bytes_per_element:
    case Unit::money: break;
    }
    return false;
}

/// Base units per `unit`, in a field of that kind.
double size_of(const UnitWord& unit, const WantedUnit& wanted)
{
    const bool is_binary = wanted.label == "GiB" || wanted.label == "MiB";
    const bool is_decimal = unit.unit == Unit::bytes && unit.word.size() == 2 && unit.size > 1.0;
    if (!is_binary || !is_decimal) return unit.size;
    const std::string binary{unit.word[0] == 'k' ? 'K' : unit.word[0], 'i', 'B'};
    return unit_word(binary, Unit::bytes)->size;
}

/// A number and the text after it.
struct TypedTerm {
    double number = 0.0;
    std::string_view word;
};

class TypedReader {
public:
    TypedReader(std::string_view typed, std::string_view unit, char decimal)
        : text_(keyboard_text(typed)),
          wanted_(wanted_by(unit)),
          decimal_(decimal)
    {
        result_.found = std::string(typed);
        result_.wanted = wanted_.unit;
    }

    TypedNumber read()
    {
        std::string_view rest = text_;
        if (!take_currency(rest)) return result_;
        const double sign = take_sign(rest);
        if (const auto product = product_of(rest)) return finish(sign * *product);
        const std::optional<std::vector<TypedTerm>> terms = terms_of(rest);
        if (!terms) return result_;
        double sum = 0.0;
        double last = INFINITY;
        for (const TypedTerm& term : *terms) {
            const std::optional<double> factor = factor_of(term);
            if (!factor) return result_;
            const bool follows = wanted_.unit == Unit::seconds && *factor < last && !term.word.empty();
            if (terms->size() > 1 && !follows) return refuse("not-a-number");
            last = *factor;
            // One rounding for units that divide evenly: 90 min are 1.5 h.
            sum += *factor == wanted_.size ? term.number : term.number * *factor / wanted_.size;
        }
        return finish(sign * sum);
    }

private:
    TypedNumber refuse(std::string_view code, std::string_view part = {}, std::string right = {})
    {
        result_.code = code;
        result_.part = std::string(part);
        result_.right = right.empty() ? std::string(typed_kind(wanted_.unit).example) : std::move(right);
        return result_;
    }

    TypedNumber finish(double number)
    {
        if (!std::isfinite(number)) return refuse("not-a-number");
        result_.number = number;
        return result_;
    }

    bool take_currency(std::string_view& rest)
    {
        const auto first =
            std::ranges::find_if(rest, [](char c) { return is_digit(c) || c == '-' || c == '+' || c == '.'; });
        const auto length = static_cast<std::size_t>(first - rest.begin());
        const std::string_view before = trimmed(rest.substr(0, length));
        rest.remove_prefix(length);
        if (rest.empty()) {
            refuse("not-a-number");
            return false;
        }
        if (before.empty()) return true;
        const std::string currency = money_word(before);
        if (!currency.empty()) return fits_currency(before, currency);
        refuse("not-a-number");
        return false;
    }

    /// The currency of a word; in a field without money, only of a sign.
    std::string money_word(std::string_view word) const
    {
        const bool is_sign = wanted_.unit == Unit::money || !is_letter(word.front());
        return is_sign ? currency_from(word) : std::string();
    }

    bool fits_currency(std::string_view word, const std::string& currency)
    {
        const bool is_yen = word == "¥" && wanted_.currency == "JPY";
        if (wanted_.unit == Unit::money && (currency == wanted_.currency || is_yen)) return true;
        result_.is = Unit::money;
        if (wanted_.unit == Unit::money)
            refuse("other-currency", currency, std::string(wanted_.currency));
        else
            refuse("other-kind", word);
        return false;
    }

    static double take_sign(std::string_view& rest)
    {
        if (rest.front() != '-' && rest.front() != '+') return 1.0;
        const double sign = rest.front() == '-' ? -1.0 : 1.0;
        rest.remove_prefix(1);
        return sign;
    }

    /// "256 * 1024", for plain numbers.
    std::optional<double> product_of(std::string_view rest) const
    {
        if (wanted_.unit != Unit::count || rest.find('*') == std::string_view::npos) return std::nullopt;
        double product = 1.0;
        for (std::size_t start = 0; start <= rest.size();) {
            const std::size_t end = std::min(rest.find('*', start), rest.size());
            const auto factor = number_of_digits(trimmed(rest.substr(start, end - start)), decimal_);
            if (!factor) return std::nullopt;
            product *= *factor;
            start = end + 1;
        }
        return product;
    }

    std::optional<std::vector<TypedTerm>> terms_of(std::string_view rest)
    {
        std::vector<TypedTerm> terms;
        while (!rest.empty()) {
            const std::optional<TypedTerm> term = take_term(rest);
            if (!term) return std::nullopt;
            terms.push_back(*term);
        }
        if (terms.empty()) refuse("not-a-number");
        return terms.empty() ? std::nullopt : std::optional(terms);
    }

    std::optional<TypedTerm> take_term(std::string_view& rest)
    {
        const auto in_number = [](char c) { return is_digit(c) || c == '.' || c == ',' || c == '\'' || c == ' '; };
        std::size_t end = 0;
        while (end < rest.size() && in_number(rest[end])) ++end;
        const std::string_view digits = trimmed(rest.substr(0, end));
        const std::size_t exponent = exponent_at(rest, end);
        TypedTerm term;
        const auto number = exponent > 0 ? parsed(rest.substr(0, end + exponent)) : number_of(digits);
        if (!number) {
            if (result_.code.empty()) refuse("not-a-number");
            return std::nullopt;
        }
        term.number = *number;
        rest.remove_prefix(end + exponent);
        const auto next = std::ranges::find_if(rest, [](char c) { return is_digit(c); });
        term.word = trimmed(rest.substr(0, static_cast<std::size_t>(next - rest.begin())));
        rest.remove_prefix(static_cast<std::size_t>(next - rest.begin()));
        return term;
    }

    /// The length of "e-4" after the digits.
    static std::size_t exponent_at(std::string_view rest, std::size_t at)
    {
        if (at == 0 || at >= rest.size() || lower(rest[at]) != 'e') return 0;
        std::size_t end = at + 1;
        if (end < rest.size() && (rest[end] == '-' || rest[end] == '+')) ++end;
        const std::size_t first = end;
        while (end < rest.size() && is_digit(rest[end])) ++end;
        return end > first ? end - at : 0;
    }

    /// Digits with groups or a fraction, or a finding with the correct form.
    std::optional<double> number_of(std::string_view digits)
    {
        if (const auto number = number_of_digits(digits, decimal_)) return number;
        const bool only_point = digits.find_first_of(", '") == std::string_view::npos;
        // "5." and ".5".
        if (only_point && digits.size() > 1 && std::ranges::count(digits, '.') == 1) return parsed(digits);
        const std::string_view comma = decimal_ == '.' ? "," : ".";
        const std::size_t at = digits.find(comma);
        const std::string_view fraction = at == std::string_view::npos ? std::string_view() : digits.substr(at + 1);
        const std::string_view whole = digits.substr(0, at);
        const bool is_fraction = !fraction.empty() && std::ranges::all_of(fraction, is_digit);
        if (is_fraction && whole.find(decimal_) == std::string_view::npos && number_of_digits(whole, decimal_)) {
            std::string right = text_;
            right[static_cast<std::size_t>(digits.data() - text_.data()) + at] = decimal_;
            refuse("decimal-mark", comma, std::move(right));
        }
        return std::nullopt;
    }

    /// Base units of the multiplier.
    std::optional<double> factor_of(const TypedTerm& term)
    {
        if (const auto factor = factor_of_unit(term.word)) return factor;
        const Magnitude* magnitude = magnitude_at(term.word);
        const std::string_view behind = magnitude ? term.word.substr(magnitude->word.size()) : std::string_view();
        if (magnitude && is_free(*magnitude, behind))
            if (const auto factor = factor_of_unit(trimmed(behind))) return magnitude->factor * *factor;
        if (!result_.code.empty()) return std::nullopt;
        const auto other = magnitude && behind.empty() ? std::nullopt : unit_word(term.word);
        if (other) result_.is = other->unit;
        refuse(other ? "other-kind" : "unknown-unit", term.word);
        return std::nullopt;
    }

    /// Whether the word cannot be the beginning of a unit.
    bool is_free(const Magnitude& magnitude, std::string_view behind) const
    {
        if (!magnitude.is_latin()) return true;
        const bool may_be_minutes = wanted_.unit == Unit::seconds && magnitude.word == "M";
        return (behind.empty() || !is_letter(behind.front())) && !has_prefixes(wanted_.unit) && !may_be_minutes;
    }

    std::optional<double> factor_of_unit(std::string_view word)
    {
        if (word.empty() || word == wanted_.label) return wanted_.size;
        if (const auto unit = unit_word(word, wanted_.unit)) return size_of(*unit, wanted_);
        // A share of a plain number.
        if (word == "%" && wanted_.label.empty()) return unit_word(word)->size;
        const std::string currency = money_word(word);
        return !currency.empty() && fits_currency(word, currency) ? std::optional(wanted_.size) : std::nullopt;
    }

    std::string text_;
    WantedUnit wanted_;
    char decimal_;
    TypedNumber result_;
};

} // namespace

TypedNumber read_number(std::string_view text, std::string_view unit, char decimal)
{
    return TypedReader(text, unit, decimal).read();
}

std::optional<std::array<double, 2>> read_number_pair(std::string_view text)
{
    const std::string plain = keyboard_text(text);
    for (const std::string_view sign : {"×", "x", "X", "*"}) {
        const std::size_t at = plain.find(sign);
        if (at == std::string::npos) continue;
        const auto first = read_number(plain.substr(0, at), "px").number;
        const auto second = read_number(plain.substr(at + sign.size()), "px").number;
        if (first && second) return std::array{*first, *second};
    }
    return std::nullopt;
}

std::optional<double> number_of_digits(std::string_view text, char decimal)
{
    const std::size_t point = text.find(decimal);
    const std::string_view whole = text.substr(0, point);
    const std::string_view rest = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    std::string digits;
    char separator = 0;
    std::size_t run = 0;
    for (const char c : whole) {
        if (is_digit(c)) {
            digits += c;
            ++run;
            continue;
        }
        const bool groups = c == ' ' || c == '\'' || c == (decimal == '.' ? ',' : '.');
        const bool sound = separator == 0 ? run >= 1 && run <= 3 && digits.front() != '0' : c == separator && run == 3;
        if (!groups || !sound) return std::nullopt;
        separator = c;
        run = 0;
    }
    const bool ends_badly = separator != 0 && run != 3;
    const bool bad_rest = point != std::string_view::npos && (rest.empty() || !std::ranges::all_of(rest, is_digit));
    if (digits.empty() || ends_badly || bad_rest) return std::nullopt;
    if (!rest.empty()) digits += "." + std::string(rest);
    return parsed(digits);
}

std::string plain_cell(std::string_view text)
{
    std::string plain;
    bool space = false;
    for (std::size_t at = 0; at < text.size();) {
        const auto [code, length] = code_point_at(text, at);
        if (is_space(code)) {
            space = true;
        } else {
            if (space && !plain.empty()) plain += ' ';
            space = false;
            plain += usual_form(code, text.substr(at, length));
        }
        at += length;
    }
    return plain;
}

std::string currency_from(std::string_view text)
{
    const std::string_view word = trimmed(text);
    constexpr std::size_t letters = 3;
    const std::string known = lower(word);
    for (const auto& [name, code] : currency_words)
        if (name == known) return std::string(code);
    if (word.size() != letters || !std::ranges::all_of(word, is_letter)) return {};
    std::string code(word);
    for (char& c : code)
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    return code;
}

} // namespace rigwright
