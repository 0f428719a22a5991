// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rigwright {

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

/// Without what is blank at either end: spaces, unless another function says what is.
constexpr std::string_view trimmed(std::string_view text, bool (*blank)(char) = is_blank)
{
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

} // namespace rigwright
