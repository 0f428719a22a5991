// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/bytes.h"

#include <compare>

namespace rigwright {

inline constexpr double seconds_per_hour = 3600.0;

/// A real amount of one physical kind, held in its SI base unit. Amounts of different kinds do not mix; the few
/// products and quotients that mean something are written out below.
template <typename Kind>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double base) : base_(base) {}

    /// The amount in the base unit (operations, seconds, watts, joules, bytes per second, operations per second).
    constexpr double base() const { return base_; }

    // The comparison by the compiler is with a 0 that clang-tidy 14 takes for a null pointer, here and in other values.
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
constexpr BytesPerSecond gigabytes_per_second(double amount) { return BytesPerSecond(amount * 1e9); }
constexpr Seconds microseconds(double amount) { return Seconds(amount * 1e-6); }
constexpr Seconds milliseconds(double amount) { return Seconds(amount * 1e-3); }

constexpr Seconds operator/(Flops work, FlopsPerSecond rate) { return Seconds(work.base() / rate.base()); }
constexpr Seconds operator/(Bytes traffic, BytesPerSecond rate) { return Seconds(traffic.as_double() / rate.base()); }
constexpr FlopsPerSecond operator/(Flops work, Seconds time) { return FlopsPerSecond(work.base() / time.base()); }
constexpr Flops operator*(FlopsPerSecond rate, Seconds time) { return Flops(rate.base() * time.base()); }

} // namespace rigwright
