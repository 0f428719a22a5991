// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace rigwright {

/// A non-negative whole number (parameters, elements) with checked arithmetic.
///
/// Results outside the 64-bit range saturate at `out_of_range()` instead of wrapping, through every later operation, so
/// one test at the end finds any overflow. Negative differences are the caller's error.
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

/// An amount of memory or storage in whole bytes, with the checked arithmetic of `Count`.
///
/// Memory is addressed in GiB (2^30), vendors print storage and links in GB (10^9); factory and accessor names always
/// state the unit.
class Bytes {
public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(Count count) : count_(count) {}
    static constexpr Bytes of(std::int64_t bytes) { return Bytes(Count(bytes)); }
    /// Nearest whole byte to a real amount; amounts beyond 64 bits are `out_of_range`.
    static constexpr Bytes rounded(double bytes)
    {
        if (!(bytes < 9.2e18 && bytes > -9.2e18)) return Bytes(Count::out_of_range());
        const auto whole = static_cast<std::int64_t>(bytes);
        const double rest = bytes - static_cast<double>(whole);
        return of(whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0));
    }
    static constexpr Bytes kib(double amount) { return rounded(amount * 1024.0); }
    static constexpr Bytes mib(double amount) { return rounded(amount * 1048576.0); }
    static constexpr Bytes gib(double amount) { return rounded(amount * 1073741824.0); }

    constexpr Count count() const { return count_; }
    constexpr std::int64_t value() const { return count_.value(); }
    constexpr double as_double() const { return count_.as_double(); }
    constexpr double as_gib() const { return as_double() / 1073741824.0; }
    constexpr bool is_out_of_range() const { return count_.is_out_of_range(); }

    constexpr auto operator<=>(const Bytes&) const = default; // NOLINT(modernize-use-nullptr)
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes(a.count_ + b.count_); }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes(a.count_ - b.count_); }
    friend constexpr Bytes operator*(Bytes a, Count n) { return Bytes(a.count_ * n); }
    friend constexpr Bytes operator*(Count n, Bytes a) { return Bytes(a.count_ * n); }
    constexpr Bytes& operator+=(Bytes other) { return *this = *this + other; }

private:
    Count count_;
};

inline constexpr double seconds_per_hour = 3600.0;

/// A real amount of one physical kind, in its SI base unit. Different kinds do not mix; the few meaningful products and
/// quotients are defined below.
template <typename Kind>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double base) : base_(base) {}

    /// The amount in the base unit (operations, seconds, watts, joules, bytes per second, operations per second).
    constexpr double base() const { return base_; }

    // clang-tidy 14 takes the 0 in the defaulted comparison for a null pointer, here and in other values.
    constexpr auto operator<=>(const Quantity&) const = default; // NOLINT(modernize-use-nullptr)
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.base_ + b.base_); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.base_ - b.base_); }
    friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity(a.base_ * factor); }
    friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity(a.base_ * factor); }
    friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity(a.base_ / divisor); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.base_ / b.base_; }
    constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }

private:
    double base_ = 0.0;
};

/// Floating-point operations: one multiply-add counts as two.
using Flops = Quantity<struct FlopsKind>;
using Seconds = Quantity<struct SecondsKind>;
using Watts = Quantity<struct WattsKind>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondKind>;
using BytesPerSecond = Quantity<struct BytesPerSecondKind>;

constexpr FlopsPerSecond teraflops(double amount) { return FlopsPerSecond(amount * 1e12); }
constexpr Seconds milliseconds(double amount) { return Seconds(amount * 1e-3); }

constexpr Seconds operator/(Flops work, FlopsPerSecond rate) { return Seconds(work.base() / rate.base()); }
constexpr Seconds operator/(Bytes traffic, BytesPerSecond rate) { return Seconds(traffic.as_double() / rate.base()); }
constexpr FlopsPerSecond operator/(Flops work, Seconds time) { return FlopsPerSecond(work.base() / time.base()); }
constexpr Flops operator*(FlopsPerSecond rate, Seconds time) { return Flops(rate.base() * time.base()); }

/// Cycles (or, for memory buses, transfers) per second.
using Hertz = Quantity<struct HertzKind>;

} // namespace rigwright
