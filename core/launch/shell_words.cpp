// SPDX-License-Identifier: Apache-2.0
#include "core/launch/shell_words.h"

#include "core/quantities/ascii.h"

#include <algorithm>
#include <array>

namespace rigwright {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view shell_digits = "0123456789abcdef";
/// Line ends beyond ASCII in UTF-8: next line, line separator, paragraph separator.
constexpr std::array<std::string_view, 3> line_ends{"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
constexpr std::size_t longest_job_name = 64;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

std::string escaped(char c)
{
    if (c == '\0') return std::string(replacement);
    if (c == '\'' || c == '\\') return {'\\', c};
    if (c == '\n') return "\\n";
    if (c == '\t') return "\\t";
    if (!is_control(c)) return {c};
    const auto byte = static_cast<unsigned char>(c);
    return {'\\', 'x', shell_digits[byte / 16], shell_digits[byte % 16]};
}

bool is_plain(char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-'; }

} // namespace

std::string shell_word(std::string_view text)
{
    if (std::any_of(text.begin(), text.end(), is_control)) {
        // An escape takes two shell_digits at most, so what follows it is never read as part of it.
        std::string word = "$'";
        for (const char c : text) word += escaped(c);
        return word + "'";
    }
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string comment_text(std::string_view text)
{
    std::string comment(text);
    for (const std::string_view end : line_ends)
        for (std::size_t at = comment.find(end); at != std::string::npos; at = comment.find(end, at))
            comment.replace(at, end.size(), " ");
    std::replace_if(comment.begin(), comment.end(), is_control, ' ');
    return comment;
}

std::string job_name(std::string_view text)
{
    std::string name;
    for (const char c : text) {
        if (is_plain(c))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    // An option's value that starts with a dash reads like an option.
    name.erase(0, name.find_first_not_of("-."));
    name.resize(std::min(name.size(), longest_job_name));
    while (!name.empty() && name.back() == '-') name.pop_back();
    return name.empty() ? "rigwright" : name;
}

} // namespace rigwright
