// SPDX-License-Identifier: Apache-2.0
#include "core/prices/text_decoding.h"

#include "core/json/limits.h"
#include "core/json/utf8.h"

#include <algorithm>
#include <cerrno>
#include <iconv.h>

namespace rigwright {

namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view utf16_little = "\xFF\xFE";
constexpr std::string_view utf16_big = "\xFE\xFF";
/// Starts of workbooks: ZIP (xlsx, ods) and OLE (xls).
constexpr std::array<std::string_view, 2> workbooks{"PK\x03\x04", "\xD0\xCF\x11\xE0"};

const char* name_of(TextEncoding encoding, std::string_view bytes)
{
    switch (encoding) {
    case TextEncoding::utf8:
    case TextEncoding::utf8_with_mark: return "UTF-8";
    case TextEncoding::gb18030: return "GB18030";
    case TextEncoding::utf16: return bytes.starts_with(utf16_big) ? "UTF-16BE" : "UTF-16LE";
    case TextEncoding::windows_1252: return "CP1252";
    }
    return "";
}

/// The bytes as UTF-8; nothing where they are not sound in the encoding of that name.
std::optional<std::string> converted(std::string_view bytes, const char* from)
{
    const iconv_t converter = iconv_open("UTF-8", from);
    const auto none = reinterpret_cast<iconv_t>(-1); // NOLINT(performance-no-int-to-ptr): so says iconv_open
    if (converter == none) return std::nullopt;
    std::string input(bytes);
    std::string text;
    std::array<char, 65536> block{};
    char* next = input.data();
    std::size_t left = input.size();
    bool sound = true;
    while (sound && left > 0) {
        char* out = block.data();
        std::size_t room = block.size();
        sound = iconv(converter, &next, &left, &out, &room) != static_cast<std::size_t>(-1) || errno == E2BIG;
        text.append(block.data(), block.size() - room);
    }
    iconv_close(converter);
    return sound ? std::optional(std::move(text)) : std::nullopt;
}

std::string_view without_mark(std::string_view bytes, TextEncoding encoding)
{
    if (bytes.starts_with(utf8_mark)) return bytes.substr(utf8_mark.size());
    const bool marked = bytes.starts_with(utf16_little) || bytes.starts_with(utf16_big);
    return encoding == TextEncoding::utf16 && marked ? bytes.substr(utf16_little.size()) : bytes;
}

std::optional<std::string> text_in(std::string_view bytes, TextEncoding encoding)
{
    const std::string_view body = without_mark(bytes, encoding);
    const bool is_utf8 = encoding == TextEncoding::utf8 || encoding == TextEncoding::utf8_with_mark;
    if (is_utf8) return first_invalid_utf8(body) ? std::nullopt : std::optional(std::string(body));
    return converted(body, name_of(encoding, bytes));
}

TextEncoding found_encoding(std::string_view bytes)
{
    if (bytes.starts_with(utf8_mark)) return TextEncoding::utf8_with_mark;
    if (bytes.starts_with(utf16_little) || bytes.starts_with(utf16_big)) return TextEncoding::utf16;
    return first_invalid_utf8(bytes) ? TextEncoding::gb18030 : TextEncoding::utf8;
}

std::string problem_of_bytes(std::string_view bytes, std::optional<TextEncoding> wanted)
{
    if (bytes.size() > most_price_file_bytes) return "too-large";
    if (bytes.empty()) return "empty";
    const auto starts = [bytes](std::string_view start) { return bytes.starts_with(start); };
    if (std::any_of(workbooks.begin(), workbooks.end(), starts)) return "spreadsheet-file";
    const bool two_bytes = wanted.value_or(found_encoding(bytes)) == TextEncoding::utf16;
    return !two_bytes && bytes.find('\0') != std::string_view::npos ? "binary-file" : "";
}

} // namespace

DecodedText decode_text(std::string_view bytes, std::optional<TextEncoding> wanted)
{
    DecodedText decoded;
    decoded.problem = problem_of_bytes(bytes, wanted);
    if (!decoded.problem.empty()) return decoded;
    decoded.encoding = wanted.value_or(found_encoding(bytes));
    std::optional<std::string> text = text_in(bytes, decoded.encoding);
    if (text)
        decoded.text = std::move(*text);
    else
        decoded.problem = wanted ? "wrong-encoding" : "unknown-encoding";
    return decoded;
}

} // namespace rigwright
