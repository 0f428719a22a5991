// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// Offset of the first byte that is not part of a well-formed UTF-8 sequence (RFC 3629: no overlong forms, no
/// surrogates, nothing above U+10FFFF); empty for valid text.
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

// For valid UTF-8.

constexpr bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::size_t character_count(std::string_view text);

struct CodePoint {
    char32_t code = 0;
    std::size_t bytes = 1;
};
/// The character that begins at byte `at`.
CodePoint code_point_at(std::string_view text, std::size_t at);

// ASCII letters and digits, independent of the locale.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower(std::string_view text)
{
    std::string result(text);
    for (char& c : result) c = lower(c);
    return result;
}

constexpr bool is_blank(char c) { return c == ' '; }

/// The text without blanks at either end: spaces, or characters for which `blank` is true.
constexpr std::string_view trimmed(std::string_view text, bool (*blank)(char) = is_blank)
{
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

/// "a, b, c"; `text` gives the text of each.
template <typename Texts, typename Text = std::identity>
std::string joined(const Texts& texts, Text text = {})
{
    std::string all;
    for (const auto& each : texts) {
        if (!all.empty()) all += ", ";
        all += std::invoke(text, each);
    }
    return all;
}

// Text as a spreadsheet cell. An apostrophe protects text that a spreadsheet would evaluate (=, +, -, @, their
// full-width forms, tab or line break in front); numeric cells do not need it.

/// Only the apostrophe guard.
std::string guarded_cell(std::string_view text);
/// For comma-separated values (RFC 4180): guarded, and quoted if necessary.
std::string csv_cell(std::string_view text);
/// Always in quotes. `text` is not guarded here: it may be a number.
std::string quoted_cell(std::string_view text);
/// For tab-separated values on the clipboard: guarded, and quoted if it contains tabs or line breaks.
std::string tab_cell(std::string_view text);

} // namespace rigwright
