// SPDX-License-Identifier: Apache-2.0
#include "core/hardware/dates.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace rigwright {

namespace {

constexpr int months_of_year = 12;
constexpr std::size_t length_of_year = 4;
constexpr std::size_t length_of_month = 7;
constexpr std::size_t length_of_day = 10;

constexpr int day_number(int year, int month, int day) { return year * 10000 + month * 100 + day; }

int days_of_month(int year, int month)
{
    constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && leap ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// The number of a run of digits; -1 if a character is not a digit.
int digits(std::string_view text)
{
    int number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return -1;
        number = number * 10 + (c - '0');
    }
    return number;
}

DatePeriod months_period(int year, int first, int last)
{
    return {day_number(year, first, 1), day_number(year, last, days_of_month(year, last))};
}

} // namespace

std::optional<DatePeriod> date_period(std::string_view text)
{
    const int year = digits(text.substr(0, length_of_year));
    if (text.size() < length_of_year || year < 1) return std::nullopt;
    if (text.size() == length_of_year) return months_period(year, 1, months_of_year);
    if (text.size() != length_of_month && text.size() != length_of_day) return std::nullopt;
    if (text[4] != '-') return std::nullopt;
    if (text.size() == length_of_month && text[5] == 'Q') {
        const int quarter = digits(text.substr(6));
        if (quarter < 1 || quarter > 4) return std::nullopt;
        return months_period(year, 3 * quarter - 2, 3 * quarter);
    }
    const int month = digits(text.substr(5, 2));
    if (month < 1 || month > months_of_year) return std::nullopt;
    if (text.size() == length_of_month) return months_period(year, month, month);
    const int day = digits(text.substr(8));
    if (text[7] != '-' || day < 1 || day > days_of_month(year, month)) return std::nullopt;
    return DatePeriod{day_number(year, month, day), day_number(year, month, day)};
}

int first_day(std::string_view date) { return date_period(date).value_or(DatePeriod{0, 0}).first; }
int last_day(std::string_view date) { return date_period(date).value_or(DatePeriod{0, no_last_day}).last; }

std::string day_after(const std::string& day, double hours)
{
    using namespace std::chrono;
    int y = 0;
    unsigned m = 0;
    unsigned d = 0;
    if (std::sscanf(day.c_str(), "%4d-%2u-%2u", &y, &m, &d) != 3) return {};
    const year_month_day start{year(y), month(m), std::chrono::day(d)};
    constexpr double hours_of_a_day = 24.0;
    constexpr double most_days = 3'000'000.0;
    const double later = std::floor(hours / hours_of_a_day);
    if (!start.ok() || !(later >= 0.0 && later < most_days)) return {};
    const year_month_day end{sys_days(start) + days(static_cast<int>(later))};
    if (static_cast<int>(end.year()) > 9999) return {};
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(end.year()),
                  static_cast<unsigned>(end.month()), static_cast<unsigned>(end.day()));
    return text.data();
}

std::string today()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
#ifdef _WIN32
    localtime_s(&local, &now);
#else
    localtime_r(&now, &local);
#endif
    std::array<char, 16> text{};
    const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%d", &local);
    return {text.data(), length};
}

} // namespace rigwright
