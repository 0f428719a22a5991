// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// The range of days that a date of the database can mean, as year x 10,000 + month x 100 + day.
struct DatePeriod {
    int first = 0;
    int last = 0;
};

/// The period of a year "2018", a month "2018-09", a quarter "2018-Q3" or a day "2018-09-20"; empty for anything else
/// and for invalid days.
std::optional<DatePeriod> date_period(std::string_view text);

/// First and last day of a date; for an invalid date 0 and `no_last_day`.
inline constexpr int no_last_day = 99'99'99'99;
int first_day(std::string_view date);
int last_day(std::string_view date);

/// Whether a date begins after another.
inline bool is_later(std::string_view date, std::string_view other) { return first_day(date) > first_day(other); }

/// The year as written: every format begins with it.
inline std::string_view year_of(std::string_view date) { return date.substr(0, 4); }

/// The day `hours` after the start of `day` ("2026-03-01"), cut to whole days; empty for an invalid day or beyond the
/// year 9999.
std::string day_after(const std::string& day, double hours);

/// "2026-11-22": the local calendar day by the system clock.
std::string today();

} // namespace rigwright
