// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
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

} // namespace rigwright
