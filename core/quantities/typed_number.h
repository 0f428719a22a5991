// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/quantities/value.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace rigwright {

/// A number that a person typed, in the unit of its field; or why it is not understood.
struct TypedNumber {
    std::optional<double> number;
    /// Without a number: the message "typed.<code>".
    std::string_view code{};
    /// The whole text, as typed.
    std::string found;
    /// The part that does not fit: a unit, a currency.
    std::string part;
    /// What to write instead, if that is clear.
    std::string right;
    /// What the part measures, and what the field takes.
    Unit is = Unit::count;
    Unit wanted = Unit::count;
};

/// Reads a number and its unit: "20,000", "2万", "1.5 TB", "1 d 4 h", "60%", "¥30,000", "256 * 1024".
///
/// `unit` is the unit of the field ("h", "GiB", "%", "CNY", "px"; empty for a plain number): a number without a unit is
/// in it, and it decides which other units fit. Digits may be grouped in threes by commas, apostrophes or spaces. The
/// decimal mark is a point; a comma that does not separate three digits is refused, not guessed. Where a field is in
/// GiB or MiB, GB and TB are binary too, as on memory modules; elsewhere they are decimal.
TypedNumber read_number(std::string_view text, std::string_view unit = {}, char decimal = '.');

/// Both numbers of "1280×960", "1280x960" or "1280*960"; nothing for other text.
std::optional<std::array<double, 2>> read_number_pair(std::string_view text);

/// A number without sign or exponent; digits may be grouped in threes, always by the same character. `decimal` is '.'
/// or ','; the other one may group.
std::optional<double> number_of_digits(std::string_view text, char decimal);

/// Text in plain characters: full-width Latin ones in their usual forms, white space collapsed and trimmed.
std::string plain_cell(std::string_view text);

/// The ISO 4217 code of a word or sign ("CNY", "元", "¥", "$"); empty for anything else. "¥" is the renminbi, "$" the
/// US dollar.
std::string currency_from(std::string_view text);

} // namespace rigwright
