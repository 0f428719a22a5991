// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace rigwright {

/// A non-negative whole number (parameters, elements) with checked arithmetic.
///
/// Results that leave the 64-bit range stick at `out_of_range()` instead of wrapping, through every later operation, so
/// one test at the end finds an overflow anywhere on the way. Differences that would be negative are the caller's error.
class Count {
public:
    constexpr Count() = default;
    constexpr Count(std::int64_t value) : value_(value) {}

    static constexpr Count out_of_range() { return Count(limit); }
    constexpr bool is_out_of_range() const { return value_ == limit; }
    constexpr std::int64_t value() const { return value_; }
    constexpr double as_double() const { return static_cast<double>(value_); }

    constexpr auto operator<=>(const Count&) const = default; // NOLINT(modernize-use-nullptr)

    friend constexpr Count operator+(Count a, Count b)
    {
        std::int64_t sum = 0;
        return (sticks(a, b) || __builtin_add_overflow(a.value_, b.value_, &sum)) ? out_of_range() : Count(sum);
    }
    friend constexpr Count operator-(Count a, Count b)
    {
        return sticks(a, b) ? out_of_range() : Count(a.value_ - b.value_);
    }
    friend constexpr Count operator*(Count a, Count b)
    {
        std::int64_t product = 0;
        if (a.value_ == 0 || b.value_ == 0) return Count(0);
        return (sticks(a, b) || __builtin_mul_overflow(a.value_, b.value_, &product)) ? out_of_range() : Count(product);
    }
    /// Quotient rounded towards zero; `b` must not be zero.
    friend constexpr Count operator/(Count a, Count b)
    {
        return sticks(a, b) ? out_of_range() : Count(a.value_ / b.value_);
    }
    constexpr Count& operator+=(Count other) { return *this = *this + other; }
    constexpr Count& operator*=(Count other) { return *this = *this * other; }

private:
    static constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
    static constexpr bool sticks(Count a, Count b) { return a.is_out_of_range() || b.is_out_of_range(); }

    std::int64_t value_ = 0;
};

constexpr double as_double(std::int64_t whole) { return static_cast<double>(whole); }

/// Smallest whole number of groups of `size` (> 0) that hold `total`.
constexpr Count divide_rounding_up(Count total, Count size)
{
    return total == Count(0) ? Count(0) : (total - Count(1)) / size + Count(1);
}

} // namespace rigwright
