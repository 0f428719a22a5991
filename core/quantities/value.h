// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/quantity.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace rigwright {

/// The kind of a displayed number; it decides prefix, digits and unit text.
enum class Unit : std::uint8_t {
    /// A pure number with a fraction (a factor, an efficiency).
    ratio,
    /// A share, shown as a percentage.
    share,
    /// Whole things: parameters, samples, steps, devices, kernels.
    count,
    /// Memory: shown in binary prefixes (KiB, MiB, GiB).
    bytes,
    /// Files and drives: shown in decimal prefixes (kB, MB, GB, TB), as drives are sold.
    stored_bytes,
    seconds,
    flops,
    macs,
    flops_per_second,
    /// Link and memory rates: decimal prefixes (GB/s).
    bytes_per_second,
    samples_per_second,
    /// Other things in a second: pixels, reads.
    per_second,
    tokens_per_second,
    flops_per_byte,
    hertz,
    watts,
    kilowatt_hours,
    bytes_per_element,
    /// An amount of `Value::currency`.
    money,
};

/// An ISO 4217 code, zero-terminated: "CNY". Empty if there is none.
using CurrencyCode = std::array<char, 4>;

/// The first three letters of a code.
constexpr CurrencyCode currency_code(std::string_view text)
{
    CurrencyCode code{};
    for (std::size_t i = 0; i < text.size() && i + 1 < code.size(); ++i) code[i] = text[i];
    return code;
}

/// A number to be displayed.
struct Value {
    double number = 0.0;
    Unit unit = Unit::ratio;
    /// Currency of an amount of money.
    CurrencyCode currency{};
    /// A lower bound, shown with "≥": a sum of prices of which some are missing.
    bool at_least = false;

    bool operator==(const Value&) const = default;
};

/// The same number as a lower bound if `bound` holds.
constexpr Value at_least(Value value, bool bound)
{
    value.at_least = bound;
    return value;
}

inline Value value_of(Bytes bytes) { return {bytes.as_double(), Unit::bytes}; }
/// Drives are sold in these: 10^12 bytes.
inline constexpr double bytes_of_a_terabyte = 1e12;
inline Value terabytes(double number) { return {number * bytes_of_a_terabyte, Unit::stored_bytes}; }
inline Value value_of(Seconds time) { return {time.base(), Unit::seconds}; }
inline Value value_of(Flops work) { return {work.base(), Unit::flops}; }
inline Value value_of(FlopsPerSecond rate) { return {rate.base(), Unit::flops_per_second}; }
inline Value value_of(BytesPerSecond rate) { return {rate.base(), Unit::bytes_per_second}; }
inline Value value_of(Hertz rate) { return {rate.base(), Unit::hertz}; }
inline Value value_of(Watts power) { return {power.base(), Unit::watts}; }
inline Value money(double amount, std::string_view currency) { return {amount, Unit::money, currency_code(currency)}; }
inline Value value_of(Count count) { return {count.as_double(), Unit::count}; }
inline Value count_value(double number) { return {number, Unit::count}; }
inline Value whole_value(std::int64_t number) { return value_of(Count(number)); }
inline Value ratio_value(double number) { return {number, Unit::ratio}; }
inline Value seconds_value(double amount) { return {amount, Unit::seconds}; }

} // namespace rigwright
