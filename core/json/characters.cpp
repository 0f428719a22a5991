// SPDX-License-Identifier: Apache-2.0

#include "core/json/characters.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

unsigned byte_at(std::string_view text, std::size_t place) { return static_cast<unsigned char>(text[place]); }

bool is_tail(std::string_view text, std::size_t place, unsigned lowest = 0x80, unsigned highest = 0xBF)
{
    return place < text.size() && byte_at(text, place) >= lowest && byte_at(text, place) <= highest;
}

/// Length of the well-formed sequence that starts at `place`, or zero (RFC 3629, section 4).
std::size_t sequence_length(std::string_view text, std::size_t place)
{
    const unsigned first = byte_at(text, place);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return is_tail(text, place + 1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool second = is_tail(text, place + 1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF);
        return second && is_tail(text, place + 2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool second = is_tail(text, place + 1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF);
        return second && is_tail(text, place + 2) && is_tail(text, place + 3) ? 4 : 0;
    }
    return 0;
}

} // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text)
{
    for (std::size_t place = 0; place < text.size();) {
        const std::size_t length = sequence_length(text, place);
        if (length == 0) return place;
        place += length;
    }
    return std::nullopt;
}

std::size_t character_count(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

CodePoint code_point_at(std::string_view text, std::size_t at)
{
    const unsigned first = byte_at(text, at);
    if (first < 0x80) return {first, 1};
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (at + length > text.size()) return {first, 1};
    char32_t code = first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = (code << 6U) | (byte_at(text, at + i) & 0x3FU);
    return {code, length};
}

namespace {

/// Characters that spreadsheets read as the start of a formula, including the full-width forms of Chinese input.
constexpr std::array<std::string_view, 11> formula_starts{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"};

} // namespace

std::string guarded_cell(std::string_view text)
{
    const bool formula =
        std::ranges::any_of(formula_starts, [&](std::string_view start) { return text.starts_with(start); });
    return (formula ? "'" : "") + std::string(text);
}

std::string quoted_cell(std::string_view text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_cell(std::string_view text)
{
    std::string cell = guarded_cell(text);
    return cell.find_first_of(",\"\r\n") == std::string::npos ? cell : quoted_cell(cell);
}

std::string tab_cell(std::string_view text)
{
    std::string cell = guarded_cell(text);
    std::ranges::replace_if(
        cell, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
    return cell;
}

} // namespace rigwright
