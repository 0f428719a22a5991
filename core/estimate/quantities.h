// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/estimate/evaluation.h"
#include "core/quantities/value.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace rigwright {

/// A number of an estimate with the ends of its 80% range; both equal it if it is exact, the upper end is infinite for
/// a lower bound.
struct RangedNumber {
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
};

/// The ratio of two values with its 80% range. Both estimates share most of their error; the range contains only the
/// rest.
struct Ratio {
    double value = 1.0;
    double low = 1.0;
    /// Infinite where `value` is a lower bound.
    double high = 1.0;

    /// Whether the range excludes 1.
    bool clear() const { return low > 1.0 || high < 1.0; }
    Ratio inverse() const { return {1.0 / value, 1.0 / high, 1.0 / low}; }
};

/// The half width w of the ratio, in logarithms, is that of the difference of two normal errors with half widths a and
/// b and that correlation: w^2 = a^2 + b^2 - 2 s, where the shared part s = correlation x a x b is at most the square
/// of the smaller one. A lower bound gives only a bound of the ratio. Empty unless both are above zero.
inline std::optional<Ratio> ratio_of(const RangedNumber& number, const RangedNumber& other, double correlation)
{
    if (!(number.low > 0.0) || !(other.low > 0.0)) return std::nullopt;
    const double ratio = number.value / other.value;
    if (std::isinf(number.high) || std::isinf(other.high))
        return Ratio{ratio, std::isinf(other.high) ? 0.0 : ratio,
                     std::isinf(number.high) ? std::numeric_limits<double>::infinity() : ratio};
    const double a = std::log(number.high / number.low) / 2.0;
    const double b = std::log(other.high / other.low) / 2.0;
    const double smaller = std::min(a, b);
    const double shared = std::min(correlation * a * b, smaller * smaller);
    const double width = std::sqrt(std::max(0.0, a * a + b * b - 2.0 * shared));
    return Ratio{ratio, ratio * std::exp(-width), ratio * std::exp(width)};
}

/// Whether less or more of a quantity is better.
enum class PreferredDirection { less, more, none };

/// Conditions for showing a quantity.
enum class QuantityScope {
    always,
    /// Shown for training only; the file of an inference contains it if the estimate does.
    training,
    /// Compares with the usable memory: in a file only together with a verdict.
    judged,
    /// A sum of the purchase's prices: a lower bound where lines of the bill have none.
    priced,
};

/// The source of a quantity's 80% range; all empty: no range.
struct QuantityRange {
    /// The quantities that are its ends.
    std::string_view low{};
    std::string_view high{};
    /// Or the quantity whose relative range it shares, inverted where more is better.
    std::string_view like{};
};

/// One figure of an estimate: a number, a flag or a word. Files, comparisons, reports, sweeps, lessons, workings and
/// the window read the same rows.
struct EstimateQuantity {
    /// Its place in an estimate file ("time.step_seconds"). "quantity.<id>" is the message that names it.
    std::string_view id;
    /// Unit of a numeric value.
    Unit unit = Unit::ratio;
    /// The value as files write it; empty if the estimate lacks it or it is out of range.
    FieldValue (*read)(const Estimate&) = nullptr;
    QuantityScope scope = QuantityScope::always;
    PreferredDirection direction = PreferredDirection::none;
    QuantityRange range{};
    /// Value units per file unit: 3600 where the file counts hours.
    double file_unit = 1.0;
};

/// In the order of the estimate file.
std::span<const EstimateQuantity> estimate_quantities();
/// Null for an unknown id.
const EstimateQuantity* quantity_of(std::string_view id);

/// The value in an estimate file.
FieldValue file_value(const EstimateQuantity& quantity, const Estimate& estimate);

/// The number in an estimate file, with its unit; also empty for flags and words.
std::optional<Value> number_of(const EstimateQuantity& quantity, const Estimate& estimate);
std::optional<Value> number_of(std::string_view id, const Estimate& estimate);

/// The number as shown to the user; empty for an unknown id or a missing figure.
std::optional<Value> quantity_value(const Evaluation& evaluation, std::string_view id);

/// Whether the quantity is a sum of prices and some of them are unknown.
bool is_lower_bound(const EstimateQuantity& quantity, const Estimate& estimate);

/// The interval of a number; both ends are `value` where the quantity has none.
struct ValueRange {
    double low = 0.0;
    double high = 0.0;
};
ValueRange range_of(const EstimateQuantity& quantity, const Value& value, const Estimate& estimate);

} // namespace rigwright
