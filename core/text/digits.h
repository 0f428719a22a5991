// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rigwright {

/// The decimal exponent of a positive number after rounding to `digits` significant digits: 0 for 1 to 9.99...
int rounded_exponent(double number, int digits);

/// `number` rounded to `digits` significant digits.
double rounded_to(double number, int digits);

/// Digits of `number` with exactly `decimals` after the point; a comma between thousands where the whole part reaches
/// `group_from`.
std::string fixed(double number, int decimals, double group_from = 1000.0);

} // namespace rigwright
