// SPDX-License-Identifier: Apache-2.0
#include "core/text/digits.h"

#include <array>
#include <charconv>
#include <cmath>

namespace rigwright {

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

void group(std::string& digits, std::size_t whole)
{
    for (std::size_t place = whole; place > 3;) {
        place -= 3;
        digits.insert(place, 1, ',');
    }
}

} // namespace

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
    if (std::fabs(number) >= group_from) group(digits, std::min(digits.find('.'), digits.size()));
    const bool negative = number < 0.0 && digits.find_first_not_of("0.") != std::string::npos;
    return negative ? "-" + digits : digits;
}

} // namespace rigwright
