// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace rigwright {

/// A number of an estimate with the ends of its 80 % range; both equal it where it is exact, the upper end is infinite
/// for a lower bound.
struct RangedNumber {
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
};

/// A value over that of another, with its 80 % range. Both estimates share most of their error; the range holds only
/// the rest.
struct Ratio {
    double value = 1.0;
    double low = 1.0;
    /// Infinite where `value` is a lower bound.
    double high = 1.0;

    /// One of the two has more beyond doubt.
    bool clear() const { return low > 1.0 || high < 1.0; }
    Ratio inverse() const { return {1.0 / value, 1.0 / high, 1.0 / low}; }
};

/// The half width w of the ratio, in logarithms, is that of the difference of two normal errors with half widths a and
/// b and that correlation: w^2 = a^2 + b^2 - 2 x correlation x a x b. Of a lower bound only the bound remains. Empty
/// unless both are above zero.
inline std::optional<Ratio> ratio_of(const RangedNumber& number, const RangedNumber& other, double correlation)
{
    if (!(number.low > 0.0) || !(other.low > 0.0)) return std::nullopt;
    const double ratio = number.value / other.value;
    if (std::isinf(number.high) || std::isinf(other.high))
        return Ratio{ratio, std::isinf(other.high) ? 0.0 : ratio,
                     std::isinf(number.high) ? std::numeric_limits<double>::infinity() : ratio};
    const double a = std::log(number.high / number.low) / 2.0;
    const double b = std::log(other.high / other.low) / 2.0;
    const double width = std::sqrt(std::max(0.0, a * a + b * b - 2.0 * correlation * a * b));
    return Ratio{ratio, ratio * std::exp(-width), ratio * std::exp(width)};
}

} // namespace rigwright
