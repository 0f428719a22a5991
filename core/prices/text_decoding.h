// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/words.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// How the characters of a table are written as bytes.
enum class TextEncoding { utf8, utf8_with_mark, gb18030, utf16, windows_1252 };

template <>
inline constexpr std::array<std::string_view, 5> words<TextEncoding>{"utf-8", "utf-8-bom", "gb18030", "utf-16",
                                                                     "windows-1252"};

/// A text in UTF-8 without byte-order mark, and how it was written.
struct DecodedText {
    std::string text;
    TextEncoding encoding = TextEncoding::utf8;
    /// Why there is no text: `empty`, `too-large`, `spreadsheet-file` (a workbook, not a table as text), `binary-file`,
    /// `wrong-encoding` (bytes that the wanted encoding does not have), `unknown-encoding`. Empty where there is one.
    std::string problem;
};

/// The text of a file. Without `wanted` the encoding is found: a byte-order mark decides, else UTF-8 where every byte
/// is sound UTF-8, else GB18030. Windows-1252 is never found, since every text is sound in it.
DecodedText decode_text(std::string_view bytes, std::optional<TextEncoding> wanted = {});

} // namespace rigwright
