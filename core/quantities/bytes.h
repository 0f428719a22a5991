// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/count.h"

namespace rigwright {

/// An amount of memory or storage in whole bytes, with the checked arithmetic of `Count`.
///
/// GiB (2^30) is what memory addresses, GB (10^9) what vendors print on storage and links; the factory and the accessor
/// always name which one is meant.
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
    static constexpr Bytes gb(double amount) { return rounded(amount * 1e9); }

    constexpr Count count() const { return count_; }
    constexpr std::int64_t value() const { return count_.value(); }
    constexpr double as_double() const { return count_.as_double(); }
    constexpr double as_gib() const { return as_double() / 1073741824.0; }
    constexpr double as_gb() const { return as_double() / 1e9; }
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

} // namespace rigwright
